// The type of a column of texts: the narrowest that every value has. A first look guesses it, and DuckDB counts over all
// rows what does not fit; one value too many, and the column stays text. Nothing is rounded and nothing dropped.
import { literal } from '../text/sql-text.ts'

export type RuleName = 'boolean' | 'integer' | 'decimal' | 'double' | 'huge' | 'json-double' | 'date' | 'timestamp'

export interface TypeRule {
  readonly name: RuleName | 'written-number' | 'written-date'
  /** What a value that does not fit is not. */
  readonly what: string
  /** How such values look; for a first guess. */
  readonly looks: RegExp
  /** SQL that is true for a text that survives the way into the type and back. */
  holds(text: string): string
  /** The type of a column whose every value keeps the rule; null when none can hold it. */
  type(count: RuleCount): string | null
  /** SQL of the text that is cast; the text itself if left out. */
  plain?(text: string): string
  /** What stands beside the number. */
  readonly unit?: string | null
  /** How the values are written, where that has to be known. */
  readonly note?: string | null
  /** Of two rules that say so, both of which all values keep, neither can be taken: this says why. */
  readonly rivalry?: string
}

const DECIMAL = '[-+]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)'
const DOUBLE = `${DECIMAL}([eE][-+]?[0-9]+)?`
const TIMESTAMP = '[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?Z?'

/** From the narrowest to the widest. */
export const typeRules: Readonly<Record<RuleName, TypeRule>> = {
  boolean: {
    name: 'boolean',
    what: 'true or false',
    looks: /^(?:true|false)$/i,
    holds: text => `lower(${text}) IN ('true', 'false')`,
    type: () => 'BOOLEAN',
  },
  integer: {
    name: 'integer',
    what: 'a whole number',
    looks: /^(?:0|-?[1-9]\d{0,17})$/,
    // `007`, `1_000`, `1.0` and ` 1` are cast without complaint and come back otherwise.
    holds: text => `TRY_CAST(${text} AS BIGINT)::VARCHAR = ${text}`,
    type: () => 'BIGINT',
  },
  decimal: {
    name: 'decimal',
    what: 'a number',
    looks: new RegExp(`^${DECIMAL}$`),
    holds: text => `regexp_full_match(${text}, ${literal(DECIMAL)})`,
    type: ({ before, behind }) => {
      const digits = Math.max(1, before + behind)
      return digits <= 38 ? `DECIMAL(${digits}, ${behind})` : null
    },
  },
  double: {
    name: 'double',
    what: 'a number',
    looks: new RegExp(`^${DOUBLE}$`),
    holds: text => `(regexp_full_match(${text}, ${literal(DOUBLE)}) AND isfinite(TRY_CAST(${text} AS DOUBLE)))`,
    type: () => 'DOUBLE',
  },
  huge: {
    name: 'huge',
    what: 'a whole number of at most 38 digits',
    looks: /^(?:0|-?[1-9]\d{0,37})$/,
    holds: text => `TRY_CAST(${text} AS HUGEINT)::VARCHAR = ${text}`,
    type: () => 'HUGEINT',
  },
  'json-double': {
    name: 'json-double',
    what: 'a number that a double can hold',
    looks: /^-?\d/,
    holds: text => `(NOT regexp_full_match(${text}, '-?[0-9]{16,}') AND isfinite(TRY_CAST(${text} AS DOUBLE)))`,
    type: () => 'DOUBLE',
  },
  date: {
    name: 'date',
    what: 'a date',
    looks: /^\d{4}-\d\d-\d\d$/,
    holds: text => `TRY_CAST(${text} AS DATE)::VARCHAR = ${text}`,
    type: () => 'DATE',
  },
  timestamp: {
    name: 'timestamp',
    what: 'a date and time',
    looks: new RegExp(`^${TIMESTAMP}$`),
    holds: text => `(regexp_full_match(${text}, ${literal(TIMESTAMP)}) AND TRY_CAST(${text} AS TIMESTAMP) IS NOT NULL)`,
    // Times in UTC and times of no zone cannot be compared.
    type: ({ zoned, present, missing }) => (zoned === 0 || zoned === present - missing ? 'TIMESTAMP' : null),
  },
}

/** Words that stand for "no value" in a column of numbers or dates, as the analyst of tables takes them. */
const MISSING = [
  '',
  '-',
  '--',
  '.',
  '?',
  'na',
  'n/a',
  '#n/a',
  '<na>',
  'nan',
  'nil',
  'none',
  'null',
  '\\n',
  '(null)',
  '<null>',
]
const missingWords: ReadonlySet<string> = new Set(MISSING)

/** SQL that is true for such a word. */
export function saysMissing(text: string): string {
  return `lower(trim(${text})) IN (${MISSING.map(literal).join(', ')})`
}

/** The values of a sample that are there. */
export function presentIn(sample: readonly string[]): string[] {
  return sample.filter(text => !missingWords.has(text.trim().toLowerCase()))
}

/** What counting over all rows said about one column under one rule. */
export interface RuleCount {
  /** Texts that are there. */
  readonly present: number
  /** Those that break the rule, and the first of them; those among them that mean "no value". */
  readonly odd: number
  readonly example: string | null
  readonly missing: number
  /** For decimals: the most characters before and behind the point. */
  readonly before: number
  readonly behind: number
  /** For times: how many end with Z. */
  readonly zoned: number
}

/**
 * SQL of the figures of a `RuleCount`, in its order. Unless `fully`, words for "no value" count as odd: that is all that
 * has to be known of a column that has none.
 */
export function countingSql(text: string, rule: TypeRule, fully: boolean): string[] {
  const broken = `${text} IS NOT NULL AND NOT coalesce(${rule.holds(text)}, false)`
  const odd = fully ? `${broken} AND NOT ${saysMissing(text)}` : broken
  const plain = rule.plain?.(text) ?? text
  const point = `strpos(${plain}, '.')`
  const decimal = rule.name === 'decimal' || rule.name === 'written-number'
  // Words for "no value" have no digits.
  const kept = fully ? ` FILTER (WHERE ${rule.holds(text)})` : ''
  return [
    `count(${text})`,
    `count(*) FILTER (WHERE ${odd})`,
    fully ? `first(${text}) FILTER (WHERE ${odd})` : 'NULL',
    fully ? `count(*) FILTER (WHERE ${broken} AND ${saysMissing(text)})` : '0',
    decimal ? `max(CASE WHEN ${point} > 0 THEN ${point} - 1 ELSE strlen(${plain}) END)${kept}` : '0',
    decimal ? `max(CASE WHEN ${point} > 0 THEN strlen(${plain}) - ${point} ELSE 0 END)${kept}` : '0',
    rule.name === 'timestamp' ? `count(*) FILTER (WHERE suffix(${text}, 'Z'))` : '0',
  ]
}

/** SQL of the value: a cast that throws rather than lie. */
export function castSql(text: string, rule: TypeRule, type: string, hasMissing: boolean): string {
  const cast = `CAST(${rule.plain?.(text) ?? text} AS ${type})`
  return hasMissing ? `CASE WHEN ${saysMissing(text)} THEN NULL ELSE ${cast} END` : cast
}

/** What a column of texts looks like that is no type of ours, and how to make something of it. */
const HINTS: readonly (readonly [looks: RegExp, hint: string])[] = [
  [/^[-+]?0\d+$/, 'leading zeros, which a number would lose'],
]

export function hintFor(sample: readonly string[]): string | null {
  const values = presentIn(sample)
  if (values.length === 0) return null
  const like = HINTS.find(([looks]) => values.filter(text => looks.test(text)).length * 2 > values.length)
  return like?.[1] ?? null
}
