# `cpack` in a build of the preset `package`: one Debian package with program, library, headers, module and scenes. One and
# not four, as Debian itself would have it: whoever installs a file by hand wants a single one, and the parts are of one
# version and of no use to anything else yet.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME gluey)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
# A packager sets an address of their own; this one says that there is none.
set(CPACK_PACKAGE_CONTACT "The gluey developers <developers@gluey.invalid>" CACHE STRING "Maintainer of the package")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "simulator of gluey and granular particles")
set(CPACK_PACKAGE_DESCRIPTION "Many rigid particles of any convex shape that touch, rub, stick and let go:
dry grains with friction, and gluey ones in a viscous fluid, whose contact
remembers how hard it was pressed and holds until it has been pulled as much.
Implicit time steps without overlaps, in 2D and 3D, from a TOML scene to an
HDF5 result.
.
The package has the program gluey with its web viewer, the C++ library with
its headers, and the Python module gluey.")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3-matplotlib, gnuplot-nox, ffmpeg")
if(TARGET gluey_python)
  # The compiled part is for one minor version of Python.
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  math(EXPR next "${Python3_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "python3 (>= 3.${Python3_VERSION_MINOR}), python3 (<< 3.${next}), python3-numpy, python3-h5py")
endif()

# What the package does when it comes and goes: bytecode of the module, and the loader's cache.
set(debian ${CMAKE_CURRENT_LIST_DIR}/debian)
# And which package a program needs that links the library; CPack would say so once for each copy of it.
get_target_property(soversion gluey SOVERSION)
file(WRITE ${PROJECT_BINARY_DIR}/debian/shlibs "libgluey ${soversion} gluey (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
  ${debian}/postinst ${debian}/prerm ${debian}/triggers ${PROJECT_BINARY_DIR}/debian/shlibs)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# What Debian wants of the installed files.
set(CPACK_PRE_BUILD_SCRIPTS ${debian}/policy.cmake)
set(CPACK_GLUEY_LINTIAN_OVERRIDES ${debian}/lintian-overrides)
include(CPack)
