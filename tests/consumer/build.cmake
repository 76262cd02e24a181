# cmake -DWAY=find_package|add_subdirectory -DFOLDER=... -DSETTINGS=... -P build.cmake
#
# Builds and runs the consumer project in FOLDER, anew each time: against leat as installed from
# LEAT_BINARY_DIR, or with LEAT_SOURCE_DIR as a part of it.
cmake_minimum_required(VERSION 3.25)

function(run)
    execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${FOLDER})
if(WAY STREQUAL find_package)
    run(${CMAKE_COMMAND} --install ${LEAT_BINARY_DIR} --prefix ${FOLDER}/prefix)
    set(leat -DCMAKE_PREFIX_PATH=${FOLDER}/prefix)
else()
    set(leat -DLEAT_SOURCE_DIR=${LEAT_SOURCE_DIR})
endif()
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${FOLDER}/build -C ${SETTINGS} ${leat})
run(${CMAKE_COMMAND} --build ${FOLDER}/build)
run(${FOLDER}/build/hello)
