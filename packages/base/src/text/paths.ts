// Paths and addresses as texts.

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** As it stands where it is not written as addresses are. */
export function decodedUri(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** For `sort`. */
export function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}
