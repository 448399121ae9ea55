# Shared by ./run and ./test. To be sourced from the project's top folder.

say() { printf '%s\n' "$*" >&2; }

die() {
  say "$*"
  exit 1
}

jobs() { printf '%s' "${TABIYA_JOBS:-$(nproc)}"; }

# can_build_here: whether files can be made here. They cannot in a read-only tree, or in somebody else's.
can_build_here() { { mkdir -p build && : >> build/.lock; } 2> /dev/null; }

# locked COMMAND...: for what must not happen twice at once, as when two terminals start Tabiya. The
# second waits, and then finds everything done.
locked() {
  mkdir -p build
  (
    flock 9
    "$@"
  ) 9> build/.lock
}
