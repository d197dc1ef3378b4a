// `shoal cache`: what is kept for all runs, results that were paid for and relations of files; `shoal cache clear` throws it away.
import { join } from 'node:path'
import { type ExitStatus, ShoalError } from '@shoal/base/model/errors'
import { formatBytes, formatCount, plural, printable } from '@shoal/base/text/printable'
import { ago, iso } from '@shoal/base/text/times'
import { cacheDir, unpackedDir } from '../config/cache-dir.ts'
import type { CacheEntry } from '../models/cache-entries.ts'
import type { Command, CommandInput } from './command.ts'
import { writeDocument } from './document.ts'
import type { Io } from './io.ts'
import { writeJsonObject } from './json-document.ts'
import { type GridColumn, Sheet } from './team/sheet.ts'

const DAY = 86_400_000
const UNUSED_DAYS = 30

export function cacheCommand(now: () => number = Date.now): Command {
  return {
    name: 'cache',
    summary: 'what is kept for all runs, and how to clear it',
    usage: '[clear|prune [PART]]',
    ownVerbs: [
      ['clear [PART]', 'throws all away, or one part: results, relations or unpacked'],
      ['prune [PART]', `throws away what was not used for ${UNUSED_DAYS} days, or for --older-than DAYS`],
    ],
    examples: [
      { line: 'shoal cache', does: 'how much there is, of which models, how large and where' },
      { line: 'shoal cache clear', does: 'throws all away; what models are asked again is paid for again' },
      {
        line: 'shoal cache clear relations',
        does: 'only what files were read into; the next question reads them again',
      },
      {
        line: 'shoal cache clear unpacked',
        does: 'only the texts of packed files; they are unpacked again when they are read',
      },
      { line: 'shoal cache prune', does: 'only what was not used for a month' },
      { line: 'shoal cache prune --older-than 7', does: 'only what was not used for a week' },
    ],
    run: (io, input) => run(io, input, now),
  }
}

async function run(io: Io, { args, face }: CommandInput, now: () => number): Promise<ExitStatus> {
  const [verb, what, more] = args
  const removes = verb === 'clear' || verb === 'prune'
  if ((verb !== undefined && !removes) || more !== undefined || (what !== undefined && !isPart(what)))
    throw new ShoalError(
      'bad-value',
      'shoal cache takes nothing, or "clear" or "prune", alone or with "results", "relations" or "unpacked"',
      {
        detail: more ?? (removes ? what : verb)!,
      },
    )
  if (face.olderThan !== null && !removes)
    throw new ShoalError('bad-value', '--older-than says what to clear', {
      detail: '--older-than',
      advice: 'write `shoal cache prune --older-than DAYS`',
    })
  const directory = cacheDir(io.env, process.platform, io.cwd)
  const { cacheEntries, clearCache } = await import('../models/cache-entries.ts')
  const { clearRelations, relationEntries } = await import('../run/relations/cache-entries.ts')
  const { clearKept, keptPlaces } = await import('../run/kept/kept-place.ts')
  const { clearStore, storeEntries } = await import('../run/unpacking/store.ts')
  const relations = join(directory, 'relations')
  await writeDocument(io, { output: face.output, inputs: [] }, async write => {
    if (removes) {
      const days = face.olderThan ?? (verb === 'prune' ? UNUSED_DAYS : null)
      const before = days === null ? Number.POSITIVE_INFINITY : now() - days * DAY
      const none = { entries: 0, bytes: 0 }
      const isMeant = (part: string) => what === undefined || what === part
      const results = isMeant('results') ? clearCache(directory, before) : none
      const kept = isMeant('relations') ? clearKept(relations, before) : none
      const read = isMeant('relations') ? clearRelations(relations, before) : none
      const unpacked = isMeant('unpacked') ? clearStore(unpackedDir(directory), before) : none
      const sum = (key: 'entries' | 'bytes') => results[key] + read[key] + kept[key] + unpacked[key]
      const [entries, bytes] = [sum('entries'), sum('bytes')]
      if (face.format === 'json') return await writeJsonObject(write, { directory, removed: entries, bytes })
      return await write(`removed ${plural(entries, 'result')}, ${formatBytes(bytes)}\n`)
    }
    const read = relationEntries(relations).map(({ usedAt, bytes }) => {
      return { kind: 'relations', model: null, madeAt: usedAt, bytes }
    })
    const kept = keptPlaces(relations).map(({ usedAt, bytes }) => {
      return { kind: 'surveys', model: null, madeAt: usedAt, bytes }
    })
    const unpacked = storeEntries(unpackedDir(directory)).map(({ usedAt, bytes }) => {
      return { kind: 'unpacked', model: null, madeAt: usedAt, bytes }
    })
    const contents = contentsOf([...cacheEntries(directory), ...read, ...kept, ...unpacked])
    if (face.format === 'json') return await writeJsonObject(write, contentsJson(directory, contents))
    const sheet = new Sheet(io, face)
    drawContents(sheet, directory, contents, now())
    await write(sheet.text())
  })
  return 0
}

function isPart(what: string): boolean {
  return what === 'results' || what === 'relations' || what === 'unpacked'
}

interface Group {
  readonly kind: string
  readonly model: string | null
  entries: number
  bytes: number
}

interface Contents {
  readonly entries: number
  readonly bytes: number
  readonly oldestAt: number | null
  /** By kind and model, the largest first. */
  readonly groups: readonly Group[]
}

function contentsOf(all: Iterable<Omit<CacheEntry, 'file'>>): Contents {
  const groups = new Map<string, Group>()
  let oldestAt: number | null = null
  for (const { kind, model, madeAt, bytes } of all) {
    const name = JSON.stringify([kind, model])
    const group = groups.get(name) ?? { kind, model, entries: 0, bytes: 0 }
    groups.set(name, group)
    group.entries++
    group.bytes += bytes
    oldestAt = Math.min(oldestAt ?? madeAt, madeAt)
  }
  const sorted = [...groups.values()].sort((a, b) => b.bytes - a.bytes)
  const sum = (key: 'entries' | 'bytes') => sorted.reduce((total, group) => total + group[key], 0)
  return { entries: sum('entries'), bytes: sum('bytes'), oldestAt, groups: sorted }
}

function contentsJson(directory: string, { entries, bytes, oldestAt, groups }: Contents) {
  return { directory, entries, bytes, oldest_at: iso(oldestAt), groups }
}

const columns: readonly GridColumn[] = [
  { title: 'kind' },
  { title: 'model', atLeast: 16 },
  { title: 'results', align: 'right' },
  { title: 'size', align: 'right' },
]

function drawContents(sheet: Sheet, directory: string, contents: Contents, now: number): void {
  const { entries, bytes, oldestAt, groups } = contents
  sheet.entry('where', printable(directory))
  sheet.entry('holds', entries === 0 ? 'nothing' : `${plural(entries, 'result')}, ${formatBytes(bytes)}`)
  if (oldestAt === null) return
  sheet.entry('oldest', ago(oldestAt, now))
  sheet.line()
  const cells = ({ kind, model, entries, bytes }: Group) => [
    printable(kind),
    printable(model ?? '-'),
    formatCount(entries),
    formatBytes(bytes),
  ]
  sheet.grid(columns, groups.map(cells))
}
