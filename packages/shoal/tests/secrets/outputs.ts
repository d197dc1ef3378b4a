// Everything that leaves for a set of files, by the way it leaves: reports in all forms, profiles, search, SQL, the live
// page's text, every request that a model gets, and every byte that is kept on disk.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { settingsFrom } from '../../src/config/resolve.ts'
import { openLedger } from '../../src/run/ledger.ts'
import { profile } from '../../src/run/library.ts'
import { analyze } from '../../src/run/library-analysis.ts'
import { templateLines } from '../../src/run/profile.ts'
import { renderReport } from '../../src/run/render-report.ts'
import { searchedFiles } from '../../src/run/search/files.ts'
import { search } from '../../src/run/search.ts'
import { reportJson } from '../../src/stages/report/json.ts'
import { reportMarkdown } from '../../src/stages/report/markdown.ts'
import { profileText } from '../../src/stages/report/profile-text.ts'
import { reportSarif } from '../../src/stages/report/sarif.ts'
import { reportText } from '../../src/stages/report/text.ts'
import { honestAnalyst, partsIn, purposeOf, quoting } from '../run/models/honest-analyst.ts'
import { Lab } from '../run/models/lab.ts'
import { ask } from '../run/query-data-files.ts'
import type { PlantedSet } from './planted.ts'

export type Outputs = Map<string, string>

/** Outputs that are put together piece by piece. */
export class Adding {
  readonly all: Outputs = new Map()
  readonly add = (name: string, text: string): void => {
    this.all.set(name, `${this.all.get(name) ?? ''}\n${text}`)
  }
  has(name: string): boolean {
    return this.all.has(name)
  }
}

const signal = new AbortController().signal

export async function outputsOf({ files }: PlantedSet, folder: string): Promise<Outputs> {
  const { all: outputs, add } = new Adding()
  const data = join(folder, 'data')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(data, name)), { recursive: true })
    writeFileSync(join(data, name), text)
  }
  const ledger = await openLedger(join(folder, 'state'))
  try {
    for (const query of [undefined, 'where are passwords, tokens and keys? list them']) {
      const report = await analyze(data, { ledger, ...(query !== undefined && { query }) })
      add('json', JSON.stringify(reportJson(report)))
      add('sarif', JSON.stringify(reportSarif(report, '0.0.0')))
      add('markdown', reportMarkdown(report, { top: 1000, verification: true }))
      add('text', reportText(report, { width: 200, color: false, top: 1000, verification: true }))
      add('html', await renderReport(report, 'html', { root: data }))
    }
    for (const file of everyFile(join(folder, 'state'))) add('ledger', readFileSync(file, 'latin1'))
  } finally {
    await ledger.close()
  }
  for (const file of everyFile(join(folder, 'state'))) add('ledger', readFileSync(file, 'latin1'))
  for (const name of Object.keys(files)) {
    const found = await profile(join(data, name))
    add('profile', JSON.stringify(found) + profileText(found, { width: 200, color: false }))
  }
  await addTemplates(data, files, add)
  await addSearches(data, files, add)
  for (const name of Object.keys(files).filter(one => /\.(?:csv|jsonl)$/.test(one))) {
    const file = join(data, name)
    const answer = await ask('SELECT * FROM t LIMIT 300', [], { files: [{ name: 't', path: file, file }] })
    add('sql', JSON.stringify(answer))
  }
  return outputs
}

async function addTemplates(data: string, files: PlantedSet['files'], add: (name: string, text: string) => void) {
  for (const name of Object.keys(files).filter(one => one.endsWith('.log')))
    for await (const { template } of templateLines(join(data, name), { settings: settingsFrom(), signal }))
      add('templates', template)
}

