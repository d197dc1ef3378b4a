// Multi-File RLM, sections 4 to 6 and its two examples (task counts, batches, names, stages); the words of tasks in both documents.
// That real files of those sizes give these counts is held by packages/shoal/tests/stages/plan-examples.test.ts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plan } from '@shoal/base/model/plan'
import type { Hand } from '@shoal/team/patterns/keys'
import { rlm } from '@shoal/team/patterns/rlm'
import { describe, expect, it } from 'vitest'
import { settingsFrom } from '../../packages/shoal/src/config/resolve.ts'
import { analysisTasks } from '../../packages/shoal/src/run/analysis/draft.ts'
import { planPaths } from '../../packages/shoal/src/run/plan.ts'
import { plan } from '../../packages/shoal/src/stages/plan.ts'
import { manifest, PIPELINE, PROJECT, roles } from '../../packages/shoal/tests/stages/plan-manifest.ts'

const planned = (files: typeof PROJECT, query: string) =>
  plan(
    files.map(file => manifest(...file)),
    { query, maxTokens: 400_000, roles },
  )
const project = planned(PROJECT, 'Review this project for code quality, security issues, and architectural concerns.')
const pipeline = planned(
  PIPELINE,
  'Analyze data quality, identify transformation issues, and check for pipeline errors.',
)
const tasksOf = ({ tasks }: Plan) => {
  const counts: Record<string, number> = {}
  for (const { kind, contentType } of tasks)
    if (kind === 'analyze') counts[contentType!] = (counts[contentType!] ?? 0) + 1
  return counts
}

describe('example 1: a project of nine files', () => {
  it('40 partitions and 4 batches are 44 tasks, 41 of them code', () => {
    expect(project.totals).toMatchObject({ partitions: 40, batches: 4, analystTasks: 44, analysts: 44 })
    expect(tasksOf(project)).toEqual({ source_code: 41, json: 1, config: 1, prose: 1 })
  })

  it('batches: 400, 430, 170 and 300 combined lines', () => {
    expect(Object.fromEntries(project.batches.map(({ contentType, lines }) => [contentType, lines]))).toEqual({
      source_code: 400,
      json: 430,
      config: 170,
      prose: 300,
    })
  })

  it('stages of 15', () => {
    expect(project.stages.slice(0, 3).map(({ length }) => length)).toEqual([15, 15, 14])
  })
})

describe('example 2: a data directory of eight', () => {
  it('39 partitions and 3 batches are 42 tasks; by type as in step 3', () => {
    expect(pipeline.totals).toMatchObject({ partitions: 39, batches: 3, analystTasks: 42, analysts: 42 })
    expect(tasksOf(pipeline)).toEqual({ structured_data: 15, jsonl: 7, json: 1, source_code: 14, log: 4, prose: 1 })
  })

  it('phase 1 has one synthesis a content type: 49 tasks where the seed has 47 (decision 24)', () => {
    expect(pipeline.totals.tasks).toBe(49)
    expect(pipeline.tasks.find(({ id }) => id === 'synthesize-cross')?.blockedBy).toHaveLength(6)
  })
})

describe('the words of tasks', () => {
  const hand: Hand = { worker: { kind: 'function', work: async () => ({ status: 'completed', result: null }) } }
  const drafts = {
    'the pattern rlm': rlm({ plan: project, analyst: hand, synthesizer: hand }).tasks,
    'an analysis': analysisTasks(project),
  }

  it.each(Object.entries(drafts))('%s: every task has a description and an active form', (_, tasks) => {
    for (const { description, activeForm } of tasks) {
      expect(description).toBeTruthy()
      expect(activeForm).toMatch(/^(?:Analyzing|Synthesizing) /)
    }
  })

  it.each(Object.entries(drafts))('%s: a chunk is described as in example A', (_, tasks) => {
    const first = tasks.find(({ id }) => id === 'analyze-1')
    expect(first?.subject).toBe('Analyze chunk 1 of 16 of models.py')
    expect(first?.activeForm).toBe('Analyzing chunk 1 of 16 of models.py')
    for (const line of [
      'Query: Review this project',
      'File: models.py',
      'Analysis focus: ',
      'Start line: 1',
      'End line: 200',
    ])
      expect(first?.description).toContain(line)
  })

  it.each(Object.entries(drafts))('%s: a batch lists its files and how to read them, never their text', (_, tasks) => {
    const batch = tasks.find(({ description }) => description?.includes('schema.json'))
    expect(batch?.description).toBe(
      [
        'Mode: multi-file',
        `Query: ${project.query}`,
        'Batch: 2 json files (combined: 430 lines)',
        '--- FILE 1: schema.json (180 lines) ---',
        'Read with: Read({ file_path: "schema.json" })',
        '--- FILE 2: config.json (250 lines) ---',
        'Read with: Read({ file_path: "config.json" })',
        'Analyze each file separately. Report findings with the file path for each finding.',
      ].join('\n'),
    )
  })

  it.each(Object.entries(drafts))('%s: syntheses name their mode, their type and the tasks to read', (_, tasks) => {
    const json = tasks.find(({ id }) => id === 'synthesize-json')?.description
    expect(json).toMatch(/^Mode: per-type synthesis\n/)
    expect(json).toContain('Content type: json\nAnalyst task IDs: [analyze-')
    const cross = tasks.find(({ id }) => id === 'synthesize-cross')?.description
    expect(cross).toMatch(/^Mode: cross-type synthesis\n/)
    expect(cross).toContain('synthesize-source_code')
  })

  it('analysts are named by what they read', () => {
    const names = new Set(pipeline.tasks.filter(({ kind }) => kind === 'analyze').map(({ analyst }) => analyst))
    for (const name of ['code-analyst-14', 'data-analyst-15', 'json-analyst-8', 'general-analyst-5'])
      expect(names).toContain(name)
  })
})

describe('tiers: a single file of at most 1,500 lines is read whole', () => {
  const partitions = async (lines: number, config: object = {}) => {
    const directory = mkdtempSync(join(tmpdir(), 'shoal-seeds-'))
    try {
      const file = join(directory, 'notes.md')
      writeFileSync(
        file,
        Array.from({ length: lines }, (_, n) => (n % 20 ? `A sentence, number ${n}.\n` : `## Part ${n}\n`)).join(''),
      )
      const made = await planPaths([file], null, { ...settingsFrom(), ...config }, new AbortController().signal)
      return [made.files[0]!.partitions, made.totals.analystTasks]
    } finally {
      rmSync(directory, { recursive: true })
    }
  }

  it('1,500 lines are one task, 1,501 are cut', async () => {
    expect(await partitions(1500)).toEqual([0, 1])
    expect((await partitions(1501))[0]).toBeGreaterThanOrEqual(5)
  })

  it('unless a size of chunks is asked for', async () => {
    expect((await partitions(1000, { chunkSize: 100 }))[0]).toBeGreaterThan(1)
  })
})
