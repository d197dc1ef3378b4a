// The recipes of a report are command lines as a shell is given them: copied from any form, they give what stands beside them.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { RunReport } from '@shoal/base/model/report'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { describe, expect, it } from 'vitest'
import { analyze } from '../../src/run/library-analysis.ts'
import { renderReport } from '../../src/run/render-report.ts'
import { asksRecipes } from '../../src/text/question-topics.ts'
import { tempDir } from '../cli/temp-dir.ts'
import { jqs } from '../conformance/jqs.ts'
import { eventLines } from '../content/jsonl/generated.ts'

const dir = tempDir()
const lines = eventLines(90).map((line, k) =>
  k % 7 === 5 ? line.replace(/"level":"[a-z]+"/i, '"level":"error"') : line,
)
const clean = dir.write("logs/it's a log.jsonl", `${lines.slice(0, 60).join('\n')}\n`)
const broken = dir.write(
  'logs/-broken.log',
  `${[...lines.slice(20, 50), '{"level": br', ...lines.slice(50)].join('\n')}\n`,
)
const packed = dir.write('packed/app.log.gz', gzipSync(readFileSync(clean)))

async function reportOn(path: string, query?: string): Promise<RunReport> {
  const options = query === undefined ? {} : { query }
  return await analyze(path, { ledger: memoryLedger(), ...options })
}

/** The words that a shell makes of a command line. */
function wordsOf(command: string): string[] {
  const { stdout, status } = spawnSync('sh', ['-c', `jq() { printf '%s\\0' "$@"; }; ${command}`], { encoding: 'utf8' })
  expect(status).toBe(0)
  return stdout.split('\0').slice(0, -1)
}

async function give(jq: (typeof jqs)[number], command: string, input?: string): Promise<string> {
  const words = wordsOf(command)
  const options = words.filter(word => /^-[a-zA-Z]$/.test(word))
  const [program, file] = words.slice(options.length)
  const given = await jq.run(input ?? readFileSync(file!, 'utf8'), program!, options)
  const text = JSON.stringify(JSON.parse(given))
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

function recipesIn({ perType, answerPanels }: RunReport) {
  const panels = [...answerPanels, ...perType.flatMap(({ panels }) => panels)].filter(({ title }) => /jq/.test(title))
  return panels.flatMap(panel => (panel.kind === 'table' ? panel.rows : [])) as [string, string, string][]
}

describe.each(jqs)('with jq $version', jq => {
  it.each([clean, broken])('every recipe of the report on %s gives what it says', async path => {
    const rows = recipesIn(await reportOn(path))
    expect(rows.length).toBeGreaterThan(5)
    for (const [title, command, result] of rows)
      expect({ title, result: await give(jq, command) }).toEqual({ title, result })
  })

  it('of several logs each is told once, and names a file for which it holds', async () => {
    const rows = recipesIn(await reportOn(join(dir.path, 'logs')))
    const titles = rows.map(([title]) => title.replace(/ \(the same .*/, ''))
    expect(new Set(rows.map(([, command]) => command)).size).toBe(rows.length)
    expect(titles.filter(title => title === 'count errors')).toHaveLength(2)
    for (const [title, command, result] of rows)
      expect({ title, result: await give(jq, command) }).toEqual({ title, result })
  })

  it('of a packed log they read standard input', async () => {
    const rows = recipesIn(await reportOn(packed))
    expect(rows[0]![0]).toContain('on standard input')
    for (const [title, command, result] of rows) {
      expect({ title, result: await give(jq, command, readFileSync(clean, 'utf8')) }).toEqual({ title, result })
    }
  })
})

describe('the report on a log of JSON lines', () => {
  it('has whole recipes in every form, and says how many more there are', async () => {
    const report = await reportOn(broken)
    const commands = recipesIn(report).map(([, command]) => command)
    const text = await renderReport(report, 'text', { width: 40 })
    const shown = commands.filter(command => text.includes(`${command}\n`))
    expect(shown).toEqual(commands.slice(0, shown.length))
    expect(shown.length).toBeGreaterThan(2)
    expect(text).toContain(`… ${commands.length - shown.length} more`)
    for (const whole of [
      await renderReport(report, 'text', { full: true, width: 40 }),
      await renderReport(report, 'md'),
      await renderReport(report, 'json').then(json => JSON.parse(json).per_type.jsonl.panels[0].rows.flat().join('\n')),
    ])
      expect(commands.filter(command => !whole.includes(command))).toEqual([])
  })

  it('counts them where a question is asked, and gives those that are asked for', async () => {
    const first = await renderReport(await reportOn(broken, 'Which service failed first?'), 'text')
    expect(first).toMatch(/(?:Also found|More): [^.]*\b\d+ recipes\s+for jq/)
    const report = await reportOn(broken, 'How do I count the errors with jq?')
    expect(report.answer).toMatch(/^\d recipes for jq/)
    expect(recipesIn({ ...report, perType: [] }).map(([title]) => title)).toContain('errors by hour')
    const all = await reportOn(broken, 'Give me jq recipes for this log')
    expect(recipesIn({ ...all, perType: [] })).toEqual(recipesIn({ ...all, answerPanels: [] }))
  })
})

it.each([
  ['Give me jq recipes for this log', true],
  ['Which jq command counts errors by service?', true],
  ['How can I list the slowest requests using jq?', true],
  ['Where is jq used?', false],
  ['Which script filters events with jq?', false],
  ['What recipes are in the book?', false],
])('%s asks for recipes: %s', (question, asks) => {
  expect(asksRecipes(question)).toBe(asks)
})
