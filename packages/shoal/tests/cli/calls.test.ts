// `shoal calls` over a run's record, and what `shoal replay` says of runs that are not there.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelRequest } from '@shoal/base/model/language-model'
import { beforeAll, describe, expect, it } from 'vitest'
import { openCallLog } from '../../src/models/call-log.ts'
import { recorded } from '../../src/models/recorded.ts'
import { type Scripted, scriptedModel } from '../../src/models/scripted-model.ts'
import { openLedger } from '../../src/run/ledger.ts'
import { callContext } from '../models/call-context.ts'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const home = tempDir()
const env = { SHOAL_HOME: home.path }
const run = (...argv: string[]) => shoal(argv, { env })

const request: ModelRequest = {
  system: 'You read chunks.',
  turns: [
    { role: 'user', passages: [{ text: 'What is wrong?', isShared: true }, { text: '1|a\u001b[31m red\n2|\tb' }] },
    { role: 'assistant', text: '', toolCalls: [{ id: 't1', name: 'Read', input: { path: 'a.py' } }] },
    { role: 'tool', results: [{ id: 't1', name: 'Read', text: '1|x = 1', isError: false }] },
  ],
  tools: [{ name: 'Read', description: 'reads', parameters: { type: 'object' } }],
  schema: { name: 'report', schema: { type: 'object' } },
  maxOutputTokens: 500,
}

beforeAll(async () => {
  const ledger = await openLedger(home.path)
  for (const name of ['asked', 'silent'])
    await ledger.createTeam({ name, tasks: [], definition: { kind: 'analyze', version: 1 } })
  await ledger.close()
  const log = await openCallLog(join(home.path, 'runs', 'asked'))
  const usage = { input: 12_345, output: 678, cacheRead: 10_000, cacheWrite: 0 }
  const script: Scripted[] = [
    { text: '{"findings": []}', usage },
    { failure: { kind: 'rate-limited', message: 'stub answered 429:\u0007 slow down' } },
    { text: 'cut', finish: 'length' },
  ]
  const inner = scriptedModel(script, { id: 'stub:small' })
  let time = Date.UTC(2026, 0, 2, 3, 4, 5)
  const tick = () => (time += 250)
  const priced = recorded(inner, log, ({ input }) => input, tick)
  await priced.call(request, callContext({ task: 'analyze-1' }))
  await log.judge('analyze-1', { quotes: 5, verified: 4, rejected: 1, complaint: null })
  await priced.call({ ...request, system: 'second' }, callContext({ task: 'analyze-2' }))
  const unpriced = recorded(inner, log, () => null, tick)
  await unpriced.call({ ...request, system: 'third' }, callContext({ task: 'analyze-2', purpose: 'repair' }))
  await log.close()
})

