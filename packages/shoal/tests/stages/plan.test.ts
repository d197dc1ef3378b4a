import type { Plan, PlannedInput } from '@shoal/base/model/plan'
import { PRICES, priceOf } from '@shoal/base/model/prices'
import { batchBrief } from '@shoal/base/text/task-brief'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PlanOptions, plan, STAGE_SIZE, tierOf } from '../../src/stages/plan.ts'
import { planJson } from '../../src/stages/plan-json.ts'
import { renderPlan } from '../../src/stages/plan-render.ts'
import { briefOf } from '../../src/text/question.ts'
import { manifest, PIPELINE, PROJECT, roles } from './plan-manifest.ts'

const options: PlanOptions = { maxTokens: 100_000, roles }
const planned = (files: readonly (readonly [string, string, number])[], more: Partial<PlanOptions> = {}) =>
  plan(
    files.map(([path, type, lines]) => manifest(path, type, lines)),
    { ...options, ...more },
  )
const sizes = ({ stages }: Plan) => stages.map(({ length }) => length)
const blockers = ({ tasks }: Plan) =>
  Object.fromEntries(tasks.filter(({ kind }) => kind !== 'analyze').map(({ id, blockedBy }) => [id, blockedBy.length]))

describe('the worked examples (M9)', () => {
  it('project: 40 partitions and 4 batches are 44 tasks', () => {
    const made = planned(PROJECT, {
      query: 'Review this project for code quality, security issues, and architectural concerns.',
    })
    expect(made.goal).toBe('security')
    expect(made.goals).toEqual(['security', 'architecture', 'quality'])
    expect(made.files.map(({ path, tier, partitions }) => [path, tier, partitions])).toEqual([
      ['models.py', 'medium', 16],
      ['data_pipeline.py', 'medium', 14],
      ['api_server.py', 'medium', 10],
      ...['utils.py', 'README.md', 'config.json', 'schema.json', 'Makefile', 'requirements.txt'].map(path => [
        path,
        'small',
        0,
      ]),
    ])
    expect(
      made.batches.map(({ contentType, files, lines }) => [contentType, files.map(({ path }) => path), lines]),
    ).toEqual([
      ['source_code', ['utils.py'], 400],
      ['prose', ['README.md'], 300],
      ['json', ['schema.json', 'config.json'], 430],
      ['config', ['requirements.txt', 'Makefile'], 170],
    ])
    expect(made.totals).toEqual({ files: 9, partitions: 40, batches: 4, analystTasks: 44, tasks: 49, analysts: 44 })
    expect(sizes(made)).toEqual([15, 15, 14, 4, 1])
    expect(blockers(made)).toEqual({
      'synthesize-source_code': 41,
      'synthesize-prose': 1,
      'synthesize-json': 1,
      'synthesize-config': 1,
      'synthesize-cross': 4,
    })
  })

  it('where programs read, the same files are a task each, and keep their chunks', () => {
    const chunked = planned(PROJECT, { query: null })
    const made = planned(PROJECT, { query: null, byFile: true })
    expect(made.files).toEqual(chunked.files)
    expect(made.batches).toEqual(chunked.batches)
    expect(made.totals).toEqual({ files: 9, partitions: 40, batches: 4, analystTasks: 7, tasks: 12, analysts: 7 })
    const cut = made.tasks.flatMap(({ file, subject, tokens }) => (file ? [{ ...file, subject, tokens }] : []))
    expect(cut.map(({ path, chunks, subject }) => [path, chunks.length, subject])).toEqual([
      ['models.py', 16, 'Analyze models.py'],
      ['data_pipeline.py', 14, 'Analyze data_pipeline.py'],
      ['api_server.py', 10, 'Analyze api_server.py'],
    ])
    const before = chunked.tasks.filter(({ chunk }) => chunk?.path === 'models.py')
    expect(cut[0]!.tokens).toBe(before.reduce((sum, { tokens }) => sum + tokens, 0))
    expect(cut[0]!.chunks.map(({ id, startLine }) => [id, startLine])).toEqual(
      before.map(({ chunk }) => [chunk!.id, chunk!.startLine]),
    )
  })

  it('where programs read, a task has so many small files at most', () => {
    const small = Array.from({ length: 600 }, (_, k): [string, string, number] => [`f${k}.md`, 'prose', 1])
    const sizesOf = (byFile: boolean) =>
      planned(small, { query: null, byFile }).batches.map(({ files }) => files.length)
    expect(sizesOf(false)).toEqual([600])
    expect(sizesOf(true)).toEqual([250, 250, 100])
  })

  it('data directory: 39 partitions and 3 batches are 42 tasks', () => {
    const made = planned(PIPELINE, {
      query: 'Analyze data quality, identify transformation issues, and check for pipeline errors.',
    })
    expect(made.goal).toBe('data')
    expect(made.files.map(({ tier, partitions }) => [tier, partitions])).toEqual([
      ['large', 10],
      ['large', 5],
      ['large', 4],
      ['medium', 7],
      ['medium', 13],
      ['small', 0],
      ['small', 0],
      ['small', 0],
    ])
    expect(made.totals).toMatchObject({ partitions: 39, batches: 3, analystTasks: 42, tasks: 49 })
    expect(sizes(made)).toEqual([15, 15, 12, 6, 1])
    expect(blockers(made)).toEqual({
      'synthesize-structured_data': 15,
      'synthesize-log': 4,
      'synthesize-jsonl': 7,
      'synthesize-source_code': 14,
      'synthesize-json': 1,
      'synthesize-prose': 1,
      'synthesize-cross': 6,
    })
  })
})

