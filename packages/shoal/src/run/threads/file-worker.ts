// Entry of a thread that works on files for file-threads.ts, one order at a time.
import { parentPort, workerData } from 'node:worker_threads'
import type { Registry } from '@shoal/base/model/registry'
import { areParsersBroken } from '../../text/code/broken-parsers.ts'
import { SecretMemory } from '../search/secret-memory.ts'
import { carriedOut } from './carried-out.ts'
import { type Answer, BROKEN, FILE, type FromThread, type Order, STEPS, type ToThread } from './file-orders.ts'
import { receivedError, sendableError } from './thrown-error.ts'
import { buffersOf } from './transfer.ts'

/** Bytes that are read between two words about it. */
const TELL_EVERY = 4 * 1024 * 1024

const told = new Int32Array(workerData as SharedArrayBuffer)
const registries = new Map<string | null, Promise<Registry>>()
let abort = new AbortController()
const secrets = new SecretMemory()
const waiting = new Map<number, (answer: Answer) => void>()
let asked = 0

parentPort?.on('message', (message: ToThread) => {
  if ('abort' in message) abort.abort()
  else if ('answer' in message) waiting.get(message.answer.number)?.(message.answer)
  else void carryOut(message.order)
})

async function carryOut(order: Order): Promise<void> {
  abort = new AbortController()
  let untold = 0
  const step = () => void Atomics.add(told, STEPS, 1)
  Atomics.store(told, FILE, 0)
  step()
  const context = {
    signal: abort.signal,
    secrets,
    ask,
    onFile: (number: number) => {
      endIfBroken()
      Atomics.store(told, FILE, number)
      step()
    },
    onRead: (bytes: number) => {
      step()
      untold += bytes
      if (untold < TELL_EVERY) return
      say({ read: untold })
      untold = 0
    },
  }
  try {
    const result = await carriedOut(order.kind, order.input, {
      ...context,
      registry: () => registryOf(order.typesFrom),
    })
    endIfBroken()
    if (untold > 0) say({ read: untold })
    say({ result }, order.kind === 'read' ? buffersOf(result) : [])
  } catch (error) {
    endIfBroken()
    say({ error: sendableError(error) })
  }
}

/** The file it was at is given up, and another thread takes the rest. */
function endIfBroken(): void {
  if (areParsersBroken()) process.exit(BROKEN)
}

function ask(question: unknown): Promise<unknown> {
  const number = ++asked
  return new Promise((resolve, reject) => {
    waiting.set(number, answer => {
      waiting.delete(number)
      if ('error' in answer) reject(receivedError(answer.error))
      else resolve(answer.value)
    })
    say({ ask: question, number })
  })
}

function registryOf(file: string | null): Promise<Registry> {
  let registry = registries.get(file)
  if (!registry) registries.set(file, (registry = loadRegistry(file)))
  return registry
}

async function loadRegistry(file: string | null): Promise<Registry> {
  const { registryFor } = await import('../registry.ts')
  if (file === null) return registryFor({ types: [], overrides: [] })
  const { loadConfig } = await import('../../config/load.ts')
  const { value } = await loadConfig({ cwd: process.cwd(), file, home: undefined })
  const { types = [] } = value as { readonly types?: readonly unknown[] }
  return registryFor({ types, overrides: [] })
}

function say(message: FromThread, buffers: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, [...buffers])
}
