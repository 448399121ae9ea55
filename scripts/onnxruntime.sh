# Fetches ONNX Runtime into third_party/onnxruntime/{lib,include}.
#
# Debian has no package of it. The library is inside the npm package for Node.js, the C++ headers
# are in another one; nothing else of them is kept and none of their scripts is run. Both files are
# compared with the sums in onnxruntime.sha512. A system's own ONNX Runtime comes first.

onnxruntime_library_package=onnxruntime-node@1.30.0
onnxruntime_headers_package=@siteed/sherpa-onnx.rn@1.3.1

# fetch_onnxruntime: succeeds if ONNX Runtime is there afterwards; if not, onnxruntime_problem says why.
fetch_onnxruntime() {
  local sums=$PWD/scripts/onnxruntime.sha512
  # The copy of the sums is put there last, so it stands for a complete fetch of these versions.
  cmp -s "$sums" third_party/onnxruntime/fetched && return 0
  system_has_onnxruntime && return 0

  # A small question first, so that a missing network shows in seconds.
  onnxruntime_problem="The npm registry cannot be reached."
  timeout 30 npm view --fetch-retries=1 --fetch-retry-mintimeout=1000 \
    "$onnxruntime_library_package" version < /dev/null > /dev/null 2>&1 || return 1

  say "Fetching ONNX Runtime (150 MB, of which 46 MB are kept)"
  mkdir -p third_party
  rm -rf third_party/.fetching.*  # left by one that was killed
  local staging status=0
  staging=$(mktemp -d third_party/.fetching.XXXXXX)
  fetch_onnxruntime_into "$staging" "$sums" || status=1
  if ((status == 0)); then
    rm -rf third_party/onnxruntime
    mv "$staging/onnxruntime" third_party/onnxruntime
  fi
  rm -rf "$staging"
  return "$status"
}

system_has_onnxruntime() {
  [[ -n ${ONNXRUNTIME_ROOT:-} ]] && return 0
  local prefix
  for prefix in /usr /usr/local; do
    any_exists "$prefix"/include/{,onnxruntime/,onnxruntime/core/session/}onnxruntime_cxx_api.h &&
      any_exists "$prefix"/lib/{,x86_64-linux-gnu/}libonnxruntime.so && return 0
  done
  return 1
}

any_exists() {
  local file
  for file in "$@"; do [[ -e $file ]] && return 0; done
  return 1
}

fetch_onnxruntime_into() {
  local staging=$1 sums=$2
  local kept=$staging/onnxruntime
  onnxruntime_problem="npm could not download ONNX Runtime."
  npm pack --ignore-scripts --silent --pack-destination "$staging" \
    "$onnxruntime_library_package" "$onnxruntime_headers_package" < /dev/null > /dev/null || return 1
  onnxruntime_problem="What npm downloaded is not the ONNX Runtime we know: its checksum differs."
  (cd "$staging" && sha512sum --check --status --strict "$sums") || return 1

  onnxruntime_problem="ONNX Runtime could not be unpacked."
  mkdir -p "$kept/lib" "$kept/include" &&
    tar -xzf "$staging"/onnxruntime-node-*.tgz -C "$kept/lib" --strip-components=5 \
      package/bin/napi-v6/linux/x64/libonnxruntime.so.1 &&
    tar -xzf "$staging"/siteed-sherpa-onnx.rn-*.tgz -C "$kept/include" --strip-components=4 \
      package/prebuilt/include/onnxruntime &&
    ln -s libonnxruntime.so.1 "$kept/lib/libonnxruntime.so" &&
    cp "$sums" "$kept/fetched"
}
