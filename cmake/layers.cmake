# Options every target of the project is compiled with, and the layers of src/.

add_library(gluey_options INTERFACE)
target_compile_options(gluey_options INTERFACE
  -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  # Rounding must not depend on how the compiler inlines: fused multiply-adds are written by hand or not at all.
  -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False positives of GCC 12 inside Eigen and the standard library at -O3.
  target_compile_options(gluey_options INTERFACE -Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow -Wno-restrict
    # A tenth of the compiler's time went into collecting garbage: it may use some 100 MB more instead. The code is the same.
    --param=ggc-min-heapsize=1000000)
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
  if(NOT sources)
    add_library(gluey_${NAME} INTERFACE)
    gluey_layer_links(gluey_${NAME} INTERFACE "")
    return()
  endif()
  # Once for every processor that the library is built for ("" is the project's choice).
  foreach(level "" ${GLUEY_HWCAPS})
    set(suffix)
    set(kind hot${level})
    if(level)
      set(suffix _${level})
    endif()
    set(target gluey_${NAME}${suffix})
    add_library(${target} OBJECT ${sources})
    set_target_properties(${target} PROPERTIES GLUEY_ARCH "${level}")
    target_link_libraries(${target} PRIVATE gluey_options)
    if(LAYER_COLD)
      set(kind cold${level})
      target_compile_options(${target} PRIVATE -O1)
    endif()
    gluey_unity(${target} ${LAYER_BATCH})
    gluey_precompiled(${target} ${kind})
    gluey_layer_links(${target} PUBLIC "${suffix}")
    set_property(GLOBAL APPEND PROPERTY GLUEY_OBJECT_LAYERS${suffix} ${target})
  endforeach()
endfunction()

# What a layer's target sees, within gluey_layer.
macro(gluey_layer_links TARGET SCOPE SUFFIX)
  target_include_directories(${TARGET} ${SCOPE} ${view} ${PROJECT_SOURCE_DIR}/include)
  foreach(dependency ${LAYER_DEPENDS})
    if(TARGET gluey_${dependency}${SUFFIX})
      target_link_libraries(${TARGET} ${SCOPE} gluey_${dependency}${SUFFIX})
    else()
      target_link_libraries(${TARGET} ${SCOPE} gluey_${dependency})
    endif()
  endforeach()
  target_link_libraries(${TARGET} ${SCOPE} ${LAYER_LINKS})
endmacro()

# gluey_layer_source(NAME SOURCE)   a source that is made, for a layer in every variant
function(gluey_layer_source NAME SOURCE)
  target_sources(gluey_${NAME} PRIVATE ${SOURCE})
  foreach(level ${GLUEY_HWCAPS})
    target_sources(gluey_${NAME}_${level} PRIVATE ${SOURCE})
  endforeach()
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
