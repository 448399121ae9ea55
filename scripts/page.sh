# Builds the page in web/ into web/dist, from which the program takes it.

# build_page: succeeds if a page as new as its sources is there afterwards; if not, page_problem says why.
build_page() {
  page_is_new && return 0
  fetch_page_packages || return 1
  say "Building the page"
  page_problem="The page could not be built; build/page.log says why."
  # The old one goes first, so that no program ever shows half of two.
  rm -rf web/dist
  (cd web && npm run build) < /dev/null > build/page.log 2>&1 || { rm -rf web/dist; return 1; }
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

  # A small question first, so that a missing network shows in seconds.
  page_problem="The npm registry cannot be reached."
  timeout 30 npm view --fetch-retries=1 --fetch-retry-mintimeout=1000 vite version \
    < /dev/null > /dev/null 2>&1 || return 1
  say "Fetching what the page is built with"
  mkdir -p build
  page_problem="npm could not install what the page is built with; build/page.log says why."
  (cd web && npm ci --no-audit --no-fund) < /dev/null > build/page.log 2>&1 || return 1
  cp web/package-lock.json web/node_modules/.fetched
}
