// Whether a query was meant as a regular expression.

/** `\d`, `a|b`, `.*`, `[0-9]`. */
const PATTERN = /\\[bBdDsSwW.]|\||\.[*+?]|\[[^\]\s]{1,200}\]/

export function looksLikePattern(query: string): boolean {
  return PATTERN.test(query)
}
