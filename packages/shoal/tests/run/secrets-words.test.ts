// Passwords that are words like others are hidden where they are used as passwords, and named by no topic.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunReport } from '@shoal/base/model/report'
import { memoryLedger } from '@shoal/team/memory-ledger'
import { beforeAll, describe, expect, it } from 'vitest'
import { analyze } from '../../src/run/library-analysis.ts'
import { renderReport } from '../../src/run/render-report.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()
const WORD = ['let', 'me', 'in'].join('')

const FILES: Readonly<Record<string, string>> = {
  'notes.md': `# Set-up\n\nLog in with password=${WORD} first.\n\nThen password: ${WORD} is asked for again.\n`,
  'page.html': `<html><body><h1>Set-up</h1><p>password=${WORD}</p></body></html>\n`,
  'app.log': [
    '2026-01-01 10:00:00 INFO start',
    `2026-01-01 10:00:01 ERROR login failed password=${WORD} for bob`,
    `2026-01-01 10:00:02 ERROR login failed password=${WORD} for ann`,
    '2026-01-01 10:00:03 INFO end',
    '',
  ].join('\n'),
  'app.py': `import os\nPASSWORD = "${WORD}"\n\n\ndef login():\n    return connect(password="${WORD}")\n`,
  '.env': `HOST=db\nPASSWORD=${WORD}\n`,
  'settings.json': JSON.stringify({ user: 'bob', password: WORD }),
  'users.csv': `user,password\nbob,${WORD}\nann,${WORD}\neve,${WORD}\n`,
  'events.jsonl': [1, 2, 3].map(id => `${JSON.stringify({ id, password: WORD })}\n`).join(''),
}

describe('a password that is a word', () => {
  const data = join(dir.path, 'words')
  const reports: RunReport[] = []

  beforeAll(async () => {
    mkdirSync(data, { recursive: true })
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(data, name), text)
    for (const query of [null, 'what is the password? how do I log in?'])
      reports.push(await analyze(data, { ledger: memoryLedger(), ...(query === null ? {} : { query }) }))
  })

  it('stands nowhere in the report', () => {
    expect(reports.flatMap(report => placesOf(report, ''))).toEqual([])
  })

  it.each(['json', 'sarif', 'html', 'md', 'text'] as const)('stands nowhere in its %s', async format => {
    for (const report of reports)
      expect(await renderReport(report, format, { root: data })).not.toMatch(new RegExp(WORD, 'i'))
  })

  it('leaves the topics that say what it is', () => {
    const topics = reports[0]!.findings
      .filter(({ rule }) => rule?.id.includes('secret'))
      .flatMap(({ topics }) => topics)
    expect(topics).toContain('password')
  })
})

/** Where in a value the word stands. */
function placesOf(value: unknown, at: string): string[] {
  if (typeof value === 'string') return value.toLowerCase().includes(WORD) ? [`${at}: ${value}`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => [...placesOf(key, `${at}#`), ...placesOf(part, `${at}.${key}`)])
}
