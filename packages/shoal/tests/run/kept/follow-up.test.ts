// A second question to files that nobody has touched reads none of them again, and its report is the one that a first question gets.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pushAll } from '@shoal/base/model/lists'
import type { RunReport } from '@shoal/base/model/report'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { settingsFrom } from '../../../src/config/resolve.ts'
import { analyzePaths } from '../../../src/run/analysis/analyze.ts'
import { fileThreads } from '../../../src/run/threads/file-threads.ts'
import { assertBuilt } from '../../cli/built-bin.ts'
import { tempDir } from '../../cli/temp-dir.ts'

const dir = tempDir()
const settings = settingsFrom()
const { signal } = new AbortController()

const KEPT = join(dir.path, 'cache/relations/kept')

const CITIES = ['Oslo', 'Bern', 'Rome', 'Lima']
const rows = Array.from(
  { length: 3000 },
  (_, k) => `${k},${CITIES[k % 4]},${(k * 7) % 97},${k % 11 === 0 ? '' : 'paid'}`,
)
const entries = Array.from({ length: 1500 }, (_, k) => {
  const at = `2026-03-01 ${String(10 + Math.floor(k / 1000)).padStart(2, '0')}:${String(Math.floor(k / 60) % 60).padStart(2, '0')}:${String(k % 60).padStart(2, '0')}`
  return `${at} ${k % 50 === 0 ? 'ERROR payment failed: timeout' : 'INFO request served'} ${k}`
})

beforeAll(() => {
  assertBuilt()
  dir.write('data/orders.csv', `id,city,amount,status\n${rows.join('\n')}\n`)
  dir.write('data/small.csv', 'id,city\n1,Oslo\n2,Bern\n3,\n')
  dir.write('data/service.log', `${entries.join('\n')}\n`)
  dir.write(
    'data/events.jsonl',
    rows
      .slice(0, 500)
      .map((_, k) => JSON.stringify({ id: k, kind: `k${k % 5}` }))
      .join('\n'),
  )
  dir.write('data/settings.yaml', 'port: 8080\nhost: localhost\n')
  dir.write('data/notes.md', '# Orders\n\nOrders of Oslo are paid late.\n')
  dir.write('data/app.ts', 'export function pay(amount: number) {\n  return amount * 2\n}\n')
})

afterEach(() => vi.restoreAllMocks())

interface Asked {
  readonly report: RunReport
  /** The orders that were given, as the paths they are about. */
  readonly orders: Readonly<Record<string, readonly string[]>>
}

/** With `anew` all that was kept of surveys is gone; relations, which have laws of their own, are there. */
async function ask(question: string | null, { anew = false } = {}): Promise<Asked> {
  if (anew) rmSync(KEPT, { recursive: true, force: true })
  const spy = vi.spyOn(fileThreads(), 'run')
  const { report } = await analyzePaths([join(dir.path, 'data')], question, settings, {
    ledger: memoryLedger(),
    signal,
    env: { SHOAL_HOME: dir.path },
    cwd: dir.path,
  })
  const orders: Record<string, string[]> = {}
  for (const [{ order }] of spy.mock.calls) pushAll((orders[order.kind] ??= []), pathsOf(order.input as OrderInput))
  spy.mockRestore()
  return { report: report!, orders }
}

interface OrderInput {
  readonly path?: unknown
  readonly files?: readonly { readonly path?: string; readonly about?: { readonly path: string } }[]
}

function pathsOf({ path, files = [] }: OrderInput): string[] {
  return typeof path === 'string' ? [path] : files.map(file => file.path ?? file.about?.path ?? '')
}

/** What says when and as what it was made. */
function told({ report }: Asked) {
  return JSON.parse(JSON.stringify(report, (key, value) => (MADE.has(key) ? undefined : value)))
}
const MADE = new Set(['run', 'startedAt', 'endedAt', 'tookMs', 'createdAt', 'madeAt'])

const READING = ['look', 'count', 'cut', 'read', 'survey', 'report', 'facts', 'fingerprint', 'sweep']
const readBy = ({ orders }: Asked) => [...new Set(READING.flatMap(kind => orders[kind] ?? []))].map(nameOf).sort()
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** They are searched for what the question speaks of. */
const SEARCHED = ['app.ts', 'notes.md']

const QUESTIONS = ['what looks wrong?', 'how many wombats are there?']

describe('a second question', () => {
  it('to unchanged files reads no data again, and is answered as a first one', async () => {
    const first = await ask('which city has the highest total amount?')
    expect(readBy(first)).toHaveLength(7)
    const second = await ask('what is the average amount by city?')
    expect(readBy(second)).toEqual(SEARCHED)
    expect(second.orders.look ?? []).toEqual([])
    const alone = await ask('what is the average amount by city?', { anew: true })
    expect(told(second)).toEqual(told(alone))
    expect(second.report.question?.status).toBe('answered')
  })

  it.each(QUESTIONS)('%s: the same report from what is kept and from the files', async question => {
    const kept = await ask(question)
    const anew = await ask(question, { anew: true })
    expect(told(kept)).toEqual(told(anew))
  })

  it('asked again reads nothing, also where analysts read for it', async () => {
    const question = 'list all timeout errors with their timestamps'
    const anew = await ask(question)
    expect(readBy(anew)).toContain('service.log')
    const again = await ask(question)
    expect(readBy(again)).toEqual([])
    expect(again.orders.merge ?? []).toEqual([])
    expect(told(again)).toEqual(told(anew))
  })

  it('reads again what was changed, and nothing else', async () => {
    await ask(null)
    writeFileSync(join(dir.path, 'data/small.csv'), 'id,city\n1,Oslo\n2,Bern\n3,Kyiv\n')
    const second = await ask(null)
    expect(readBy(second)).toEqual(['small.csv'])
    // Only types of which a file has changed are merged again.
    expect(second.orders.merge!.map(nameOf).sort()).toEqual(['orders.csv', 'small.csv'])
    expect(told(second)).toEqual(told(await ask(null, { anew: true })))
  })
})
