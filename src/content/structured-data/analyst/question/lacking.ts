// Rows that a question wants for what they lack: `orders without a region`.
import type { Ask } from '../ask.ts'
import type { TableProfile } from '../profile.ts'
import { type Filters, latin } from './filters.ts'

const LACKING = /\b(?:no|without|lack|lacks|lacking)(?: (?:an?|any|the|known|valid))? $/i

/** `no region`, `without a region`: the rows that have no value of it. */
export function gapClauses(text: string, profile: TableProfile, ask: Ask): Filters {
  const read = text.slice(0, 2000)
  const tokens = [...read.matchAll(/[\p{L}\p{N}]+/gu)]
  const found = ask.columns.flatMap(({ index, at, whole }) => {
    const { index: place } = tokens[at] ?? {}
    const lack = whole && place !== undefined ? LACKING.exec(read.slice(Math.max(0, place - 40), place)) : null
    return lack ? [{ column: profile.columns[index]!, start: place! - lack[0].length, end: place! }] : []
  })
  return {
    clauses: found.map(({ column: { name, index, missing }, start, end }) => {
      const spellings = new Set(missing.map(value => latin(value.start)))
      return {
        kind: 'gap',
        text: `no \`${name}\``,
        asked: [`${read.slice(start, end)}${name}`],
        columns: [index],
        marks: [],
        holds: row => {
          const key = row.key(index)
          return key === null || spellings.has(key)
        },
      }
    }),
    unapplied: [],
    spans: found.map(({ start, end }) => ({ start, end })),
  }
}
