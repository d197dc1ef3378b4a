// Command workers with real programs, most of them ill-behaved.
import { getEventListeners } from 'node:events'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Json } from '@shoal/base/model/json'
import type { Task } from '@shoal/base/model/task'
import type { Assignment } from '@shoal/base/model/worker'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { decodeTail, readAnswer, requestLine } from '../src/command-protocol.ts'
import { type CommandSpec, commandWorker } from '../src/command-worker.ts'
import { isAlive, readPids, until } from './live-processes.ts'
import { assignmentOf } from './worker-assignment.ts'

const dir = tempDir()
const fixtures = fileURLToPath(new URL('../../../fixtures/workers/', import.meta.url))
const pidFiles: string[] = []

afterAll(() => {
  for (const pid of pidFiles.flatMap(readPids).filter(isAlive)) process.kill(pid, 'SIGKILL')
})

interface RunOptions extends Partial<CommandSpec> {
  readonly assignment?: Partial<Assignment>
  readonly task?: Partial<Task>
  readonly signal?: AbortSignal
}

function run(command: string | CommandSpec['command'], options: RunOptions = {}) {
  const { assignment, task, signal = new AbortController().signal, ...spec } = options
  const argv = typeof command === 'string' ? (['sh', '-c', command] as const) : command
  return commandWorker({ command: argv, cwd: fixtures, graceMs: 300, ...spec }).work(
    assignmentOf(assignment, task),
    signal,
  )
}

/** A file for the numbers of the processes that a fixture starts. */
function pidFile(): string {
  const file = join(dir.path, `pids-${pidFiles.length}`)
  pidFiles.push(file)
  return file
}

describe('what a command is told', () => {
  it('the whole assignment on stdin, the names in the environment', async () => {
    const ending = await run(['sh', 'echo.sh'], {
      env: { OWN: 'own' },
      assignment: {
        role: 'counter',
        input: { files: ['a\u2028b', 'ü'] },
        phase: 'work',
        blockers: async () => [{ id: 'b', subject: 'before', status: 'completed', result: [1] }],
        messages: async () => [{ from: 'lead', text: 'mind the gap' }],
      },
      task: {
        description: 'all of them',
        activeForm: 'Counting',
        attempts: 3,
        reason: 'exit 3: no space left',
        approval: { status: 'approved', round: 2, plan: { steps: 2 }, feedback: 'go on' },
      },
    })
    expect(ending).toEqual({
      status: 'completed',
      summary: 'echoed',
      result: {
        summary: 'echoed\nnot shown',
        env: 'crew t1 ann 3 work own',
        request: {
          protocol: 1,
          team: 'crew',
          member: { name: 'ann', role: 'counter' },
          task: {
            id: 't1',
            subject: 'Count the words',
            description: 'all of them',
            active_form: 'Counting',
            attempt: 3,
            last_failure: 'exit 3: no space left',
            phase: 'work',
            plan: { steps: 2 },
            feedback: 'go on',
          },
          input: { files: ['a\u2028b', 'ü'] },
          blocked_by: [{ id: 'b', subject: 'before', status: 'completed', result: [1] }],
          messages: [{ from: 'lead', text: 'mind the gap' }],
        },
      },
    })
  })

  it('one line of JSON for any input', () => {
    fc.assert(
      fc.property(fc.jsonValue() as fc.Arbitrary<Json>, input => {
        const line = requestLine(assignmentOf({ input }), [], [])
        expect(line).toMatch(/^[^\n]*\n$/)
        expect(JSON.parse(line).input).toEqual(JSON.parse(JSON.stringify(input)))
      }),
    )
  })

  it('5 MB, whether it reads them or not', async () => {
    const input = 'x'.repeat(5_000_000)
    expect(await run('wc -c', { assignment: { input } })).toMatchObject({
      status: 'completed',
      result: requestLine(assignmentOf({ input }), [], []).length,
    })
    expect(await run('echo 1', { assignment: { input } })).toEqual({ status: 'completed', result: 1 })
    expect(await run('exec <&-; sleep 0.1; echo 2', { assignment: { input } })).toMatchObject({ result: 2 })
  })

  it('nothing is started when the results before it cannot be read', async () => {
    const file = pidFile()
    const blockers = () => Promise.reject(new Error('the disk\nis gone'))
    expect(await run(`echo $$ > '${file}'`, { assignment: { blockers } })).toEqual({
      status: 'failed',
      reason: 'cannot be told its task: the disk · is gone',
    })
    expect(readPids(file)).toEqual([])
  })
})

