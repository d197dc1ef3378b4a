// Very many small files: what is counted grows with their number and no faster, what is dear to make is made a few times,
// and few files are open at a time. Nothing here is timed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ledger } from '@shoal/base/model/ledger'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { describe, expect, it } from 'vitest'
import { stampOf } from '../../src/run/file-stamp.ts'
import { analyze } from '../../src/run/library-analysis.ts'
import { carriedOut } from '../../src/run/threads/carried-out.ts'
import { inOrders } from '../../src/run/threads/in-orders.ts'
import { sendableError } from '../../src/run/threads/thrown-error.ts'
import { GaveUp } from '../../src/run/threads/work-on.ts'
import { briefOf } from '../../src/text/question.ts'
import { TableKernel } from '../../src/text/table/kernel.ts'
import { readSections } from '../../src/text/table/read.ts'
import { setUp } from '../../src/text/table/setup.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()

/** Four types, a few bytes each. */
function makeTree(files: number): string {
  const root = join(dir.path, `tree-${files}`)
  for (let n = 0; n < files; n++) {
    const folder = join(root, `d${n % 20}`)
    if (n < 20) mkdirSync(folder, { recursive: true })
    const [ending, text] = [
      ['txt', `word ${n}\n`],
      ['csv', `id,n\n${n},${n % 9}\n`],
      ['log', `12:00:${String(n % 60).padStart(2, '0')} INFO word\n`],
      ['json', `{"word":${n}}\n`],
    ][n % 4]!
    writeFileSync(join(folder, `f${n}.${ending}`), text!)
  }
  return root
}

/** The ledger with the calls of it and the bytes it is given counted. */
function counted(ledger: Ledger) {
  const work = { calls: 0, bytes: 0 }
  const watched = new Proxy(ledger, {
    get: (target, name, self) => {
      const move: unknown = Reflect.get(target, name, self)
      if (typeof move !== 'function') return move
      return (...given: unknown[]) => {
        work.calls++
        work.bytes += JSON.stringify(given)?.length ?? 0
        return Reflect.apply(move, target, given)
      }
    },
  })
  return { ledger: watched, work }
}

async function workFor(files: number) {
  const root = makeTree(files)
  const { ledger, work } = counted(memoryLedger())
  const instances = countMade(WebAssembly, 'Instance')
  try {
    const { coverage, failed } = await analyze(root, { query: 'What looks wrong?', ledger })
    expect(failed).toEqual([])
    expect(coverage.filesRead).toBe(files)
    return { ...work, instances: instances.made }
  } finally {
    instances.restore()
  }
}

/** Counts what is made with `new`, until it is restored. */
function countMade<T extends object, K extends keyof T>(owner: T, name: K) {
  const original = owner[name]
  const count = {
    made: 0,
    restore: () => {
      owner[name] = original
    },
  }
  owner[name] = new Proxy(original as object, {
    construct: (target, given) => {
      count.made++
      return Reflect.construct(target as new () => object, given)
    },
  }) as T[K]
  return count
}