async function addSearches(data: string, files: PlantedSet['files'], add: (name: string, text: string) => void) {
  const paths = Object.keys(files).map(name => join(data, name))
  const { files: list } = await searchedFiles(paths, settingsFrom(), signal)
  for (const query of ['password', 'key', 'secret', 'default', 'value', 'curl', 'token', 'e', 'o'])
    for (const mode of ['text', 'words'] as const) {
      const found = await search({ query, mode, caseSensitive: false, files: list, limit: 200, cursor: null, signal })
      add('search', JSON.stringify(found))
    }
}

/** With a stub for a model that quotes what it sees and calls all tools. */
export async function requestsOf({ files }: PlantedSet): Promise<Outputs> {
  const lab = await Lab.open(
    honestAnalyst({
      instead: request => {
        if (purposeOf(request) !== 'report' || request.messages.length > 1) return null
        const path = /^file_path: (.+)$/m.exec(request.text)?.[1]
        if (path === undefined) return null
        // Alone and in the middle of whatever it belongs to, every line is read.
        const lines = [...request.text.matchAll(/^(\d+)\|/gm)].map(([, number]) => Number(number))
        return {
          toolCalls: [
            { name: 'Read', input: { path } },
            { name: 'Grep', input: { pattern: 'pass|key|token|value|default|-u|[a-z]', path } },
            ...evenly(lines, 26).map(offset => ({ name: 'Read', input: { path, offset, limit: 1 } })),
          ],
        }
      },
      report: (_, request) => ({
        findings: partsIn(request)
          .flatMap(({ lines }) =>
            lines
              .filter(({ text }) => text.length > 8)
              .slice(0, 6)
              .map((line, k) => quoting(line, `saw ${'abcdef'[k]}zk`)),
          )
          .slice(0, 12),
      }),
    }),
  )
  for (const [name, text] of Object.entries(files)) lab.write(name, text)
  const seen = await lab.analyze(['What looks wrong?', '--read', 'all'])
  return new Map([
    ['model', lab.asked.map(({ body }) => JSON.stringify(body)).join('\n')],
    ['model report', JSON.stringify(seen.report) + seen.stdout + seen.stderr],
    ['model records', [...lab.kept().values()].join('\n')],
  ])
}

function evenly(lines: readonly number[], most: number): number[] {
  if (lines.length <= most) return [...lines]
  return Array.from({ length: most }, (_, k) => lines[Math.floor((k * lines.length) / most)]!)
}

/** The secrets that an output shows, whole or in a telling part. */
export function leaks({ secrets }: PlantedSet, output: string): PlantedSet['secrets'] {
  const looks = secrets.map(({ value, look }) => {
    const telling = (look === 'phrase' ? value.split(' ').slice(1).join(' ') : value).toLowerCase()
    return [...new Set([telling, JSON.stringify(telling).slice(1, -1)])]
  })
  const shown = textsIn(looks.flat(), output.toLowerCase())
  return secrets.filter((_, k) => looks[k]!.some(text => shown.has(text)))
}

/** The texts that stand in another, which is gone over once: a look at each by itself took a third of the time of the whole tests. */
function textsIn(texts: readonly string[], whole: string): ReadonlySet<string> {
  const byStart = new Map<number, string[]>()
  const begins = new Uint8Array(1 << 16)
  let start = 0
  /** Of the last four characters. */
  const push = (code: number) => {
    start = (start << 8) | (code & 255)
    return (start ^ (start >>> 16)) & 65_535
  }
  for (const text of new Set(texts)) {
    if (text.length < 4) throw new Error(`${text} is too short to be told from chance`)
    let hash = 0
    for (let k = 0; k < 4; k++) hash = push(text.charCodeAt(k))
    begins[hash] = 1
    byStart.set(start, [...(byStart.get(start) ?? []), text])
  }
  const found = new Set<string>()
  for (let k = 0; k < whole.length; k++)
    if (begins[push(whole.charCodeAt(k))] === 1)
      for (const text of byStart.get(start) ?? []) if (whole.startsWith(text, k - 3)) found.add(text)
  return found
}

export function everyFile(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}