describe('tasks', () => {
  it('name analysts per kind and say what each reads', () => {
    const { tasks } = planned(PIPELINE)
    const last = (stem: string) => tasks.filter(({ analyst }) => analyst.startsWith(stem)).at(-1)?.analyst
    expect([last('data-'), last('json-'), last('code-'), last('general-')]).toEqual([
      'data-analyst-15',
      'json-analyst-8',
      'code-analyst-14',
      'general-analyst-5',
    ])
    expect(tasks[2]).toMatchObject({
      id: 'analyze-3',
      subject: 'Analyze chunk 3 of 10 of transactions.csv',
      agent: 'rlm-data-analyzer',
      chunk: { path: 'transactions.csv', index: 3, of: 10, startLine: 4001, endLine: 6000 },
      blockedBy: [],
    })
    expect(tasks.find(({ batch }) => batch)?.subject).toBe('Analyze etl_load.sh')
    expect(tasks.at(-1)).toMatchObject({ kind: 'synthesize_cross', contentType: null, agent: 'rlm-synthesizer' })
    expect(planned(PROJECT).tasks.map(({ subject }) => subject)).toContain('Analyze 2 config files')
  })

  it('tell files of the same name apart by their paths', () => {
    const { tasks } = planned([
      ['a/x.log', 'log', 3000],
      ['b/x.log', 'log', 3000],
    ])
    expect(tasks.map(({ subject }) => subject)).toContain('Analyze chunk 2 of 2 of b/x.log')
  })

  it('one file has one synthesis; so has one type', () => {
    expect(sizes(planned([['x.log', 'log', 30_000]]))).toEqual([12, 1])
    expect(sizes(planned([['x.log', 'log', 300]]))).toEqual([1, 1])
  })

  it('nothing to read makes no task, and an empty file is listed', () => {
    const made = planned([['empty.py', 'source_code', 0]])
    expect(made.skipped).toEqual([{ path: 'empty.py', reason: 'empty file', cause: 'empty' }])
    expect(made).toMatchObject({ files: [], tasks: [], stages: [], estimate: { inputTokens: 0 } })
  })
})

describe('tiers', () => {
  it.each([
    [1500, 10, 'small'],
    [1501, 10, 'medium'],
    [5000, 10, 'medium'],
    [5001, 10, 'large'],
    [1, 100_001, 'medium'],
  ])('%i lines and %i tokens: %s', (lines, tokens, tier) => {
    expect(tierOf(lines, tokens, 100_000)).toBe(tier)
  })
})