describe('what a command answers', () => {
  it('any JSON, with white space around it, is the result', () => {
    fc.assert(
      fc.property(fc.json(), fc.stringMatching(/^[ \t\r\n]*$/), (json, space) => {
        const ending = readAnswer(Buffer.from(space + json + space), 'json', 'work')
        expect(ending).toMatchObject({ status: 'completed', result: JSON.parse(json) })
      }),
    )
  })

  it('nothing is null; text is wrapped; a plan is a plan', async () => {
    expect(await run('true')).toEqual({ status: 'completed', result: null })
    expect(await run('echo')).toEqual({ status: 'completed', result: null })
    expect(await run('echo hello', { output: 'text' })).toEqual({ status: 'completed', result: { text: 'hello\n' } })
    const assignment = { phase: 'plan' } as const
    expect(await run(`echo '{"summary":" s ","steps":[1]}'`, { assignment })).toEqual({
      status: 'planned',
      plan: { summary: ' s ', steps: [1] },
      summary: 's',
    })
    expect(await run('true', { assignment })).toEqual({
      status: 'failed',
      reason: 'expected a plan on stdout, got nothing',
    })
  })

  it('a summary that is no line of text is none', async () => {
    for (const summary of [' ', 3, null])
      expect(await run(`echo '${JSON.stringify({ summary })}'`)).toEqual({ status: 'completed', result: { summary } })
  })

  it('what is not JSON is shown, safely and in part', async () => {
    expect(await run(`printf 'done \\033[2J'`)).toEqual({
      status: 'failed',
      reason: 'expected JSON on stdout, got: done \\e[2J',
      log: 'done \u001b[2J',
    })
    const many = await run(`echo '${'😀'.repeat(300)}'; echo why >&2`)
    expect(many).toMatchObject({ reason: `expected JSON on stdout, got: ${'😀'.repeat(100)}…`, log: 'why\n' })
    expect(await run('echo 1; echo 2')).toMatchObject({ status: 'failed', reason: expect.stringMatching(/got: 1\\n2/) })
  })

  it('what nests too deeply to be written again is refused', () => {
    const nested = (levels: number) => Buffer.from('['.repeat(levels) + ']'.repeat(levels))
    expect(readAnswer(nested(1000), 'json', 'work')).toMatchObject({ status: 'completed' })
    for (const levels of [1001, 1_000_000])
      expect(readAnswer(nested(levels), 'json', 'work')).toEqual({
        status: 'failed',
        reason: 'the JSON on stdout has more than 1000 levels',
      })
  })

  it('bytes that are not UTF-8 are no JSON; as text and as log they are replaced', async () => {
    const bad = `printf '"a\\377b"'`
    expect(await run(bad)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/bytes that are not UTF-8/),
    })
    expect(await run(bad, { output: 'text' })).toMatchObject({ result: { text: '"a\ufffdb"' } })
    expect(await run(`${bad} >&2`)).toMatchObject({ status: 'completed', log: '"a\ufffdb"' })
  })
})

describe('how a command ends', () => {
  it('with a status: the last line it complained in', async () => {
    expect(await run('printf "first\\nlast \\033[1m\\n\\n" >&2; exit 3')).toEqual({
      status: 'failed',
      reason: 'exit 3: last \\e[1m',
      log: 'first\nlast \u001b[1m\n\n',
    })
    expect(await run('echo 1 failed; exit 1')).toEqual({
      status: 'failed',
      reason: 'exit 1: 1 failed',
      log: '1 failed\n',
    })
    expect(await run('exit 255')).toEqual({ status: 'failed', reason: 'exit 255' })
  })

  it('killed from outside it is lost; by its own doing it failed', async () => {
    expect(await run('echo 1; echo why >&2; kill -KILL $$')).toEqual({
      status: 'lost',
      reason: 'killed by SIGKILL',
      log: 'why\n',
    })
    expect(await run('kill -TERM $$')).toMatchObject({ status: 'lost', reason: 'killed by SIGTERM' })
    expect(await run('ulimit -c 0; kill -ABRT $$')).toEqual({ status: 'failed', reason: 'died of SIGABRT' })
  })

  it('too late', async () => {
    const file = pidFile()
    const ending = await run(['sh', 'stubborn.sh'], { env: { PIDS: file }, timeoutMs: 3000 })
    expect(ending).toEqual({ status: 'failed', reason: 'took longer than 3 s' })
    expect(readPids(file)).toHaveLength(2)
    expect(readPids(file).filter(isAlive)).toEqual([])
  })

  it('with more output than is taken', async () => {
    expect(await run(['sh', 'flood.sh'])).toMatchObject({
      status: 'failed',
      reason: 'wrote more than 16.0 MB to stdout',
    })
    expect(await run('printf 12345', { outputLimit: 5 })).toEqual({ status: 'completed', result: 12345 })
    expect(await run('printf 123456', { outputLimit: 5 })).toMatchObject({ reason: 'wrote more than 5 B to stdout' })
  })

  it('with more complaints than are kept: the last ones, in whole characters', async () => {
    const ending = await run(['sh', 'noise.sh'])
    expect(ending).toMatchObject({ status: 'completed', result: { fine: true } })
    const { log = '' } = ending as { log?: string }
    expect(log).toMatch(/^\[2\.9 MB cut\]\nü+\nthe last line\n$/)
    expect(Buffer.byteLength(log)).toBeLessThanOrEqual(64 * 1024 + 20)
  })

  it('cuts anywhere without tearing a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat(), (text, at) => {
        const bytes = Buffer.from(text)
        const cut = 1 + (at % bytes.length)
        const [, rest = ''] = decodeTail(bytes.subarray(cut), cut).split('cut]\n')
        expect(text.endsWith(rest)).toBe(true)
        expect(bytes.length - cut - Buffer.byteLength(rest)).toBeLessThan(4)
      }),
    )
  })

  it('having closed its output early', async () => {
    const ending = await run(`echo '{"a":1}'; exec >&-; sleep 0.1; echo late >&2; exec 2>&-; sleep 0.4`)
    expect(ending).toEqual({ status: 'completed', result: { a: 1 }, log: 'late\n' })
  })

  it('before it has begun: final, in one line', async () => {
    const script = dir.write('script', '#!/bin/sh\n')
    chmodSync(script, 0o644)
    expect(await run(['no-such-command'])).toEqual({
      status: 'failed',
      final: true,
      reason: 'cannot start no-such-command: no such command',
    })
    expect(await run([script])).toMatchObject({ final: true, reason: `cannot start ${script}: it may not be executed` })
    expect(await run(['true'], { cwd: '/no/such' })).toMatchObject({
      final: true,
      reason: expect.stringMatching(/in \/no\/such: no such/),
    })
    expect(await run(['true', '\0'])).toMatchObject({ status: 'failed', final: true })
    expect(await run(['true'], { env: { A: '\0' } })).toMatchObject({ status: 'failed', final: true })
  })
})

