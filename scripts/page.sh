# Builds the page in web/ into web/dist, from which the program takes it.

# build_page: succeeds if a page as new as its sources is there afterwards; if not, problem says why.
build_page() {
  page_is_new && return 0
  fetch_nodejs || return 1
  fetch_page_packages || return 1
  say "Building the page"
  problem="The page could not be built; build/page.log says why."
  # The old one goes first, so that no program ever shows half of two.
  rm -rf web/dist
  npm_in web run build < /dev/null > build/page.log 2>&1 || { rm -rf web/dist; return 1; }
  touch web/dist
}

page_is_new() {
  [[ -f web/dist/index.html ]] || return 1
  [[ -z $(find web/src web/public web/index.html web/*.json web/*.ts web/*.mjs \
    -newer web/dist -print -quit) ]]
}

# fetch_page_packages: into web/node_modules, as the lock file has them.
fetch_page_packages() {
  # The copy of the lock file is put there last, so it stands for a complete fetch of these versions.
  cmp -s web/package-lock.json web/node_modules/.fetched && return 0

  npm_answers vite || return 1
  say "Fetching what the page is built with"
  mkdir -p build
  problem="npm could not install what the page is built with; build/page.log says why."
  npm_in web ci --no-audit --no-fund < /dev/null > build/page.log 2>&1 || return 1
  cp web/package-lock.json web/node_modules/.fetched
}
