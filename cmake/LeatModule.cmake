include(GNUInstallDirs)

# leat_module(NAME HEADERS a.hpp ... SOURCES a.cpp ... [DEPENDS module ...] [PRIVATE target ...])
#
# Makes the static library leat::NAME of the current folder. HEADERS are the public ones, below
# include/leat/NAME; SOURCES lie below src. DEPENDS names the leat modules whose headers this one may
# include; PRIVATE the third-party targets, which only its sources see.
function(leat_module name)
    cmake_parse_arguments(PARSE_ARGV 1 module "" "" "HEADERS;SOURCES;DEPENDS;PRIVATE")
    list(TRANSFORM module_HEADERS PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/include/leat/${name}/)
    list(TRANSFORM module_SOURCES PREPEND src/)
    list(TRANSFORM module_DEPENDS PREPEND leat::)

    add_library(leat_${name} STATIC ${module_SOURCES})
    add_library(leat::${name} ALIAS leat_${name})
    set_target_properties(leat_${name} PROPERTIES EXPORT_NAME ${name})
    target_compile_features(leat_${name} PUBLIC cxx_std_20)
    target_sources(leat_${name} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${module_HEADERS})
    target_include_directories(leat_${name} PRIVATE src)
    target_link_libraries(leat_${name} PUBLIC ${module_DEPENDS} PRIVATE ${module_PRIVATE})

    # For the tests and benchmarks that take every module or public header.
    set_property(GLOBAL APPEND PROPERTY leat_modules leat::${name})
    foreach(header IN LISTS module_HEADERS)
        string(REGEX REPLACE ".*/include/" "" header ${header})
        set_property(GLOBAL APPEND PROPERTY leat_headers ${header})
    endforeach()

    install(TARGETS leat_${name} EXPORT leat FILE_SET HEADERS ARCHIVE)
endfunction()
