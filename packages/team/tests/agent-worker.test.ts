// Coding agents as workers: what they are told, what is put on their command lines, how what they print is understood.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { Task } from '@shoal/base/model/task'
import type { Assignment, Glimpse } from '@shoal/base/model/worker'
import { canonicalNumeral } from '@shoal/base/text/numeral'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { readAgentReply } from '../src/agents/agent-reply.ts'
import { type AgentRow, agentRow, commandLine } from '../src/agents/agent-row.ts'
import { type AgentSpec, agentWorker } from '../src/agents/agent-worker.ts'
import { agentPresets } from '../src/agents/presets.ts'
import { readResult, schemaCheck } from '../src/agents/result.ts'
import { assignmentOf } from './worker-assignment.ts'

const dir = tempDir()
const standIn = fileURLToPath(new URL('../../../fixtures/workers/agents/stand-in.mjs', import.meta.url))
const COUNT = {
  type: 'object',
  properties: { count: { type: 'integer' } },
  required: ['count'],
  additionalProperties: false,
}

interface Turn {
  readonly print: string
  readonly code?: number
  readonly warn?: string
  readonly often?: readonly [text: string, times: number]
  readonly holds?: boolean
}

interface Told {
  readonly assignment?: Partial<Assignment>
  readonly task?: Partial<Task>
}

/** A preset whose program is the stand-in. */
async function ask(preset: string, turns: readonly Turn[], spec: Partial<AgentSpec> = {}, told: Told = {}) {
  const place = mkdtempSync(join(dir.path, 'agent-'))
  const row = agentPresets[preset]!
  const [, ...rest] = row.command
  const agent: AgentRow = { ...row, command: [process.execPath, standIn, ...rest] }
  const worker = agentWorker({
    agent,
    cwd: place,
    graceMs: 300,
    ...spec,
    env: { AGENT_DIR: place, AGENT_SAYS: JSON.stringify(turns), ...spec.env },
  })
  const ending = await worker.work(assignmentOf(told.assignment, told.task), new AbortController().signal)
  const kept = (kind: string) =>
    readdirSync(place)
      .filter(name => name.startsWith(kind))
      .sort()
      .map(name => readFileSync(join(place, name), 'utf8'))
  return { ending, prompts: kept('prompt-'), args: kept('args-').map(text => JSON.parse(text) as string[]) }
}

const claude = (result: string, more: object = {}) => ({
  print: JSON.stringify({
    type: 'result',
    subtype: 'success',
    is_error: false,
    num_turns: 3,
    result,
    total_cost_usd: 0.0125,
    usage: { input_tokens: 100, output_tokens: 20 },
    ...more,
  }),
})

