# Options every target of the project is compiled with, and the layers of src/.

add_library(gluey_options INTERFACE)
target_compile_options(gluey_options INTERFACE
  -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  # Rounding must not depend on how the compiler inlines: fused multiply-adds are written by hand or not at all.
  -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False positives of GCC 12 inside Eigen and the standard library at -O3.
  target_compile_options(gluey_options INTERFACE -Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow -Wno-restrict)
endif()
# A target's property of that name comes before the project's choice.
set(arch $<IF:$<BOOL:$<TARGET_PROPERTY:GLUEY_ARCH>>,$<TARGET_PROPERTY:GLUEY_ARCH>,${GLUEY_ARCH}>)
target_compile_options(gluey_options INTERFACE $<$<BOOL:${arch}>:-march=${arch}>
  # Where vectors are wider than registers, GCC warns that functions pass them in another way. All that do are compiled alike.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<NOT:$<STREQUAL:${arch},x86-64-v3>>>:-Wno-psabi>)
if(GLUEY_SANITIZE)
  target_compile_options(gluey_options INTERFACE -fsanitize=${GLUEY_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(gluey_options INTERFACE -fsanitize=${GLUEY_SANITIZE})
endif()
target_link_libraries(gluey_options INTERFACE OpenMP::OpenMP_CXX)

# Sources are compiled several at a time: most of a source's time are the headers it shares with its neighbours. Names in unnamed
# namespaces must then differ within a folder. Tools that look at single sources switch it off.
option(GLUEY_UNITY "Compile several sources as one" ON)

# gluey_layer(NAME [COLD] [BATCH n] DEPENDS layer... LINKS library...)
# A folder of src/ as an object library. Its headers are reached as "NAME/header.hpp", and only by layers that name it or
# one that does: each layer has an include directory of its own that holds nothing but a link to its folder. So a folder
# that includes one to its right does not compile. BATCH sources are compiled as one; COLD ones, whose time no run notices, with
# little optimisation.
function(gluey_layer NAME)
  cmake_parse_arguments(LAYER "COLD" "BATCH" "DEPENDS;LINKS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${NAME}/*.cpp)
  set(view ${PROJECT_BINARY_DIR}/layers/${NAME})
  file(MAKE_DIRECTORY ${view})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${NAME} ${view}/${NAME} SYMBOLIC)
  if(sources)
    add_library(gluey_${NAME} OBJECT ${sources})
    set(scope PUBLIC)
    target_link_libraries(gluey_${NAME} PRIVATE gluey_options)
    gluey_unity(gluey_${NAME} ${LAYER_BATCH})
    set(kind hot)
    if(LAYER_COLD)
      set(kind cold)
      target_compile_options(gluey_${NAME} PRIVATE -O1)
    endif()
    gluey_precompiled(gluey_${NAME} ${kind})
    set_property(GLOBAL APPEND PROPERTY GLUEY_OBJECT_LAYERS gluey_${NAME})
  else()
    add_library(gluey_${NAME} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(gluey_${NAME} ${scope} ${view} ${PROJECT_SOURCE_DIR}/include)
  foreach(dependency ${LAYER_DEPENDS})
    target_link_libraries(gluey_${NAME} ${scope} gluey_${dependency})
  endforeach()
  target_link_libraries(gluey_${NAME} ${scope} ${LAYER_LINKS})
endfunction()

# gluey_precompiled(TARGET KIND)   others' headers, compiled once for all targets of a kind, which are those with the same options
function(gluey_precompiled TARGET KIND)
  get_property(first GLOBAL PROPERTY GLUEY_PRECOMPILED_${KIND})
  if(first)
    target_precompile_headers(${TARGET} REUSE_FROM ${first})
  else()
    target_precompile_headers(${TARGET} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/precompiled.hpp)
    set_property(GLOBAL PROPERTY GLUEY_PRECOMPILED_${KIND} ${TARGET})
  endif()
endfunction()

# gluey_unity(TARGET [n])   n sources as one, all without n
function(gluey_unity TARGET)
  set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ${GLUEY_UNITY} UNITY_BUILD_BATCH_SIZE "${ARGN}")
  if(NOT ARGN)
    set_target_properties(${TARGET} PROPERTIES UNITY_BUILD_BATCH_SIZE 0)
  endif()
endfunction()
