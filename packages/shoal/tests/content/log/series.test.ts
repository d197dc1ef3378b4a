// A rotated log says what the same log in one file says: its errors with their counts and times, its silences, what ceased; and nothing that is
// only so because a file ends.
import type { SurveyedFile } from '@shoal/base/model/analyst'
import type { Finding } from '@shoal/base/model/finding'
import type { JsonObject } from '@shoal/base/model/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyst } from '../../../src/content/log/analyst.ts'
import { briefOf } from '../../../src/text/question.ts'
import { surveyLawfully } from '../../conformance/analyst.ts'

const START = Date.parse('2026-03-01T00:00:00Z')

interface Plan {
  /** An entry before which nothing is logged for hours. */
  readonly silentAt: number
  /** From this one on the heartbeat is away. */
  readonly ceasesAt: number
  /** A warning begins here, and stays. */
  readonly beginsAt: number
}

const ENTRIES = 1600

function logOf({ silentAt, ceasesAt, beginsAt }: Plan): string[] {
  return Array.from({ length: ENTRIES }, (_, k) => {
    const at = new Date(START + k * 10_000 + ((k * 7919) % 4000) + (k >= silentAt ? 6 * 3600e3 : 0)).toISOString()
    if (k % 37 === 3) return `${at} ERROR payment ${1000 + k} failed: timeout`
    if (k % 5 === 0 && k < ceasesAt) return `${at} INFO heartbeat from worker`
    if (k % 11 === 0 && k >= beginsAt) return `${at} WARN pool is nearly full`
    return `${at} INFO request ${k} served in ${(k * 31) % 80} ms`
  })
}

async function surveyed(path: string, lines: readonly string[]): Promise<SurveyedFile> {
  const text = `${lines.join('\n')}\n`
  const survey = await surveyLawfully({ name: 'a.log', content: text, type: 'log', size: 4000 })
  const findings = survey.findings.map((draft, k) => {
    const found = { ...draft, id: `${path}:${k}`, contentType: 'log', path, endLine: draft.endLine ?? draft.line }
    const counts = { count: draft.count ?? 1, weight: draft.weight ?? 0.5, placeCount: 1, relevance: 0 }
    return { ...found, ...counts, verified: true, chunkIds: [], places: [] } satisfies Finding
  })
  return { ...survey, path, language: null, sizeBytes: text.length, lineCount: lines.length, findings, answers: [] }
}

interface Told {
  readonly type: string
  readonly path: string
  readonly line: number
  readonly evidence: string
  readonly summary: string
  readonly count?: number
  readonly stats?: JsonObject
}

async function toldOf(files: readonly SurveyedFile[]): Promise<Told[]> {
  const { findings, parts = [] } = analyst.synthesise(files, briefOf(null))
  const isPart = ({ path, key }: Finding) => parts.some(part => part.path === path && part.key === key)
  const own = files.flatMap(file => file.findings.filter(one => !isPart(one)))
  return [...own, ...findings] as Told[]
}

const hours = ({ stats }: Told) => Math.round(Number(stats!.seconds) / 60)
const errorOf = (found: Told) => [found.stats!.template, found.count, found.stats!.first_time, found.stats!.last_time]

function ofType(told: readonly Told[], type: string): Told[] {
  return told.filter(found => found.type === type)
}

async function rotated(lines: readonly string[], cuts: readonly number[]) {
  const at = [0, ...cuts, lines.length]
  const texts = at.slice(1).map((to, k) => lines.slice(at[k], to))
  const names = texts.map((_, k) => (k === texts.length - 1 ? 'app.log' : `app.log.${texts.length - 1 - k}`))
  const files = await Promise.all(texts.map((text, k) => surveyed(names[k]!, text)))
  return { files, textOf: new Map(texts.map((text, k) => [names[k]!, text])) }
}

describe('the files of a rotated log', () => {
  it('tell errors, silences and what ceased as the whole log does', async () => {
    const cut = fc.integer({ min: 3, max: 12 }).map(k => k * 100)
    const plan = fc.record({
      silentAt: fc.oneof(cut, fc.integer({ min: 300, max: 1300 })),
      ceasesAt: fc.integer({ min: 600, max: 1100 }),
      beginsAt: fc.integer({ min: 500, max: 1000 }),
    })
    const cuts = fc.uniqueArray(cut, { minLength: 1, maxLength: 3 }).map(list => list.sort((a, b) => a - b))
    await fc.assert(
      fc.asyncProperty(plan, cuts, async (planned, at) => {
        const lines = logOf(planned)
        const whole = await toldOf([await surveyed('app.log', lines)])
        const { files, textOf } = await rotated(lines, at)
        const series = await toldOf(files)
        expect(ofType(series, 'error_cluster').map(errorOf)).toEqual(ofType(whole, 'error_cluster').map(errorOf))
        expect(ofType(series, 'gap').map(hours)).toEqual(ofType(whole, 'gap').map(hours))
        expect(ofType(series, 'shared_error')).toEqual([])
        expect(ofType(series, 'time_span').map(({ count }) => count)).toEqual([ENTRIES])
        for (const { stats, path } of ofType(series, 'ceased')) {
          const newer = files.slice(files.findIndex(file => file.path === path) + 1).map(file => textOf.get(file.path)!)
          expect(newer.flat().filter(line => line.includes(String(stats!.template)))).toEqual([])
        }
        // Quotes of what is told of the series stand where it says.
        for (const { path, line, evidence } of series)
          expect(
            textOf
              .get(path)!
              .slice(line - 1)
              .join('\n'),
          ).toContain(evidence)
      }),
      { numRuns: 15 },
    )
  })

  it('tell what ceased with a file that is not the last', async () => {
    const lines = logOf({ silentAt: ENTRIES, ceasesAt: 790, beginsAt: ENTRIES })
    const { files } = await rotated(lines, [400, 800])
    const count = lines.filter(line => line.includes('heartbeat')).length
    const [found, ...more] = ofType(await toldOf(files), 'ceased')
    expect(found).toMatchObject({ path: 'app.log.1', count, stats: { template: 'heartbeat from worker' } })
    expect(found!.summary).toContain('before the end of the series app.log')
    expect(more).toEqual([])
  })

  it('call nothing new that an older file has', async () => {
    const lines = logOf({ silentAt: ENTRIES, ceasesAt: 0, beginsAt: ENTRIES })
    const late = (k: number) => k % 400 > 380 && k % 3 === 0
    const noisy = lines.map((line, k) => (late(k) ? line.replace(/(?<=Z ).*/, 'ERROR disk is full') : line))
    const { files } = await rotated(noisy, [400, 800, 1200])
    const told = await toldOf(files)
    expect(ofType(told, 'new_template').map(({ path }) => path)).toEqual(['app.log.3'])
    expect(files.filter(file => file.findings.some(({ type }) => type === 'new_template')).length).toBeGreaterThan(1)
  })
})
