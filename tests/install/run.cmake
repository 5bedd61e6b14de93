# Installs the build to a fresh folder, builds the project beside this file against it, and runs it and the program.
# cmake -DBUILD=… -DWORK=… -DSOURCE=… -DCXX=… -P run.cmake
file(REMOVE_RECURSE ${WORK})
set(prefix ${WORK}/prefix)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "failed: ${ARGN}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${CXX})
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/user)
run(${prefix}/bin/gluey --version)
# A scene with the surface it reads beside it.
run(${prefix}/bin/gluey run ${prefix}/share/gluey/scenes/hopper.toml --steps 1 -o ${WORK}/hopper.h5 --quiet)
foreach(file share/man/man1/gluey.1 share/bash-completion/completions/gluey share/doc/gluey/LICENSE)
  file(SIZE ${prefix}/${file} size) # fails where there is none
  if(size EQUAL 0)
    message(FATAL_ERROR "empty: ${file}")
  endif()
endforeach()