describe('laws', () => {
  const file = fc.record({
    type: fc.constantFrom('source_code', 'log', 'json', 'config', 'prose'),
    lines: fc.integer({ min: 1, max: 12_000 }),
    tokens: fc.integer({ min: 1, max: 30_000 }),
  })

  it('every file is read exactly once, in order, within the limits', () => {
    fc.assert(
      fc.property(fc.array(file, { maxLength: 40 }), files => {
        const inputs = files.map(
          ({ type, lines, tokens }, n): PlannedInput => ({ ...manifest(`f${n}`, type, lines), tokens }),
        )
        const maxTokens = 30_000
        const made = plan(inputs, { ...options, maxTokens })
        expect(plan(inputs, { ...options, maxTokens })).toEqual(made)
        const analysis = made.tasks.filter(({ kind }) => kind === 'analyze')

        const batched = made.batches.flatMap(batch => batch.files.map(({ path }) => path))
        const chunked = analysis.flatMap(({ chunk }) => (chunk ? [`${chunk.path}#${chunk.index}`] : []))
        const expected = inputs.flatMap(({ path, chunks }) => chunks.map(({ index }) => `${path}#${index}`))
        expect(chunked).toEqual(expected)
        expect(batched.toSorted()).toEqual(
          inputs
            .filter(({ chunks }) => chunks.length === 0)
            .map(({ path }) => path)
            .sort(),
        )

        for (const batch of made.batches) {
          expect(batch.lines).toBeLessThanOrEqual(1500)
          expect(batch.tokens).toBeLessThanOrEqual(maxTokens)
        }
        const position = new Map(made.stages.flatMap((ids, stage) => ids.map(id => [id, stage] as const)))
        expect(position.size).toBe(made.tasks.length)
        for (const { id, blockedBy } of made.tasks) {
          for (const blocker of blockedBy) expect(position.get(blocker)!).toBeLessThan(position.get(id)!)
        }
        expect(new Set(analysis.map(({ analyst }) => analyst)).size).toBe(analysis.length)
        const analysts = Math.ceil(analysis.length / STAGE_SIZE)
        for (const stage of made.stages.slice(0, analysts)) expect(stage.length).toBeLessThanOrEqual(STAGE_SIZE)
      }),
    )
  })
})

describe('with models', () => {
  it('labels come before all readers, syntheses after them, and what is open is looked up with the last', () => {
    const made = planned(PROJECT, { model: 'acme:giant', rounds: 2, labels: true })
    const of = (kind: string) => made.tasks.filter(task => task.kind === kind)
    expect(of('choose_labels').map(({ id }) => id)).toEqual(['choose-labels'])
    for (const reader of of('analyze')) expect(reader.blockedBy).toEqual(['choose-labels'])
    expect(of('follow_up')).toEqual([])
    const without = planned(PROJECT, { model: 'acme:giant', rounds: 0, labels: true })
    expect(made.tasks.at(-1)!.tokens).toBeGreaterThan(without.tasks.at(-1)!.tokens)
    expect(made.stages[0]).toEqual(['choose-labels'])
    expect(made.stages.flat().sort()).toEqual(made.tasks.map(({ id }) => id).sort())
    expect(made.totals.analystTasks).toBe(44)
  })

  it('without a model nothing of it is planned', () => {
    const made = planned(PROJECT, { rounds: 2, labels: true })
    expect(made.tasks.map(({ kind }) => kind)).not.toContain('follow_up')
    expect(made.tasks).toEqual(planned(PROJECT).tasks)
  })
})

