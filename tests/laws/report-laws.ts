// What holds for every report, whatever was read: its sentences, its lists and its totals speak of the same things.

import { severities } from '@shoal/base/model/finding'
import type { RunReport } from '@shoal/base/model/report'
import { expect } from 'vitest'
import { renderReport } from '../../packages/shoal/src/run/render-report.ts'

interface JsonPlace {
  readonly path: string
  readonly line: number
  readonly quote: string
}

export interface JsonReport {
  readonly answer: string | null
  readonly findings: readonly {
    readonly id: string
    readonly type: string
    readonly nature: string
    readonly severity: string
    readonly content_type: string
    readonly summary: string
    readonly path: string
    readonly line: number
    readonly count: number
    readonly places: readonly JsonPlace[]
    readonly places_total: number
    readonly rule?: { readonly id: string }
  }[]
  readonly per_type: Readonly<
    Record<string, { findings: readonly string[]; finding_count: number; summary: string; files: readonly unknown[] }>
  >
  readonly cross_file: readonly {
    readonly kind: string
    readonly nature: string
    readonly severity: string
    readonly summary: string
    readonly evidence: readonly JsonPlace[]
    readonly evidence_total: number
  }[]
  readonly coverage: Readonly<Record<string, number>>
  readonly verification: Readonly<Record<'quotes' | 'verified' | 'relocated' | 'rejected', number>>
  readonly warnings: readonly string[]
}

/** Renders a report in every form but the page, and holds them to the laws. */
export async function expectLawful(report: RunReport): Promise<JsonReport> {
  const json = JSON.parse(await renderReport(report, 'json')) as JsonReport
  const text = await renderReport(report, 'text', { top: 50 })
  const markdown = await renderReport(report, 'md')
  expectTotals(json)
  expectPlaces(json, JSON.parse(await renderReport(report, 'sarif')))
  for (const said of [json.answer ?? '', text, markdown]) expectNoContradiction(json, said)
  return json
}

/** Every total is the sum of what it counts. */
function expectTotals({ findings, per_type, coverage, verification, cross_file, answer }: JsonReport): void {
  expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length)
  for (const [type, { findings: ids, finding_count }] of Object.entries(per_type)) {
    expect(ids).toHaveLength(findings.filter(one => one.content_type === type).length)
    expect(finding_count).toBeGreaterThanOrEqual(ids.length)
  }
  for (const [all, part] of [
    ['files', 'files_read'],
    ['bytes', 'bytes_read'],
    ['lines', 'lines_read'],
  ] as const)
    expect(coverage[part]).toBeLessThanOrEqual(coverage[all]!)
  expect(coverage.tasks_completed! + coverage.tasks_failed!).toBeLessThanOrEqual(coverage.tasks!)
  expect(verification.verified + verification.rejected).toBe(verification.quotes)
  expect(verification.relocated).toBeLessThanOrEqual(verification.verified)
  const problems = [...findings, ...cross_file].filter(({ nature }) => nature === 'problem')
  // `12 problems in 4 files (3 high, 9 low)` speaks of all there are.
  const counted = /^([\d,]+) problems? in [\d,]+ files? \(([^)]*)\)/m.exec(answer ?? '')
  if (counted) {
    expect(numberIn(counted[1]!)).toBe(problems.length)
    for (const severity of severities) {
      const said = new RegExp(`([\\d,]+) ${severity}`).exec(counted[2]!)
      expect(said ? numberIn(said[1]!) : 0).toBe(problems.filter(one => one.severity === severity).length)
    }
  }
}

interface Sarif {
  readonly runs: readonly [
    {
      readonly results: readonly {
        readonly locations: readonly unknown[]
        readonly relatedLocations?: readonly unknown[]
      }[]
    },
  ]
}

/** All places are listed, in JSON and in SARIF, or the total is stated and a warning speaks of it. */
function expectPlaces({ findings, cross_file, warnings }: JsonReport, { runs: [run] }: Sarif): void {
  const cut = [
    ...findings.map(({ places, places_total }) => places_total - places.length),
    ...cross_file.map(({ evidence, evidence_total }) => evidence_total - evidence.length),
  ]
  for (const missing of cut) expect(missing).toBeGreaterThanOrEqual(0)
  const isCut = cut.some(missing => missing > 0)
  expect(warnings.some(warning => warning.includes('places_total'))).toBe(isCut)
  for (const { path, line, places } of findings) expect(places[0]).toMatchObject({ path, line })
  const isProblem = ({ nature }: { readonly nature: string }) => nature === 'problem'
  const listed =
    sum(findings.filter(isProblem).map(({ places }) => places.length)) +
    sum(cross_file.filter(isProblem).map(({ evidence }) => evidence.length))
  const located = run.results.map(({ locations, relatedLocations = [] }) => locations.length + relatedLocations.length)
  expect(sum(located)).toBe(listed)
  for (const count of located) expect(count).toBeLessThanOrEqual(1000)
}

/** A sentence that denies something, and what of the report would state it all the same. */
const DENIALS: readonly {
  readonly says: RegExp
  stated(json: JsonReport, denial: RegExpExecArray): readonly string[]
}[] = [
  {
    says: /\b(?:no problems?(?: was| were)? found|no problem was found|no problems\b(?! in single files))/i,
    stated: ({ findings, cross_file }) => summaries([...findings, ...cross_file].filter(isProblem)),
  },
  {
    says: /no security problem was found/i,
    stated: ({ findings }) => summaries(findings.filter(one => isProblem(one) && one.type === 'vulnerability')),
  },
  {
    // `No errors in access.log`: nothing in that file may be told to have failed.
    says: /\bno (errors?|failures?|warnings?|exceptions?|error lines?)\b[^.\n]*?\bin (?:[\d,]+ files: )?([^\n]*)/i,
    stated: ({ findings }, denial) => {
      const word = denial[1]!.toLowerCase().replace(/s$/, '')
      if (word === 'warning') return []
      return summaries(
        findings.filter(
          ({ summary, nature, places }) =>
            nature === 'problem' &&
            /\b(?:server errors?|errors? (?:lines|entries)|[\d,]+ errors?\b|exceptions? |crash)/i.test(summary) &&
            !/\bno errors?\b/i.test(summary) &&
            places.some(({ path }) => denial[2]!.includes(path.split('/').at(-1)!)),
        ),
      )
    },
  },
  {
    says: /nothing among them has to do with it/i,
    stated: ({ findings, cross_file }) =>
      summaries([...findings, ...cross_file].filter(one => isProblem(one) && one.severity === 'high')),
  },
  {
    says: /Nothing that files say about each other was found/,
    stated: ({ cross_file }) => summaries(cross_file),
  },
]

function expectNoContradiction(json: JsonReport, said: string): void {
  for (const { says, stated } of DENIALS)
    for (const line of said.split('\n')) {
      // What a file says is quoted: it is the file that denies.
      const denial = says.exec(line.replace(/`[^`]*`|“[^”]*”/g, ''))
      if (denial) expect({ said: line, beside: stated(json, denial).slice(0, 3) }).toEqual({ said: line, beside: [] })
    }
}

function isProblem({ nature }: { readonly nature: string }): boolean {
  return nature === 'problem'
}

function summaries(findings: readonly { readonly summary: string }[]): string[] {
  return findings.map(({ summary }) => summary)
}

function numberIn(text: string): number {
  return Number(text.replaceAll(',', ''))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
