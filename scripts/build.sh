# Configuring and building a preset.

# build PRESET [TARGET...]: builds the targets, or everything.
build() {
  configure "$1" || return 1
  ninja -C "build/$1" -j "$(jobs)" "${@:2}" 2>&1 | show_build "$1" ||
    { say "The preset $1 could not be built."; return 1; }
}

# configure PRESET: makes build/PRESET. With always_configure=1 even if it seems to be there: CMake
# may find packages now that were missing before.
configure() {
  local preset=$1 folder=build/$1
  forget_foreign_build "$folder"
  # Ninja configures again by itself when a CMake file changes, but it does not know the presets.
  if [[ ${always_configure:-} || ! -f $folder/build.ninja || CMakePresets.json -nt $folder/build.ninja ]]; then
    mkdir -p "$folder"
    cmake --preset "$preset" > "$folder/configure.log" 2>&1 ||
      { cat "$folder/configure.log" >&2; say "CMake could not configure the preset $preset."; return 1; }
    this_machine > "$folder/machine"
    touch "$folder/build.ninja"
  fi
}

# Shows what the compiler says; of Ninja's steps only one running line, and that on a terminal.
show_build() {
  local preset=$1 line begun=
  while IFS= read -r line; do
    case $line in
      'ninja: Entering'* | 'ninja: no work'* | *'Re-checking globbed'* | *'Re-running CMake'* | '-- '*) ;;
      \[*/*\]\ *)
        [[ $begun ]] || say "Building the $preset preset"
        begun=1
        [[ ! -t 2 ]] || printf '\r\033[K%s' "${line:0:78}" >&2
        ;;
      *) say "$line" ;;
    esac
  done
  [[ ! $begun || ! -t 2 ]] || printf '\r\033[K' >&2
}

# A build folder from another place confuses CMake, and one from another processor may hold
# instructions that this one does not have.
forget_foreign_build() {
  local folder=$1
  [[ -f $folder/machine ]] || return 0
  [[ $(< "$folder/machine") == "$(this_machine)" ]] && return 0
  say "The folder or the processor has changed: building $folder anew."
  rm -rf "$folder"
}

this_machine() {
  printf '%s\n' "$PWD"
  grep -m 1 '^flags' /proc/cpuinfo || true
}
