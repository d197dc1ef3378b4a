// A question as a query over relations. It is what an answer is computed from, shown as SQL and told in words: one
// definition of what was understood.
import type { Part, Statistic } from './lexicon.ts'
import type { Field, Table } from './schema.ts'

export type Comparison = '=' | '<>' | '>' | '>=' | '<' | '<='

export type Condition =
  | {
      readonly kind: 'values'
      readonly field: Field
      readonly values: readonly string[]
      readonly not: boolean
      /** Rows that have no value are meant as well. */
      readonly orNone?: boolean
    }
  | { readonly kind: 'number'; readonly field: Field; readonly op: Comparison; readonly value: number }
  | { readonly kind: 'between'; readonly field: Field; readonly low: number; readonly high: number }
  /** Of one row, one column against another. */
  | { readonly kind: 'columns'; readonly field: Field; readonly op: Comparison; readonly other: Field }
  | { readonly kind: 'truth'; readonly field: Field; readonly not: boolean }
  | { readonly kind: 'missing'; readonly field: Field; readonly not: boolean }
  /** There is a value, whatever it says. */
  | { readonly kind: 'present'; readonly field: Field }
  /** Any of them. */
  | {
      readonly kind: 'period'
      readonly field: Field
      readonly parts: readonly PeriodPart[]
      /** None of them. */
      readonly not?: boolean
    }
  | { readonly kind: 'contains'; readonly field: Field; readonly text: string; readonly not: boolean }
  /** Rows of the other table that lead here: none, some, or so many. */
  | {
      readonly kind: 'related'
      readonly join: Join
      readonly op: Comparison
      readonly count: number
      /** Of those rows. */
      readonly where?: Extract<Condition, { kind: 'period' }>
    }

export interface PeriodPart {
  readonly sql: string
  readonly text: string
}

/** How rows of one table lead to rows of another. */
export interface Join {
  readonly from: Field
  readonly to: Field
  readonly table: Table
  /** Each value of `to` stands there once. */
  readonly unique: boolean
  /** Rows with a value that leads nowhere. */
  readonly lost: number
  /** The join that leads to where this one begins; none for one that begins at the table itself. */
  readonly via?: Join
}

export type Key =
  | { readonly kind: 'field'; readonly field: Field; readonly label: Field | null }
  | { readonly kind: 'part'; readonly field: Field; readonly part: Part }
  /** Periods that are compared. */
  | { readonly kind: 'periods'; readonly field: Field; readonly parts: readonly PeriodPart[] }

export type Measure =
  | { readonly kind: 'count' }
  | { readonly kind: 'distinct'; readonly field: Field }
  | {
      readonly kind: 'statistic'
      readonly statistic: Exclude<Statistic, 'count'>
      readonly field: Field
      readonly p: number
    }
  /** The share of rows that keep the conditions; in percent. */
  | { readonly kind: 'share'; readonly of: readonly Condition[] }
  /** The share of a sum or a count that falls to a group; in percent. */
  | { readonly kind: 'part'; readonly field: Field | null }
  /** The share of a sum that falls to rows that keep the conditions; in percent. */
  | { readonly kind: 'sum-share'; readonly field: Field; readonly of: readonly Condition[] }
  | { readonly kind: 'correlation'; readonly a: Field; readonly b: Field }
  | { readonly kind: 'duration'; readonly field: Field }
  /** Days from one time of a row to another. */
  | {
      readonly kind: 'elapsed'
      readonly statistic: 'avg' | 'median' | 'min' | 'max' | 'sum'
      readonly a: Field
      readonly b: Field
    }
  /** Rows that stand there more often than once, and how many of them are too many. */
  | { readonly kind: 'extra'; readonly fields: readonly Field[] }
  /** Of the rows that keep a condition. */
  | { readonly kind: 'only'; readonly of: Measure; readonly where: Condition; readonly name: string }
  /** One figure against another: what is left, or what comes to one. */
  | { readonly kind: 'difference' | 'ratio'; readonly one: Measure; readonly other: Measure }

export interface SomeRow {
  readonly what: Condition
  readonly not: boolean
}

export interface Query {
  readonly table: Table
  readonly joins: readonly Join[]
  readonly where: readonly Condition[]
  /** `rows`: those that are meant, with their places. `figures`: measures, by group where there are keys. */
  readonly shape: 'rows' | 'figures' | 'values' | 'duplicates'
  readonly keys: readonly Key[]
  readonly measures: readonly Measure[]
  /** Of the first measure; `all`: as many different ones as there are. */
  readonly having: { readonly op: Comparison; readonly value: number | 'all' } | null
  /** `having` is asked of the share of a group's rows that keep this, in percent. */
  readonly held?: Condition
  /** The longest time from one row to the next, by this. */
  readonly pause?: Field
  /** Groups of which some row keeps each of these, and none those that are negated. */
  readonly some?: readonly SomeRow[]
  /** By the first measure, by a column of the rows, or by the keys. */
  readonly order: { readonly by: 'measure' | 'keys' | Field; readonly descending: boolean } | null
  /** With ties. */
  readonly most: number | null
  /** So many of the keys, from the first: the ranking begins anew for each of their groups. */
  readonly within?: number
  /** Columns that were asked for by name. */
  readonly show: readonly Field[]
  /** How many groups there are, and not which. */
  readonly countGroups?: boolean
  /** What the figures of all groups come to together. */
  readonly overGroups?: 'avg' | 'median' | 'min' | 'max'
  /** One value is asked for; several leave it open which. */
  readonly isOne?: boolean
  /** Other ways to take figures together that the words allow; where they lead to another group, that is said. */
  readonly rivals?: readonly Query[]
  /** A name says how the figures of a group are taken together, so that a rival is only told. */
  readonly isSure?: boolean
  /** A question for yes or no. */
  readonly yesNo: boolean
}

/** The columns that a figure is made of. */
export function measuredFields(measure: Measure): Field[] {
  switch (measure.kind) {
    case 'only':
      return measuredFields(measure.of)
    case 'difference':
    case 'ratio':
      return [...measuredFields(measure.one), ...measuredFields(measure.other)]
    case 'correlation':
    case 'elapsed':
      return [measure.a, measure.b]
    case 'statistic':
    case 'distinct':
    case 'duration':
    case 'sum-share':
      return [measure.field]
    case 'part':
      return measure.field ? [measure.field] : []
    case 'extra':
    case 'share':
    case 'count':
      return []
  }
}
