// How values of one column are written: numbers with units, dates, times and numbered codes. What says the same in another
// form than nearly all others is wrong; what it would be in theirs is told where it can be reckoned.
import { type CellColumn, type CellValue, isMissing, isOfNumbers, isOfTimes, type WrongValue } from './cell-table.ts'

/** The form that most values have must be as frequent as this before others are odd ones. */
const LEAST_SHARE = 0.55
/** Two units may both be meant. */
const LEAST_SHARE_OF_UNIT = 0.85
const NEARLY_ALL = 0.94
const LEAST_CELLS = 20

interface Form {
  readonly family: 'number' | 'date' | 'time' | 'digits'
  /** The same for values written alike. */
  readonly form: string
}

export function otherForms(column: CellColumn): WrongValue[] {
  if (column.present < LEAST_CELLS) return []
  const forms = column.values.map(value => (isMissing(value) ? null : formOf(value)))
  const counts = new Map<string, { form: Form; count: number }>()
  let told = 0
  for (const [code, form] of forms.entries()) {
    if (!form) continue
    const { count } = column.values[code]!
    told += count
    const known = counts.get(`${form.family}${form.form}`)
    if (known) known.count += count
    else counts.set(`${form.family}${form.form}`, { form, count })
  }
  const main = [...counts.values()].sort((a, b) => b.count - a.count || (a.form.form < b.form.form ? -1 : 1))[0]
  if (!main || told < column.present * 0.8) return []
  const wrong = forms.flatMap((form, code): WrongValue[] => {
    if (!form || form.form === main.form.form) return []
    const value = column.values[code]!
    if (!isConvertible(main.form, form, main.count / column.present, value)) return []
    const expected = inForm(value.text, main.form)
    return [{ column: column.index, code, kind: 'format', ...(expected !== null && { expected }) }]
  })
  // What has no form at all, where it is not told as no number or no time, among values that nearly all have the same.
  if (
    !isOfNumbers(column) &&
    !isOfTimes(column) &&
    main.count >= column.present * NEARLY_ALL &&
    told >= column.present * NEARLY_ALL
  )
    for (const [code, form] of forms.entries())
      if (!form && !isMissing(column.values[code]!)) wrong.push({ column: column.index, code, kind: 'format' })
  const cells = wrong.reduce((sum, { code }) => sum + column.values[code]!.count, 0)
  return main.count >= column.present * LEAST_SHARE && cells <= main.count ? wrong : []
}

const AFFIXED = /^([$€£¥<>~≈]{0,2}) ?([+-]?\d+(?:,\d{3})*(?:[.,]\d+)?)(\s?[^\d\s][^\d]{0,23})?$/

/** The number of a cell and what stands around it; null where there is more than one. */
function affixed(text: string): { readonly prefix: string; readonly number: string; readonly suffix: string } | null {
  const found = AFFIXED.exec(text.trim())
  return found ? { prefix: found[1]!, number: found[2]!, suffix: found[3] ?? '' } : null
}

function formOf({ text }: CellValue): Form | null {
  const trimmed = text.trim()
  const time = timeForm(trimmed)
  if (time) return time
  const number = affixed(trimmed)
  // An exponent is no unit.
  if (number && !/^e[+-]?$/i.test(number.suffix))
    return { family: 'number', form: `${number.prefix}#${number.suffix.trim() === '' ? '' : number.suffix}` }
  const digits = trimmed.replace(/\D/g, '')
  if (digits.length >= 7 && digits.length <= 15 && /^[\d\s()+./-]+$/.test(trimmed))
    return { family: 'digits', form: trimmed.replace(/\d/g, '9') }
  return null
}

const DATE = /^(?:\d{1,2}([/.-])\d{1,2}\1(?:\d{4}|\d{2})|\d{4}([/.-])\d{1,2}\2\d{1,2})$/
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?$/i

