// Numbers that are not written as the column writes them: a decimal comma among points, 5.0 among whole numbers, a code that
// lost its zero, a year of two digits, a number ten times too large.
import { largest, smallest } from '@shoal/base/model/lists'
import { isNumber } from '../table/classes.ts'
import { type CellColumn, isOfNumbers, type WrongValue } from './cell-table.ts'
import { Ranked } from './ranked.ts'

const FEW = 0.2
const LEAST = 20

export function oddNumerals(column: CellColumn): WrongValue[] {
  const { index, values, present } = column
  if (present < LEAST) return []
  const wrong: WrongValue[] = []
  const add = (code: number, kind: WrongValue['kind'], expected: string) =>
    wrong.push({ column: index, code, kind, expected })
  for (const [code, expected] of [...commas(column), ...wholes(column), ...lostZeros(column), ...shortYears(column)])
    add(code, 'format', expected)
  for (const [code, expected] of slips(column)) add(code, 'decimal', expected)
  const cells = wrong.reduce((sum, { code }) => sum + values[code]!.count, 0)
  return cells <= present * FEW ? wrong : []
}

type Mended = readonly (readonly [code: number, expected: string])[]

const COMMA = /^-?\d+,\d{1,2}$/
const POINT = /^-?\d+\.\d+$/

function commas({ values, present }: CellColumn): Mended {
  const points = total(values.filter(({ text }) => POINT.test(text)))
  if (points < present * 0.7) return []
  return values.flatMap(({ text }, code) => (COMMA.test(text) ? [[code, text.replace(',', '.')] as const] : []))
}

const WHOLE = /^-?\d+$/
const ZERO = /^-?\d+\.0+$/

/** Of whole numbers nearly all are written with `.0`, or nearly all without. */
function wholes(column: CellColumn): Mended {
  const { values } = column
  if (!isOfNumbers(column)) return []
  const bare = total(values.filter(({ text }) => WHOLE.test(text)))
  const pointed = total(values.filter(({ text }) => ZERO.test(text)))
  if (bare === 0 || pointed === 0 || Math.max(bare, pointed) < LEAST) return []
  // Where real decimals are, only a whole column of them tells how whole numbers should look.
  if (values.some(({ text }) => POINT.test(text) && !ZERO.test(text))) return []
  if (pointed < bare * FEW)
    return values.flatMap(({ text }, code) =>
      ZERO.test(text) ? [[code, text.slice(0, text.indexOf('.'))] as const] : [],
    )
  if (bare < pointed * FEW)
    return values.flatMap(({ text }, code) => (WHOLE.test(text) ? [[code, `${text}.0`] as const] : []))
  return []
}

/** Codes of one length, some of which begin with a zero, and some that are one digit short. */
function lostZeros({ name, values, present }: CellColumn): Mended {
  const digits = values.filter(({ text }) => /^\d{3,}$/.test(text))
  if (total(digits) < present * 0.9) return []
  const lengths = new Map<number, number>()
  for (const { text, count } of digits) lengths.set(text.length, (lengths.get(text.length) ?? 0) + count)
  const [main] = [...lengths].sort((a, b) => b[1] - a[1])[0]!
  const short = lengths.get(main - 1) ?? 0
  const zeros = total(digits.filter(({ text }) => text.length === main && text.startsWith('0')))
  const named = main === 5 && /(?:^|[^a-z])(?:zip|postal|post_?code)/i.test(name)
  if (short === 0 || short > present * FEW || !(zeros >= 2 || named)) return []
  return values.flatMap(({ text }, code) =>
    text.length === main - 1 && /^[1-9]\d*$/.test(text) ? [[code, `0${text}`] as const] : [],
  )
}

/** 07 among 2007. */
function shortYears({ values, present }: CellColumn): Mended {
  const years = values.filter(({ text }) => /^(?:19|20)\d\d$/.test(text))
  if (years.length < 3 || total(years) < present * 0.9) return []
  const span = years.map(({ text }) => Number(text))
  const [least, most] = [smallest(span), largest(span)]
  return values.flatMap(({ text }, code) => {
    if (!/^\d{1,2}$/.test(text)) return []
    const full = [1900, 2000].map(base => base + Number(text)).filter(year => year >= least && year <= most)
    return full.length === 1 ? [[code, String(full[0])] as const] : []
  })
}

/** Ten, a hundred or a thousand times what all others are, and like them when divided. */
function slips(column: CellColumn): Mended {
  const { values, present } = column
  if (!isOfNumbers(column) || present < 50) return []
  const ranked = new Ranked(values, ({ kind, value }) => isNumber(kind) && value > 0)
  if (ranked.total < present * 0.95 || ranked.codes.length < 10) return []
  const [low, high] = [ranked.at(0.02), ranked.at(0.94)]
  // Wide columns hold all sizes: there a factor of ten says nothing.
  if (high > low * 6) return []
  const factor = high > low * 1.5 ? [10, 100, 1000] : [10, 100, 1000, 0.1, 0.01]
  const far = ranked.codes.filter(code => {
    const { value } = values[code]!
    return value > high * 3 || (value < low / 3 && factor.includes(0.1))
  })
  if (far.length === 0 || total(far.map(code => values[code]!)) > ranked.total * 0.05) return []
  return far.flatMap(code => {
    const { value } = values[code]!
    const by = factor.find(times => value / times >= low && value / times <= high)
    return by === undefined ? [] : [[code, String(Number((value / by).toPrecision(12)))] as const]
  })
}

function total(values: readonly { readonly count: number }[]): number {
  return values.reduce((sum, { count }) => sum + count, 0)
}
