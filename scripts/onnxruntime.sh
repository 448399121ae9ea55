# Fetches ONNX Runtime into third_party/onnxruntime/{lib,include}.
#
# Debian has no package of it. The library is inside the npm package for Node.js, the C++ headers
# are in another one. A system's own ONNX Runtime comes first.

# fetch_onnxruntime: succeeds if ONNX Runtime is there afterwards; if not, problem says why.
fetch_onnxruntime() {
  system_has_onnxruntime ||
    fetch_npm_files onnxruntime "ONNX Runtime (150 MB, of which 46 MB are kept)" \
      onnxruntime-node@1.30.0 @siteed/sherpa-onnx.rn@1.3.1
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

unpack_onnxruntime() {
  local from=$1 to=$2
  mkdir "$to/lib" "$to/include" &&
    tar -xzf "$from"/onnxruntime-node-*.tgz -C "$to/lib" --strip-components=5 \
      package/bin/napi-v6/linux/x64/libonnxruntime.so.1 &&
    tar -xzf "$from"/siteed-sherpa-onnx.rn-*.tgz -C "$to/include" --strip-components=4 \
      package/prebuilt/include/onnxruntime &&
    ln -s libonnxruntime.so.1 "$to/lib/libonnxruntime.so"
}
