// A key with its value as a row, from whatever file: its number and unit read, its value masked where it is a secret.
import type { FactRow } from '@shoal/base/model/relation'
import { shownSetting } from '../text/gate/shown-rows.ts'

export interface FoundSetting {
  readonly line: number
  /** Dotted: `server.timeout`. */
  readonly key: string
  /** The last part of the key. */
  readonly name: string
  /** As written, without its quotes; null where only the key is told. */
  readonly value: string | null
  /** It is written in quotes: digits in it may be a code. */
  readonly quoted: boolean
  readonly kind: 'config' | 'env' | 'code' | 'docs'
}

export function settingRow({ line, key, name, value, quoted, kind }: FoundSetting): FactRow {
  const { shown, isSecret } = value === null ? { shown: null, isSecret: false } : shownSetting(name, value, quoted)
  const { number, unit } = value === null || isSecret ? NO_AMOUNT : amountOf(name, value)
  return { relation: 'settings', line, values: { key, name, value: shown, number, unit, kind } }
}

interface Amount {
  readonly number: number | null
  readonly unit: string | null
}

const NO_AMOUNT: Amount = { number: null, unit: null }

/** By the way they are written, in lower case. */
const UNITS: Readonly<Record<string, string>> = {
  ns: 'ns',
  us: 'us',
  µs: 'us',
  ms: 'ms',
  millis: 'ms',
  milliseconds: 'ms',
  s: 's',
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  min: 'min',
  mins: 'min',
  minute: 'min',
  minutes: 'min',
  h: 'h',
  hour: 'h',
  hours: 'h',
  d: 'd',
  day: 'd',
  days: 'd',
  b: 'bytes',
  byte: 'bytes',
  bytes: 'bytes',
  kb: 'KB',
  mb: 'MB',
  gb: 'GB',
  tb: 'TB',
  kib: 'KiB',
  mib: 'MiB',
  gib: 'GiB',
  ki: 'KiB',
  mi: 'MiB',
  gi: 'GiB',
  '%': '%',
  percent: '%',
}
const UNIT_OF = new Map(Object.entries(UNITS))
/** Short ends of names that mean something else as often: `users`, `width`, `grid`. */
const LOOSE = /^(?:s|h|d|b|min|ki|mi|gi|us|ns)$/

const AMOUNT =
  /^([-+]?(?:0|[1-9]\d{0,14}(?:[_,]\d{3}){0,5})(?:\.\d{1,15})?(?:e[-+]?\d{1,3})?) {0,2}(%|[A-Za-zµ]{1,12})?$/
const HEX = /^0x[\da-f]{1,12}$/i

/** The number of a value, and the unit that stands behind it or ends the name: `30s`, `timeout_ms`. Codes are none. */
function amountOf(name: string, value: string): Amount {
  if (HEX.test(value)) return { number: Number(value), unit: null }
  const [, digits, suffix] = AMOUNT.exec(value) ?? []
  if (digits === undefined) return NO_AMOUNT
  const unit = suffix === undefined ? unitOfName(name) : UNIT_OF.get(suffix.toLowerCase())
  if (suffix !== undefined && unit === undefined) return NO_AMOUNT
  return { number: Number(digits.replace(/[_,]/g, '')), unit: unit ?? null }
}

function unitOfName(name: string): string | undefined {
  const last = /(?:[_.-]|(?<=[a-z\d])(?=[A-Z]))([A-Za-z]{1,12})$/.exec(name)?.[1]
  if (last === undefined) return undefined
  const word = last.toLowerCase()
  return LOOSE.test(word) && !/[_.-](?:s|min|h|d)$/i.test(name) ? undefined : UNIT_OF.get(word)
}