describe('what an agent is told', () => {
  it('the whole task: input, results before, messages, plan, feedback, why it failed, and how to answer', async () => {
    const { prompts } = await ask(
      'claude',
      [claude('done')],
      { prompt: 'Use British spelling.', schema: COUNT, access: 'write' },
      {
        assignment: {
          input: { file: 'a.txt' },
          blockers: async () => [
            { id: 'b', subject: 'before', status: 'completed', result: { text: 'a ``` fence' } },
            { id: 'c', subject: 'left out', status: 'skipped', result: null },
          ],
          messages: async () => [{ from: 'lead', text: 'mind the gap' }],
        },
        task: {
          description: 'All of them.',
          attempts: 2,
          reason: 'exit 1: no such file',
          approval: { status: 'approved', round: 1, plan: { steps: 2 }, feedback: 'go on' },
        },
      },
    )
    const [prompt] = prompts
    for (const part of [
      'You are ann, a member of the team crew.',
      'Use British spelling.',
      '# Task t1: Count the words\n\nAll of them.',
      '# Input\n\n```json\n{\n  "file": "a.txt"\n}\n```',
      '## b: before\n\n````\na ``` fence\n````\n',
      '## c: left out\n\nIt was skipped.',
      '- lead: mind the gap',
      '# The approved plan',
      '# What was said of it\n\ngo on',
      '# Why the last attempt failed\n\nexit 1: no such file',
      'fits this JSON Schema',
      '"additionalProperties": false',
    ])
      expect(prompt).toContain(part)
  })

  it('nothing of what is not there', async () => {
    const { prompts } = await ask('claude', [claude('done')])
    expect(prompts[0]).not.toMatch(/# (?:Input|Results|Messages|Your last|The approved|What was said|Why)/)
  })
})

describe('the command line', () => {
  it.each([
    ['claude', ['--tools', 'Read,Grep,Glob'], ['--permission-mode', 'acceptEdits']],
    ['codex', ['--sandbox', 'read-only'], ['--sandbox', 'workspace-write']],
    ['gemini', ['--approval-mode', 'plan'], ['--approval-mode', 'auto_edit']],
  ])('of %s lets it change files only where that is said, and never in phase plan', async (preset, read, write) => {
    const reply = { print: preset === 'codex' ? codexSays('ok') : JSON.stringify({ result: 'ok', response: 'ok' }) }
    const args = async (spec: Partial<AgentSpec>, phase: Assignment['phase']) =>
      (await ask(preset, [reply], spec, { assignment: { phase } })).args[0]!.join(' ')
    expect(await args({}, 'work')).toContain(read.join(' '))
    expect(await args({ access: 'write' }, 'work')).toContain(write.join(' '))
    const planning = await args({ access: 'write' }, 'plan')
    expect(planning).toContain(read.join(' '))
    expect(planning).not.toContain(write.join(' '))
  })

  it('has model, schema, budget and own arguments, each a word of its own', () => {
    const call = {
      access: 'read' as const,
      directory: '/runs/a b',
      model: 'o"pus $x',
      schema: '{"a":1}',
      maxCostUsd: 0.5,
      args: ['--x', 'y z'],
    }
    expect(commandLine(agentPresets.claude!, call).slice(5)).toEqual([
      ...[
        '--tools',
        'Read,Grep,Glob',
        '--add-dir',
        '/runs/a b',
        '--model',
        'o"pus $x',
        '--json-schema',
        '{"a":1}',
        '--max-budget-usd',
        '0.5',
      ],
      ...['--x', 'y z'],
    ])
    const none = { access: 'read' as const, directory: null, model: null, schema: null, maxCostUsd: null, args: [] }
    expect(commandLine(agentPresets.codex!, none)).toEqual([
      ...['codex', 'exec', '--json', '--skip-git-repo-check', '--sandbox', 'read-only'],
    ])
  })

  it.each([
    ['claude', '--add-dir'],
    ['codex', '--add-dir'],
    ['gemini', '--include-directories'],
  ])(
    'of %s lets it reach the directory of the run, which is there, and of that only the messages where it works in it',
    async (preset, flag) => {
      const reply = { print: preset === 'codex' ? codexSays('ok') : JSON.stringify({ result: 'ok', response: 'ok' }) }
      const run = join(mkdtempSync(join(dir.path, 'run-')), 'shared')
      const reached = async (assignment: Partial<Assignment>) => {
        const { args, prompts } = await ask(preset, [reply], { env: { SHOAL_RUN_DIR: run } }, { assignment })
        const directory = args[0]![args[0]!.indexOf(flag) + 1]!
        expect(existsSync(directory)).toBe(true)
        return { directory, prompt: prompts[0] }
      }
      const shared = await reached({})
      expect(shared.directory).toBe(run)
      expect(shared.prompt).toContain(`is ${run}.`)
      expect(shared.prompt).toContain(join(run, 'inbox', 'ann.jsonl'))
      mkdirSync(join(run, 'worktrees/a'), { recursive: true })
      const apart = await reached({ cwd: join(run, 'worktrees/a') })
      expect(apart.directory).toBe(join(run, 'inbox'))
      expect(apart.prompt).not.toContain(`is ${run}.`)
    },
  )

  it('every preset is a row that a file could hold', () => {
    for (const row of Object.values(agentPresets)) expect(agentRow.parse(JSON.parse(JSON.stringify(row)))).toEqual(row)
  })
})

function codexSays(text: string): string {
  return [
    'warning: something that is no JSON',
    JSON.stringify({ type: 'thread.started', thread_id: '1' }),
    JSON.stringify({ type: 'item.completed', item: { type: 'reasoning', text: 'not the answer' } }),
    JSON.stringify({ type: 'item.completed', item: { type: 'agent_message', text: 'first' } }),
    JSON.stringify({ type: 'item.completed', item: { type: 'agent_message', text } }),
    JSON.stringify({ type: 'turn.completed', usage: { input_tokens: 7, output_tokens: 5 } }),
  ].join('\n')
}

describe('what an agent answers', () => {
  it('is the result, told with what it took', async () => {
    const { ending } = await ask('claude', [claude('{"count": 3, "summary": "three words"}')])
    expect(ending).toEqual({
      status: 'completed',
      result: { count: 3, summary: 'three words' },
      summary: 'three words (3 turns, $0.0125)',
    })
  })

  it('is read from every form of output', () => {
    const gemini = { response: 'ok', stats: { models: { a: { tokens: { total: 3 } }, b: { tokens: { total: 4 } } } } }
    expect(readAgentReply(agentPresets.codex!, codexSays('ok'))).toMatchObject({ text: 'ok', error: null, tokens: 12 })
    expect(readAgentReply(agentPresets.gemini!, JSON.stringify(gemini))).toMatchObject({ text: 'ok', tokens: 7 })
    expect(readAgentReply({ command: ['x'], reply: { form: 'text' } }, 'ok\n')).toMatchObject({ text: 'ok\n' })
  })

  it.each<[string, string, Json]>([
    ['JSON', '{"a": 1}', { a: 1 }],
    ['JSON in a fence', '```json\n{"a": 1}\n```', { a: 1 }],
    ['a fence within prose', 'Here it is:\n\n```json\n{"a": 1}\n```\nThat is all.', { a: 1 }],
    ['the last of several fences', '```\nnot json\n```\n```json\n[1]\n```\n```json\n[2]\n```', [2]],
    ['a fence within a line', 'The result is ```json {"a": 1} ``` as asked.', { a: 1 }],
    ['a fence that begins behind words', 'Result: ```json\n{"a": 1}\n```', { a: 1 }],
    ['a fence that ends behind the value', '```json\n{"a": 1}```\nDone.', { a: 1 }],
    ['a fence of tildes, indented', '1. This:\n   ~~~json\n   [1]\n   ~~~', [1]],
    ['a fence in a text of the value', '```json\n{"code": "```js x```"}\n```', { code: '```js x```' }],
    ['a fence that is never closed, and one that is', '```\nodd\n````json\n[1]\n````', [1]],
    ['a number in code', 'Set it to ```5``` and go on.', { text: 'Set it to ```5``` and go on.' }],
    ['a number between two fences', '```\na\n```\n42\n```\nb\n```', { text: '```\na\n```\n42\n```\nb\n```' }],
    ['prose', 'All is well.', { text: 'All is well.' }],
    ['prose with braces', 'Use {x} here.', { text: 'Use {x} here.' }],
    ['a number too long for a double', '{"id": 12345678901234567890}', { id: '12345678901234567890' }],
  ])('%s is read as what it is', (_, text, value) => {
    expect(readResult(text, null)).toMatchObject({ value })
  })

  it('keeps the words around a result as the log, before what it warned of', async () => {
    const text = 'Counted twice.\n```json\n{"count": 3}\n```'
    const { ending } = await ask('claude', [{ ...claude(text), warn: 'A warning.' }])
    expect(ending).toMatchObject({ status: 'completed', result: { count: 3 }, log: `${text}\nA warning.` })
  })

  it('that does not fit the schema is asked for once more, with the fault', async () => {
    const { ending, prompts } = await ask('claude', [claude('{"count": "three"}'), claude('{"count": 3}')], {
      schema: COUNT,
    })
    expect(ending).toMatchObject({ status: 'completed', result: { count: 3 }, summary: '6 turns, $0.0250' })
    expect(prompts).toHaveLength(2)
    expect(prompts[1]).toContain('{"count": "three"}')
    expect(prompts[1]).toMatch(/What is wrong with it: count: .*expected (?:int|number)/)
  })

  it('that does not fit twice has failed, and says why', async () => {
    const { ending, prompts } = await ask('claude', [claude('three')], { schema: COUNT })
    expect(ending).toMatchObject({ status: 'failed', reason: expect.stringContaining('its answer does not fit') })
    expect(prompts).toHaveLength(2)
  })

  it('held to the schema by the command line itself is taken from there', async () => {
    const { ending } = await ask('claude', [claude('Three.', { structured_output: { count: 3 } })], { schema: COUNT })
    expect(ending).toMatchObject({ status: 'completed', result: { count: 3 } })
  })

  it('in phase plan is the plan, whatever the schema of the result', async () => {
    const { ending } = await ask(
      'claude',
      [claude('1. Look. 2. Count.')],
      { schema: COUNT },
      { assignment: { phase: 'plan' } },
    )
    expect(ending).toMatchObject({ status: 'planned', plan: { text: '1. Look. 2. Count.' } })
  })
})

describe('an agent that fails', () => {
  it.each<[string, string, Turn, string]>([
    [
      'says so in its envelope',
      'claude',
      { ...claude('Credit balance is too low', { is_error: true }), code: 1 },
      'Credit balance is too low',
    ],
    [
      'says only the kind',
      'claude',
      { print: JSON.stringify({ is_error: true, subtype: 'error_max_turns' }) },
      'error_max_turns',
    ],
    [
      'says so on a line',
      'codex',
      { print: JSON.stringify({ type: 'turn.failed', error: { message: 'overloaded' } }), code: 1 },
      'overloaded',
    ],
    [
      'says so beside no answer',
      'gemini',
      { print: JSON.stringify({ error: { message: 'no quota', code: 429 } }), code: 1 },
      'no quota',
    ],
    ['prints something else', 'claude', { print: 'segfault', code: 3 }, 'exit 3: segfault'],
    ['says nothing', 'gemini', { print: '' }, 'it gave no answer'],
    [
      'ends well with no envelope',
      'claude',
      { print: 'hello' },
      'it gave no answer where its row looks for one; it wrote: hello',
    ],
  ])('%s', async (_, preset, turn, reason) => {
    const { ending, prompts } = await ask(preset, [turn])
    expect(ending).toMatchObject({ status: 'failed', reason })
    expect(prompts).toHaveLength(1)
  })

  it('is not started where the budget of the run is used up', async () => {
    const callBudget = { reserve: () => Promise.reject(new ShoalError('budget-reached', 'the budget is used up')) }
    const { ending, prompts } = await ask('claude', [claude('x')], {}, { assignment: { callBudget } })
    expect(ending).toEqual({ status: 'failed', reason: 'the budget is used up, so no agent was started', final: true })
    expect(prompts).toHaveLength(0)
  })

  it('pays what it cost, also when its answer is refused', async () => {
    const settled: unknown[] = []
    const reserved: unknown[] = []
    const callBudget = {
      reserve: async (amounts: object) => {
        reserved.push(amounts)
        return { settle: async (used: object) => void settled.push(used) }
      },
    }
    await ask('claude', [claude('three')], { schema: COUNT, maxCostUsd: 0.5 }, { assignment: { callBudget } })
    expect(reserved).toEqual([{ micro_usd: 500_000, turns: 1 }])
    expect(settled).toEqual([{ micro_usd: 25_000, tokens: 240, turns: 6 }])
  })

  it('is refused by name where nobody knows it', () => {
    expect(() => agentWorker({ agent: 'clod', cwd: '.' })).toThrow('there is no coding agent "clod"')
    expect(() => agentWorker({ agent: 'claude', cwd: '.', schema: { $ref: '#/nowhere' } })).toThrow(
      'the schema cannot be checked',
    )
  })
})

describe('whatever is printed', () => {
  it('has a reading by every row', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(agentPresets)), fc.oneof(fc.string(), fc.json()), (row, output) => {
        expect(readAgentReply(row, output)).toHaveProperty('error')
      }),
    )
  })

  it('JSON in a fence comes back as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue() as fc.Arbitrary<Json>, value => {
        const text = JSON.stringify(value)
        expect(readResult(`words\n\`\`\`json\n${text}\n\`\`\`\nwords`, null)).toEqual({
          value: JSON.parse(text),
          hasWordsAround: true,
        })
        expect(readResult(text, null)).toEqual({ value: JSON.parse(text) })
      }),
    )
  })

  it('has its numbers unaltered, in every envelope: the same number, or the digits as text', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,30}$/)
    const fraction = fc.option(fc.stringMatching(/^\.\d{1,25}$/), { nil: '' })
    const exponent = fc.option(fc.stringMatching(/^[eE][+-]?\d{1,3}$/), { nil: '' })
    const numeral = fc.tuple(fc.constantFrom('', '-'), digits, fraction, exponent).map(parts => parts.join(''))
    const envelopes: Readonly<Record<string, (text: string, numeral: string) => string>> = {
      claude: (result, total) =>
        `{"type":"result","is_error":false,"result":${JSON.stringify(result)},"extra":${total}}`,
      codex: codexSays,
      gemini: (response, total) => `{"response":${JSON.stringify(response)},"stats":{"models":{},"extra":${total}}}`,
    }
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(envelopes)), numeral, fc.boolean(), (preset, written, isFenced) => {
        const json = `{"n": ${written}, "list": [${written}]}`
        const text = isFenced ? `Counted.\n\`\`\`json\n${json}\n\`\`\`` : json
        const reply = readAgentReply(agentPresets[preset]!, envelopes[preset]!(text, written))
        expect(reply.text).toBe(text)
        const { value } = readResult(reply.text!, null) as { value: { n: number | string; list: (number | string)[] } }
        for (const n of [value.n, value.list[0]!])
          expect(
            typeof n === 'string' ? n === written : canonicalNumeral(String(n)) === canonicalNumeral(written),
          ).toBe(true)
      }),
    )
  })

  it('is held to its schema, or has a fault', () => {
    const check = schemaCheck(COUNT)
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), text => {
        const read = readResult(text, check)
        if ('value' in read) expect(check(read.value)).toBeNull()
        else expect(read.fault).not.toBe('')
      }),
    )
  })
})

