// Very many small files: what is counted grows with their number and no faster, what is dear to make is made a few times,
// and few files are open at a time. Nothing here is timed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../src/model/ledger.ts'
import { readExactly } from '../../src/run/analysis/exact-tasks.ts'
import { analyze } from '../../src/run/library-analysis.ts'
import { memoryLedger } from '../../src/team/memory-ledger.ts'
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
  it('twice the files take about twice the work, and no more of what is dear to make', {
    timeout: 120_000,
  }, async () => {
    const once = await workFor(400)
    const twice = await workFor(800)
    expect(twice.bytes).toBeLessThan(2.3 * once.bytes)
    expect(once.bytes / 400).toBeLessThan(16_000)
    // Calls come with tasks, and files of a type share one; beats of a slow machine are few beside them.
    expect(twice.calls).toBeLessThan(2.3 * once.calls + 50)
    expect(once.instances + twice.instances).toBeLessThan(40)
  })

  it('few files of a batch are at work at a time, and their reports keep its order', async () => {
    let atWork = 0
    let most = 0
    const files = Array.from({ length: 500 }, (_, n) => ({ path: `f${n}`, lineCount: 1 }))
    const of = async (path: string) => {
      most = Math.max(most, ++atWork)
      await new Promise(resolve => setImmediate(resolve))
      atWork--
      if (path === 'f7') throw new Error('gone')
      return { reports: [{ filePath: path }] }
    }
    const batch = { id: 'b', contentType: 'prose', files, lines: 500, tokens: 500 }
    const made = await readExactly({ batch }, { surveys: { of } } as never, new AbortController().signal)
    expect(most).toBeLessThanOrEqual(8)
    expect(made.unread).toEqual([{ path: 'f7', reason: expect.stringContaining('gone') }])
    expect(made.reports.map(({ filePath }) => filePath)).toEqual(
      files.map(({ path }) => path).filter(path => path !== 'f7'),
    )
  })

  it('a batch whose files are read in one go lets the event loop turn all the same', async () => {
    let isHeard = false
    let before = 0
    setImmediate(() => {
      isHeard = true
    })
    const of = async (path: string) => {
      const until = performance.now() + 1
      while (performance.now() < until);
      if (!isHeard) before++
      return { reports: [{ filePath: path }] }
    }
    const files = Array.from({ length: 400 }, (_, n) => ({ path: `f${n}`, lineCount: 1 }))
    const batch = { id: 'b', contentType: 'prose', files, lines: 400, tokens: 400 }
    await readExactly({ batch }, { surveys: { of } } as never, new AbortController().signal)
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
    const tally = await readSections(setup, source, [{ start: 0, end: bytes.length, line: 1 }], {
      wants: { cubes: [{ group: 1, measure: 0 }], markValue: null },
      onSection: () => {},
    })
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
