// Records in packs that are labelled in one call.
import type { JudgedRecord } from './part-records.ts'

const MOST_RECORDS = 60
const MOST_CHARACTERS = 12_000

/** In order; a record that alone exceeds the limit is a pack of its own. */
export function packRecords(records: readonly JudgedRecord[]): JudgedRecord[][] {
  const packs: JudgedRecord[][] = []
  let characters = 0
  for (const record of records) {
    const pack = packs.at(-1)
    characters += record.text.length
    if (pack && pack.length < MOST_RECORDS && characters <= MOST_CHARACTERS) pack.push(record)
    else {
      packs.push([record])
      characters = record.text.length
    }
  }
  return packs
}
