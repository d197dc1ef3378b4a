// Labels: what a model says about one record, from a fixed set. Models label, code counts.
import type { ModelFailure } from './language-model.ts'

export interface Label {
  readonly name: string
  /** What is meant by it, for whoever labels; '' when the name says it all. */
  readonly meaning: string
}

/** What is judged, and by which labels. Fixed for a run: all counts are over the same set. */
export interface LabelSet {
  /** Of all the fields below: the same set, however it came about, has the same labels for the same records. */
  readonly digest: string
  /** What the label tells of a record: `the tone of the review`. */
  readonly judged: string
  /** `other` and `unclear` are the last two. */
  readonly labels: readonly Label[]
  /** Names of the content types whose records are labelled. */
  readonly contentTypes: readonly string[]
  /** Fields or columns that are judged; none for whole records. Records with equal fields have equal labels. */
  readonly fields: readonly string[]
  /** The field or column whose values records are also counted by; null for none. It does not change a label. */
  readonly groupBy: string | null
  /** What is to be told of the counts, in this order; nothing but the counts if there is none. */
  readonly forms: readonly TallyForm[]
  /** Places (`tickets.csv:2`) of what only looks like records: a second header, a line of units. */
  readonly notRecords: readonly string[]
}

/** One thing that is asked of counts. Code tells it, whatever words it was asked in. */
export interface TallyForm {
  /** All counts; how many have some labels; two or more labels side by side; what is most or least common; the first `n`. */
  readonly tell: 'counts' | 'count' | 'compare' | 'most' | 'least' | 'top'
  /** The labels it is about; none for all. */
  readonly labels: readonly string[]
  /** Groups are told apart by it, not labels: which user has most complaints. */
  readonly perGroup: boolean
  /** Groups are ranked by the share of their records, not by their number. */
  readonly byShare: boolean
  readonly n: number
}

/** How often each label was given. */
export interface LabelTally {
  /** Of all records. */
  readonly total: number
  readonly counts: readonly LabelCount[]
  /** The same for each value of the field that is grouped by; none where nothing is. */
  readonly groups: readonly { readonly group: string; readonly counts: readonly LabelCount[] }[]
}

export interface LabelCount {
  readonly label: string
  readonly count: number
}

export type LabelChoice =
  | { readonly status: 'chosen'; readonly set: LabelSet }
  /** Code can count what is asked, or it is nothing that records could be labelled by. */
  | { readonly status: 'none'; readonly reason: string }
  | { readonly status: 'failed'; readonly failure: ModelFailure }

/**
 * The labels that one model gave to records of one set, by digest of the record. It outlives the run, so nothing in it
 * may name one. Never throws: a store that cannot be read is empty, one that cannot be written forgets.
 */
export interface LabelStore {
  get(record: string): string | undefined
  /** Kept before it returns. */
  add(labels: ReadonlyMap<string, string>): Promise<void>
  /** The same, but for this run alone: another may fare better. */
  addForRun(labels: ReadonlyMap<string, string>): Promise<void>
  close(): Promise<void>
}
