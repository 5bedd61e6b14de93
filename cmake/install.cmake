# `cmake --install`: the program with its man page and completion, the shared library, scenes and pages; as component
# `development` its headers and what find_package(gluey) reads. The Python module adds itself (python/CMakeLists.txt).
include(CMakePackageConfigHelpers)

install(TARGETS gluey EXPORT gluey_targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_COMPONENT development)
install(TARGETS gluey_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/gluey FILES_MATCHING PATTERN *.toml PATTERN *.stl)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# Both written by the program, from its own table of commands. Not by one that a sanitizer slows down or stops.
if(NOT GLUEY_SANITIZE)
  set(man_page ${PROJECT_BINARY_DIR}/share/gluey.1)
  set(completion ${PROJECT_BINARY_DIR}/share/gluey)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share)
  add_custom_command(OUTPUT ${man_page} ${completion} DEPENDS gluey_program
    COMMAND gluey_program manual > ${man_page}
    COMMAND gluey_program completion > ${completion})
  add_custom_target(gluey_pages ALL DEPENDS ${man_page} ${completion})
  install(FILES ${man_page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/gluey)
install(DIRECTORY include/gluey DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development FILES_MATCHING PATTERN *.hpp)
install(EXPORT gluey_targets NAMESPACE gluey:: FILE gluey-targets.cmake DESTINATION ${package_dir} COMPONENT development)
configure_package_config_file(cmake/gluey-config.cmake.in ${PROJECT_BINARY_DIR}/gluey-config.cmake
  INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gluey-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gluey-config.cmake ${PROJECT_BINARY_DIR}/gluey-config-version.cmake
  DESTINATION ${package_dir} COMPONENT development)
