// Numbers as people write them: with a sign of currency, a unit, and marks between thousands. A column is read so only if all its
// values are written in one way, and none of them can be meant in another.
import { literal } from '../text/sql-text.ts'
import { presentIn, type TypeRule } from './column-type.ts'

const SIGN = '[$€£¥₹₽₩]|US\\$|(?:USD|EUR|GBP|JPY|CHF|CNY|INR|SEK|NOK|DKK|PLN|CZK|CAD|AUD|NZD|BRL|MXN|ZAR|KRW)'
const CURRENCY = new RegExp(`^(?:${SIGN})$`)
const UNIT =
  '%|‰|°C|°F|°|ns|µs|us|ms|s|sec|min|h|hrs?|days?|mg|g|kg|t|lbs?|oz|mm|cm|m|km|mi|ft|ml|cl|l|KB|kB|MB|GB|TB|KiB|MiB|GiB|W|kW|MW|Wh|kWh|MWh|V|Hz|kHz|MHz|GHz|bps|kbps|Mbps|Gbps|rpm|km/h|mph|m/s|px|pt|ppm|hPa|bar'
const PARTS = new RegExp(`^([-+]?)(${SIGN})?( ?)([-+]?[\\d.,'’ \\u00a0\\u202f]*\\d)( ?)(${SIGN}|${UNIT})?$`)

interface Style {
  /** What stands between thousands, and before the decimals. */
  readonly groups: string
  readonly point: '.' | ','
  readonly shown: string
}

const STYLES: readonly Style[] = [
  { groups: ',', point: '.', shown: 'commas between thousands' },
  { groups: '.', point: ',', shown: 'a comma before the decimals' },
  { groups: " '’\u00a0\u202f", point: '.', shown: 'gaps between thousands' },
  { groups: " '’\u00a0\u202f", point: ',', shown: 'gaps between thousands and a comma before the decimals' },
]

/** The ways in which all values of a sample may be meant. */
export function numberReadings(sample: readonly string[]): TypeRule[] {
  const values = presentIn(sample)
  const parts = values.map(text => PARTS.exec(text))
  const [first] = parts
  if (!first) return []
  const [, , sign = '', , , , unit = ''] = first
  if (!parts.every(part => part && (part[2] ?? '') === sign && (part[6] ?? '') === unit)) return []
  const numbers = parts.map(part => part![4]!)
  // Without any of it they are plain numbers, or texts for a reason.
  if (sign === '' && unit === '' && !numbers.some(number => /[,'’ \u00a0\u202f]|\..*\./.test(number))) return []
  const hasComma = numbers.some(number => number.includes(','))
  const fitting = STYLES.filter(style => numbers.every(number => new RegExp(`^[-+]?${pattern(style)}$`).test(number)))
  // A point alone is one before decimals, as everywhere.
  const meant = hasComma || numbers.some(number => /\..*\./.test(number)) ? fitting : fitting.slice(0, 1)
  // Money has no three decimals: `$53,333` is thousands.
  const isMoney = CURRENCY.test(sign) || CURRENCY.test(unit)
  const isGrouped = numbers.every(number => !/[.,]/.test(number) || /^[-+]?\d{1,3}(?:,\d{3})+$/.test(number))
  if (isMoney && isGrouped && hasComma) return meant.slice(0, 1).map(style => reading(style, sign, unit))
  return meant.filter(distinct).map(style => reading(style, sign, unit))
}

/** Styles with gaps differ only in what stands before the decimals. */
function distinct(style: Style, at: number, all: readonly Style[]): boolean {
  return at === 0 || !(style.groups.length > 1 && all.some(other => other !== style && other.point === style.point))
}

function pattern({ groups, point }: Style): string {
  const between = `[${groups.replace('.', '\\.')}]`
  const decimals = point === '.' ? '\\.' : ','
  return `(?:[1-9]\\d{0,2}(?:${between}\\d{3})+|0|[1-9]\\d*)(?:${decimals}\\d+)?`
}

function reading(style: Style, sign: string, unit: string): TypeRule {
  const escaped = (text: string) => text.replace(/[$/]/g, '\\$&')
  const lead = sign === '' ? '[-+]?' : `(?:[-+]?${escaped(sign)} ?|${escaped(sign)} ?[-+]?)`
  const whole = `${lead}${pattern(style)}${unit === '' ? '' : ` ?${escaped(unit)}`}`
  const shown = unit === '' ? sign : unit
  const digits = (text: string) => `regexp_replace(${text}, '[^-+0-9.,]', '', 'g')`
  return {
    name: 'written-number',
    what: shown === '' ? `a number with ${style.shown}` : `a number with ${shown}`,
    looks: new RegExp(`^${whole}$`),
    holds: text => `regexp_full_match(${text}, ${literal(whole)})`,
    plain: text =>
      style.point === '.'
        ? `replace(${digits(text)}, ',', '')`
        : `replace(replace(${digits(text)}, '.', ''), ',', '.')`,
    type: ({ before, behind }) => {
      const size = Math.max(1, before + behind)
      return size <= 38 ? `DECIMAL(${size}, ${behind})` : null
    },
    unit: shown === '' ? null : shown,
    note: shown === '' ? `written with ${style.shown}` : `written with ${shown}`,
    rivalry: 'text: its commas may stand between thousands or before decimals, and no value tells which',
  }
}
