// Code that a model wrote: it reaches its functions and nothing else, and ends in time, whatever it does.

import type { Json } from '@shoal/base/model/json'
import { afterAll, describe, expect, it } from 'vitest'
import { Sandbox } from '../../../src/run/ask/sandbox.ts'

const signal = new AbortController().signal
const called: [string, Json][] = []

function sandbox(milliseconds = 2_000): Sandbox {
  return new Sandbox({
    functions: ['search', 'read', 'sql', 'diff', 'llm'],
    milliseconds,
    memoryBytes: 32 << 20,
    call: async (name, input) => {
      called.push([name, input])
      if (name === 'read') throw new Error('there is no such file')
      if (name === 'sql') return { columns: [{ name: 'n' }], rows: [[1], [41]] }
      return { name, input }
    },
  })
}

const shared = sandbox()
afterAll(() => shared.close())
const run = (code: string) => shared.run(code, signal)

/** What a machine with a way out would answer otherwise than with undefined, an error or a value of its own. */
const GLOBALS =
  'process require module exports __dirname global Buffer fetch XMLHttpRequest WebSocket Worker SharedWorker importScripts setTimeout setInterval setImmediate queueMicrotask performance navigator document window self Deno Bun std os scriptArgs WebAssembly SharedArrayBuffer Atomics crypto TextDecoder URL structuredClone postMessage parentPort workerData __print __sql __read __search'.split(
    ' ',
  )

const ESCAPES = [
  ...GLOBALS.filter(
    name => name !== 'SharedArrayBuffer' && name !== 'Atomics' && name !== 'performance' && name !== 'queueMicrotask',
  ).map(name => `typeof ${name} === 'undefined' ? 'none' : 'reached'`),
  ...[
    'this',
    'globalThis',
    'sql',
    'print',
    'console.log',
    'read',
    'Object',
    'Function',
    '[]',
    '(() => {})',
    '(async () => {})',
    '(function* () {})',
    'new Proxy({}, {})',
    'Reflect',
    'Symbol.iterator',
    'JSON',
    'new Error()',
    'new Map()',
    '/x/',
    'Promise.resolve()',
  ].flatMap(value => [
    `(() => { try { const F = (${value}).constructor.constructor; return typeof F === 'function' ? F('return typeof process')() === 'undefined' ? 'none' : 'reached' : 'none' } catch { return 'none' } })()`,
    `(() => { try { return (${value}).constructor('return process')().pid ? 'reached' : 'none' } catch { return 'none' } })()`,
    `(() => { try { return (${value}).__proto__.constructor.constructor('return this')().process ? 'reached' : 'none' } catch { return 'none' } })()`,
  ]),
  `(() => { try { sql({ get query() { return process } }); return 'reached' } catch { return 'none' } })()`,
  `(() => { try { sql({ toJSON() { return process } }); return 'reached' } catch { return 'none' } })()`,
  `(() => { try { return Error.prepareStackTrace ? 'reached' : 'none' } catch { return 'none' } })()`,
  `(() => { Error.prepareStackTrace = (_, s) => s; try { null.x } catch (e) { return Array.isArray(e.stack) && e.stack[0].getThis ? 'reached' : 'none' } })()`,
  `(() => { try { read('x') } catch (e) { return e.constructor.constructor('return typeof process')() === 'undefined' ? 'none' : 'reached' } })()`,
  `(() => { try { return eval('process') ? 'reached' : 'none' } catch { return 'none' } })()`,
  `(() => { try { return (0, eval)('require')('fs') ? 'reached' : 'none' } catch { return 'none' } })()`,
  `(() => { try { return new Function('return import("fs")')() instanceof Promise ? 'none' : 'reached' } catch { return 'none' } })()`,
  `(() => { Object.prototype.value = 'x'; const s = sql('q'); delete Object.prototype.value; return Array.isArray(s) ? 'none' : 'reached' })()`,
  `(() => { const p = JSON.parse; JSON.parse = () => ({ value: process }); try { return sql('q').length === 2 ? 'none' : 'reached' } catch { return 'none' } finally { JSON.parse = p } })()`,
  `(() => { try { return arguments.callee.caller ? 'reached' : 'none' } catch { return 'none' } })()`,
  `(() => { try { return sql.caller ? 'reached' : 'none' } catch { return 'none' } })()`,
  `(() => { try { return sql.call.caller ? 'reached' : 'none' } catch { return 'none' } })()`,
]

describe('the sandbox', () => {
  it('gives the last value, what was printed, and keeps variables', async () => {
    expect(await run('var n = 2; n * 21')).toBe('42')
    expect(await run('print("n is", n, { a: [1] })')).toContain('n is 2 {"a":[1]}')
    expect(await run('sql("SELECT 1").map(row => row.n)')).toBe('[1,41]')
    expect(await run('search("x", "words", ["a"])')).toBe(
      '{"name":"search","input":{"query":"x","mode":"words","paths":["a"]}}',
    )
  })

  it('throws inside what a function throws, and says outside what code does wrong', async () => {
    expect(await run('try { read("no") } catch (e) { e.message }')).toBe('there is no such file')
    await expect(run('read("no")')).rejects.toThrow('there is no such file')
    await expect(run('const = 1')).rejects.toThrow('SyntaxError')
    await expect(run('await sql("x")')).rejects.toThrow('leave out await')
  })

  it('has no clock and no chance', async () => {
    const [first, second] = [sandbox(), sandbox()]
    const code = '[Date.now(), Math.random(), new Date().toISOString()].join()'
    expect(await first.run(code, signal)).toBe(await second.run(code, signal))
    first.close()
    second.close()
  })

  it(`has no way out: ${ESCAPES.length} tried`, async () => {
    expect(ESCAPES.length).toBeGreaterThanOrEqual(100)
    const reached: string[] = []
    for (const way of ESCAPES) {
      const said = await run(way).catch((error: Error) => `none: ${error.message}`)
      if (!said.startsWith('none')) reached.push(`${way} -> ${said}`)
    }
    expect(reached).toEqual([])
  })

  it.each([
    ['an endless loop', 'while (true) {}'],
    ['an exponential pattern', '/^(a+)+$/.test("a".repeat(60) + "b")'],
    ['a list without end', 'var all = []; for (;;) all.push(new Array(1000).fill(1))'],
    ['text without end', 'var s = "x"; for (;;) s += s'],
    ['recursion without end', '(function f() { return f() + f() })()'],
    ['a sort that never ends', 'Array.from({ length: 1e6 }, (_, k) => k).sort(() => { for (;;); })'],
    ['promises without end', '(async function f() { for (;;) await null })(); 1'],
    ['output without end', 'for (;;) print("x".repeat(1e5))'],
  ])('ends %s, and goes on with what was there before', async (_, code) => {
    const own = sandbox(300)
    await own.run('var kept = 7', signal)
    await own.run(code, signal).then(
      () => {},
      (error: Error) => expect(error.name).toBe('ToolMistake'),
    )
    expect(await own.run('kept', signal)).toBe('7')
    own.close()
  })

  it('is stopped at once by a signal', async () => {
    const stop = new AbortController()
    const own = sandbox(60_000)
    await own.run('1', signal)
    const running = own.run('for (;;) {}', stop.signal)
    stop.abort(new Error('stopped'))
    await expect(running).rejects.toThrow('stopped')
  })

  it('is made anew from what was run before', async () => {
    const own = sandbox()
    own.remember('var a = 20')
    own.remember('var b = a + 1')
    expect(await own.run('a + b', signal)).toBe('41')
    own.close()
  })
})
