# Two tests that build the project in consumer/ as a user would, with this build's compiler and flags.
string(TOUPPER "${CMAKE_BUILD_TYPE}" BUILD_TYPE)
set(BUILD_TYPE_FLAGS ${CMAKE_CXX_FLAGS_${BUILD_TYPE}})
get_property(MODULES GLOBAL PROPERTY leat_modules)
get_property(HEADERS GLOBAL PROPERTY leat_headers)
configure_file(${CMAKE_CURRENT_LIST_DIR}/settings.cmake.in consumer/settings.cmake @ONLY)

foreach(way find_package add_subdirectory)
    add_test(NAME Consumer.${way} COMMAND ${CMAKE_COMMAND} -DWAY=${way}
        -DFOLDER=${CMAKE_CURRENT_BINARY_DIR}/consumer/${way}
        -DSETTINGS=${CMAKE_CURRENT_BINARY_DIR}/consumer/settings.cmake
        -DLEAT_BINARY_DIR=${PROJECT_BINARY_DIR} -DLEAT_SOURCE_DIR=${PROJECT_SOURCE_DIR}
        -P ${CMAKE_CURRENT_LIST_DIR}/build.cmake)
    set_tests_properties(Consumer.${way} PROPERTIES TIMEOUT 300)
endforeach()
