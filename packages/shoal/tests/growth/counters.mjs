// Counts work instead of timing it: blocks of code that were run, characters that built-in functions went over, bytes that
// were allocated. The counts of one text are the same on a busy machine and on an idle one.
import { Session } from 'node:inspector/promises'

let scanned = 0

function count(units) {
  scanned += units
}

/** Built-in functions tell how far they look. They are slower by it, so that only a process that counts does this. */
export function countNativeWork() {
  const exec = RegExp.prototype.exec
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const found = exec.call(this, text)
    if (found !== null) count(Math.max(1, found.index + found[0].length - from))
    else count(this.sticky ? 1 : Math.max(1, String(text).length - from))
    return found
  }
  for (const prototype of [String.prototype, Array.prototype, TypedArray.prototype, Buffer.prototype]) {
    const { indexOf } = prototype
    const ahead = (list, from, at) => Math.max(1, (at < 0 ? list.length : at + 1) - (Number(from) || 0))
    wrap(prototype, 'indexOf', (list, [, from], at) => ahead(list, from, at))
    wrap(prototype, 'includes', (list, [what, from]) => ahead(list, from, indexOf.call(list, what, from)))
    wrap(prototype, 'lastIndexOf', (list, [, from], at) => Math.max(1, Math.min(from ?? list.length, list.length) - at))
  }
  wrap(String.prototype, 'startsWith', (text, [what, from], isSo) => 1 + (isSo ? what.length : alike(text, what, from)))
  for (const name of ['toLowerCase', 'toUpperCase', 'normalize', 'localeCompare', 'trim', 'trimEnd', 'trimStart'])
    wrap(String.prototype, name, text => text.length)
  wrap(String.prototype, 'split', (text, [, limit], parts) =>
    limit === undefined ? text.length : parts.reduce((sum, part) => sum + part.length, 0),
  )
  for (const name of ['concat', 'slice', 'join']) wrap(Array.prototype, name, (_, __, result) => result.length)
  for (const name of ['splice', 'unshift', 'reverse', 'fill']) wrap(Array.prototype, name, list => list.length)
  wrap(TypedArray.prototype, 'set', (_, [from]) => from.length)
  wrap(TypedArray.prototype, 'slice', (_, __, result) => result.length)
  wrap(Buffer.prototype, 'toString', (_, __, result) => result.length)
}

function alike(text, what, from = 0) {
  let k = 0
  while (k < what.length && text.charCodeAt(from + k) === what.charCodeAt(k)) k++
  return k
}

const TypedArray = Object.getPrototypeOf(Uint8Array)

function wrap(prototype, name, work) {
  const property = Object.getOwnPropertyDescriptor(prototype, name)
  if (property === undefined) return
  const { value: original, ...rest } = property
  const counted = function (...args) {
    const result = original.apply(this, args)
    if (this !== undefined && this !== null) count(work(this, args, result))
    return result
  }
  Object.defineProperty(prototype, name, { ...rest, value: counted })
}

/** Counts what is done between two calls of `take`. */
export async function startCounting() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const sampling = {
    samplingInterval: 16_384,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  }
  await session.post('HeapProfiler.startSampling', sampling)
  return {
    /** What was done since the last call. */
    async take() {
      const characters = scanned
      const { profile } = await session.post('HeapProfiler.stopSampling')
      const { result } = await session.post('Profiler.takePreciseCoverage')
      const taken = { blocks: blocksIn(result), characters, bytes: bytesIn(profile.head) }
      await session.post('HeapProfiler.startSampling', sampling)
      scanned = 0
      return taken
    },
  }
}

function blocksIn(scripts) {
  let blocks = 0
  for (const { url, functions } of scripts) {
    if (!url.startsWith('file:') || url.includes('/tests/growth/')) continue
    for (const { ranges } of functions) for (const { count } of ranges) blocks += count
  }
  return blocks
}

function bytesIn(head) {
  let bytes = 0
  const open = [head]
  for (let node = open.pop(); node; node = open.pop()) {
    bytes += node.selfSize
    for (const child of node.children) open.push(child)
  }
  return bytes
}
