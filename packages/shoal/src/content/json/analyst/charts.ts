// The figures of JSON as pictures: which fields are there, where that changes, and which sets of fields records have.
import type { ChartedFile } from '@shoal/base/model/analyst'
import type { Chart, Histogram, Matrix } from '@shoal/base/model/chart'
import type { Json } from '@shoal/base/model/json'
import { chartLabel, chartPath } from '../../../text/chart-label.ts'
import { pathLabels } from '../../../text/path-labels.ts'
import { type Change, changeText } from './drift.ts'
import { number, percent } from './subject.ts'

const MOST_HISTOGRAMS = 6
const MOST_BARS = 12
const MOST_CHANGES = 40
const MOST_PATHS = 40
const MOST_FILES = 60

/** What is read of the figures; `figures.ts` and `drift.ts` write them. */
interface JsonFigures {
  readonly records: number
  readonly schema_fields: readonly FieldFigures[]
  readonly variants: readonly Variant[] | { readonly more_than: number }
  readonly variant_count: number | null
  readonly drift: readonly Change[]
  readonly presence: {
    readonly stretches: readonly { readonly first_line: number; readonly records: number }[]
    readonly fields: readonly { readonly path: string; readonly shares: readonly (number | null)[] }[]
    readonly partial_fields: number
  } | null
}

interface FieldFigures {
  readonly path: string
  readonly presence: number
  readonly mean?: number | null
  readonly quantiles?: { readonly p50: number }
  readonly quantile_method?: string
  readonly histogram?: { readonly edges: readonly number[]; readonly counts: readonly number[] }
}

interface Variant {
  readonly count: number
  readonly fields: number
  readonly lacks: readonly string[]
  readonly adds: readonly string[]
  readonly lines: readonly number[]
}

export function charts(figures: Json): readonly Chart[] {
  const json = figures as unknown as JsonFigures
  return [...presenceChart(json), ...driftChart(json), ...variantChart(json), ...histograms(json)]
}

/** Dark where all objects have a value: a field that comes or goes shows as a step. */
function presenceChart({ presence }: JsonFigures): Matrix[] {
  if (!presence) return []
  const { stretches, fields, partial_fields } = presence
  const lines = stretches.map(({ first_line }) => first_line)
  const apart = lines.every((line, k) => k === 0 || line > lines[k - 1]!)
  const partial = fields.filter(({ shares }) => shares.some(share => share !== null && share < 1)).length
  return [
    {
      kind: 'matrix',
      title: 'Fields along the file',
      measure: 'share',
      value: 'hold a value',
      rows: stretches.map((_, k) =>
        apart
          ? { label: `from line ${number(lines[k]!)}`, line: lines[k]! }
          : { label: `${percent(k, stretches.length)} – ${percent(k + 1, stretches.length)} of the file` },
      ),
      columns: fields.map(({ path }) => chartPath(path)),
      cells: stretches.map((_, k) => fields.map(({ shares }) => shares[k]!)),
      note: `The share of objects in which the field holds a value; null counts as no value.${partial < partial_fields ? ` ${number(partial)} of ${number(partial_fields)} fields that some lack are shown.` : ''}`,
    },
  ]
}

function driftChart({ drift }: JsonFigures): Chart[] {
  if (drift.length === 0) return []
  return [
    {
      kind: 'table',
      title: 'Where fields change',
      columns: [{ label: 'path' }, { label: 'from line', align: 'right' }, { label: 'change' }],
      rows: drift
        .toSorted((a, b) => a.line - b.line)
        .slice(0, MOST_CHANGES)
        .map(each => [chartPath(each.path), each.line, changeText(each)]),
      ...(drift.length > MOST_CHANGES ? { of: drift.length } : {}),
    },
  ]
}

