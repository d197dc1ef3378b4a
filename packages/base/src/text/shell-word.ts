// Words as a POSIX shell must be given them, so that a command can be copied.

/** As it is where it can stand so. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : shellQuoted(word)
}

export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
