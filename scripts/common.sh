# Shared by ./run and ./test. To be sourced from the project's top folder.

say() { printf '%s\n' "$*" >&2; }

die() {
  say "$*"
  exit 1
}

jobs() { printf '%s' "${TABIYA_JOBS:-$(nproc)}"; }