/** Records by the set of fields they have. */
function variantChart({ variants, variant_count, records }: JsonFigures): Chart[] {
  if (!Array.isArray(variants) || variants.length < 2) return []
  const shown = (variants as readonly Variant[]).slice(0, MOST_BARS)
  const rows = shown.map(({ count, fields, lacks, adds, lines }) => ({
    label: chartLabel(variantLabel(fields, lacks, adds)),
    value: count,
    ...(lines.length > 0 ? { note: `line ${number(lines[0]!)}` } : {}),
  }))
  const rest = records - rows.reduce((sum, { value }) => sum + value, 0)
  const more = (variant_count ?? shown.length) - shown.length
  return [
    {
      kind: 'bars',
      title: 'Records by the fields they have',
      rows: more > 0 && rest > 0 ? [...rows, { label: `${number(more)} more sets of fields`, value: rest }] : rows,
      total: records,
    },
  ]
}

function variantLabel(fields: number, lacks: readonly string[], adds: readonly string[]): string {
  const parts = [
    ...(lacks.length > 0 ? [`without ${few(lacks)}`] : []),
    ...(adds.length > 0 ? [`with ${few(adds)}`] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : `the usual ${number(fields)} ${fields === 1 ? 'field' : 'fields'}`
}

function few(names: readonly string[]): string {
  return names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${number(names.length - 3)} more` : names.join(', ')
}

function histograms({ schema_fields }: JsonFigures): Histogram[] {
  const drawn = schema_fields
    .filter(({ histogram }) => histogram)
    .map(({ path, histogram, mean, quantiles, quantile_method }): Histogram => {
      const { edges, counts } = histogram!
      return {
        kind: 'histogram',
        title: `Distribution of ${chartPath(path)}`,
        counted: 'values',
        edges,
        counts,
        marks: Object.entries({ median: quantiles?.p50, mean }).flatMap(([label, value]) =>
          typeof value === 'number' && value >= edges[0]! && value <= edges.at(-1)! ? [{ label, value }] : [],
        ),
        ...(quantile_method?.startsWith('exact')
          ? {}
          : { note: 'Values are rounded by at most 0.025 % before they are counted.' }),
      }
    })
  const titles = new Set<string>()
  const distinct = drawn.filter(({ title }) => !titles.has(title) && titles.add(title))
  const more = distinct.length - MOST_HISTOGRAMS
  if (more <= 0) return distinct
  const left = `${number(more)} more ${more === 1 ? 'field' : 'fields'} of numbers not drawn.`
  return distinct
    .slice(0, MOST_HISTOGRAMS)
    .map((one, k) => (k < MOST_HISTOGRAMS - 1 ? one : { ...one, note: one.note ? `${one.note} ${left}` : left }))
}

/** Paths that several files have: how often they are there in each. */
export function chartsTogether(files: readonly ChartedFile[]): readonly Chart[] {
  const documents = files.map(({ path, figures }) => {
    const { schema_fields } = figures as unknown as JsonFigures
    return {
      path,
      fields: new Map(schema_fields.flatMap(field => (isNamed(field.path) ? [[field.path, field.presence]] : []))),
    }
  })
  const times = new Map<string, number>()
  for (const { fields } of documents) for (const path of fields.keys()) times.set(path, (times.get(path) ?? 0) + 1)
  const shared = [...times].filter(([, count]) => count > 1)
  if (shared.length === 0) return []
  const kept = new Set(shared.toSorted((a, b) => b[1] - a[1]).slice(0, MOST_PATHS))
  const paths = shared.filter(each => kept.has(each)).map(([path]) => path)
  const concerned = documents.filter(({ fields }) => paths.some(path => fields.has(path)))
  const shown = concerned.slice(0, MOST_FILES)
  const left = [
    ...(shared.length > paths.length ? [`${number(paths.length)} of ${number(shared.length)} shared paths.`] : []),
    ...(concerned.length > shown.length ? [`${number(shown.length)} of ${number(concerned.length)} files.`] : []),
  ]
  return [
    {
      kind: 'matrix',
      title: 'Fields that several files have',
      measure: 'share',
      value: 'present',
      rows: pathLabels(shown.map(({ path }) => path)).map(label => ({ label })),
      columns: paths.map(path => chartPath(path)),
      cells: shown.map(({ fields }) => paths.map(path => fields.get(path) ?? null)),
      note: ['Empty where a file does not have the field.', ...left].join(' '),
    },
  ]
}

/** The root and the items of its array are in every file. */
function isNamed(path: string): boolean {
  return path !== '$' && path !== '$[*]'
}
