// A question as people type it, in the words that the reader knows: apostrophes that were left out, words of asking with a slip in them,
// and amounts that are said in words ("half an hour"). Names of the data are never mended: another name may be meant.

import { lookup } from '@shoal/base/model/lookup'

export interface PlainQuestion {
  readonly text: string
  /** Words that were taken for others. */
  readonly notes: readonly string[]
}

/** Words that ask, and that no name of data is likely to miss by a letter. */
const ASKING = new Set(
  `average median number percentage percent highest lowest longest shortest largest smallest biggest maximum minimum between different distinct
   without missing duplicate duplicates quarter weekday earliest latest oldest newest youngest cheapest expensive together frequent difference
   compared versus monthly weekly yearly during before exactly excluding correlation`.split(/\s+/),
)
const SHORTEST = 6

/** `names`: words that the data has, in lower case. */
export function inPlainWords(question: string, names: ReadonlySet<string>): PlainQuestion {
  const notes: string[] = []
  const whole = question.replace(WHATS, "$1's").replace(DONT, "$1n't")
  const said = AMOUNTS.reduce((text, [pattern, plain]) => text.replace(pattern, plain), whole)
  const text = said.replace(/(?<![\p{L}\p{N}_."'`/@-])[a-z]{6,14}(?![\p{L}\p{N}_"'`/@-]|\.\w)/gu, word => {
    const meant =
      ASKING.has(word) || names.has(word)
        ? undefined
        : [...ASKING].find(one => one.length >= SHORTEST && isSlip(word, one))
    if (meant === undefined) return word
    notes.push(`"${word}" was read as "${meant}"`)
    return meant
  })
  return { text, notes }
}

const WHATS = /\b(what|who|where|how|that|there)s\b/gi
const DONT = /\b(do|does|did|is|are|was|were|has|have|had)nt\b/gi

const UNITS: Readonly<Record<string, readonly [count: number, unit: string]>> = {
  minute: [60, 'seconds'],
  hour: [60, 'minutes'],
  day: [24, 'hours'],
  year: [12, 'months'],
  dozen: [12, ''],
}
const COUNTS: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 }

function part(share: number, unit: string): string {
  const [count, smaller] = lookup(UNITS, unit.toLowerCase())!
  return `${share * count} ${smaller}`.trim()
}

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec'

function days(month: string, year: number, from: number, to: number): string {
  const at = MONTHS.split('|').indexOf(month.toLowerCase())
  const day = (of: number) => new Date(Date.UTC(year, at, of)).toISOString().slice(0, 10)
  return `between ${day(from)} and ${day(to)}`
}

function halfOf(half: string, month: string, year: number): string {
  const at = MONTHS.split('|').indexOf(month.toLowerCase())
  const last = new Date(Date.UTC(year, at + 1, 0)).getUTCDate()
  return /^first$/i.test(half) ? days(month, year, 1, 15) : days(month, year, 16, last)
}

const AMOUNTS: readonly (readonly [RegExp, (...match: string[]) => string])[] = [
  [/\bhalf (?:an?|of an?) (minute|hour|day|year|dozen)\b/gi, (_, unit) => part(0.5, unit!)],
  [/\b(?:a )?quarter of an? (minute|hour|day|year)\b/gi, (_, unit) => part(0.25, unit!)],
  [/\bthree[- ]quarters of an? (minute|hour|day|year)\b/gi, (_, unit) => part(0.75, unit!)],
  [/\b(an?|one) (minute|hour|day|year) and a half\b/gi, (_, __, unit) => part(1.5, unit!)],
  [
    /\b(one|two|three|four|five|six) and a half (minute|hour|day|year)s\b/gi,
    (_, count, unit) => part(lookup(COUNTS, count!.toLowerCase())! + 0.5, unit!),
  ],
  [/\b(?:a|one) dozen\b/gi, () => '12'],
  [/(?<![\d.,] ?)% of\b/gi, () => 'percentage of'],
  [
    new RegExp(`\\b(first|second) half of (${MONTHS})\\w* (\\d{4})\\b`, 'gi'),
    (_, half, month, year) => halfOf(half!, month!, Number(year)),
  ],
  [
    new RegExp(
      `\\bbetween (?:the )?(\\d{1,2})(?:st|nd|rd|th)? and (?:the )?(\\d{1,2})(?:st|nd|rd|th)? (?:of )?(${MONTHS})\\w* (\\d{4})\\b`,
      'gi',
    ),
    (_, from, to, month, year) => days(month!, Number(year), Number(from), Number(to)),
  ],
  [/\ba fortnight\b/gi, () => '14 days'],
]

/** One letter left out, put in, changed or put before its neighbor; the first is as it should be, and no ending is missing. */
function isSlip(word: string, meant: string): boolean {
  if (word[0] !== meant[0] || Math.abs(word.length - meant.length) > 1) return false
  let at = 0
  while (at < word.length && word[at] === meant[at]) at++
  const [a, b] = [word.slice(at), meant.slice(at)]
  if (a.length > b.length) return a.length > 1 && a.slice(1) === b
  if (a.length < b.length) return a !== '' && a === b.slice(1)
  return a.slice(1) === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
}
