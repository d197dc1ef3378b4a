// Two versions of a file or directory, compared by what they hold: rows by their key, settings, symbols, sections, templates. Both are
// read into relations, which are kept, and DuckDB compares those.
import { DIFF_DEFAULTS, type Difference, type DiffReport, type FileDiff } from '@shoal/base/model/diff'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { Relation } from '@shoal/base/model/relation'
import { plural } from '@shoal/base/text/printable'
import { registryFor } from '../registry.ts'
import type { RelationFile } from '../relations/relation-file.ts'
import { openRelations, type Relations } from '../relations/relations.ts'
import { tabledTypes } from '../search/tabled-types.ts'
import { countRows, pageOfRows, type RowSets } from './compare-rows.ts'
import { FACT_ROWS } from './fact-rows.ts'
import { compareLines, MOST_BYTES } from './line-rows.ts'
import { BINARY, type FilePair, type PairOptions, pairFiles } from './pair-files.ts'
import { tableRows } from './table-rows.ts'

export interface DiffRequest {
  readonly before: string
  readonly after: string
  /** Columns that tell rows apart; none to look for one. */
  readonly key?: readonly string[]
  readonly limit?: number
  readonly offset?: number
  /** Of all differences of a page together, and of one cell. */
  readonly characters?: number
  readonly cell?: number
}

export interface DiffOptions extends PairOptions {
  onProgress?(done: number, of: number, path: string): void
}

const CHARACTERS = 32_000
const CELL = 300

export async function diff(request: DiffRequest, options: DiffOptions): Promise<DiffReport> {
  const { before, after, key = [] } = request
  const paired = await pairFiles(before, after, options)
  const changed = paired.pairs.filter(({ status }) => status === 'changed')
  const relations = await openRelations(changed.flatMap(namedFiles), options)
  try {
    const page = new Page(request)
    const diffs: FileDiff[] = []
    const failed = new Map(relations.failed.map(({ path, error }) => [path, error]))
    for (const pair of paired.pairs) {
      if (pair.status === 'same') continue
      const at = changed.indexOf(pair)
      if (at < 0) {
        diffs.push(unread(pair))
        continue
      }
      const why = [pair.before!, pair.after!].find(({ path }) => failed.has(path))
      if (why && !paired.isDirectory) throw toShoalError(failed.get(why.path), why.path)
      const compared = await comparedPair({
        pair,
        at,
        key,
        relations,
        page,
        isDirectory: paired.isDirectory,
        ...options,
      })
      if (compared.isApart && !paired.isDirectory) throw apart(pair)
      if (key.length > 0 && !paired.isDirectory && !compared.diff.compared.some(({ unit }) => unit === 'row'))
        throw new ShoalError('bad-value', `${after} is not a table, so it has no key`, { detail: '--key' })
      diffs.push(compared.diff)
    }
    const count = (status: FilePair['status']) => paired.pairs.filter(one => one.status === status).length
    const files = {
      same: count('same'),
      changed: count('changed'),
      added: count('added'),
      removed: count('removed'),
      renamed: count('renamed'),
    }
    const identical = diffs.length === 0 && !paired.isPartial
    return {
      before,
      after,
      same: !paired.isPartial && diffs.every(isSame),
      identical,
      files,
      fileDiffs: diffs,
      differences: page.differences,
      differenceCount: page.count,
      truncated: page.isCut,
      skipped: paired.skipped,
      isPartial: paired.isPartial || failed.size > 0,
    }
  } finally {
    await relations.close()
  }
}

/** By names of their own, so that their tables can be told apart. */
function namedFiles({ before, after }: FilePair, k: number): RelationFile[] {
  return [
    { ...before!, name: `before_${k}` },
    { ...after!, name: `after_${k}` },
  ]
}

function unread({ status, before, after }: FilePair): FileDiff {
  const { contentType } = (after ?? before)!
  return {
    status: status as FileDiff['status'],
    before: before?.path ?? null,
    after: after?.path ?? null,
    contentType,
    compared: [],
    notes: [],
  }
}

function isSame({ status, compared }: FileDiff): boolean {
  if (status !== 'changed' || compared.length === 0) return false
  return compared.every(({ added, removed, changed, columns }) => {
    const isKept = !columns || columns.added.length + columns.removed.length + columns.renamed.length === 0
    return added + removed + changed === 0 && isKept
  })
}

/** What there is room for of all differences, one comparison after the other. */
class Page {
  readonly differences: Difference[] = []
  count = 0
  isCut = false
  readonly cell: number
  private readonly limit: number
  private readonly offset: number
  private room: number

  constructor({ limit, offset, characters, cell }: DiffRequest) {
    this.limit = limit ?? DIFF_DEFAULTS.limit
    this.offset = offset ?? DIFF_DEFAULTS.offset
    this.room = characters ?? CHARACTERS
    this.cell = cell ?? CELL
  }

  /** `read` gives some of the next `count` differences. */
  async add(count: number, read: (from: number, limit: number) => Promise<readonly Difference[]>): Promise<void> {
    const from = Math.max(0, this.offset - this.count)
    const wanted = Math.min(count - from, this.limit - this.differences.length)
    this.count += count
    if (wanted > 0 && !this.isCut)
      for (const difference of await read(from, wanted)) {
        this.room -= JSON.stringify(difference).length
        if (this.room < 0 && this.differences.length > 0) {
          this.isCut = true
          return
        }
        this.differences.push(difference)
      }
    this.isCut ||= this.count > this.offset + this.differences.length
  }
}

