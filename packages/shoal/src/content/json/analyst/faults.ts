// What is wrong with a file as JSON, and what stands in it twice.
import { type FindingDraft, MOST_PLACES_IN_A_FILE, type PlaceDraft } from '@shoal/base/model/finding'
import { draftPlaces } from '../../../text/draft-places.ts'
import type { Field } from '../../../text/json-census/fields.ts'
import { type Repeats, repeatsOf } from '../../../text/json-census/fingerprints.ts'
import type { Liberties } from '../../../text/json-census/loose-json.ts'
import { sameRecords } from '../../../text/json-census/same-records.ts'
import { lines, number, type Subject, spotsOf } from './subject.ts'

/** Names of fields that say of themselves that they are unique. */
const OWN_ID = /^(?:_?id|uuid|guid)$/i

export function repeatedKeyFindings(subject: Subject): FindingDraft[] {
  return subject.fields
    .filter(({ slot }) => slot.repeatedKeys.count > 0)
    .map(field => {
      const { repeatedKeys } = field.slot
      const spots = spotsOf(repeatedKeys.places)
      return {
        type: 'schema_variation',
        key: `json.repeated-key:${field.path}`,
        summary: `${number(repeatedKeys.count)} ${repeatedKeys.count === 1 ? 'object has' : 'objects have'} the key \`${field.name}\` (${field.path}) twice (${lines(spots, repeatedKeys.count)}): programs keep only one of the values`,
        severity: 'high',
        confidence: 'high',
        nature: 'problem',
        advice: 'Keep one of the two values; remove or rename the other key',
        ...draftPlaces(
          spotsOf(repeatedKeys.places, repeatedKeys.places.length).map(spot => quoted(subject.quoter.quote(spot))),
          repeatedKeys.count,
        ),
        jsonPath: field.path,
        count: repeatedKeys.count,
        topics: [field.name, 'duplicate', 'key'],
        weight: 0.8,
      }
    })
}

const SPOTS_TOLD = 5

function quoted({ line, at, quote }: { line: number; at?: number; quote: string }): PlaceDraft {
  return { line, evidence: quote, ...(at === undefined ? {} : { at }) }
}

export interface Duplicates {
  /** `null` for whole records, else the name of the id. */
  readonly id: string | null
  readonly field: Field
  readonly repeats: Repeats
}

/** Repeated records and ids of every set of records; null where there were too many to tell. */
export function duplicatesOf({ fields, source }: Subject): Duplicates[] | null {
  const found: Duplicates[] = []
  const same = sameRecords(source)
  for (const field of fields) {
    const { prints } = field.slot
    // Lists of numbers are no records: two may well be the same.
    if (!prints || field.counts.array > field.counts.object) continue
    if (prints.full) return null
    for (const id of [null, ...prints.ids.keys()]) {
      const repeats = repeatsOf(prints, id, MOST_PLACES_IN_A_FILE, same)
      if (repeats === null) return null
      found.push({ id, field, repeats })
    }
  }
  return found
}

export function duplicateFindings(subject: Subject, duplicates: readonly Duplicates[]): FindingDraft[] {
  return duplicates.flatMap(({ id, field, repeats }): FindingDraft[] => {
    const { extra, of, values, exact } = repeats
    const about = exact ? '' : 'about '
    // An id that mostly repeats points elsewhere; records that mostly repeat are how the data is.
    const most = id === null ? 0.5 : OWN_ID.test(id) ? 0.5 : 0.02
    if (extra === 0 || extra > of * most || of < 2) return []
    const spots = repeats.places.slice(0, SPOTS_TOLD).map(({ at }) => subject.spotOf(at))
    const first = subject.spotOf(repeats.places[0]!.first)
    const again = `${lines(spots, extra)}; the first repeats line ${number(first.line)}`
    const what = field === subject.records ? `${subject.noun}s` : `objects at ${field.path}`
    return [
      {
        type: 'pattern',
        key: `json.duplicate:${field.path}:${id ?? ''}`,
        summary:
          id === null
            ? `${about}${number(extra)} of ${number(of)} ${what} ${extra === 1 ? 'is an exact copy' : 'are exact copies'} of an earlier one (${again})`
            : `${about}${number(values)} ${values === 1 ? 'value' : 'values'} of \`${id}\` ${values === 1 ? 'stands' : 'stand'} in more than one of ${number(of)} ${what}: ${about}${number(extra)} ${extra === 1 ? 'repeat' : 'repeats'} (${again})`,
        severity: id === null || OWN_ID.test(id) ? 'medium' : 'low',
        confidence: exact ? 'high' : 'medium',
        nature: 'problem',
        advice: 'Remove the repeated records, or give each an id of its own',
        ...draftPlaces(
          repeats.places.map(({ at }) => quoted(subject.quoter.quoteLine(subject.spotOf(at)))),
          extra,
        ),
        jsonPath: id === null ? field.path : `${field.path}.${id}`,
        stats: {
          repeated_values: values,
          repeats: extra,
          of,
          ...(exact ? {} : { exact }),
          lines: spots.map(spot => spot.line),
          first_line: first.line,
        },
        count: extra,
        topics: ['duplicate', ...(id ? [id] : [])],
        weight: 0.7,
      },
    ]
  })
}

/** What strict JSON does not allow, in words; null if nothing. */
export function libertiesTaken({ comments, trailingCommas, bareKeys, singleQuotes }: Liberties): string | null {
  const taken = [
    [comments, 'comment'],
    [trailingCommas, 'trailing comma'],
    [bareKeys, 'key without quotes'],
    [singleQuotes, 'string in single quotes'],
  ] as const
  const words = taken
    .filter(([count]) => count > 0)
    .map(
      ([count, what]) =>
        `${number(count)} ${count === 1 ? what : what.replace(/^(key|string|comment|trailing comma)/, '$1s')}`,
    )
  return words.length > 0 ? words.join(', ') : null
}

export function nestingFinding(subject: Subject, depth: number, tooDeep: number): FindingDraft[] {
  if (depth < 4) return []
  const deepest = [...subject.fields].sort((a, b) => b.slot.depth - a.slot.depth || a.at - b.at)[0]
  if (!deepest) return []
  const { line, at, quote } = subject.quoter.quote({ at: deepest.at, line: deepest.line })
  return [
    {
      type: 'nesting',
      key: 'json.nesting',
      summary: `Values are nested up to ${number(depth)} levels deep, at ${deepest.path.length > 120 ? `${deepest.path.slice(0, 120)}…` : deepest.path}`,
      severity: 'low',
      confidence: 'high',
      nature: depth > 20 ? 'problem' : 'fact',
      advice: 'Flatten the document, or make sure that all readers can take such depth',
      line,
      evidence: quote,
      at,
      jsonPath: deepest.path.slice(0, 200),
      stats: { depth, too_deep_for_paths: tooDeep },
      topics: ['nesting', 'depth', 'structure'],
      weight: 0.3,
    },
  ]
}
