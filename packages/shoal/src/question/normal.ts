// How words and values are compared.

/** Case, blanks, hyphens, underscores and points aside. */
export function normal(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/(?<!\d)\.|\.(?!\d)/g, ' ')
    .replace(/[\s_-]+/g, ' ')
    .trim()
}

/** As it stands, in a pattern of the engine. */
export function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N}_]/gu, '\\$&')
}