describe('the estimate', () => {
  it('adds up what is read and what may be written', () => {
    const { estimate } = planned([['x.log', 'log', 5000]], { model: 'anthropic:claude-haiku-4-5' })
    // Two chunks of 25,000 tokens and one synthesis of their reports, each with its prompt.
    const input = 2 * (25_000 * 1.15 + 2500) + (2 * 1000 + 2500)
    const output = 2 * 1000 + 2000
    expect(estimate).toEqual({
      inputTokens: input,
      outputTokens: output,
      wholeInputTokens: input,
      costUsd: (input * 1 + output * 5) / 1e6,
      engine: 'anthropic:claude-haiku-4-5',
    })
  })

  it('figures and an excerpt stand for the rows of a table, and it says what all rows would have been', () => {
    const one: Parameters<typeof planned>[0] = [['x.csv', 'structured_data', 45_000]]
    const engine = { model: 'anthropic:claude-haiku-4-5', byFigures: (type: string) => type === 'structured_data' }
    const { estimate, tasks } = planned(one, engine)
    const readers = tasks.filter(({ kind }) => kind === 'analyze').length
    expect(estimate.inputTokens).toBe(readers * (2500 + 2500) + readers * 1000 + 2500)
    expect(estimate.wholeInputTokens).toBe(planned(one, { model: engine.model }).estimate.inputTokens)
    expect(estimate.wholeInputTokens).toBeGreaterThan(4 * estimate.inputTokens)
  })

  it('an unknown price is null, never nothing; the built-in analysts cost nothing', () => {
    expect(planned(PROJECT, { model: 'acme:giant' }).estimate.costUsd).toBeNull()
    expect(
      planned(PROJECT, { model: 'anthropic:claude-haiku-4-5', synthesisModel: 'acme:giant' }).estimate.costUsd,
    ).toBeNull()
    expect(planned(PROJECT).estimate).toMatchObject({ costUsd: 0, engine: 'built-in' })
    const prices = { 'acme:giant': { input: 1, output: 1 } }
    expect(planned(PROJECT, { model: 'acme:giant', prices }).estimate.costUsd).toBeGreaterThan(0)
  })

  it('warns of tasks that a model cannot be given', () => {
    const huge = { ...manifest('x.csv', 'structured_data', 1), tokens: 300_000 }
    const { warnings } = plan([huge], { ...options, maxTokens: 400_000, model: 'anthropic:claude-haiku-4-5' })
    expect(warnings).toEqual([
      '1 task needs up to 348,500 tokens, more than the 200,000 that anthropic:claude-haiku-4-5 can be given',
    ])
  })
})

describe('prices', () => {
  it('of a dated name are those of the name', () => {
    expect(priceOf('anthropic:claude-opus-4-1-20250805')).toBe(PRICES['anthropic:claude-opus-4-1'])
    expect(priceOf('anthropic:claude-opus-4-20250514')).toBe(PRICES['anthropic:claude-opus-4'])
    expect(priceOf('openai:gpt-4o-2024-05-13')).toBe(PRICES['openai:gpt-4o-2024-05-13'])
    expect(priceOf('openai:gpt-4o-2024-08-06')).toBe(PRICES['openai:gpt-4o'])
  })

  it('of a name that only begins alike are not known', () => {
    expect(priceOf('openai:gpt-4o-audio')).toBeNull()
    expect(priceOf('anthropic:claude-opus-4-9')).toBeNull()
    expect(priceOf('toString')).toBeNull()
  })
})

describe('the goal', () => {
  it.each([
    ['What looks wrong?', 'general'],
    [null, 'general'],
    ['Find SQL injection and leaked credentials', 'security'],
    ['Why is this so slow? Find the bottleneck', 'performance'],
    ['Describe the architecture and how modules depend on each other', 'architecture'],
    ['Which columns have outliers?', 'data'],
    ['How is the data layer designed, which modules are coupled?', 'architecture'],
  ])('of %j is %s', (query, goal) => {
    expect(briefOf(query).goals).toEqual([goal])
  })

  it('given wins over read', () => {
    expect(planned(PROJECT, { query: 'security', goals: ['data'] }).goal).toBe('data')
  })
})

describe('the brief of a batch', () => {
  it('lists its files and how to read them, and nothing of their text', () => {
    const [, , json] = planned(PROJECT).batches
    expect(batchBrief(json!, 'Review')).toBe(
      [
        'Mode: multi-file',
        'Query: Review',
        'Batch: 2 json files (combined: 430 lines)',
        '--- FILE 1: schema.json (180 lines) ---',
        'Read with: Read({ file_path: "schema.json" })',
        '--- FILE 2: config.json (250 lines) ---',
        'Read with: Read({ file_path: "config.json" })',
        'Analyze each file separately. Report findings with the file path for each finding.',
      ].join('\n'),
    )
  })

  it('gives a name with a line break no marker of its own', () => {
    const [batch] = planned([['a\n--- FILE 2: b (1 line) ---', 'log', 10]]).batches
    expect(batchBrief(batch!, null).match(/^--- FILE/gm)).toHaveLength(1)
  })
})

