// Programs behind a model: what they are given, what is read, and that nothing of them is left.
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { readAnswer } from '../../src/models/providers/claude-answer.ts'
import { runProgram } from '../../src/models/providers/program.ts'

const options = (rest: object = {}) => ({
  input: '',
  cwd: tmpdir(),
  env: process.env,
  signal: new AbortController().signal,
  limitMs: 20_000,
  ...rest,
})

const node = (script: string, rest: object = {}) => runProgram(process.execPath, ['-e', script], options(rest))

describe.skipIf(process.platform === 'win32')('runProgram', () => {
  it('gives a large text and reads a large answer', async () => {
    const input = 'ä🐟'.repeat(200_000)
    const ended = await node('process.stdin.pipe(process.stdout)', { input })
    expect(ended.how === 'finished' && ended.stdout === input).toBe(true)
  })

  it('bears a program that does not read what it is given', async () => {
    const ended = await node('console.error("no"); process.exit(3)', { input: 'x'.repeat(2_000_000) })
    expect(ended).toMatchObject({ how: 'finished', code: 3, stderr: 'no\n' })
  })

  it('says when there is no such program', async () => {
    expect(await runProgram('no-such-program-here', [], options())).toMatchObject({ how: 'not-started' })
    expect(await runProgram('with\0nul', [], options())).toMatchObject({ how: 'not-started' })
  })

  it.each(['aborted', 'late'] as const)('ends a program and its children when it is %s', async how => {
    const controller = new AbortController()
    // The child's number is told on a file descriptor that the program inherits, then both wait for ever.
    const script = 'sleep 3600 & echo $! > "$TOLD"; wait'
    const told = `${tmpdir()}/shoal-program-${process.pid}-${how}`
    const env = { ...process.env, TOLD: told }
    const running = runProgram('sh', ['-c', script], {
      ...options(),
      env,
      signal: controller.signal,
      ...(how === 'late' ? { limitMs: 3000 } : {}),
    })
    const { readFileSync, rmSync, existsSync } = await import('node:fs')
    await expect.poll(() => existsSync(told) && readFileSync(told, 'utf8') !== '').toBe(true)
    const child = Number(readFileSync(told, 'utf8'))
    if (how === 'aborted') controller.abort()
    expect(await running).toEqual({ how })
    await expect.poll(() => isAlive(child)).toBe(false)
    rmSync(told)
  })
})

describe('what claude prints', () => {
  const spent = { input: 10, output: 0, cacheRead: 0, cacheWrite: 0 }
  const read = (stdout: string, rest: object = {}) =>
    readAnswer({ code: 0, stdout, stderr: '', ...rest }, { key: 'sk-secret-key', spent })

  it('is read with its usage, notices before it or not', () => {
    const usage = { input_tokens: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 20, output_tokens: 7 }
    const result = JSON.stringify({ type: 'result', is_error: false, result: 'x', structured_output: { a: 1 }, usage })
    const expected = {
      ok: true,
      reply: {
        text: '{"a":1}',
        toolCalls: [],
        finish: 'stop',
        usage: { input: 125, output: 7, cacheRead: 100, cacheWrite: 20 },
      },
    }
    expect(read(result)).toEqual(expected)
    expect(read(`A new version is available\n${result}\n`)).toEqual(expected)
    expect(read(`[{"type":"system"},${result}]`)).toEqual(expected)
  })

  it.each([
    ['Invalid API key · Please run /login', 'credentials'],
    ['Credit balance is too low', 'credentials'],
    ['API Error: 529 {"type":"overloaded_error"}', 'overloaded'],
    ['Claude AI usage limit reached|1760000000', 'rate-limited'],
    ['Prompt is too long', 'too-long'],
    ['something else', 'server'],
  ])('%s is a failure: %s', (result, kind) => {
    expect(read(JSON.stringify({ is_error: true, result }))).toMatchObject({ ok: false, failure: { kind } })
  })

  it('is a failure when it is no result, in one line without the key', () => {
    const outcome = read('', { code: 1, stderr: 'Error:\n  bad key sk-secret-key\u001b[0m' })
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'server', usage: null } })
    expect(outcome.ok ? '' : outcome.failure.message).toBe('claude ended with status 1: Error: bad key [key]\\e[0m')
    expect(read('null')).toMatchObject({ ok: false })
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
