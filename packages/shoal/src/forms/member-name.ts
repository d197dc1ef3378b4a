// The names of what is in a packed file: which are taken, and how.

const LONGEST = 1000

/** As it is shown, or why it is refused: nothing is ever written under such a name, and none may seem to be another file. */
export function memberName(given: string): { readonly name: string } | { readonly refused: string } {
  const name = given.replace(/\\/g, '/').replace(/^(?:\.\/)+/, '')
  if (name === '' || name === '.') return { refused: 'it has no name' }
  if (name.includes('\0')) return { refused: 'its name holds a NUL character' }
  if (name.length > LONGEST) return { refused: 'its name is too long' }
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return { refused: 'its name is an absolute path' }
  if (name.split('/').includes('..')) return { refused: 'its name leads out of the archive' }
  return { name: name.replace(/\/{2,}/g, '/') }
}
