// Entries of several levels that share one template: what is told of a level is told from its own entries alone.

import type { FileSurvey } from '@shoal/base/model/analyst'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { surveyLawfully } from '../../conformance/analyst.ts'
import { TRACE } from './planted-log.ts'
import { burstOf, figuresOf, statsOf } from './read-survey.ts'

type Level = 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'FATAL'

interface Entry {
  readonly level: Level
  readonly traced?: boolean
  readonly component?: string
  readonly words?: string
  /** Seconds from the start; the entry's number where none is given. */
  readonly second?: number
}

interface Placed extends Entry {
  readonly line: number
  readonly stamp: string
  readonly text: string
}

/** Writes entries of one template, and says where each of them stands. */
function logOf(entries: readonly Entry[]): { readonly content: string; readonly placed: Placed[] } {
  const lines: string[] = []
  const placed = entries.map((entry, k): Placed => {
    const time = Date.UTC(2026, 0, 1) + (entry.second ?? k) * 1000
    const stamp = new Date(time).toISOString().slice(0, 19).replace('T', ' ')
    const { level, component = 'worker', words = '' } = entry
    const text = `${stamp} ${level} ${component}: request ${k} took ${(k * 7) % 90} ms${words}`
    lines.push(text)
    const line = lines.length
    if (entry.traced) lines.push(...TRACE)
    return { ...entry, line, stamp, text }
  })
  return { content: `${lines.join('\n')}\n`, placed }
}

function survey(content: string, query?: string): Promise<FileSurvey> {
  return surveyLawfully({ name: 'app.log', content, type: 'log', size: 50, ...(query ? { query } : {}) })
}

function levels(count: number, given: Readonly<Record<number, Level>>): Entry[] {
  return Array.from({ length: count }, (_, k) => ({ level: given[k + 1] ?? 'INFO' }))
}

const isGrave = ({ level }: Entry) => level === 'ERROR' || level === 'FATAL'
const shared = logOf(levels(200, { 20: 'WARN', 50: 'ERROR', 51: 'ERROR', 120: 'ERROR', 125: 'FATAL', 130: 'WARN' }))
const only = logOf(levels(200, { 50: 'ERROR', 51: 'ERROR', 120: 'ERROR' }))

