// The laws that every draft keeps, and the shape of each of the seven.

import type { Plan, PlannedTask } from '@shoal/base/model/plan'
import type { NewTask } from '@shoal/base/model/task'
import { LEAD } from '@shoal/base/model/team'
import type { Assignment, Worker } from '@shoal/base/model/worker'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TeamDraft } from '../src/draft.ts'
import { milliseconds } from '../src/patterns/duration.ts'
import type { Hire } from '../src/patterns/keys.ts'
import { pipeline } from '../src/patterns/pipeline.ts'
import { planApproval, readDecision } from '../src/patterns/plan-approval.ts'
import { refactoring } from '../src/patterns/refactoring.ts'
import { research } from '../src/patterns/research.ts'
import { rlm } from '../src/patterns/rlm.ts'
import { specialists } from '../src/patterns/specialists.ts'
import { swarm, swarmPattern } from '../src/patterns/swarm.ts'
import { checkName, completeTasks } from '../src/rules.ts'
import { assignmentOf } from './worker-assignment.ts'

const hand = (kind: string): Worker => ({ kind, work: async () => ({ status: 'completed', result: kind }) })
const worker = hand('worker')

/** What makes a draft one that a ledger takes and that comes to its end. */
function expectLawful(draft: TeamDraft): void {
  const { tasks } = completeTasks(draft.tasks, 1, () => false)
  expect(tasks.map(({ id }) => id)).toEqual(draft.tasks.map(({ id }) => id))
  const names = draft.members.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).not.toContain(LEAD)
  for (const { name, role } of draft.members) {
    checkName('member', name)
    checkName('role', role!)
  }
  for (const { role, id } of tasks)
    expect(
      draft.members.some(member => member.role === role || member.name === role),
      `someone may do ${id}`,
    ).toBe(true)
  for (const { role, name } of draft.members)
    expect(
      tasks.some(task => task.role === role),
      `${name} has something to do`,
    ).toBe(true)
}

const names = fc.uniqueArray(fc.stringMatching(/^[a-k][a-z0-9._-]{0,8}$/), { minLength: 1, maxLength: 12 })
const texts = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 250 }).filter(isItem), {
  minLength: 1,
  maxLength: 20,
})

function isItem(text: string): boolean {
  return text.trim() !== '' && text !== 'finish' && !text.startsWith('task-')
}

/** Every draft of any pattern, made again from the same values by calling it once more. */
const drafts: fc.Arbitrary<() => TeamDraft> = fc.oneof(
  names.map(all => () => pipeline({ stages: all.map(name => ({ name, worker })) })),
  names.map(all => () => specialists({ specialists: all.map(name => ({ name, worker })), synthesis: { worker } })),
  fc
    .record({
      tasks: texts,
      workers: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      last: fc.boolean(),
    })
    .map(
      ({ tasks, workers, last }) =>
        () =>
          swarm({ tasks, workers, worker, finish: last ? { worker } : undefined }),
    ),
  names.map(all => () => refactoring({ worker, validation: { worker }, changes: chained(all) })),
  names.map(all => () => planApproval({ worker, tasks: chained(all), reviewer: worker })),
  fc.constant(() => research({ research: { worker }, implementation: { worker } })),
  fc
    .integer({ min: 1, max: 20 })
    .map(count => () => rlm({ plan: planOf(count), analyst: { worker }, synthesizer: { worker } })),
)

/** Every other one waits for the one before. */
function chained(all: readonly string[]) {
  return all.map((name, index) => (index % 2 === 1 ? { name, after: [all[index - 1]!] } : { name }))
}

describe('every draft', () => {
  it('is one that a ledger takes, with someone for every task and a task for everyone', () => {
    fc.assert(
      fc.property(drafts, draft => expectLawful(draft())),
      { numRuns: 300 },
    )
  })

  it('is the same for the same input', () => {
    fc.assert(
      fc.property(drafts, draft => {
        expect(JSON.stringify(draft())).toBe(JSON.stringify(draft()))
      }),
    )
  })

  it('holds input that is plain JSON', () => {
    fc.assert(
      fc.property(drafts, draft => {
        const { tasks } = draft()
        expect(JSON.parse(JSON.stringify(tasks))).toEqual(tasks)
      }),
    )
  })
})

const edges = (tasks: readonly NewTask[]) =>
  tasks.flatMap(({ id, blockedBy = [] }) => blockedBy.map(by => `${by} → ${id}`))
const byId = ({ tasks }: TeamDraft, id: string) => tasks.find(task => task.id === id)

