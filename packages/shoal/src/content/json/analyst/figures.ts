// The exact figures of a file of JSON, as `shoal profile --json` prints them, and the same as panels for people.
import type { Panel } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { histogramOf } from '../../../text/histogram.ts'
import type { Field } from '../../../text/json-census/fields.ts'
import { type NumberSummary, quantile, summariseNumbers } from '../../../text/json-census/number-summary.ts'
import { MOST_VALUES } from '../../../text/json-census/value-table.ts'
import type { Duplicates } from './faults.ts'
import { number, percent, roughly, type Subject, spotsOf } from './subject.ts'
import { typesJson } from './value-kinds.ts'
import { categoriesOf, isCategory, topValues } from './values.ts'

/** Fields that are listed with all their figures. */
const MOST_FIELDS = 400
const TOP = 10
const MOST_VARIANTS = 20
/** Numbers whose spread is told, and how many of them there must be. */
const MOST_HISTOGRAMS = 12
const FEWEST_NUMBERS = 20
const FEWEST_DIFFERENT = 8

export function schemaJson(subject: Subject): Json {
  let room = MOST_HISTOGRAMS
  return subject.fields.slice(0, MOST_FIELDS).map(field => {
    const json = fieldJson(field, subject, room > 0)
    if ('histogram' in json) room--
    return json
  })
}

/** Numbers that no double holds: how many, and the ends as they are written. */
function roundedJson({ rounded, lowest, highest }: NumberSummary, quoter: Subject['quoter']): { [key: string]: Json } {
  return {
    rounded_numbers: rounded,
    ...(lowest[0] ? { min_written: quoter.scalar(lowest[0].at) } : {}),
    ...(highest[0] ? { max_written: quoter.scalar(highest[0].at) } : {}),
  }
}

function fieldJson(field: Field, { quoter }: Subject, drawn: boolean): { readonly [key: string]: Json } {
  const { slot, counts, present, parents } = field
  const numbers = summariseNumbers(slot)
  const scalars = present - counts.object - counts.array
  const listed = scalars > 0 && (isCategory(field) || slot.values.size <= TOP) && !slot.values.full
  return {
    path: field.path,
    types: typesJson(field),
    present,
    objects: parents,
    presence: parents === 0 ? 1 : round(present / parents),
    nulls: counts.null,
    first_line: field.line,
    ...(scalars > 0
      ? slot.values.full
        ? { distinct: null, distinct_more_than: MOST_VALUES }
        : { distinct: slot.values.size }
      : {}),
    ...(listed ? { top: topValues(field, quoter, 20).map(({ value, count }) => ({ value, count })) } : {}),
    ...(numbers
      ? {
          min: numbers.min,
          max: numbers.max,
          mean: finite(numbers.mean),
          sum: finite(numbers.sum),
          stddev: numbers.stddev === null ? null : finite(numbers.stddev),
          quantiles: numbers.quantiles,
          quantile_method: numbers.quantileError === 0 ? 'exact, nearest rank' : 'nearest rank, at most 0.025 % below',
          ...(numbers.rounded > 0 ? roundedJson(numbers, quoter) : {}),
          // They are in no figure above.
          ...(slot.notFinite.count > 0 ? { not_finite: slot.notFinite.count } : {}),
          ...(drawn ? histogramJson(field, numbers) : {}),
        }
      : {}),
    ...(slot.texts ? { shortest: slot.texts.shortest, longest: slot.texts.longest, blank: slot.texts.blank } : {}),
    ...(slot.arrays
      ? {
          items: {
            total: slot.arrays.items,
            fewest: slot.arrays.shortest,
            most: slot.arrays.longest,
            empty: slot.arrays.empty,
          },
        }
      : {}),
    ...(slot.star ? { map: true } : {}),
  }
}

function histogramJson({ slot, counts }: Field, summary: NumberSummary): { readonly [key: string]: Json } {
  const { count, runs } = summary
  // Numbers that name things have no spread, and few different ones are told one by one.
  if (slot.isId || /code$/i.test(slot.name) || count < FEWEST_NUMBERS || runs.length < FEWEST_DIFFERENT) return {}
  const values = Float64Array.from(runs, run => run.value)
  const weights = Float64Array.from(runs, run => run.count)
  const ends = [0.01, 0.99].map(share => quantile(runs, count, share))
  const histogram = histogramOf(visit => visit(values, weights), summary, ends, counts.number === 0)
  return histogram ? { histogram: { edges: histogram.edges, counts: histogram.counts } } : {}
}

