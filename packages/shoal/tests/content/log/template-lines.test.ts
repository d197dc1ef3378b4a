import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { templateLines } from '../../../src/content/log/analyst/template-lines.ts'
import { openSource } from '../../../src/text/source-file.ts'
import { FORMATS, plannedEvents, written } from './planted-log.ts'

async function templatesOf(content: string): Promise<{ line: number; template: string }[]> {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-lines-'))
  try {
    writeFileSync(join(directory, 'a.log'), content)
    const source = openSource(join(directory, 'a.log'))
    const found: { line: number; template: string }[] = []
    const task = { signal: new AbortController().signal, onRead: () => {} }
    for await (const line of templateLines(source, task)) found.push(line)
    source.close()
    return found
  } finally {
    rmSync(directory, { recursive: true })
  }
}

describe('templateLines', () => {
  it('gives every line its number and template, across blocks', async () => {
    const { text } = written(plannedEvents({ minutes: 900 }), FORMATS.log4j!.write)
    expect(text.length).toBeGreaterThan(1024 * 1024)
    const found = await templatesOf(text)
    const lines = text.split('\n').slice(0, -1)
    expect(found.map(({ line }) => line)).toEqual(lines.map((_, k) => k + 1))
    const mails = found.filter((_, k) => lines[k]!.includes('mail queued'))
    expect(new Set(mails.map(({ template }) => template))).toEqual(new Set(['mail queued for customer <*>']))
  })

  it('copes with nothing, and with a last line that does not end', async () => {
    expect(await templatesOf('')).toEqual([])
    expect((await templatesOf('a b\n\nc d')).map(({ line }) => line)).toEqual([1, 2, 3])
  })
})