describe('specialists', () => {
  const draft = specialists({
    input: 'cart.js',
    specialists: [
      { name: 'security', worker: hand('guard'), retries: 2 },
      { name: 'style', worker: hand('editor'), input: null, subject: 'Read it aloud' },
    ],
    synthesis: { worker: hand('lead writer'), description: 'One page' },
  })

  it('work side by side, and the synthesis waits for all', () => {
    expect(edges(draft.tasks)).toEqual(['security → synthesis', 'style → synthesis'])
  })

  it('each have a role and a worker of their own', () => {
    expect(draft.members.map(({ name, role, worker }) => [name, role, worker.kind])).toEqual([
      ['security', 'security', 'guard'],
      ['style', 'style', 'editor'],
      ['synthesis', 'synthesis', 'lead writer'],
    ])
  })

  it('share an input unless they have their own', () => {
    expect(draft.tasks).toEqual([
      { id: 'security', role: 'security', subject: 'Look at it for security', input: 'cart.js', retries: 2 },
      { id: 'style', role: 'style', subject: 'Read it aloud', input: null },
      {
        id: 'synthesis',
        role: 'synthesis',
        subject: 'Bring the findings together',
        description: 'One page',
        input: 'cart.js',
        blockedBy: ['security', 'style'],
      },
    ])
  })
})

describe('a pipeline', () => {
  it('is a chain, each stage with its own member', () => {
    const draft = pipeline({ stages: ['a', 'b', 'c'].map(name => ({ name, worker: hand(name) })) })
    expect(edges(draft.tasks)).toEqual(['a → b', 'b → c'])
    expect(draft.members.map(({ name, role, worker }) => [name, role, worker.kind])).toEqual([
      ['a', 'a', 'a'],
      ['b', 'b', 'b'],
      ['c', 'c', 'c'],
    ])
    expect(draft.tasks.map(({ subject }) => subject)).toEqual(['Stage 1 of 3: a', 'Stage 2 of 3: b', 'Stage 3 of 3: c'])
  })
})

describe('a swarm', () => {
  it('does a task where it says, from the directory of the file; others where the worker is', async () => {
    const at: (string | undefined)[] = []
    const noting: Worker = {
      kind: 'function',
      work: async ({ cwd }) => {
        at.push(cwd)
        return { status: 'completed', result: null }
      },
    }
    const { keys, draft } = swarmPattern
    const file = keys.parse({ pattern: 'swarm', worker: { command: 'true' }, tasks: ['a', { id: 'b', cwd: 'sub' }] })
    const hire = (<T>(job: T) => ({ ...job, worker: noting })) as unknown as Hire
    const { members, tasks } = draft(file, hire, { resolve: path => `/home/file/${path}`, worktrees: null })
    const { signal } = new AbortController()
    for (const id of ['a', 'b']) await members[0]!.worker.work(assignmentOf({}, { id }), signal)
    expect(at).toEqual([undefined, '/home/file/sub'])
    expect(tasks[1]).not.toHaveProperty('cwd')
  })

  it('has as many equal workers as it is told, and one task per item', () => {
    const draft = swarm({ workers: 8, worker, tasks: ['a.txt', 'b.txt'], retries: 3 })
    expect(draft.members).toEqual(
      Array.from({ length: 8 }, (_, index) => ({ name: `worker-${index + 1}`, role: 'worker', worker })),
    )
    expect(draft.tasks).toEqual([
      { id: 'a.txt', subject: 'a.txt', input: 'a.txt', role: 'worker', retries: 3 },
      { id: 'b.txt', subject: 'b.txt', input: 'b.txt', role: 'worker', retries: 3 },
    ])
  })

  it('has four workers if nobody says, and no more than tasks', () => {
    const size = (tasks: number) =>
      swarm({ worker, tasks: Array.from({ length: tasks }, (_, i) => `${i}`) }).members.length
    expect([1, 3, 4, 50].map(size)).toEqual([1, 3, 4, 4])
  })

  it('ends with the finish, which waits for all', () => {
    const draft = swarm({ worker, tasks: ['a', 'b'], finish: { worker: hand('sum') } })
    expect(edges(draft.tasks)).toEqual(['a → finish', 'b → finish'])
    expect(draft.members.at(-1)).toMatchObject({ name: 'finish', role: 'finish', worker: { kind: 'sum' } })
  })

  it('names by its place what has no name', () => {
    const { tasks } = swarm({
      worker,
      tasks: ['two\nlines', 'x'.repeat(201), { input: { url: 'u' } }, { id: 'own', subject: 'Mine', priority: 5 }],
    })
    expect(tasks.map(({ id, subject, input, priority }) => [id, subject, input, priority])).toEqual([
      ['task-1', 'task-1', 'two\nlines', undefined],
      ['task-2', 'task-2', 'x'.repeat(201), undefined],
      ['task-3', 'task-3', { url: 'u' }, undefined],
      ['own', 'Mine', undefined, 5],
    ])
  })
})

