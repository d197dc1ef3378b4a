// Records to be labelled, each with its place and its group; equal ones have the same text, which is judged once.
import type { LabelTally } from '@shoal/base/model/label'
import { digestText } from '../../text/text-digest.ts'
import { UNLABELLED } from './label-set.ts'
import type { JudgedRecord } from './part-records.ts'
import { Tallying } from './tally.ts'

/** JSON: a ledger keeps it, and it travels between threads. */
export interface RecordList {
  /** Different from each other, as a model is shown them. */
  readonly texts: readonly string[]
  readonly records: readonly PlacedRecord[]
  /** Records that hold nothing to be judged. */
  readonly empty: number
}

export interface PlacedRecord {
  /** The number of its text, from 0. */
  readonly of: number
  /** Null where a query tells no place. */
  readonly path: string | null
  readonly line: number | null
  /** Null where nothing is grouped by. */
  readonly group: string | null
}

/** Puts records together, of one file or of many. */
export class RecordGathering {
  private readonly texts = new Map<string, number>()
  private readonly records: PlacedRecord[] = []
  private empty = 0

  /** How many different records there are. */
  get size(): number {
    return this.texts.size
  }

  /** Null for a record that holds nothing. */
  add(text: string | null, place: Omit<PlacedRecord, 'of'>): void {
    if (text === null || text === '') {
      this.empty++
      return
    }
    const of = this.texts.get(text) ?? this.texts.size
    this.texts.set(text, of)
    this.records.push({ of, ...place })
  }

  addAll({ texts, records, empty }: RecordList): void {
    for (const { of, ...place } of records) this.add(texts[of]!, place)
    this.empty += empty
  }

  done(): RecordList {
    return { texts: [...this.texts.keys()], records: this.records, empty: this.empty }
  }
}

export function judgedRecords({ texts }: Pick<RecordList, 'texts'>): JudgedRecord[] {
  return texts.map(text => ({ text, digest: digestText(text) }))
}

/** `labels` by number of the text; what has none counts as unlabelled. */
export function tallyRecords({ records }: RecordList, labels: readonly (string | undefined)[]): LabelTally {
  const tallying = new Tallying()
  for (const { of, group } of records) {
    const byGroup = new Map(group === null ? [] : [[group, 1]])
    tallying.addEqual(labels[of] ?? UNLABELLED, { count: 1, byGroup })
  }
  return tallying.done()
}

export interface LabelExample {
  readonly label: string
  readonly path: string
  readonly line: number
}

/** The first places of each label, of different texts. */
export function exampleRecords(
  { records }: RecordList,
  labels: readonly (string | undefined)[],
  each: number,
): LabelExample[] {
  const seen = new Set<number>()
  const known = new Map<string, number>()
  return records.flatMap(({ of, path, line }) => {
    const label = labels[of]
    if (label === undefined || path === null || line === null || seen.has(of)) return []
    const count = known.get(label) ?? 0
    if (count === each) return []
    seen.add(of)
    known.set(label, count + 1)
    return [{ label, path, line }]
  })
}