describe('shoal calls RUN', () => {
  it('lists every call with what it took and what came of it', async () => {
    const { status, stdout, stderr } = await run('calls', 'asked')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const [title, ...rows] = stdout.trimEnd().split('\n')
    expect(title!.split(/ {2,}/).map(text => text.trim())).toEqual([
      '#',
      'time',
      'task',
      'purpose',
      'model',
      'in',
      'out',
      'cost',
      'took',
      'tries',
      'came of it',
    ])
    const cells = rows.slice(0, 3).map(row => row.split(/ {2,}/).filter((_, at) => at !== 1))
    expect(cells).toEqual([
      [
        '1',
        'analyze-1',
        'report',
        'stub:small',
        '12,345',
        '678',
        '$0.0123',
        '250 ms',
        '1',
        'quotes 5, verified 4, rejected 1',
      ],
      [
        '2',
        'analyze-2',
        'report',
        'stub:small',
        '0',
        '0',
        '$0.0000',
        '250 ms',
        '1',
        'rate-limited: stub answered 429:\\u0007 slow down',
      ],
      ['3', 'analyze-2', 'repair', 'stub:small', '100', '10', '?', '250 ms', '1', 'cut off'],
    ])
    expect(rows.at(-1)).toBe('3 calls, 1 failed: 12,445 tokens in, 688 out, price not known')
  })

  it('as JSON has a list without the texts', async () => {
    const { stdout } = await run('calls', 'asked', '--json')
    const calls = JSON.parse(stdout)
    expect(calls).toHaveLength(3)
    expect(calls[0]).toEqual({
      number: 1,
      at: '2026-01-02T03:04:05.250Z',
      took_ms: 250,
      attempts: 1,
      task: 'analyze-1',
      purpose: 'report',
      model: 'stub:small',
      digest: expect.stringMatching(/^[0-9a-f]{32}$/),
      usage: { input_tokens: 12_345, output_tokens: 678, cache_read_tokens: 10_000, cache_write_tokens: 0 },
      cost_usd: 0.012345,
      finish: 'stop',
      failure: null,
      verdict: { quotes: 5, verified: 4, rejected: 1, complaint: null },
    })
    expect(calls[1]).toMatchObject({ usage: null, finish: null, failure: { kind: 'rate-limited' } })
    expect(calls[2]).toMatchObject({ cost_usd: null, finish: 'length' })
  })

  it('shows one call in full, with nothing that a terminal would obey', async () => {
    const { status, stdout } = await run('calls', 'asked', '1')
    expect(status).toBe(0)
    expect(stdout).toBe(
      [
        'call        1, 2026-01-02T03:04:05.250Z, took 250 ms',
        'task        analyze-1 (report)',
        'model       stub:small',
        'tokens      12,345 in (10,000 from its cache, 0 into it), 678 out',
        'cost        $0.0123',
        'tries       1',
        '',
        'system',
        'You read chunks.',
        '',
        'tools',
        'Read',
        '',
        'schema report',
        '{"type": "object"}',
        '',
        'user',
        'What is wrong?',
        '1|a\\e[31m red',
        '2|    b',
        '',
        'assistant',
        'Read {"path":"a.py"}',
        '',
        'tool',
        'Read:',
        '1|x = 1',
        '',
        'reply (stop)',
        '{"findings": []}',
        '',
        'came of it',
        '{"quotes": 5, "verified": 4, "rejected": 1, "complaint": null}',
        '',
      ].join('\n'),
    )
    const failed = (await run('calls', 'asked', '2')).stdout
    expect(failed).toMatch(/\nfailure \(rate-limited\)\nstub answered 429:\\u0007 slow down\n$/)
  })

  it('as JSON has the prompt and the reply as they were', async () => {
    const [call, ...others] = JSON.parse((await run('calls', 'asked', '1', '--json')).stdout)
    expect(others).toEqual([])
    const [user, assistant, tool] = request.turns as [
      Extract<ModelRequest['turns'][0], { role: 'user' }>,
      object,
      object,
    ]
    expect(call.request).toEqual({
      system: request.system,
      turns: [
        { role: 'user', passages: user.passages.map(({ text }, at) => ({ text, is_shared: at === 0 })) },
        { role: 'assistant', text: '', tool_calls: (assistant as { toolCalls: unknown }).toolCalls },
        { role: 'tool', results: [{ id: 't1', name: 'Read', text: '1|x = 1', is_error: false }] },
      ],
      tools: request.tools,
      schema: request.schema,
      max_output_tokens: 500,
    })
    expect(tool).toBeDefined()
    expect(call.reply).toEqual({ text: '{"findings": []}', tool_calls: [] })
  })

  it('of a run without models says so and makes nothing', async () => {
    const text = await run('calls', 'silent')
    expect(text).toEqual({ status: 0, stdout: '', stderr: 'no model was called in this run\n' })
    expect((await run('calls', 'silent', '--json', '--quiet')).stdout).toBe('[]\n')
    expect(existsSync(join(home.path, 'runs', 'silent'))).toBe(false)
  })

  it.each([
    [['calls'], /^shoal: shoal calls needs a RUN — /],
    [['calls', 'nobody'], /^shoal: there is no run "nobody" — /],
    [['calls', '../asked'], /^shoal: there is no run "\.\.\/asked" — /],
    [['calls', 'asked', '4'], /^shoal: run "asked" has no call 4 — it has 3 calls; /],
    [['calls', 'asked', 'first'], /^shoal: shoal calls takes a RUN and the number of a call — /],
    [['calls', 'asked', '1', '2'], /^shoal: shoal calls takes a RUN and the number of a call — /],
    [['replay'], /^shoal: shoal replay needs a RUN — /],
    [['replay', 'a', 'b'], /^shoal: shoal replay takes one RUN; it got 2 — /],
    [['replay', 'nobody'], /^shoal: there is no run "nobody" — /],
  ])('%j is one line and status 2', async (argv, line) => {
    const { status, stdout, stderr } = await run(...argv)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(line)
    expect(stderr.trimEnd()).not.toContain('\n')
  })
})