describe('research and implementation', () => {
  it('follow each other, each with its own worker', () => {
    const draft = research({ research: { worker: hand('r') }, implementation: { worker: hand('i') }, input: { x: 1 } })
    expect(edges(draft.tasks)).toEqual(['research → implementation'])
    expect(draft.members.map(({ name, worker }) => [name, worker.kind])).toEqual([
      ['research', 'r'],
      ['implementation', 'i'],
    ])
    expect(draft.tasks.map(({ input }) => input)).toEqual([{ x: 1 }, { x: 1 }])
  })
})

describe('plan approval', () => {
  const tasks = [{ name: 'a' }, { name: 'b', after: ['a'], input: 2 }]

  it('asks for a plan of every task', () => {
    const draft = planApproval({ worker, tasks, input: 1 })
    expect(draft.tasks.map(({ id, needsApproval, input }) => [id, needsApproval, input])).toEqual([
      ['a', true, 1],
      ['b', true, 2],
    ])
    expect(edges(draft.tasks)).toEqual(['a → b'])
  })

  it('leaves the decision to people, or to a reviewer within limits', () => {
    expect(planApproval({ worker, tasks })).not.toHaveProperty('approver')
    const reviewer = hand('reviewer')
    expect(planApproval({ worker, tasks, reviewer })).toMatchObject({ approver: reviewer, approvalRounds: 5 })
    expect(planApproval({ worker, tasks, reviewer, rounds: 2 })).toMatchObject({ approvalRounds: 2 })
  })

  it('lets a planner plan and the worker work', async () => {
    const { members } = planApproval({ worker: hand('does'), planner: hand('plans'), tasks })
    const said = async (phase: 'plan' | 'work') =>
      await members[0]!.worker.work({ phase } as Assignment, new AbortController().signal)
    expect(await said('plan')).toMatchObject({ result: 'plans' })
    expect(await said('work')).toMatchObject({ result: 'does' })
  })

  it('takes as a decision only what is one', () => {
    expect(readDecision({ approve: true })).toEqual({ approve: true })
    expect(readDecision({ approve: true, feedback: 'good', by: 'me' })).toEqual({ approve: true, feedback: 'good' })
    expect(readDecision({ approve: false, feedback: 'no backup' })).toEqual({ approve: false, feedback: 'no backup' })
    for (const other of [
      null,
      true,
      'yes',
      {},
      { approve: 'true' },
      { approve: false },
      { approve: false, feedback: ' ' },
    ])
      expect(readDecision(other)).toBeNull()
  })
})

describe('a refactoring', () => {
  it('makes changes in their order, and validates when all are made', () => {
    const draft = refactoring({
      worker: hand('changes'),
      retries: 1,
      changes: [{ name: 'model' }, { name: 'views', after: ['model'] }, { name: 'docs' }],
      validation: { worker: hand('tests') },
    })
    expect(edges(draft.tasks)).toEqual([
      'model → views',
      'model → validation',
      'views → validation',
      'docs → validation',
    ])
    expect(draft.members.map(({ name, role, worker }) => [name, role, worker.kind])).toEqual([
      ['worker-1', 'worker', 'changes'],
      ['worker-2', 'worker', 'changes'],
      ['worker-3', 'worker', 'changes'],
      ['validation', 'validation', 'tests'],
    ])
    expect(byId(draft, 'docs')).toEqual({
      id: 'docs',
      role: 'worker',
      subject: 'Change docs',
      blockedBy: [],
      retries: 1,
    })
    expect(byId(draft, 'validation')).not.toHaveProperty('retries')
  })
})

