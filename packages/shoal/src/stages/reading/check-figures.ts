// Figures that nobody gave: a model's own arithmetic never reaches a report. What it may say are numerals that stand in
// its quote, in the facts it was given or in the question.
import { lookup } from '@shoal/base/model/lookup'

/**
 * The numerals of a text that stand in none of the allowed texts, as written. `1,240` and `1240` are the same, `41 %`
 * and a share of 0.41 too; a figure with decimals may be rounded. Digits in names (`sha256`, `CWE-89`) are no figures. A
 * date, a time, an address or a version counts as a whole: the 3 of `03:04:05` gives nobody a 3 to count with.
 */
export function figureFaults(text: string, allowed: readonly string[]): string[] {
  const plain = text.normalize('NFKC')
  const wholes = plain.match(COMPOUND) ?? []
  const said = figuresOf(plain.replace(COMPOUND, ' '))
  const vague = plain.match(VAGUE) ?? []
  if (wholes.length + said.length + vague.length === 0) return []
  const given = new Given(allowed)
  const faults = said.filter(figure => !given.covers(figure)).map(({ raw }) => raw)
  const unknown = [...wholes, ...vague].filter(word => !given.holds(word))
  return [...new Set([...faults, ...unknown])]
}

/** Times, dates, and numbers with two dots or more. */
const COMPOUND = /\d{1,4}(?::\d{1,4}){1,3}|\d{4}-\d{2}-\d{2}|\d{1,4}\/\d{1,2}\/\d{1,4}|\d{1,9}(?:\.\d{1,9}){2,4}/g

interface Figure {
  /** As written, with what makes it a share or a thousand times as much. */
  readonly raw: string
  readonly value: number
  /** What its last digit stands for where it may be rounded; 0 where it must be exact. */
  readonly step: number
  readonly isShare: boolean
}

/** A digit behind a letter, or behind letters and a dash, belongs to a name; so does `5xx`. */
const NUMERAL =
  /(?<![\p{L}_][\d.]{0,30})(?<!\p{L}{2}-\d{0,30})(\d{1,3}(?:[,_]\d{3}){1,6}(?!\d)|\d{1,30})(\.\d{1,20})?(?!(?:xx|st|nd|rd)\b)(?:\s?(%|percent\b|per cent\b)|([kKM])(?![\p{L}\d]))?/gu

/** Every digit of what was given counts, wherever it stands, */
const ANY_NUMERAL = /\d{1,30}(?:\.\d{1,20})?/g
/** but for the parts of `2,400`; `5,240,x` may be cells of a row. */
const GROUPED = /(?<![\d,])\d{1,3}(?:,\d{3}){1,6}(?![\d,])/g

const UNITS = 'one two three four five six seven eight nine'.split(' ')
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** Small numbers in words are judgement (`two nested loops`); larger ones are counts. */
const IN_WORDS = new RegExp(
  `\\b(?:(${TENS.join('|')})(?:[- ](${UNITS.join('|')}))?|(${TEENS.slice(3).join('|')}))\\b`,
  'gi',
)

/** A count all the same. */
const VAGUE = /\b(?:dozen|hundred|thousand|million|billion)s?\b/gi

const TIMES: Readonly<Record<string, number>> = { k: 1e3, K: 1e3, M: 1e6 }

function figuresOf(plain: string): Figure[] {
  return [...plain.matchAll(NUMERAL)].map(figureOf).concat([...plain.matchAll(IN_WORDS)].map(wordFigure))
}

function figureOf([raw, whole, fraction = '', share, times]: RegExpMatchArray): Figure {
  const unit = lookup(TIMES, times ?? '') ?? 1
  const isShare = share !== undefined
  const isRounded = isShare || fraction !== '' || unit > 1
  const step = isRounded ? unit / 10 ** Math.max(0, fraction.length - 1) : 0
  return { raw: raw.trim(), value: Number(whole!.replace(/[,_]/g, '') + fraction) * unit, step, isShare }
}

function wordFigure([raw, tens, unit, teen]: RegExpMatchArray): Figure {
  const low = (word: string) => word.toLowerCase()
  const value = teen
    ? 10 + TEENS.indexOf(low(teen))
    : 20 + 10 * TENS.indexOf(low(tens!)) + (unit ? 1 + UNITS.indexOf(low(unit)) : 0)
  return { raw, value, step: 0, isShare: false }
}

class Given {
  private readonly values = new Set<number>()

  constructor(private readonly texts: readonly string[]) {
    for (const text of texts) {
      const plain = text.normalize('NFKC')
      const single = plain.replace(COMPOUND, ' ')
      for (const { value } of figuresOf(single)) this.values.add(value)
      for (const [digits] of single.replace(GROUPED, ' ').matchAll(ANY_NUMERAL)) this.values.add(Number(digits))
    }
  }

  holds(word: string): boolean {
    const singular = word.toLowerCase().replace(/s$/, '')
    return this.texts.some(text => text.toLowerCase().includes(singular))
  }

  covers({ value, step, isShare }: Figure): boolean {
    if (this.values.has(value)) return true
    if (step === 0) return false
    const most = (step / 2) * (1 + 1e-9)
    for (const given of this.values)
      if (Math.abs(given - value) <= most || (isShare && Math.abs(100 * given - value) <= most)) return true
    return false
  }
}
