# `cmake --install`: the program, the shared library, its headers, and what find_package(gluey) reads.
include(CMakePackageConfigHelpers)

install(TARGETS gluey EXPORT gluey_targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS gluey_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/gluey DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.hpp)
install(DIRECTORY scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/gluey FILES_MATCHING PATTERN *.toml)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/gluey)
install(EXPORT gluey_targets NAMESPACE gluey:: FILE gluey-targets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/gluey-config.cmake.in ${PROJECT_BINARY_DIR}/gluey-config.cmake
  INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/gluey-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/gluey-config.cmake ${PROJECT_BINARY_DIR}/gluey-config-version.cmake
  DESTINATION ${package_dir})
