// Dates as people write them. Of `03/04/2024` nobody can tell the day from the month: a column of such dates is read only if some
// value proves which stands first and none says otherwise.
import { literal } from '../text/sql-text.ts'
import { presentIn, type TypeRule } from './column-type.ts'

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
const LONG_MONTH = '(?:january|february|march|april|may|june|july|august|september|october|november|december)'
const DAY = '(?:0?[1-9]|[12]\\d|3[01])'
const NUMBER = '(?:0?[1-9]|1[0-2])'
const YEAR = '(?:1[5-9]|20|21)\\d\\d'

interface DateForm {
  readonly looks: string
  readonly format: string
  /** How it is said. */
  readonly shown: string
}

const named = (between: string, shown: string): DateForm[] => [
  { looks: `${DAY}${between}${MONTH}${between}${YEAR}`, format: `%d${between}%b${between}%Y`, shown },
  { looks: `${DAY}${between}${LONG_MONTH}${between}${YEAR}`, format: `%d${between}%B${between}%Y`, shown },
  { looks: `${DAY}${between}${MONTH}${between}\\d\\d`, format: `%d${between}%b${between}%y`, shown },
]

const numbered = (between: string): DateForm[] => {
  const mark = between.replace('.', '\\.')
  const forms = [
    { looks: `${DAY}${mark}${NUMBER}${mark}`, format: `%d${between}%m${between}`, shown: 'the day first' },
    { looks: `${NUMBER}${mark}${DAY}${mark}`, format: `%m${between}%d${between}`, shown: 'the month first' },
  ]
  // Nobody writes the month first with points.
  return (between === '.' ? forms.slice(0, 1) : forms).flatMap(({ looks, format, shown }) => [
    { looks: `${looks}${YEAR}`, format: `${format}%Y`, shown },
    { looks: `${looks}\\d\\d`, format: `${format}%y`, shown },
  ])
}

const FORMS: readonly DateForm[] = [
  { looks: `${YEAR}/${NUMBER}/${DAY}`, format: '%Y/%m/%d', shown: 'year, month, day' },
  { looks: `${YEAR}\\.${NUMBER}\\.${DAY}`, format: '%Y.%m.%d', shown: 'year, month, day' },
  ...[' ', '-', '/'].flatMap(between => named(between, 'the month by its name')),
  ...[',', ''].flatMap(comma => [
    { looks: `${MONTH} ${DAY}${comma} ${YEAR}`, format: `%b %d${comma} %Y`, shown: 'the month by its name' },
    { looks: `${LONG_MONTH} ${DAY}${comma} ${YEAR}`, format: `%B %d${comma} %Y`, shown: 'the month by its name' },
  ]),
  ...['/', '-', '.'].flatMap(numbered),
]

const TIMES: readonly { readonly looks: string; readonly format: string }[] = [
  { looks: '', format: '' },
  { looks: ',? (?:[01]?\\d|2[0-3]):[0-5]\\d', format: ' %H:%M' },
  { looks: ',? (?:[01]?\\d|2[0-3]):[0-5]\\d:[0-5]\\d', format: ' %H:%M:%S' },
  { looks: ',? (?:0?[1-9]|1[0-2]):[0-5]\\d ?[ap]m', format: ' %I:%M %p' },
  { looks: ',? (?:0?[1-9]|1[0-2]):[0-5]\\d:[0-5]\\d ?[ap]m', format: ' %I:%M:%S %p' },
]

const RIVALRY = 'dates whose day and month nobody can tell apart: no value has a day above 12'

const OFFSET =
  '[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)? ?(Z|[-+][0-9]{2}(:?[0-9]{2})?)'
const moment = (text: string) => `CAST(${text} AS TIMESTAMPTZ)`

/** Times of several zones, as times of one. */
const WITH_OFFSET: TypeRule = {
  name: 'written-date',
  what: 'a time with its offset',
  looks: new RegExp(`^${OFFSET}$`),
  holds: text => `(regexp_full_match(${text}, ${literal(OFFSET)}) AND TRY_${moment(text)} IS NOT NULL)`,
  plain: text => `make_timestamp(epoch_us(${moment(text)}))`,
  type: () => 'TIMESTAMP',
  note: 'times with an offset, read as UTC',
}

/** The ways in which all values of a sample may be meant. */
export function dateReadings(sample: readonly string[]): TypeRule[] {
  const values = presentIn(sample)
  const [first = ''] = values
  // Nearly no column is one of dates, and that shows at a look.
  if (!/^(?:\d{1,4}[ ./-]|[A-Za-z]{3,9} \d)/.test(first)) return []
  return [WITH_OFFSET, ...FORMS.flatMap(form => TIMES.map(time => reading(form, time)))].filter(({ looks }) =>
    values.every(text => looks.test(text)),
  )
}

function reading(form: DateForm, time: (typeof TIMES)[number]): TypeRule {
  const format = form.format + time.format
  const type = time.format === '' ? 'DATE' : 'TIMESTAMP'
  const plain = (text: string) => {
    const blank = time.format === '' ? text : spaced(text)
    return `strptime(${blank}, ${literal(format)})`
  }
  const looks = `${form.looks}${time.looks}`
  return {
    name: 'written-date',
    what: `a date with ${form.shown}`,
    looks: new RegExp(`^${looks}$`, 'i'),
    holds: text => `(regexp_full_match(${text}, ${literal(`(?i)${looks}`)}) AND try_${plain(text)} IS NOT NULL)`,
    plain,
    type: () => type,
    note: `dates written with ${form.shown}`,
    ...(/%m.%d|%d.%m/.test(form.format) && !form.format.startsWith('%Y') && !form.format.includes('.')
      ? { rivalry: RIVALRY }
      : {}),
  }
}

/** `3/4/2024, 5:06PM` as the format has it. */
function spaced(text: string): string {
  return `regexp_replace(replace(${text}, ', ', ' '), '(?i)([0-9]) ?([ap]m)$', '\\1 \\2')`
}
