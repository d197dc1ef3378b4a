// No report contradicts itself: over the examples, the fixtures and made inputs, with questions of every kind.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { describe, expect, it } from 'vitest'
import { analyze } from '../../packages/shoal/src/run/library-analysis.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'
import { documents, drawFrom, mutated } from './mutations.ts'
import { expectLawful } from './report-laws.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const space = tempDir()

const QUESTIONS = [
  null,
  'Which errors are there?',
  'What looks wrong?',
  'Who wrote the constitution of Mars?',
  'Is it secure?',
]

/** Of many files of all kinds these are enough: every kind of sentence is in their reports. */
const SOME = QUESTIONS.filter((_, k) => k % 2 === 1 || k === 0)

/** Directories of so many files, drawn anew by \`npm run test:explore\`. */
const ROUNDS = 4
const FILES = 20

function accessLog(failed: (k: number) => boolean): string {
  return Array.from({ length: 400 }, (_, k) => {
    const at = `10/Oct/2025:13:${String(Math.floor(k / 60)).padStart(2, '0')}:${String(k % 60).padStart(2, '0')} +0000`
    return `10.0.0.${k % 9} - - [${at}] "GET /api/${k % 5} HTTP/1.1" ${failed(k) ? 503 : 200} ${100 + k} "-" "curl/8.0"`
  }).join('\n')
}

function folder(name: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  const path = join(space.path, name)
  mkdirSync(path)
  for (const [file, content] of Object.entries(files)) writeFileSync(join(path, file), content)
  return path
}

const made = {
  'an access log with server errors': () => folder('access', { 'access.log': accessLog(k => k % 7 === 0) }),
  'one with, one without': () =>
    folder('two', { 'a.log': accessLog(k => k % 9 === 0), 'b.log': accessLog(() => false) }),
  'problems only across files': () =>
    folder('across', {
      'util.py': 'def clean(text):\n    return text.strip()\n',
      'main.py': 'from util import clean, wash\n\nprint(clean("a"), wash("b"))\n',
    }),
  'the same thing in several files': () =>
    folder('shared', {
      'a.html': '<!doctype html><html><body><img src="a.png"></body></html>',
      'b.html': '<!doctype html><html><body><img src="b.png"></body></html>',
      'c.html': '<!doctype html><html><body><p>fine</p></body></html>',
    }),
}

describe('a report', () => {
  for (const [what, make] of Object.entries(made))
    it(`does not contradict itself: ${what}`, async () => {
      const path = make()
      for (const query of QUESTIONS)
        await expectLawful(await analyze(path, { ledger: memoryLedger(), ...(query !== null && { query }) }))
    })

  for (const path of ['examples/data', 'fixtures/hostile'])
    it(`does not contradict itself: ${path}`, async () => {
      for (const query of SOME) {
        const report = await analyze(join(root, path), { ledger: memoryLedger(), ...(query !== null && { query }) })
        await expectLawful(report)
        expect(report.rejected).toEqual([])
      }
    })

  it('does not contradict itself: damaged files of all types beside each other', async () => {
    const all = documents()
    const seed = Number(process.env.PROPERTY_SEED)
    for (let round = 0; round < ROUNDS; round++) {
      const draw = drawFrom(seed + round)
      const files = Array.from({ length: FILES }, (_, k) => {
        const { name, bytes } = mutated(all[draw(all.length)]!, draw)
        return [`${k}-${name}`, bytes] as const
      })
      const path = folder(`mixed-${round}`, Object.fromEntries(files))
      const query = QUESTIONS[draw(QUESTIONS.length)]!
      const report = await analyze(path, { ledger: memoryLedger(), ...(query !== null && { query }) })
      await expectLawful(report)
      expect({ seed: seed + round, failed: report.failed, rejected: report.rejected }).toMatchObject({
        failed: [],
        rejected: [],
      })
    }
  })

  it('counts an answer of the server as an error where errors are asked for', async () => {
    const { answer } = await analyze(join(space.path, 'access'), {
      ledger: memoryLedger(),
      query: 'How many errors are there?',
    })
    expect(answer).toMatch(/^58\b/)
    expect(answer).not.toMatch(/no errors/i)
  })

  it('calls no file silent that shares a finding', async () => {
    const report = await analyze(join(space.path, 'shared'), { ledger: memoryLedger() })
    const { reportMarkdown } = await import('../../packages/shoal/src/stages/report/markdown.ts')
    expect(reportMarkdown(report, { top: 20, verification: true })).toContain('Nothing to report in 1 other file.')
  })
})