/** The sets of keys that records have, the most frequent first. */
export function variantsJson({ records }: Subject): Json {
  const all = records?.slot.shapes.all
  if (!records || all === undefined) return []
  if (all === null) return { more_than: 200 }
  const shapes = [...all.values()].sort((a, b) => b.count - a.count || a.places[0]! - b.places[0]!)
  const common = shapes[0]?.keys ?? []
  return shapes.slice(0, MOST_VARIANTS).map(({ count, keys, places }) => ({
    count,
    fields: keys.length,
    lacks: common.filter(key => !keys.includes(key)),
    adds: keys.filter(key => !common.includes(key)),
    lines: spotsOf(places).map(({ line }) => line),
  }))
}

export function variantCount({ records }: Subject): number | null {
  return records?.slot.shapes.all?.size ?? null
}

export function duplicatesJson(duplicates: readonly Duplicates[] | null, subject: Subject): Json {
  if (duplicates === null) return null
  return duplicates
    .filter(({ id, repeats }) => id !== null || repeats.of > 0)
    .map(({ id, field, repeats }) => ({
      path: field.path,
      of: id ?? 'whole records',
      records: repeats.of,
      repeated_values: repeats.values,
      repeats: repeats.extra,
      ...(repeats.exact ? {} : { exact: false }),
      lines: repeats.places.map(({ at }) => subject.spotOf(at).line),
    }))
}

export function schemaPanel({ fields }: Subject): Panel {
  const most = 40
  return {
    kind: 'table',
    title: 'Schema',
    columns: [
      { label: 'path' },
      { label: 'types' },
      { label: 'present', align: 'right' },
      { label: 'null', align: 'right' },
      { label: 'distinct', align: 'right' },
    ],
    rows: fields.slice(0, most).map(field => [
      field.path,
      Object.entries(typesJson(field))
        .map(([type, count]) => (count === field.present ? type : `${type} ${number(count)}`))
        .join(', '),
      field.parents === field.present
        ? number(field.present)
        : `${number(field.present)} (${percent(field.present, field.parents)})`,
      field.counts.null === 0 ? null : number(field.counts.null),
      distinctText(field),
    ]),
    ...(fields.length > most ? { of: fields.length } : {}),
  }
}

/** Numbers and categories, the first of each. */
export function valuePanels({ fields, quoter }: Subject): Panel[] {
  const panels: Panel[] = []
  const numeric = fields.flatMap(field => {
    const summary = summariseNumbers(field.slot)
    return summary && summary.count > 1 ? [{ field, summary }] : []
  })
  if (numeric.length > 0)
    panels.push({
      kind: 'table',
      title: 'Numbers',
      columns: [
        { label: 'path' },
        ...['min', 'p25', 'median', 'p75', 'max', 'mean'].map(label => ({ label, align: 'right' as const })),
      ],
      rows: numeric.slice(0, 20).map(({ field, summary }) => [field.path, ...numberCells(summary, quoter)]),
      ...(numeric.length > 20 ? { of: numeric.length } : {}),
    })
  for (const field of fields.filter(isCategory).slice(0, 4))
    panels.push({
      kind: 'bars',
      title: field.path,
      rows: categoriesOf(field, quoter)!
        .slice(0, 10)
        .map(({ value, count }) => ({ label: value, value: count })),
      total: field.present,
    })
  return panels
}

/** The ends as they are written, where a double holds another number; what is worked out of such is about so much. */
function numberCells(summary: NumberSummary, quoter: Subject['quoter']): string[] {
  const { min, max, mean, quantiles, quantileError, rounded, lowest, highest } = summary
  const written = (value: number, [first]: NumberSummary['lowest']) =>
    rounded > 0 && first ? quoter.scalar(first.at) : number(value)
  const error = rounded > 0 ? 1 : quantileError
  return [
    written(min, lowest),
    ...[quantiles.p25, quantiles.p50, quantiles.p75].map(value => roughly(value, error)),
    written(max, highest),
    rounded > 0 ? roughly(mean, error) : number(mean),
  ]
}

function distinctText({ slot, present, counts }: Field): string | null {
  if (present === counts.object + counts.array) return null
  return slot.values.full ? `> ${number(MOST_VALUES)}` : number(slot.values.size)
}

/** What JSON can hold: sums may overflow. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

function round(rate: number): number {
  return Number(rate.toPrecision(6))
}
