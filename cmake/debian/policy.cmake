# Run by CPack on the files it is about to pack: names and compression that Debian's policy asks for.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
set(doc ${share}/doc/gluey)

file(RENAME ${doc}/LICENSE ${doc}/copyright)
file(RENAME ${doc}/CHANGELOG.md ${doc}/changelog)
# The date is SOURCE_DATE_EPOCH's where it is set, so that the same sources give the same package.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${doc}/changelog.Debian "gluey (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) bookworm; urgency=medium

  * What is new in gluey itself: see changelog.gz.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
foreach(file ${doc}/changelog ${doc}/changelog.Debian ${share}/man/man1/gluey.1)
  execute_process(COMMAND gzip -9nf ${file} COMMAND_ERROR_IS_FATAL ANY)
  file(CHMOD ${file}.gz PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endforeach()
file(MAKE_DIRECTORY ${share}/lintian/overrides)
configure_file(${CPACK_GLUEY_LINTIAN_OVERRIDES} ${share}/lintian/overrides/gluey COPYONLY)
