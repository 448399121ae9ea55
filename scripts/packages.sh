# Which Debian packages Tabiya needs, and installing those that are missing.

packages_to_run=(g++ cmake ninja-build ca-certificates npm libcli11-dev libedit-dev libfmt-dev
  libhwy-dev libxxhash-dev libzstd-dev nlohmann-json3-dev libtomlplusplus-dev libfathom-dev
  libonnx-dev libprotobuf-dev protobuf-compiler libsqlite3-dev libboost1.81-dev libspdlog-dev)

packages_to_test=(ccache libgtest-dev libbenchmark-dev stockfish libtorch-dev chromium clang-format-19)

# What only ./test all needs.
packages_to_test_all=(qemu-user clang-19 libclang-rt-19-dev clang-tidy-19)

# install_packages PACKAGE...: returns when all of them are there, or ends the script.
install_packages() {
  if ! command -v dpkg-query > /dev/null; then
    say "This is not a Debian system, so nothing is installed here. Tabiya needs what these Debian packages have: $*"
    return
  fi
  local missing=()
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0

  local as_root=(env)
  if ((EUID != 0)); then
    local by_hand="Please have them installed with: apt-get install ${missing[*]}"
    command -v sudo > /dev/null ||
      die "Tabiya needs Debian packages that are missing, and without root or sudo they cannot be installed here. $by_hand"
    as_root=(sudo)
    # Without a terminal nobody can type a password: fail rather than wait.
    [[ -t 0 ]] || as_root=(sudo -n)
    "${as_root[@]}" true || die "sudo was refused, so these packages cannot be installed. $by_hand"
  fi

  say "Installing Debian packages: ${missing[*]}"
  mkdir -p build
  local log=build/packages.log
  local apt=("${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get -y -q
    -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
  # The package lists may be missing or old, so a failure gets a second chance with fresh ones.
  if ! "${apt[@]}" install --no-install-recommends "${missing[@]}" < /dev/null > "$log" 2>&1; then
    "${apt[@]}" update < /dev/null >> "$log" 2>&1 || true
    if ! "${apt[@]}" install --no-install-recommends "${missing[@]}" < /dev/null >> "$log" 2>&1; then
      tail -n 15 "$log" >&2
      die "apt-get could not install ${missing[*]} (above: the end of $log). Tabiya is made for Debian 12."
    fi
  fi
}

missing_packages() {
  local installed package
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2> /dev/null || true)
  for package in "$@"; do
    # npm also comes with Node.js from elsewhere.
    [[ $package == npm ]] && command -v npm > /dev/null && continue
    [[ $'\n'$installed$'\n' == *$'\n'"installed $package"$'\n'* ]] || printf '%s\n' "$package"
  done
}
