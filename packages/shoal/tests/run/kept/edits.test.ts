// Whatever is done to files between two runs, the second one's report is that of a run which knows nothing: files added, removed, renamed,
// changed, touched, and put back as they were.
import { readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunReport } from '@shoal/base/model/report'
import { memoryLedger } from '@shoal/team/memory-ledger'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { settingsFrom } from '../../../src/config/resolve.ts'
import { analyzePaths } from '../../../src/run/analysis/analyze.ts'
import { fileThreads } from '../../../src/run/threads/file-threads.ts'
import { assertBuilt } from '../../cli/built-bin.ts'
import { tempDir } from '../../cli/temp-dir.ts'

const dir = tempDir()
const settings = settingsFrom()
const { signal } = new AbortController()
afterEach(() => vi.restoreAllMocks())

const MADE = new Set(['run', 'startedAt', 'endedAt', 'tookMs', 'createdAt', 'madeAt'])
const KINDS = ['py', 'json', 'csv', 'log', 'yaml', 'md'] as const

/** What stands in the file number `n` in its version `v`: it speaks of others, so that files are compared. */
function content(kind: (typeof KINDS)[number], n: number, v: number): string {
  const user = `user-${(n * 7 + v) % 5}`
  switch (kind) {
    case 'py':
      return `import os\nNAME = os.environ["NAME_${n}"]\npassword = "pw-${v}-x9Lk2Qz81"\ndef f${n}():\n    return eval(input())\n`
    case 'json':
      return JSON.stringify(Array.from({ length: 6 }, (_, k) => ({ id: k + v, user, ok: k === n % 6 ? null : true })))
    case 'csv':
      return `id,user,amount\n${Array.from({ length: 12 }, (_, k) => `${k},${user},${k === v % 12 ? '' : k * 3}`).join('\n')}\n`
    case 'log':
      return Array.from(
        { length: 30 },
        (_, k) => `2026-03-0${1 + (n % 9)} 10:00:${10 + k} ${k === v % 30 ? 'ERROR' : 'INFO'} ${user} asked ${n}\n`,
      ).join('')
    case 'yaml':
      return `NAME_${n}: value-${v}\nport: ${8000 + v}\n`
    case 'md':
      return `# Guide ${n}\n\nSee file-${(n + 1) % 9}.py and NAME_${n}. TODO ${v}\n`
  }
}

async function report(home: string): Promise<{ told: unknown; read: number }> {
  const spy = vi.spyOn(fileThreads(), 'run')
  const asked = { ledger: memoryLedger(), signal, env: { SHOAL_HOME: home }, cwd: dir.path }
  const { report: made } = await analyzePaths([join(dir.path, 'data')], 'What looks wrong?', settings, asked)
  const read = spy.mock.calls
    .filter(([{ order }]) => order.kind === 'report' || order.kind === 'survey')
    .reduce((sum, [{ order }]) => sum + ((order.input as { files?: unknown[] }).files?.length ?? 1), 0)
  spy.mockRestore()
  return { told: told(made!), read }
}

function told(made: RunReport) {
  return JSON.parse(JSON.stringify(made, (key, value) => (MADE.has(key) ? undefined : value)))
}

const nameOf = (n: number) => `data/part-${n % 3}/file-${n}.${KINDS[n % KINDS.length]}`
const edit = fc.record({
  what: fc.constantFrom('add', 'remove', 'rename', 'change', 'touch', 'back'),
  n: fc.nat({ max: 40 }),
})

it('after any edits the report is that of a first run', async () => {
  assertBuilt()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(edit, { minLength: 1, maxLength: 4 }), { maxLength: 3 }), async rounds => {
      rmSync(join(dir.path, 'data'), { recursive: true, force: true })
      const version = new Map<number, number>()
      const write = (n: number, v: number) => {
        version.set(n, v)
        dir.write(nameOf(n), content(KINDS[n % KINDS.length]!, n, v))
      }
      for (let n = 0; n < 30; n++) write(n, 1)
      const home = join(dir.path, `home-${count++}`)
      await report(home)
      for (const round of rounds) {
        const changed = new Set<number>()
        for (const { what, n } of round) {
          const file = join(dir.path, nameOf(n))
          const isThere = version.has(n)
          if (what === 'add' || (what === 'change' && isThere)) write(n, (version.get(n) ?? 0) + 1)
          else if (what === 'back' && isThere) write(n, 1)
          else if (!isThere) continue
          else if (what === 'remove' && version.size > 2) {
            rmSync(file)
            version.delete(n)
          } else if (what === 'touch') utimesSync(file, new Date(), new Date(2026, 1, 1 + n))
          else if (what === 'rename' && !version.has(n + 60)) {
            renameSync(file, file.replace(`file-${n}.`, `file-${n}-moved.`))
            writeFileSync(file, readFileSync(file.replace(`file-${n}.`, `file-${n}-moved.`)))
          }
          changed.add(n)
        }
        const kept = await report(home)
        expect(kept.told).toEqual((await report(join(dir.path, `cold-${count++}`))).told)
        expect(kept.read).toBeLessThanOrEqual(2 * changed.size)
      }
    }),
    { numRuns: 4 },
  )
})
let count = 0
