// Every function of the library ends when it is told to: at once when it was told before, soon when it is at work.
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { workWatch } from '@shoal/base/text/worked-time'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENCE_MS } from '../../../../tests/patience.ts'
import { type ChunkedFile, writeChunks } from '../../src/run/chunked-file.ts'
import { detect, partition, plan, profile } from '../../src/run/library.ts'
import { analyze, report, resume, runs } from '../../src/run/library-analysis.ts'
import { queryData, search } from '../../src/run/library-data.ts'
import { assertBuilt } from '../cli/built-bin.ts'
import { tempDir } from '../cli/temp-dir.ts'

/** Of work, not of waiting for the processor. A few hundredths of a second are usual. */
const SOON_MS = 2000
const TRIES = 4

const dir = tempDir()
const inDir = (name: string) => join(dir.path, name)
let cut: ChunkedFile

beforeAll(async () => {
  grow(
    'big.log',
    24,
    k => `2026-01-01T00:00:${String(k % 60).padStart(2, '0')}Z INFO w${k % 9} did ${k} in ${k % 1000}ms\n`,
  )
  grow('big.json', 36, k => `${k === 0 ? '[' : ','}{"id":${k},"kind":"k${k % 5}","value":{"a":${k}}}\n`)
  grow('big.csv', 24, k => (k === 0 ? 'id,region,amount\n' : `${k},r${k % 7},${(k * 3) % 1000}\n`))
  for (let k = 0; k < 1500; k++) {
    mkdirSync(inDir(`tree/d${k % 30}`), { recursive: true })
    writeFileSync(inDir(`tree/d${k % 30}/f${k}.${['py', 'md', 'csv'][k % 3]}`), `a,b\n1,${k}\n`.repeat(20))
  }
  cut = await partition(inDir('big.csv'), { mode: 'directory' })
})

function grow(name: string, megabytes: number, line: (k: number) => string): void {
  const file = openSync(inDir(name), 'w')
  for (let size = 0, k = 0; size < megabytes * 1e6; ) {
    let block = ''
    while (block.length < 1e6) block += line(k++)
    size += writeSync(file, block)
  }
  if (name.endsWith('.json')) writeSync(file, ']\n')
  closeSync(file)
}

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

/** All that take long, on something that takes them long. */
const functions: Readonly<Record<string, (signal: AbortSignal) => PromiseLike<unknown>>> = {
  detect: signal => drain(detect(inDir('tree'), { signal })),
  'plan of a tree': signal => plan(inDir('tree'), { signal }),
  'plan of a file': signal => plan(inDir('big.json'), { signal }),
  partition: signal => partition(inDir('big.json'), { signal }),
  writeChunks: signal => writeChunks(cut, inDir('chunks'), { signal }),
  search: signal => search('nowhere to be found', inDir('big.json'), { signal, mode: 'regex' }),
  queryData: signal => queryData('SELECT region, sum(amount) FROM big GROUP BY ALL', inDir('big.csv'), { signal }),
  profile: signal => profile(inDir('big.log'), { signal }),
  'analyze a tree': signal => analyze(inDir('tree'), { signal, ledger: memoryLedger() }),
  'analyze a file': signal => analyze(inDir('big.log'), { signal, ledger: memoryLedger() }),
  'iterate analyze': signal => drain(analyze(inDir('big.csv'), { signal, ledger: memoryLedger() })),
}

describe('aborted before it starts', () => {
  const all = {
    ...functions,
    resume: (signal: AbortSignal) => resume('none', { signal, ledger: memoryLedger() }),
    report: (signal: AbortSignal) => report('none', { signal, ledger: memoryLedger() }),
    runs: (signal: AbortSignal) => runs({ signal, ledger: memoryLedger() }),
  }
  it.each(Object.entries(all))('%s does nothing', async (_, act) => {
    const reason = new Error('not today')
    await expect(act(AbortSignal.abort(reason))).rejects.toMatchObject({ code: 'interrupted', cause: reason })
  })
})

/** Milliseconds worked from the abort to the end. What is done sooner than the abort comes is asked again and aborted sooner. */
async function endAfterAbort(act: (signal: AbortSignal) => PromiseLike<unknown>, afterMs: number): Promise<number> {
  const stop = new AbortController()
  let worked: (() => number) | null = null as (() => number) | null
  const timer = setTimeout(() => {
    worked = workWatch()
    stop.abort()
  }, afterMs)
  const end = await Promise.resolve(act(stop.signal)).then(
    () => 'done',
    error => error.code,
  )
  clearTimeout(timer)
  if (worked === null || end === 'done') return await endAfterAbort(act, afterMs / 2)
  expect(end).toBe('interrupted')
  return worked()
}

describe('aborted at work', () => {
  it.each(Object.entries(functions))('%s ends soon', async (_, act) => {
    const since = performance.now()
    await Promise.resolve(act(AbortSignal.timeout(700))).catch(() => {})
    const took = performance.now() - since
    for (const share of [0.1, 0.5]) {
      let best = Number.POSITIVE_INFINITY
      for (let n = 0; n < TRIES && best >= SOON_MS; n++) best = Math.min(best, await endAfterAbort(act, took * share))
      expect(best).toBeLessThan(SOON_MS)
    }
  })

  it('leaves no half set of chunks', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 5)
    await expect(writeChunks(cut, inDir('half'), { signal: stop.signal })).rejects.toMatchObject({
      code: 'interrupted',
    })
    expect(readdirSync(inDir('half'))).toEqual([])
    expect(await writeChunks(cut, inDir('half'))).toHaveLength(cut.chunks.length)
    expect(readdirSync(inDir('half'))).toHaveLength(cut.chunks.length)
  })

  it('at the first event, and at every later one', async () => {
    for (const kind of ['run-started', 'progress', 'task-claimed', 'task-completed']) {
      const stop = new AbortController()
      const seen: string[] = []
      const reading = (async () => {
        for await (const event of analyze(inDir('big.csv'), { signal: stop.signal, ledger: memoryLedger() })) {
          seen.push(event.kind)
          if (event.kind === kind) stop.abort()
        }
      })()
      await expect(reading, kind).rejects.toMatchObject({ code: 'interrupted' })
      expect(seen).toContain(kind)
      expect(seen).not.toContain('run-ended')
    }
  })

  it('keeps no thread and no handle: the process ends by itself', () => {
    assertBuilt()
    const library = new URL('../../../../dist/index.js', import.meta.url).href
    const program = `
      const { analyze, profile, partition, plan } = await import(${JSON.stringify(library)})
      const at = ms => ({ signal: AbortSignal.timeout(ms) })
      const ends = [analyze('big.log', at(400)), profile('big.log', at(300)), partition('big.json', at(5)), plan('tree', at(5))]
      console.log((await Promise.allSettled(ends)).map(({ reason }) => reason?.code).join(' '))
`
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: dir.path,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: dir.path, SHOAL_HOME: inDir('home') },
      timeout: PATIENCE_MS,
    })
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: 'interrupted interrupted interrupted interrupted\n',
      stderr: '',
    })
  })
})
