// The thread of the sandbox: one QuickJS machine in WebAssembly, which reaches nothing but the functions it is given. Each of these asks the
// thread outside and waits, so that code needs no promises. It has no clock and no chance: the same code gives the same twice.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { QuickJS } from 'quickjs-wasi'
import type { FromSandbox, SandboxData, ToSandbox } from './sandbox-messages.ts'

const { answered, answers, functions, milliseconds, memoryBytes, mostOutput } = workerData as SandboxData & {
  readonly answers: MessagePort
}
const outside = parentPort!

/** What every machine takes for now, in milliseconds since 1970: nothing that is asked depends on when it is asked. */
const NOW = 1_700_000_000_000n

let worked = 0
let since = 0
let printed: string[] = []
let room = mostOutput

const machine = await QuickJS.create({
  wasm: readFileSync(createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm')),
  memoryLimit: memoryBytes,
  maxStackSize: 256 * 1024,
  interruptHandler: () => worked + performance.now() - since > milliseconds,
  wasi: (memory: { readonly buffer: ArrayBuffer }) => ({
    clock_time_get(_clock: number, _precision: bigint, at: number) {
      new DataView(memory.buffer).setBigUint64(at, NOW * 1_000_000n, true)
      return 0
    },
    random_get(at: number, length: number) {
      new Uint8Array(memory.buffer, at, length).fill(7)
      return 0
    },
  }),
})

/** The call as it crosses: JSON both ways, so that nothing of one side is an object of the other. */
function ask(name: string, input: string): string {
  worked += performance.now() - since
  const question: FromSandbox = { kind: 'call', name, input }
  Atomics.store(answered, 0, 0)
  outside.postMessage(question)
  Atomics.wait(answered, 0, 0)
  since = performance.now()
  const message = receiveMessageOnPort(answers)?.message as { readonly text: string } | undefined
  return message?.text ?? '{"error":"stopped"}'
}

for (const name of functions) {
  const reached = machine.newFunction(name, (...given) => {
    const [input] = given
    return machine.newString(ask(name, input ? input.toString() : '{}'))
  })
  machine.setProp(machine.global, `__${name}`, reached)
  reached.dispose()
}

const print = machine.newFunction('print', (...given) => {
  for (const value of given) {
    const text = value.toString()
    if (room > 0) printed.push(text.slice(0, room))
    room -= text.length + 1
  }
  return machine.undefined
})
machine.setProp(machine.global, '__print', print)
print.dispose()

/** Names as the model is told them; what is thrown inside is caught inside. */
const PRELUDE = `
'use strict';
(() => {
  const { stringify, parse } = JSON;
  const reach = native => input => {
    const said = parse(native(stringify(input ?? {})));
    if (said !== null && typeof said === 'object' && 'error' in said) throw new Error(said.error);
    return said.value;
  };
  const shape = (name, fields) => (...given) =>
    given.length === 1 && typeof given[0] === 'object' && given[0] !== null && !Array.isArray(given[0])
      ? given[0]
      : Object.fromEntries(given.map((value, k) => [fields[k] ?? 'more', value]));
  const forms = ${JSON.stringify({
    search: ['query', 'mode', 'paths', 'offset'],
    read: ['path', 'from', 'to'],
    sql: ['query'],
    diff: ['before', 'after', 'key'],
    llm: ['question', 'passages'],
    label: ['judged', 'labels', 'query', 'group_by'],
  })};
  for (const [name, fields] of Object.entries(forms)) {
    const native = globalThis['__' + name];
    delete globalThis['__' + name];
    if (!native) continue;
    const call = reach(native);
    const form = shape(name, fields);
    globalThis[name] = (...given) => {
      const value = call(form(...given));
      if (name !== 'sql') return value;
      return value.rows.map(row => Object.fromEntries(value.columns.map((column, k) => [column.name, row[k]])));
    };
  }
  const out = globalThis.__print;
  delete globalThis.__print;
  const text = value => (typeof value === 'string' ? value : (stringify(value) ?? String(value)));
  globalThis.print = (...given) => void out(given.map(text).join(' '));
  globalThis.console = { log: globalThis.print };
  Object.defineProperty(globalThis, '__text', { value: text });
})();
`

since = performance.now()
machine.evalCode(PRELUDE, 'prelude').dispose()

outside.on('message', ({ code }: ToSandbox) => {
  printed = []
  room = mostOutput
  worked = 0
  since = performance.now()
  const done: FromSandbox = { kind: 'done', ...carriedOut(code) }
  outside.postMessage(done)
})
outside.postMessage({ kind: 'ready' } satisfies FromSandbox)

function carriedOut(code: string): { readonly text: string; readonly isError: boolean } {
  const said = () => (printed.length > 0 ? `${printed.join('\n')}\n` : '')
  try {
    const value = machine.evalCode(code, 'step')
    machine.executePendingJobs()
    machine.setProp(machine.global, '__last', value)
    value.dispose()
    const shown = machine.evalCode('__last === undefined ? "" : __text(__last)', 'shown').consume(one => one.toString())
    const all = `${said()}${shown.slice(0, mostOutput)}`
    return {
      text: all.trim() === '' ? '(nothing was printed; end with an expression or call print)' : all,
      isError: false,
    }
  } catch (error) {
    const { name, message } = error as Error
    const why = /interrupted/.test(message)
      ? `it worked for more than ${milliseconds / 1000} seconds`
      : `${name}: ${message}`
    const hint =
      name === 'SyntaxError' && /\bawait\b/.test(code) ? ' (functions give their value at once: leave out await)' : ''
    return { text: `${said()}${why}${hint}`, isError: true }
  }
}