describe('levels that share a template', () => {
  it('errors begin and end with entries at error level', async () => {
    const { answers, findings, figures, panels } = await survey(
      only.content,
      'What errors occurred, and when was the first?',
    )
    const [first, last] = [only.placed[49]!, only.placed[119]!]
    expect(answers[0]!.text).toContain(`The first of 3 errors stands at ${first.stamp} (line 50)`)
    expect(answers[0]!.text).toContain(`The last one is at ${last.stamp}`)
    expect(answers[0]!.evidence).toEqual([
      { line: 50, quote: first.text },
      { line: 120, quote: last.text },
    ])
    const cluster = findings.find(({ type }) => type === 'error_cluster')!
    expect(cluster).toMatchObject({
      line: 50,
      evidence: first.text,
      count: 3,
      stats: { first_line: 50, last_line: 120 },
    })
    expect(figures).toMatchObject({
      error_clusters: [{ count: 3, first_line: 50, last_line: 120, first_time: first.stamp, last_time: last.stamp }],
      sequence: expect.arrayContaining([expect.objectContaining({ line: 50, time: first.stamp })]),
    })
    expect(panels.find(({ title }) => title === 'Errors')).toMatchObject({
      rows: [[expect.anything(), 3, first.stamp, last.stamp]],
    })
  })

  it('errors are listed with quotes of their own', async () => {
    const { answers, anchors } = await survey(only.content, 'What errors occurred?')
    const [first, last] = [only.placed[49]!, only.placed[119]!]
    expect(answers[0]!.text).toContain(`3 errors of 1 kind in 200 entries, the first at ${first.stamp} (line 50)`)
    expect(answers[0]!.text).toContain(`from ${first.stamp} to ${last.stamp}`)
    expect(answers[0]!.evidence).toEqual([{ line: 50, quote: first.text }])
    for (const { line } of anchors.filter(({ role }) => role === 'error-seen')) expect(line).toBe(50)
  })

  it('the class of an error is read from its own entries', async () => {
    const letters = 'abcdefghijklmnopqrst'
    const { content } = logOf(
      levels(60, { 31: 'ERROR' }).map((entry, k) => ({
        ...entry,
        words: ` cause=${k === 30 ? 'Deadline' : `C${letters[k % 20]}${letters[(k * 7) % 20]}ld`}Error`,
      })),
    )
    const { templates, error_clusters: clusters } = figuresOf(await survey(content))
    expect(templates).toHaveLength(1)
    expect(clusters).toMatchObject([{ class: 'DeadlineError', count: 1, level: 'error' }])
  })

  it('warnings and fatal entries begin and end with their own', async () => {
    const warned = await survey(shared.content, 'When was the first warning?')
    expect(warned.answers[0]!.text).toContain(`${shared.placed[19]!.stamp} (line 20)`)
    expect(warned.answers[0]!.text).toContain(`${shared.placed[129]!.stamp} (line 130)`)
    expect(warned.answers[0]!.evidence.map(({ line }) => line)).toEqual([20, 130])
    expect(warned.findings.find(({ type }) => type === 'warnings')).toMatchObject({
      line: 20,
      evidence: shared.placed[19]!.text,
      count: 2,
    })
    const fatal = await survey(shared.content, 'When did the last fatal error happen?')
    expect(fatal.answers[0]!.text).toContain(`${shared.placed[124]!.stamp} (line 125)`)
    expect(fatal.answers[0]!.evidence).toEqual([{ line: 125, quote: shared.placed[124]!.text }])
    const none = await survey(only.content, 'When was the first warning?')
    expect(none.answers.map(({ text }) => text).join()).toContain('No entry is at level warn')
  })

  it('entries with a stack trace are told apart from those without, and calm ones from errors', async () => {
    const { content, placed } = logOf(
      levels(40, { 10: 'ERROR', 20: 'ERROR', 30: 'ERROR' }).map((entry, k) => ({
        ...entry,
        traced: [4, 9, 34].includes(k),
      })),
    )
    const line = (k: number) => placed[k - 1]!.line
    const found = await survey(content, 'How many errors are there?')
    expect(figuresOf(found).error_clusters).toMatchObject([
      { level: 'error', count: 2, first_line: line(20), last_line: line(30), root_frame: null },
      { level: 'error', count: 1, first_line: line(10), last_line: line(10), root_frame: 'post (gateway.py:41)' },
      { level: 'warn', count: 2, first_line: line(5), last_line: line(35), root_frame: 'post (gateway.py:41)' },
    ])
    expect(found.answers[0]!.text).toContain('3 errors in 40 entries (7.5 %), 1 with a stack trace')
    const keys = found.findings.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it.each([
    ['ERROR', 'errors'],
    ['WARN', 'warnings'],
  ] as const)('a burst of %s begins, ends and is made of such entries', async (level, what) => {
    const entries = Array.from({ length: 1200 }, (_, k): Entry => {
      const isBurst = k >= 600 && k < 660 && k % 2 === 1
      return { level: isBurst ? level : 'INFO', second: k * 5 }
    })
    const { content, placed } = logOf(entries)
    const own = placed.filter(entry => entry.level === level)
    const found = await survey(content)
    const burst = burstOf(found, what)!
    expect(burst).toMatchObject({ line: own[0]!.line, evidence: own[0]!.text, count: own.length })
    expect(burst.stats).toMatchObject({
      first_entry: own[0]!.stamp,
      last_entry: own.at(-1)!.stamp,
      last_line: own.at(-1)!.line,
      templates: [{ count: own.length }],
    })
    const { values } = burst.panel as unknown as { values: number[] }
    expect(values.reduce((a, b) => a + b, 0)).toBe(own.length)
    expect(statsOf(burst).what).toBe(what)
  })

  it('who wrote most errors is counted from errors', async () => {
    const { content, placed } = logOf(
      levels(90, { 12: 'ERROR', 40: 'ERROR', 41: 'ERROR' }).map((entry, k) => ({
        ...entry,
        component: k < 11 || k > 41 ? 'mailer' : 'worker',
      })),
    )
    const { answers } = await survey(content, 'Which component has the most errors?')
    expect(answers[0]!.text).toContain('worker: 3 of 3 entries at level error or fatal')
    expect(answers[0]!.evidence).toEqual([{ line: 12, quote: placed[11]!.text }])
  })

  it('agree with a naive recount, whatever the levels', async () => {
    const level = fc.constantFrom<Level>('DEBUG', 'INFO', 'INFO', 'INFO', 'WARN', 'ERROR', 'FATAL')
    const entry = fc.record({ level, traced: fc.integer({ min: 0, max: 9 }).map(n => n === 0) })
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 12, maxLength: 80 }), async entries => {
        const { content, placed } = logOf(entries)
        const found = await survey(content, 'When was the first error?')
        const clusters = figuresOf(found).error_clusters
        for (const [root, own] of [
          [null, placed.filter(e => isGrave(e) && !e.traced)],
          ['post (gateway.py:41)', placed.filter(e => isGrave(e) && e.traced)],
        ] as const) {
          const told = clusters.filter(cluster => cluster.root_frame === root && cluster.level !== 'warn')
          expect(told).toMatchObject(own.length === 0 ? [] : [expectedCluster(own)])
        }
        const errors = placed.filter(isGrave)
        if (errors.length > 0) {
          const { text, evidence } = found.answers[0]!
          expect(text).toContain(`${errors[0]!.stamp} (line ${errors[0]!.line})`)
          expect(evidence[0]).toEqual({ line: errors[0]!.line, quote: errors[0]!.text })
          expect(evidence.at(-1)).toEqual({ line: errors.at(-1)!.line, quote: errors.at(-1)!.text })
        }
        const warnings = placed.filter(e => e.level === 'WARN')
        const warned = found.findings.filter(({ type }) => type === 'warnings')
        expect(warned).toMatchObject(
          warnings.length === 0
            ? []
            : [{ line: warnings[0]!.line, evidence: warnings[0]!.text, count: warnings.length }],
        )
      }),
      { numRuns: 40 },
    )
  })
})

function expectedCluster(own: readonly Placed[]) {
  return {
    level: own.some(({ level }) => level === 'FATAL') ? 'fatal' : 'error',
    count: own.length,
    first_line: own[0]!.line,
    last_line: own.at(-1)!.line,
    first_time: own[0]!.stamp,
    last_time: own.at(-1)!.stamp,
  }
}
