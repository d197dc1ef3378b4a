// What a column holds, from what its cells are.
import { CellClass, isNumber, isTime, meansMissing } from '../../../text/table/classes.ts'
import type { MergedColumn } from '../../../text/table/merged-column.ts'

export type ColumnType =
  | 'integer'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'
  | 'category'
  | 'text'
  | 'id'
  | 'email'
  | 'url'
  | 'ip'
  | 'json'
  | 'mixed'
  | 'empty'

/** From this share on a column is of that type, and other cells are odd ones out. */
const MOST = 0.8
const HALF = 0.5
const FEW_CATEGORIES = 20
const MOST_CATEGORIES = 1000

export const ID_NAME = /(?:^|[_\s.-])(?:id|ids|uuid|guid|key|pk)$|[a-z](?:Id|ID|Key|Uuid|UUID)$/i
const CODE_NAME = /(?:^|[_\s.-])(?:no|nr|num|number|code|sku|isbn|iban|hash|ref|reference|iata|icao|serial|ticket)$/i

/** Its name says that it is a key, or a code. */
export function isNamedKey(name: string): boolean {
  return ID_NAME.test(name) || CODE_NAME.test(name)
}

export interface ColumnShape {
  readonly type: ColumnType
  /** How its values are written: `yyyy-mm-dd`, `a-9`, `2 decimals`. */
  readonly format: string | null
  readonly present: number
  /** Cells that are of the column's type. */
  readonly typed: number
}

export function shapeOf(name: string, column: MergedColumn): ColumnShape {
  const families = familiesOf(column.kinds)
  const present = families.total
  const base = { present }
  if (present === 0) return { ...base, type: 'empty', format: null, typed: 0 }
  const share = (count: number) => count / present
  if (share(families.numbers) >= MOST) {
    const whole = column.kinds[CellClass.integer]! === families.numbers
    const id = whole && isKey(name, column, present)
    return {
      ...base,
      type: id ? 'id' : whole ? 'integer' : 'number',
      format: numberFormat(column),
      typed: families.numbers,
    }
  }
  if (share(families.times + families.bad) >= MOST) return { ...base, ...timeShape(column, families) }
  for (const [kind, type] of SPECIAL) {
    const count = column.kinds[kind]!
    if (share(count) >= MOST) return { ...base, type, format: FORMATS[kind] ?? null, typed: count }
  }
  const booleans = column.kinds[CellClass.boolean]!
  if (share(booleans) >= MOST) return { ...base, type: 'boolean', format: null, typed: booleans }
  if (share(families.numbers) >= HALF || share(families.times) >= HALF)
    return { ...base, type: 'mixed', format: null, typed: Math.max(families.numbers, families.times) }
  return { ...base, ...wordShape(name, column, present) }
}

const SPECIAL: readonly (readonly [number, ColumnType])[] = [
  [CellClass.uuid, 'id'],
  [CellClass.email, 'email'],
  [CellClass.url, 'url'],
  [CellClass.ip, 'ip'],
  [CellClass.structure, 'json'],
]
const FORMATS: Readonly<Record<number, string>> = {
  [CellClass.uuid]: 'uuid',
  [CellClass.email]: 'e-mail',
  [CellClass.url]: 'url',
  [CellClass.ip]: 'IPv4',
  [CellClass.structure]: 'JSON',
}

interface Families {
  readonly numbers: number
  readonly times: number
  readonly bad: number
  readonly total: number
}

/** Most of its values are numbers, whatever they stand for. */
export function isNumeric({ kinds }: MergedColumn): boolean {
  const { numbers, total } = familiesOf(kinds)
  return total > 0 && numbers / total >= MOST
}

function familiesOf(kinds: Float64Array): Families {
  let numbers = 0
  let times = 0
  let total = 0
  kinds.forEach((count, kind) => {
    if (meansMissing(kind)) return
    total += count
    if (isNumber(kind)) numbers += count
    else if (isTime(kind)) times += count
  })
  return { numbers, times, bad: kinds[CellClass.badDate]!, total }
}

function isKey(name: string, { distinct }: MergedColumn, present: number): boolean {
  if (ID_NAME.test(name)) return true
  return CODE_NAME.test(name) && distinct >= present * 0.9
}

function numberFormat({ kinds, mostDecimals }: MergedColumn): string | null {
  const marks: string[] = []
  if (kinds[CellClass.currency]! > 0) marks.push('currency sign')
  if (kinds[CellClass.percent]! > 0) marks.push('percent')
  if (kinds[CellClass.grouped]! > 0) marks.push('grouped digits')
  if (kinds[CellClass.scientific]! > 0) marks.push('exponent')
  if (mostDecimals > 0) marks.push(`up to ${mostDecimals} decimals`)
  return marks.length === 0 ? null : marks.join(', ')
}

const TIME_FORMATS: readonly (readonly [number, string])[] = [
  [CellClass.date, 'yyyy-mm-dd'],
  [CellClass.dateSlash, 'yyyy/mm/dd'],
  [CellClass.dateLocal, 'day, month and year'],
  [CellClass.dateSwapped, 'day and month the other way round'],
  [CellClass.datetime, 'ISO 8601 date and time'],
  [CellClass.datetimeOther, 'date and time'],
  [CellClass.time, 'hh:mm'],
]

function timeShape({ kinds }: MergedColumn, families: Families): Pick<ColumnShape, 'type' | 'format' | 'typed'> {
  const clocks = kinds[CellClass.datetime]! + kinds[CellClass.datetimeOther]!
  const formats = TIME_FORMATS.filter(([kind]) => kinds[kind]! > 0).sort((a, b) => kinds[b[0]]! - kinds[a[0]]!)
  const type = kinds[CellClass.time]! * 2 > families.times ? 'time' : clocks * 2 > families.times ? 'datetime' : 'date'
  return { type, format: formats.map(([, format]) => format).join('; ') || null, typed: families.times }
}

function wordShape(
  name: string,
  column: MergedColumn,
  present: number,
): Pick<ColumnShape, 'type' | 'format' | 'typed'> {
  const { kinds, shapes, distinct } = column
  const main = shapes?.[0]
  const coded = main !== undefined && /\d/.test(main.shape) && main.count >= present * 0.9
  const format = coded ? main.shape : null
  const named = ID_NAME.test(name) || (CODE_NAME.test(name) && distinct >= present * 0.9)
  const codes = kinds[CellClass.code]! + kinds[CellClass.hex]! + kinds[CellClass.uuid]!
  const unique = present >= 20 && distinct >= present * 0.98
  const spaced = kinds[CellClass.text]! > present * 0.05
  const id = !spaced && (named || (coded && distinct > FEW_CATEGORIES) || (unique && codes >= present * HALF))
  if (id) return { type: 'id', format, typed: present }
  const few = distinct <= FEW_CATEGORIES ? distinct * 2 <= present || distinct <= 2 : distinct * 10 <= present
  const type = few && distinct <= MOST_CATEGORIES && column.values && column.longest <= 200 ? 'category' : 'text'
  return { type, format, typed: present }
}