interface PairTask extends DiffOptions {
  readonly pair: FilePair
  readonly at: number
  readonly isDirectory: boolean
  readonly key: readonly string[]
  readonly relations: Relations
  readonly page: Page
}

/** `isApart`: the files are of different kinds, so that nothing in them can be compared. */
async function comparedPair(task: PairTask): Promise<{ readonly diff: FileDiff; readonly isApart: boolean }> {
  const { pair, relations, page, signal } = task
  const paths = { before: pair.before!.path, after: pair.after!.path }
  const base = { status: 'changed' as const, ...paths, contentType: pair.after!.contentType }
  const [old, now] = [pair.before!, pair.after!].map(file => (file.sizeBytes === 0 ? null : file))
  const notes: string[] = []
  const sets = await rowSets(task, notes)
  if (sets === null) {
    const isText = [old, now].every(file => file === null || file!.contentType !== BINARY)
    const isApart = old && now ? old.contentType !== now.contentType : false
    if (isApart || !isText || [old, now].some(file => (file?.sizeBytes ?? 0) > MOST_BYTES)) {
      const why = isApart ? whyApart(pair) : isText ? 'too large to be compared line by line' : 'not text'
      return { diff: { ...base, compared: [], notes: [`their bytes differ; ${why}`] }, isApart: isApart && isText }
    }
    const lines = await compareLines(old ?? null, now ?? null, {
      isTabled: tabledTypes(registryFor(task.settings)),
      signal,
    })
    const { added, removed } = lines.counts
    await page.add(added + removed, (from, limit) => lines.differences(from, limit, page.cell))
    return {
      diff: { ...base, compared: [lines.counts], notes: ['the order of lines is not compared'] },
      isApart: false,
    }
  }
  const compared: FileDiff['compared'][number][] = []
  let masked = 0
  for (const set of sets) {
    const { counts, masked: hidden } = await countRows(set, relations)
    masked += hidden
    compared.push(counts)
    const { added, removed, changed } = counts
    await page.add(added + removed + changed, (offset, limit) =>
      pageOfRows(set, paths, relations, { limit, offset, cell: page.cell }),
    )
  }
  if (masked > 0) notes.push(`secrets are masked in ${plural(masked, 'row')}: whether they are others is not compared`)
  return { diff: { ...base, compared, notes }, isApart: false }
}

/** What can be compared in both; null when that is only lines or bytes. */
async function rowSets(
  { pair, at, key, relations, signal, isDirectory }: PairTask,
  notes: string[],
): Promise<readonly RowSets[] | null> {
  const [old, now] = [pair.before!, pair.after!].map(file => (file.sizeBytes === 0 ? null : file))
  const has = (kind: string, file: RelationFile | null | undefined) =>
    file === null || relations.all.some(relation => relation.kind === kind && relation.paths.includes(file!.path))
  const isCounted = async (kind: string, file: RelationFile | null | undefined) => {
    const relation = relations.all.find(one => one.kind === kind)
    if (file === null || !relation) return file === null
    const [row] = await relations.rows(
      `SELECT 1 FROM "${relation.name}" WHERE "${relation.place.path}" = '${file!.path.replaceAll("'", "''")}' LIMIT 1`,
    )
    return row !== undefined
  }
  const [before, after] = [tablesOf(`before_${at}`, relations), tablesOf(`after_${at}`, relations)]
  const isKeyed = key.length > 0 && before.size > 0 && after.size > 0
  if (!isKeyed)
    for (const { kind, told } of FACT_ROWS)
      if (has(kind, old) && has(kind, now) && (await isCounted(kind, old)) && (await isCounted(kind, now)))
        return await told({ before: old ?? null, after: now ?? null, relations, signal })
  if ((before.size === 0 && old) || (after.size === 0 && now)) return null
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const sets: RowSets[] = []
  for (const name of names) {
    const pair = { before: before.get(name) ?? null, after: after.get(name) ?? null }
    const tables = { ...pair, name: names.length === 1 ? null : name || 'rows' }
    try {
      sets.push(await tableRows(tables, key, relations))
    } catch (error) {
      // Of many tables not all have the columns that were named.
      if (!isDirectory || !(error instanceof ShoalError) || error.code !== 'bad-value') throw error
      notes.push(error.message)
      sets.push(await tableRows(tables, [], relations))
    }
  }
  return sets
}

/** By what their names have behind that of the file. */
function tablesOf(base: string, { all }: Relations): ReadonlyMap<string, Relation> {
  const own = all.filter(({ kind, name }) => kind === 'table' && (name === base || name.startsWith(`${base}_`)))
  const only = own.length === 1 ? own : null
  return new Map(only ? [['', only[0]!]] : own.map(relation => [relation.name.slice(base.length + 1), relation]))
}

function whyApart({ before, after }: FilePair): string {
  return `${before!.path} is ${before!.contentType} and ${after!.path} is ${after!.contentType}`
}

function apart(pair: FilePair): ShoalError {
  return new ShoalError('bad-value', `${whyApart(pair)}: they have nothing in common to compare`, {
    detail: pair.after!.path,
    advice: 'name two versions of one kind, or say what a file is with --type',
  })
}