/** Dates, times, and a date before a time; months in words are of another family. */
function timeForm(text: string): Form | null {
  const space = text.search(/[ T]\d{1,2}:/)
  const [day, clock] = space > 0 ? [text.slice(0, space), text.slice(space + 1)] : [text, text]
  if (space > 0)
    return DATE.test(day) && CLOCK.test(clock) ? { family: 'time', form: `${dayForm(day)} ${clockForm(clock)}` } : null
  if (DATE.test(text)) return { family: 'date', form: dayForm(text) }
  return CLOCK.test(text) ? { family: 'time', form: clockForm(text) } : null
}

function dayForm(text: string): string {
  const parts = text.split(/[/.-]/)
  const mark = /[/.-]/.exec(text)![0]
  return parts.map(part => (part.length === 4 ? 'y' : 'd')).join(mark)
}

function clockForm(text: string): string {
  const mark = /[ap]\.?m\.?$/i.exec(text)?.[0] ?? ''
  const spaced = / [ap]/i.test(text) ? ' ' : ''
  return `h${':m'.repeat(text.split(':').length - 1)}${spaced}${mark.replace(/[ap]/i, found => (found === found.toUpperCase() ? 'A' : 'a'))}`
}

function isConvertible(main: Form, other: Form, share: number, { text }: CellValue): boolean {
  if (main.family === 'digits' || other.family === 'digits')
    return share >= 0.7 && sameDigits(main.form, text) && (other.family === 'digits' || other.form === '#')
  if (main.family === 'number' && other.family === 'number') {
    const [bare, unit] = [main.form === '#', other.form === '#']
    if (bare) return isUnit(other.form)
    if (unit) return true
    // The same unit in another spelling, or another unit.
    return share >= (sameUnit(main.form, other.form) ? LEAST_SHARE : LEAST_SHARE_OF_UNIT)
  }
  if (main.family === 'date') return other.family === 'date' || other.family === 'time'
  if (main.family === 'time') return (other.family === 'time' || other.family === 'date') && share >= 0.7
  return false
}

/** As people write units of measure, money, time and counts; other words behind a number may mean something. */
const UNITS = new Set(
  (
    'oz ounce ounces lb lbs pound pounds g gr gram grams kg mg t ml cl l liter liters litre gal gallon gallons pt qt mm cm m km in inch inches ft feet yd mi mile miles ' +
    'c f k deg degc degf celsius h hr hrs hour hours min mins minute minutes s sec secs second seconds ms d day days wk week weeks mo month months y yr yrs year years ' +
    'b kb mb gb tb kib mib gib w kw mw wh kwh v a hz khz mhz ghz pa hpa kpa bar psi usd eur gbp jpy chf cad aud sek nok dkk inr cny brl pct percent pcs pc piece pieces ' +
    'unit units people persons users patients items rows x mph kph kmh knots rpm ppm bpm'
  ).split(' '),
)

function isUnit(form: string): boolean {
  const letters = form.toLowerCase().replace(/[^\p{L}]/gu, '')
  return letters === '' || UNITS.has(letters)
}

function sameUnit(a: string, b: string): boolean {
  const plain = (form: string) => form.toLowerCase().replace(/[^\p{L}%]/gu, '')
  return plain(a) === plain(b) || plain(a).startsWith(plain(b)) || plain(b).startsWith(plain(a))
}

function sameDigits(form: string, text: string): boolean {
  const [usual, own] = [form.replace(/[^9]/g, '').length, text.replace(/\D/g, '').length]
  return usual === own
}

/** The value in the form of the others; null where that is not known. */
function inForm(text: string, main: Form): string | null {
  if (main.family === 'number') {
    const parts = affixed(text)
    return parts ? main.form.replace('#', () => parts.number) : null
  }
  if (main.family === 'digits') {
    const digits = [...text.replace(/\D/g, '')]
    return main.form.replace(/9/g, () => digits.shift() ?? '')
  }
  // A date before the time that alone is wanted.
  const space = text.search(/[ T]\d{1,2}:/)
  return main.family === 'time' && !main.form.includes('d') && space > 0 ? text.slice(space + 1) : null
}