describe('very many small files', () => {
  it('twice the files take about twice the work, and no more of what is dear to make', async () => {
    const once = await workFor(200)
    const twice = await workFor(400)
    expect(twice.bytes).toBeLessThan(2.3 * once.bytes)
    expect(once.bytes / 200).toBeLessThan(16_000)
    // Calls come with tasks, and files of a type share one; beats of a slow machine are few beside them.
    expect(twice.calls).toBeLessThan(2.3 * once.calls + 50)
    expect(once.instances + twice.instances).toBeLessThan(40)
  })

  it('few orders of a batch are under way at a time, and what comes of its files keeps their order', async () => {
    let underWay = 0
    let most = 0
    const files = Array.from({ length: 500 }, (_, n) => ({ path: `f${n}` }))
    const send = async (some: readonly { path: string }[]) => {
      most = Math.max(most, ++underWay)
      await new Promise(resolve => setImmediate(resolve))
      underWay--
      const stuck = some.findIndex(({ path }) => path === 'f70')
      if (stuck >= 0) throw new GaveUp(stuck, 'given up after 1 second of work without progress')
      return some.map(({ path }) => (path === 'f7' ? { error: sendableError(new Error('gone')) } : { name: path }))
    }
    const outcomes = []
    for await (const outcome of inOrders(files, 3, new AbortController().signal, send)) outcomes.push(outcome)
    expect(most).toBe(3)
    expect(outcomes.map(({ of }) => of)).toEqual(files)
    const failed = outcomes.filter(outcome => 'error' in outcome)
    expect(failed.map(({ of, error }) => [of.path, (error as Error).message])).toEqual([
      ['f7', 'gone'],
      ['f70', 'given up after 1 second of work without progress'],
    ])
    expect(outcomes.flatMap(one => ('result' in one ? [one.result.name === one.of.path] : []))).toEqual(
      Array(498).fill(true),
    )
  })

  it('a batch that is read in one go lets the event loop turn all the same', async () => {
    const path = join(dir.path, 'one.txt')
    writeFileSync(path, 'word\n')
    const stamp = stampOf(path, path)
    const about = { path, contentType: 'busy', language: null, sizeBytes: 5, lineCount: 1 }
    let isHeard = false
    let before = 0
    const nothing = {
      summary: '',
      figures: {},
      panels: [],
      findings: [],
      anchors: [],
      answers: [],
      topics: [],
      notes: [],
    }
    const analyst = {
      version: 1,
      splitFrom: null,
      read: async () => {
        const until = performance.now() + 1
        while (performance.now() < until);
        if (!isHeard) before++
      },
      survey: async () => nothing,
    }
    const type = { name: 'busy', builtIn: async () => analyst }
    const registry = async () => ({ get: () => type, typeOf: () => type })
    setImmediate(() => {
      isHeard = true
    })
    const files = Array.from({ length: 400 }, () => ({ about, stamp }))
    const input = { files, contentType: 'busy', brief: briefOf(null) }
    const context = { registry, signal: new AbortController().signal, onRead() {}, onFile() {} }
    const reports = await carriedOut('report', input, context as never)
    expect(reports.filter(report => 'filePath' in report)).toHaveLength(400)
    expect(isHeard).toBe(true)
    expect(before).toBeLessThan(files.length / 2)
  })
})

describe('a kernel that is lent again', () => {
  const tables = [
    'a,b\n1,x\n2,y\n3,x\n',
    'a;b;c\n1,5;2024-01-01;u\n2,5;2024-01-03;v\n;;\nfoo\n',
    '"q ""1""",z\n"line\nend",1e3\n',
    `n,m\n${Array.from({ length: 300 }, (_, k) => `${k},${k % 7}`).join('\n')}\n`,
  ]

  async function tallyOf(text: string, isFresh: boolean) {
    // Kernels in hand are not lent: the next one is new.
    const held = isFresh ? Array.from({ length: 8 }, () => TableKernel.lend()) : []
    const bytes = Buffer.from(text)
    const delimiter = text.includes(';') ? 59 : 44
    const dialect = { delimiter, quote: 34, eol: 10, expected: 2, columns: 2, sizeBytes: bytes.length }
    const setup = setUp(dialect, bytes, { start: 0, sampled: bytes.length, end: bytes.length })
    const source = {
      exact: true,
      bytes: (start: number, end: number) => bytes.subarray(start, end),
      between: (offset: number) => offset,
    }
    const tally = await readSections(setup, source, [{ start: 0, end: bytes.length, line: 1 }], () => {})
    for (const kernel of held) kernel.giveBack()
    return { setup, tally }
  }

  it('reads every table as a new one does, whatever it has read before', async () => {
    for (const before of tables)
      for (const text of tables) {
        const fresh = await tallyOf(text, true)
        await tallyOf(before, false)
        expect(await tallyOf(text, false)).toEqual(fresh)
      }
  })
})
