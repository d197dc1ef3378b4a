// The laws every reader of facts obeys, checked on one file: called for fixtures, examples and damaged input alike.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FactRow } from '@shoal/base/model/relation'
import { expect } from 'vitest'
import { createRegistry } from '../../src/content/registry.ts'
import { detect } from '../../src/stages/detect.ts'
import { probeFile } from '../../src/text/probe.ts'
import { openSource } from '../../src/text/source-file.ts'

export interface FactsCase {
  /** The file's name; with the content it decides the type, unless that is given. */
  readonly name: string
  readonly content: string
  readonly type?: string
}

interface Kind {
  readonly type: string
  readonly language: string | null
}

/** The rows of a content, held to the laws: also when it is written in UTF-16 and with CRLF, or is damaged. */
export async function factsLawfully(example: FactsCase): Promise<FactRow[]> {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-facts-'))
  try {
    const read = async (content: string | Uint8Array, kind: Kind | null) =>
      await rowsOf(join(directory, example.name), content, kind)
    const { rows, kind } = await read(example.content, example.type ? { type: example.type, language: null } : null)
    const lines = example.content.split(/\r\n?|\n/)
    expectPlaces(rows, lines)
    expectOnce(rows)
    const crlf = example.content.replace(/\r\n?|\n/g, '\r\n')
    const wide = Buffer.from(`\ufeff${crlf}`, 'utf16le')
    const again = await read(wide, kind)
    expect(byRelation(again.rows), 'UTF-16 with CRLF gives the same rows').toEqual(byRelation(rows))
    for (const damaged of damagedForms(example.content)) expectInOrder((await read(damaged, kind)).rows)
    return rows
  } finally {
    rmSync(directory, { recursive: true })
  }
}

async function rowsOf(file: string, content: string | Uint8Array, known: Kind | null) {
  writeFileSync(file, content)
  const kind = known ?? kindOf(file)
  const source = openSource(file)
  let bytes = 0
  const rows: FactRow[] = []
  try {
    const about = { path: file, language: kind.language, signal: new AbortController().signal }
    const onRead = (read: number) => void (bytes += read)
    const { facts } = createRegistry().typeOf(kind.type)
    for await (const row of facts?.(source, { ...about, onRead }) ?? []) rows.push(row)
    if (facts) expect(bytes, 'every byte is read').toBeGreaterThanOrEqual(source.sizeBytes)
  } finally {
    source.close()
  }
  expect(JSON.parse(JSON.stringify(rows)), 'rows are JSON').toEqual(rows)
  return { rows, kind }
}

/** Rows have an order within their relation alone. */
function byRelation(rows: readonly FactRow[]): FactRow[] {
  return [...rows].sort((a, b) => (a.relation < b.relation ? -1 : a.relation > b.relation ? 1 : 0))
}

function kindOf(file: string): Kind {
  const { contentType, language } = detect(probeFile(file, file).probe, createRegistry())
  return { type: contentType, language }
}

function expectInOrder(rows: readonly FactRow[]): void {
  const last = new Map<string, number>()
  for (const { relation, line } of rows) {
    expect(line, relation).toBeGreaterThanOrEqual(last.get(relation) ?? 1)
    last.set(relation, line)
  }
}

/** What a row speaks of stands on its line. */
function expectPlaces(rows: readonly FactRow[], lines: readonly string[]): void {
  expectInOrder(rows)
  for (const { relation, line, values } of rows) {
    const text = lines[line - 1]
    expect(text, `${relation} has a line ${line}`).toBeDefined()
    const said = wordsOf(relation, values).filter(word => word !== '')
    if (said.length > 0 && !said.some(word => word.includes('[masked]')))
      expect(
        said.some(word => flat(text!).includes(flat(word))),
        `line ${line} “${text}” holds one of ${said}`,
      ).toBe(true)
  }
}

/** Of which at least one stands on the line of the row. */
function wordsOf(relation: FactRow['relation'], values: FactRow['values']): string[] {
  const text = (name: string) => (values[name] === null || values[name] === undefined ? '' : String(values[name]))
  switch (relation) {
    case 'entries':
      return [text('message').slice(0, 40), ...text('message').split(/[\s"\\]+/, 3)]
    case 'imports':
      return [text('name') === '*' ? text('module').split('::').at(-1)! : text('name'), text('alias')]
    case 'sections':
      return [text('heading').split(/\s+/, 1)[0]!]
    case 'sentences':
      return [text('text').split(/[\s&]+/, 1)[0]!]
    case 'settings':
      return [text('name').replace(/…$/, ''), text('value').slice(0, 20)]
    default:
      return [text('name')]
  }
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function expectOnce(rows: readonly FactRow[]): void {
  const entries = rows.filter(({ relation }) => relation === 'entries').map(({ line }) => line)
  expect(new Set(entries).size, 'one entry a line').toBe(entries.length)
  const symbols = rows
    .filter(({ relation }) => relation === 'symbols')
    .map(({ line, values }) => `${line} ${values.scope}.${values.name} ${values.kind}`)
  // One line of a declaration may name the same thing twice only as two overloads on one line.
  expect(new Set(symbols).size, 'each definition once').toBe(symbols.length)
}

/** Cut off in the middle, and with bytes that are no text strewn over it. */
function damagedForms(content: string): Uint8Array[] {
  const bytes = Buffer.from(content)
  const strewn = Buffer.from(bytes)
  for (let at = 7; at < strewn.length; at += 61) strewn[at] = [0xff, 0x00, 0x22, 0x7b, 0xc3][at % 5]!
  return [bytes.subarray(0, Math.floor(bytes.length * 0.6)), strewn]
}