describe('what is seen of an agent while it works', () => {
  const stream = (id: string, ...content: readonly object[]) =>
    `${JSON.stringify({ type: 'assistant', message: { id, content } })}\n`
  const edit = { type: 'tool_use', name: 'Edit', input: { file_path: 'src/a.ts' } }

  it('says and does as it comes, and its turns; a stream that is larger than any result is no failure', async () => {
    const seen: Glimpse[] = []
    const shown = { type: 'tool_result', content: 'x'.repeat(50_000) }
    const read = `${JSON.stringify({ type: 'user', message: { content: [shown] } })}\n`
    const print = `${stream('m1', { type: 'text', text: 'I look.' })}${stream('m1', edit)}${stream('m2', { type: 'text', text: 'Done.' })}${claude('three words').print}\n`
    const { ending } = await ask(
      'claude',
      [{ print, warn: 'careful\n', often: [read, 400] }],
      {},
      { assignment: { onGlimpse: glimpse => void seen.push(glimpse) } },
    )
    expect(ending).toMatchObject({ status: 'completed', summary: 'three words (3 turns, $0.0125)' })
    const lines = seen.flatMap(({ line }) => line ?? [])
    expect(lines.filter(line => line !== 'careful')).toEqual(['I look.', 'Edit src/a.ts', 'Done.'])
    expect(lines).toContain('careful')
    expect(Math.max(...seen.map(({ turns = 0 }) => turns))).toBe(2)
  }, 30_000)

  it('tells its tokens turn by turn, and about what they cost; one that says no cost in the end is counted so', async () => {
    const seen: Glimpse[] = []
    const settled: Readonly<Record<string, number>>[] = []
    const callBudget = {
      reserve: async () => ({
        // What was set aside meanwhile is given back.
        settle: async (used: Readonly<Record<string, number>>) => void (used.turns && settled.push(used)),
      }),
    }
    const model = 'claude-haiku-4-5-20251001'
    const turn = (id: string, output_tokens: number, model: string) => {
      const usage = { input_tokens: 1000, output_tokens, cache_read_input_tokens: 10_000 }
      return `${JSON.stringify({ type: 'assistant', message: { id, model, usage, content: [edit] } })}\n`
    }
    const use = async (print: string) => {
      seen.length = 0
      const assignment = { callBudget, onGlimpse: (glimpse: Glimpse) => void seen.push(glimpse) }
      await ask('claude', [{ print, code: 1 }], {}, { assignment })
    }
    await use(`${turn('m1', 1, model)}${turn('m1', 200, model)}${turn('m2', 100, model)}`)
    // 2 × (1,000 × $1 + 10,000 × $0.10) + 300 × $5, by the million.
    expect(seen.at(-1)).toMatchObject({ turns: 2, tokens: 22_300, costUsd: 0.0055 })
    expect(settled.at(-1)).toEqual({ micro_usd: 5500, tokens: 22_300, turns: 2 })
    await use(turn('m1', 1, 'a-model-of-tomorrow'))
    expect(seen.at(-1)).toMatchObject({ tokens: 11_001 })
    expect(seen.at(-1)).not.toHaveProperty('costUsd')
  }, 30_000)

  it('is ended when it takes more turns than it may, and that is counted', async () => {
    const settled: Readonly<Record<string, number>>[] = []
    const callBudget = {
      reserve: async () => ({ settle: async (used: Readonly<Record<string, number>>) => void settled.push(used) }),
    }
    const print = ['m1', 'm2', 'm3', 'm4'].map(id => stream(id, edit)).join('')
    const { ending } = await ask(
      'claude',
      [{ print }],
      { maxTurns: 3, maxCostUsd: 0.5 },
      { assignment: { callBudget } },
    )
    expect(ending).toMatchObject({
      status: 'failed',
      reason: 'took more than the 3 turns it may (max_turns), and was ended',
      final: true,
    })
    expect(settled).toEqual([{ micro_usd: 500_000, tokens: 0, turns: 4 }])
  })

  it('is ended once the budget of the run holds no more of what its turns cost', async () => {
    const settled: Readonly<Record<string, number>>[] = []
    let left = 20_000
    const callBudget = {
      reserve: async ({ micro_usd = 0 }: Readonly<Record<string, number>>) => {
        if (micro_usd > left) throw new ShoalError('budget-reached', 'the budget of $0.02 is used up')
        left -= micro_usd
        return { settle: async (used: Readonly<Record<string, number>>) => void settled.push(used) }
      },
    }
    const message = (id: string) => ({
      id,
      model: 'claude-haiku-4-5-20251001',
      usage: { input_tokens: 1000, output_tokens: 1000 },
      content: [{ type: 'text', text: id }],
    })
    const turn = (id: string) => `${JSON.stringify({ type: 'assistant', message: message(id) })}\n`
    const print = ['a', 'b', 'c', 'd'].map(turn).join('')
    const { ending } = await ask('claude', [{ print, holds: true }], {}, { assignment: { callBudget } })
    const reason = 'the budget of $0.02 is used up, so the agent was ended'
    expect(ending).toMatchObject({ status: 'failed', reason, final: true })
    // Four turns of $0.006 each were seen; three were set aside, beside what it began with.
    expect(settled).toEqual([{ micro_usd: 24_000, tokens: 8000, turns: 4 }, {}, {}, {}])

    const { max_cost: _, ...untold } = agentPresets.claude!
    const own: AgentRow = { ...untold, command: [process.execPath, standIn] }
    const place = mkdtempSync(join(dir.path, 'own-'))
    const env = { AGENT_DIR: place, AGENT_SAYS: JSON.stringify([{ print, holds: true }]) }
    const worker = agentWorker({ agent: own, cwd: place, graceMs: 300, maxCostUsd: 0.01, env })
    expect(await worker.work(assignmentOf(), new AbortController().signal)).toMatchObject({
      status: 'failed',
      reason: 'cost about $0.0120, more than the $0.01 it may (max_cost), and was ended',
      final: true,
    })
  })
})
