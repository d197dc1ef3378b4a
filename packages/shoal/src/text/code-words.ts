// Words for "missing" that are codes in their column: NA among AD, AE and AF is Namibia, NAN among GKA and MAG an airport.

/** So many other values of the same form are a list of codes, not some. */
const MANY = 60
const NEARLY_ALL = 0.9

/** `others` are the different values of the column. In a column of keys, where none comes twice, a few are enough. */
export function isCodeAmong(word: string, others: readonly string[], isKey: boolean): boolean {
  if (!/^[A-Z]{2,4}$/.test(word) || others.length < (isKey ? 10 : MANY)) return false
  const alike = others.filter(other => other.length === word.length && /^[A-Z\d]+$/.test(other)).length
  return alike >= NEARLY_ALL * others.length
}
