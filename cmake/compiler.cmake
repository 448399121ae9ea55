# How every file of Tabiya is compiled. The presets choose; nothing else sets flags.

set(TABIYA_CPU "x86-64-v2" CACHE STRING "Processor to compile for: the value of -march")
set(TABIYA_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them")
option(TABIYA_PORTABLE "Build one program for every x86-64-v2 processor, with better code inside" OFF)
option(TABIYA_TUNE "Make the search's parameters variables and UCI options, for tuning" OFF)
option(TABIYA_FUZZ "Build the fuzz targets instead of the tests" OFF)

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# What -march=native means here. Two machines may share a cache of compiled files, and ccache sees
# only the word "native", so the cache is divided by its meaning. Names of files are taken from the
# project's folder on, so that two clones share what is the same in both.
set(cpu_name ${TABIYA_CPU})
set(cpu_flags "")
if(TABIYA_CPU STREQUAL "native")
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -march=native -Q --help=target
                  OUTPUT_VARIABLE cpu_flags COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "-march=[ \t]+([^ \t\n]+)" match "${cpu_flags}")
  set(cpu_name ${CMAKE_MATCH_1})
endif()

find_program(CCACHE ccache)
if(CCACHE)
  string(MD5 cpu_flags "${cpu_flags}")
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_NAMESPACE=${cpu_flags}
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
endif()

# Flags for all code, ours and the tests'.
add_library(tabiya_flags INTERFACE)
target_include_directories(tabiya_flags INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_compile_options(tabiya_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Werror
  # A fused multiply-add rounds once where two instructions round twice. Without this, programs
  # for different processors would compute different evaluations.
  -ffp-contract=off
  # g++ 12 sees overlapping copies where strings are joined (its bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)

# Further flags for src/: tests may convert integers as they like.
add_library(tabiya_strict INTERFACE)
target_compile_options(tabiya_strict INTERFACE
  -Wconversion -Wsign-conversion -Wold-style-cast -Wcast-align -Wimplicit-fallthrough)

if(TABIYA_SANITIZE)
  target_compile_options(tabiya_flags INTERFACE
    -fsanitize=${TABIYA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    # g++ 12 takes the sanitizers' own checks for uses of uninitialised memory.
    -Wno-maybe-uninitialized)
  target_link_options(tabiya_flags INTERFACE -fsanitize=${TABIYA_SANITIZE})
endif()
if(TABIYA_FUZZ)
  target_compile_options(tabiya_flags INTERFACE -fsanitize=fuzzer-no-link -Wno-unknown-warning-option)
endif()

if(TABIYA_TUNE)
  add_compile_definitions(TABIYA_TUNE)
endif()

if(TABIYA_PORTABLE)
  include(cmake/portable.cmake)
else()
  find_package(fmt REQUIRED)
  set(TABIYA_FMT fmt::fmt)
  target_compile_options(tabiya_flags INTERFACE -march=${TABIYA_CPU})
  # g++ 12 does not know newer processors and tunes for the wrong ones: it copies positions in pieces
  # of 64 bytes, which the small reads that follow have to wait for. These cost nothing elsewhere and
  # gain 25 % in counting and 20 to 30 % in playing moves (Zen 4, perft).
  if(TABIYA_CPU STREQUAL "native" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(tabiya_flags INTERFACE $<$<CONFIG:Release>:
      -mtune=haswell -mmove-max=256 -mstore-max=256 -mprefer-vector-width=256>)
  endif()
  target_compile_definitions(tabiya_flags INTERFACE TABIYA_CPU="${cpu_name}")
endif()
