// How many steps a regular expression takes at most on lines, where that is certain: one that takes few needs no watch.

/** In which a step may be repeated, told apart from what it is repeated for. */
const QUANTIFIER = /^(?:([*+])|(\?)|\{(\d{1,4})(?:(,)(\d{1,4})?)?\})/
const CLASS = /^\[(?:\\[\s\S]|[^\]\\])*\]/
/** What looks around, is taken as a whole, or stands for what was matched before. */
const ODD = /^(?:\(\?[^:]|\\(?:[1-9]|k))/

/**
 * By the length of a line: of all ways through the pattern from all places to begin. Infinity for what is repeated within a repetition,
 * and whatever else is not counted here.
 */
export function stepsAtMost(pattern: string): (length: number) => number {
  let ways = 1
  let endlessly = 0
  let path = pattern.length
  for (let rest = pattern; rest !== ''; ) {
    if (ODD.test(rest)) return () => Number.POSITIVE_INFINITY
    const unit = (CLASS.exec(rest) ?? /^(?:\(\?:|\\?[\s\S])/.exec(rest)!)[0]
    rest = rest.slice(unit.length)
    if (unit === '|') ways *= 2
    const found = QUANTIFIER.exec(rest)
    if (!found || unit === '|' || unit.startsWith('(')) continue
    if (unit === ')') return () => Number.POSITIVE_INFINITY
    const [text, endless, , least, isRange, most] = found
    if (endless || (isRange && most === undefined)) endlessly++
    else if (least === undefined) ways *= 2
    else ways *= isRange ? Math.max(1, Number(most) - Number(least) + 1) : 1
    path += Number(most ?? least ?? 0)
    rest = rest.slice(text.length).replace(/^\?/, '')
  }
  return length => (length + 1) ** (1 + endlessly) * ways * path
}