describe('RLM', () => {
  const plan = planOf(3)
  const draft = rlm({ plan, analyst: { worker: hand('reads'), retries: 2 }, synthesizer: { worker: hand('joins') } })

  it('has the tasks and the order of the plan', () => {
    expect(draft.tasks.map(({ id, subject, blockedBy }) => ({ id, subject, blockedBy }))).toEqual(
      plan.tasks.map(({ id, subject, blockedBy }) => ({ id, subject, blockedBy })),
    )
  })

  it('has a fresh member per task, any of a kind free for any task of that kind', () => {
    expect(draft.members.map(({ name, role, once, worker }) => [name, role, once, worker.kind])).toEqual([
      ['general-analyst-1', 'general-analyst', true, 'reads'],
      ['general-analyst-2', 'general-analyst', true, 'reads'],
      ['general-analyst-3', 'general-analyst', true, 'reads'],
      ['data-analyst-1', 'data-analyst', true, 'reads'],
      ['synthesizer-1', 'synthesizer', true, 'joins'],
      ['synthesizer-2', 'synthesizer', true, 'joins'],
      ['synthesizer-3', 'synthesizer', true, 'joins'],
    ])
    expect(draft.tasks.map(({ role }) => role)).toEqual(draft.members.map(({ role }) => role))
  })

  it('tells every task what it is about', () => {
    expect(byId(draft, 'analyze-2')).toMatchObject({
      retries: 2,
      input: {
        kind: 'analyze',
        query: 'Why?',
        goal: 'general',
        content_type: 'log',
        chunk: { path: 'a.log', index: 2, of: 3, start_line: 101, end_line: 200 },
      },
    })
    expect(byId(draft, 'analyze-4')!.input).toMatchObject({ files: ['x.csv', 'y.csv'] })
    expect(byId(draft, 'synthesize-cross')!.input).toEqual({
      kind: 'synthesize_cross',
      query: 'Why?',
      goal: 'general',
      goals: ['general'],
      content_type: null,
    })
  })
})

describe('durations', () => {
  it('are a number and a unit', () => {
    expect(['1ms', '250ms', '1.5s', '5m', '2h', '0s'].map(milliseconds)).toEqual([1, 250, 1500, 300_000, 7_200_000, 0])
    for (const other of ['', '5', '5 s', '-1s', '1e3s', 's', '1d', '1m30s', '.5s', '٣s'])
      expect(milliseconds(other)).toBeNull()
  })
})

/** A plan of one log in `count` chunks and a batch of two tables. */
function planOf(count: number): Plan {
  const task = (
    rest: Pick<PlannedTask, 'id' | 'kind' | 'contentType' | 'analyst' | 'blockedBy'> & Partial<PlannedTask>,
  ) => ({
    subject: `Do ${rest.id}`,
    agent: 'rlm',
    tokens: 1,
    ...rest,
  })
  const files = ['x.csv', 'y.csv'].map(path => ({ path, lineCount: 9 }))
  const batch = { id: 'batch-1', contentType: 'structured_data', files, lines: 18, tokens: 1 }
  const chunks = Array.from({ length: count }, (_, index) =>
    task({
      id: `analyze-${index + 1}`,
      kind: 'analyze',
      contentType: 'log',
      analyst: `general-analyst-${index + 1}`,
      blockedBy: [],
      chunk: {
        id: `a-${index + 1}`,
        path: 'a.log',
        index: index + 1,
        of: count,
        startLine: index * 100 + 1,
        endLine: (index + 1) * 100,
        startByte: index * 4000,
        endByte: (index + 1) * 4000,
        continuation: false,
      },
    }),
  )
  const tasks: PlannedTask[] = [
    ...chunks,
    task({
      id: `analyze-${count + 1}`,
      kind: 'analyze',
      contentType: 'structured_data',
      analyst: 'data-analyst-1',
      blockedBy: [],
      batch,
    }),
    task({
      id: 'synthesize-log',
      kind: 'synthesize_type',
      contentType: 'log',
      analyst: 'synthesizer-1',
      blockedBy: chunks.map(({ id }) => id),
    }),
    task({
      id: 'synthesize-structured_data',
      kind: 'synthesize_type',
      contentType: 'structured_data',
      analyst: 'synthesizer-2',
      blockedBy: [`analyze-${count + 1}`],
    }),
    task({
      id: 'synthesize-cross',
      kind: 'synthesize_cross',
      contentType: null,
      analyst: 'synthesizer-3',
      blockedBy: ['synthesize-log', 'synthesize-structured_data'],
    }),
  ]
  return {
    query: 'Why?',
    goal: 'general',
    files: [],
    skipped: [],
    batches: [batch],
    tasks,
    stages: [],
    totals: {
      files: 3,
      partitions: count,
      batches: 1,
      analystTasks: count + 1,
      tasks: tasks.length,
      analysts: count + 1,
    },
    estimate: { inputTokens: 0, outputTokens: 0, wholeInputTokens: 0, costUsd: 0, engine: 'built-in' },
    warnings: [],
  }
}
