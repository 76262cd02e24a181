include(CMakePackageConfigHelpers)

set(leat_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/leat)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/leat-config.cmake.in leat-config.cmake
    INSTALL_DESTINATION ${leat_package_dir})
write_basic_package_version_file(leat-config-version.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT leat NAMESPACE leat:: FILE leat-targets.cmake DESTINATION ${leat_package_dir})
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/leat-config.cmake
    ${CMAKE_CURRENT_BINARY_DIR}/leat-config-version.cmake DESTINATION ${leat_package_dir})
