// Members that are left packed: by their names they are no text and hold none.

const NEVER =
  /\.(png|jpe?g|gif|ico|icns|bmp|tiff?|webp|avif|heic|psd|exe|dll|so|dylib|o|a|wasm|pyc|class|dex|mp[34]|m4[av]|wav|flac|ogg|avi|mov|mkv|webm|ttf|otf|woff2?|eot)$/i

/** Why, or null. */
export function neverText(name: string): string | null {
  const ending = NEVER.exec(name)?.[1]
  return ending === undefined ? null : `excluded by default: *.${ending.toLowerCase()} (no text)`
}
