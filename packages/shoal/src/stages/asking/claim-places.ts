// Places in a claim: "line 25 of settings/2.yaml" tells where something stands, and neither number is one that a file shows. Nor does a
// place that is cited prove such a number: 25 seconds do not follow from line 25.
import { NUMBERED_NAME, timesIn } from './claim-words.ts'

export interface Place {
  readonly path: string
  readonly line: number
}

const LINES = /\blines? \d{1,9}(?:(?:[-–]| to | and |, )\d{1,9}){0,20}/gi
/** `app.log:12| …` and `12| …`, as lines are shown. */
const LABEL = /^ {0,4}(?:(\S[^|\n]{0,1000}):)?(\d{1,9})\| /gm

/** The text of lines as they are shown, and of rows, without what tells where they stand. */
export function withoutLabels(text: string): string {
  const bare = text.replace(LABEL, '')
  const rows = placedRows(bare)
  return rows === null ? bare : rows.map(({ cells, at }) => cells.filter((_, k) => k !== at).join(CELL)).join('\n')
}

/** Rows with a path have the number of a line beside it. */
const CELL = ' | '

/** Null for what is no rows, or rows without places. `at`: where in its row the number stands, if it can be told. */
function placedRows(text: string): { readonly cells: readonly string[]; readonly at: number | null }[] | null {
  const [head = '', ...rest] = text.split('\n')
  const names = head.split(CELL)
  const line = names.indexOf('line')
  if (line < 0 || !names.includes('path')) return null
  const rows = [head, ...rest].map(row => row.split(CELL))
  return rows.map((cells, k) => ({ cells, at: k > 0 && cells.length === names.length ? line : null }))
}

/** Numbers of lines that a result shows. */
function linesShown(text: string): string[] {
  const rows = placedRows(text) ?? []
  return [
    ...[...text.matchAll(LABEL)].map(([, , line]) => line!),
    ...rows.flatMap(({ cells, at }) => (at === null ? [] : [cells[at]!])),
  ]
}

/** A claim without what it says of places: paths or ends of paths, names in them, and numbers of lines that are cited or were shown. */
export function withoutPlaces(claim: string, places: readonly Place[], shown: readonly string[]): string {
  const lines = new Set([...places.map(({ line }) => String(line)), ...shown.flatMap(linesShown)])
  const paths = [...new Set(places.map(({ path }) => path))].flatMap(endsOf).sort((a, b) => b.length - a.length)
  const bare = paths.reduce((text, path) => withoutName(text, path), claim)
  return bare.replace(LINES, said => said.replace(/\d+/g, number => (lines.has(number) ? '' : number)))
}

const COUNTED_FILES =
  /\b(?:the|these|those|all|other)(?: of the)? (\d{1,6}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: (?:other|given|remaining))? (?:documents|files)\b/gi
const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** A claim without "the other three documents", where so many are named in it, cited for it, or shown by what is cited. */
export function withoutFileCounts(claim: string, quoted: readonly string[], shown: readonly string[]): string {
  const cited = new Set([...quoted, ...shown.flatMap(pathsShown)])
  const named = [...cited].filter(path => claim.includes(path.slice(path.lastIndexOf('/') + 1)))
  const counts = new Set([named.length, new Set(quoted).size, cited.size, cited.size - named.length])
  return claim.replace(COUNTED_FILES, (said, count: string) => {
    const number = /\d/.test(count) ? Number(count) : NUMBERS.indexOf(count.toLowerCase())
    return counts.has(number) ? ' ' : said
  })
}

/** Files that a result has lines or rows of. */
function pathsShown(text: string): string[] {
  const rows = placedRows(text) ?? []
  const path = rows[0]?.cells.indexOf('path') ?? -1
  return [
    ...[...text.matchAll(LABEL)].flatMap(([, one]) => one ?? []),
    ...rows.slice(1).flatMap(({ cells, at }) => (at === null ? [] : [cells[path]!])),
  ]
}

/** What a path itself says: dates, and numbers too long to be chance. */
export function numbersOfPath(path: string): string {
  return [...timesIn(path), ...(path.match(/\d{4,}/g) ?? [])].join(' ')
}

/** `a/b-7/c.2.log` is also called `c.2.log`, and in it `b-7` is a name. */
function endsOf(path: string): string[] {
  const parts = path.split('/')
  const names = (path.match(NUMBERED_NAME) ?? []).filter(name => /\d/.test(name) && name.length > 2)
  return [...parts.map((_, k) => parts.slice(k).join('/')).filter(end => /\d/.test(end)), ...names]
}

/** With its line, if that is told behind it. */
function withoutName(text: string, name: string): string {
  let rest = text
  for (let at = rest.indexOf(name); at >= 0; at = rest.indexOf(name, at)) {
    const end = at + name.length
    const isPart = /[\p{L}\p{N}]/u.test(rest[at - 1] ?? '') || /[\p{L}\p{N}]/u.test(rest[end] ?? '')
    if (isPart) at = end
    else rest = `${rest.slice(0, at)}${rest.slice(end).replace(/^:(?=\d)/, ' line ')}`
  }
  return rest
}
