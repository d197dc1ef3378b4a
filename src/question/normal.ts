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
