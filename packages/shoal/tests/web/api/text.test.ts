// The text of what a task reads: any encoding, lines of any length, secrets masked, files that are not what was read.
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Ledger } from '@shoal/base/model/ledger'
import type { AnalystResult } from '@shoal/base/model/report'
import { maskValue } from '@shoal/base/secrets/mask-value'
import { describe, expect, it } from 'vitest'
import { readRun } from '../../../src/web/api/run.ts'
import { readTask } from '../../../src/web/api/task.ts'
import { readText } from '../../../src/web/api/text.ts'
import { openLab } from './lab.ts'

const lab = await openLab()

/** The file as the page shows it, all pages of all tasks together. */
async function shown(
  name: string,
  content: string | Uint8Array,
): Promise<{ run: string; file: string; lines: string[] }> {
  const file = lab.home.write(`data/${name}`, content)
  const run = name.replace(/\W/g, '-')
  await lab.analyze([file], run)
  return { run, file, lines: await linesOf(run) }
}

async function linesOf(run: string, context = lab.context): Promise<string[]> {
  const lines: string[] = []
  for (const { id } of (await readRun(context, { run })).taskList)
    for (const { path } of (await readTask(context, { run, task: id })).pieces)
      for (let line: number | null = null; ; ) {
        const text = await readText(context, { run, task: id, path, line })
        expect(text.problem).toBeNull()
        lines.push(...text.lines)
        line = text.next
        if (line === null) break
      }
  return lines
}

const WORDS = Array.from({ length: 1300 }, (_, k) => `2026-01-02 03:04:05 INFO café number ${k} was served`)

describe('readText', () => {
  it.each([
    ['utf8.log', Buffer.from(`${WORDS.join('\n')}\n`)],
    ['crlf.log', Buffer.from(WORDS.join('\r\n'))],
    ['utf16.log', Buffer.from(`\ufeff${WORDS.join('\n')}\n`, 'utf16le')],
    ['latin.log', Buffer.from(`${WORDS.join('\n')}\n`, 'latin1')],
  ])('gives every line of %s once', async (name, bytes) => {
    expect((await shown(name, bytes)).lines).toEqual(WORDS)
  })

  it('masks secrets, and cuts lines that are very long', async () => {
    const key = 'AKIA' + 'QWERTYUIOPASDFGH'
    const { lines } = await shown(
      'keys.md',
      `# Keys\n\naws_access_key_id = ${key}\n\n${'word '.repeat(9000)}\n\nThe end.\n`,
    )
    expect(lines).toHaveLength(7)
    expect(lines.join('\n')).not.toContain(key)
    expect(lines[2]).toMatch(/masked/)
    expect(lines[4]).toBe(`${'word '.repeat(800)}…`)
    expect(lines[6]).toBe('The end.')
  })

  it('hides what the findings of the task hide, though nothing in the line gives it away', async () => {
    const secret = 'k7HqZt9XwPm2'
    const { run, file, lines } = await shown(
      'hidden.md',
      `# Door\n\nIt opens to ${secret} by hand.\n\nSay ${secret}!\n`,
    )
    expect(lines[2]).toContain(secret)
    const task = (await readRun(lab.context, { run })).taskList[0]!.id
    const result = (await lab.ledger.result(run, task)) as unknown as AnalystResult
    const [report, ...others] = result.reports
    const finding = { id: 'f-hidden', summary: 's', path: file, line: 3, evidence: `opens to ${maskValue(secret)} by` }
    const to = { ...result, reports: [{ ...report, findings: [finding] }, ...others] }
    const ledger: Ledger = Object.assign(Object.create(lab.ledger), {
      result: async (of: string, id: string) => (id === task ? (to as never) : await lab.ledger.result(of, id)),
    })
    expect(await linesOf(run, { ...lab.context, ledger })).toEqual([
      '# Door',
      '',
      'It opens to k7…[masked] by hand.',
      '',
      'Say k7…[masked]!',
    ])
  })

  it('says that a file is not what was read', async () => {
    const { run, file } = await shown('changing.log', `${WORDS.slice(0, 50).join('\n')}\n`)
    const [first] = (await readRun(lab.context, { run })).taskList
    const ask = () => readText(lab.context, { run, task: first!.id, path: file, line: 1 })
    appendFileSync(file, 'one more\n')
    expect((await ask()).lines).toHaveLength(50)
    writeFileSync(file, 'another\n'.repeat(80))
    expect(await ask()).toMatchObject({ lines: [], next: null, problem: expect.stringContaining('changed') })
    rmSync(file)
    expect(await ask()).toMatchObject({ lines: [], next: null, problem: expect.stringMatching(/no such file/) })
  })
})