describe('as JSON', () => {
  it('has the names that scripts rely on', () => {
    const skipped = [{ path: 'dist/', reason: 'excluded by default: dist/', cause: 'default' as const }]
    const json = JSON.parse(JSON.stringify(planJson(planned(PROJECT, { query: 'q', skipped, warnings: ['w'] }))))
    expect(Object.keys(json)).toEqual([
      'query',
      'goal',
      'goals',
      'files',
      'skipped',
      'batches',
      'tasks',
      'stages',
      'totals',
      'estimate',
      'warnings',
    ])
    expect(json.files[0]).toEqual({
      path: 'models.py',
      size_bytes: 128_000,
      line_count: 3200,
      content_type: 'source_code',
      language: null,
      confidence: 'high',
      via: 'extension',
      tier: 'medium',
      partitions: 16,
      tokens: 32_000,
    })
    expect(json.skipped).toEqual([{ path: 'dist/', reason: 'excluded by default: dist/' }])
    expect(json.batches[2]).toEqual({
      id: 'batch-3',
      content_type: 'json',
      files: ['schema.json', 'config.json'],
      lines: 430,
    })
    expect(json.tasks[0]).toMatchObject({
      chunk: { path: 'models.py', index: 1, of: 16, start_line: 1, end_line: 200 },
    })
    expect(json.tasks[43]).toMatchObject({ kind: 'analyze', files: ['requirements.txt', 'Makefile'], blocked_by: [] })
    expect(json.totals).toEqual({ files: 9, partitions: 40, batches: 4, analyst_tasks: 44, tasks: 49, analysts: 44 })
    expect(Object.keys(json.estimate)).toEqual([
      'input_tokens',
      'output_tokens',
      'whole_input_tokens',
      'cost_usd',
      'engine',
    ])
  })
})

describe('as text', () => {
  const skipped = [
    ...Array.from({ length: 1200 }, (_, n) => ({
      path: `o/${n}.o`,
      reason: 'ignored by .gitignore:2 "*.o"',
      cause: 'ignore-file' as const,
    })),
    { path: 'x/a', reason: 'symbolic link inside the root, to b', cause: 'link' as const },
    { path: 'x/c', reason: 'symbolic link inside the root, to d', cause: 'link' as const },
  ]

  it('fits the width, keeps control characters out, and shows what matters', () => {
    const evil = [...PROJECT, ['a\u001b[31m\nb.py', 'source_code', 4000]] as [string, string, number][]
    for (const width of [80, 100]) {
      const text = renderPlan(
        planned(evil, { query: 'Is it safe?', skipped, warnings: ['Found 30 files, processing first 20'] }),
        { color: false, width },
      )
      expect(text).not.toContain('\u001b')
      for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width)
      expect(text).toContain('a\\e[31m\\nb.py')
      expect(text).toContain('1,200  ignored by .gitignore:2 "*.o"')
      expect(text).toContain('2  symbolic link inside the root ')
      expect(text).toContain('warning   Found 30 files, processing first 20')
    }
  })

  it('says what a price is, that it is unknown, or that there is none', () => {
    const text = (model: string | null) => renderPlan(planned(PROJECT, { model }), { color: false, width: 90 })
    expect(text('anthropic:claude-haiku-4-5')).toMatch(/price +about \$0\.\d\d with anthropic:claude-haiku-4-5/)
    expect(text('acme:giant')).toMatch(/price +unknown for acme:giant/)
    expect(text(null)).toMatch(/price +nothing: the built-in analysts call no model/)
  })

  it('has colour only when told', () => {
    expect(renderPlan(planned(PROJECT), { color: true, width: 90 })).toContain('\u001b[1m')
    expect(renderPlan(planned([]), { color: false, width: 90 })).toMatch(/^Nothing to analyze\n/)
  })
})