describe('what a command leaves behind', () => {
  for (const fixture of ['leave-child.sh', 'leave-quiet-child.sh'])
    it(`is stopped with it: ${fixture}`, async () => {
      const file = pidFile()
      expect(await run(['sh', fixture], { env: { PIDS: file } })).toEqual({ status: 'completed', result: 'left' })
      expect(readPids(file)).toHaveLength(1)
      expect(readPids(file).filter(isAlive)).toEqual([])
    })

  it('has a moment to end by itself', async () => {
    expect(await run('(sleep 0.1; echo ,2]) & echo [1')).toEqual({ status: 'completed', result: [1, 2] })
  })

  it('is heard to the end of that moment, also when this process is busy meanwhile', async () => {
    const working = run('(sleep 0.1; echo ,2]; exec sleep 300) & echo [1')
    await delay(50)
    const busyUntil = performance.now() + 500
    while (performance.now() < busyUntil);
    expect(await working).toEqual({ status: 'completed', result: [1, 2] })
  })

  it('does not hold it up from a session of its own', async () => {
    const file = pidFile()
    const ending = await run([process.execPath, 'escape.mjs', '300'], { env: { PIDS: file } })
    expect(ending).toEqual({ status: 'completed', result: 'escaped' })
    expect(readPids(file).filter(isAlive)).toHaveLength(1)
  })
})

describe('an aborted command', () => {
  it('is not started', async () => {
    const file = pidFile()
    const ending = await run(`echo $$ > '${file}'`, { signal: AbortSignal.abort() })
    expect(ending).toEqual({ status: 'released', reason: 'stopped' })
    expect(readPids(file)).toEqual([])
  })

  it('is gone with all it started, however stubborn, when its ending is there', async () => {
    const [file, controller] = [pidFile(), new AbortController()]
    const working = run(['sh', 'stubborn.sh'], { env: { PIDS: file }, signal: controller.signal, graceMs: 4000 })
    await until('both run', () => readPids(file).length === 2)
    controller.abort()
    await delay(50)
    expect(readPids(file).filter(isAlive), 'the grace has not passed').toHaveLength(2)
    expect(await working).toEqual({ status: 'released', reason: 'stopped' })
    expect(readPids(file).filter(isAlive)).toEqual([])
  })

  it('may clean up first', async () => {
    const [file, controller] = [pidFile(), new AbortController()]
    const line = `trap 'sleep 0.1; echo $$ >> "$PIDS"; exit' TERM; echo $$ >> "$PIDS"; while :; do sleep 0.02; done`
    const working = run(line, { env: { PIDS: file }, signal: controller.signal, graceMs: 10_000 })
    await until('it runs', () => readPids(file).length === 1)
    controller.abort()
    await working
    expect(readPids(file)).toHaveLength(2)
  })

  it('leaves no listener behind, nor does one that ran to its end', async () => {
    const { signal } = new AbortController()
    await run('true', { signal })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

it('the same worker does many tasks at a time', async () => {
  const worker = commandWorker({ command: ['sh', '-c', 'sleep 0.05; echo "\\"$SHOAL_TASK\\""'], cwd: fixtures })
  const ids = Array.from({ length: 20 }, (_, n) => `t${n}`)
  const endings = await Promise.all(ids.map(id => worker.work(assignmentOf({}, { id }), new AbortController().signal)))
  expect(endings).toEqual(ids.map(id => ({ status: 'completed', result: id })))
})
