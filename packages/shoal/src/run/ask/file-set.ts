// The files that a question is about: found once, known by their content, and read only through here. A path is looked up among them
// and never handed to the system, so that no `..`, link or absolute path leads anywhere else.
import type { AskQuote } from '@shoal/base/model/asking'
import { plural, printable } from '@shoal/base/text/printable'
import type { Settings } from '../../config/resolve.ts'
import type { FoundQuote, QuoteFinder } from '../../stages/asking/note-book.ts'
import { limitFiles } from '../../stages/enumerate.ts'
import { ToolMistake } from '../../stages/tools/tool-mistake.ts'
import { hashText } from '../../text/hash.ts'
import { normaliseQuote } from '../../text/quotes/normalise.ts'
import { findFiles } from '../files.ts'
import type { FoundRecords, RecordsOrder } from '../records-in.ts'
import { registryFor } from '../registry.ts'
import type { PrintedFile } from '../relations/fingerprints.ts'
import { lookForRelations, type RelationFile } from '../relations/relation-file.ts'
import { openRelations, printFiles, type Relations } from '../relations/relations.ts'
import { tabledTypes } from '../search/tabled-types.ts'
import type { SearchMatch } from '../search/task.ts'
import { type SearchQuery, type SearchReport, searchIn } from '../search-paths.ts'
import { NO_TYPE, workOn } from '../threads/work-on.ts'

export interface FileSetOptions {
  readonly settings: Settings
  readonly signal: AbortSignal
  /** The cache directory of shoal. */
  readonly cache: string
  readonly cwd: string
  onProgress?(done: number, of: number, path: string): void
}

/** Units of a line that are shown. */
const LONGEST_LINE = 1_000
/** Names shown to a model that asked for another one. */
const MOST_NAMES = 12
/** A quote is taken for that of a line so far off, without a search. */
const NEAR = 3

export class FileSet implements QuoteFinder {
  private opened: Promise<Relations> | null = null
  private readonly byPath: ReadonlyMap<string, PrintedFile>
  private readonly isTabled: (contentType: string) => Promise<boolean>

  private constructor(
    readonly files: readonly PrintedFile[],
    readonly skipped: readonly { readonly path: string; readonly reason: string }[],
    private readonly options: FileSetOptions,
  ) {
    this.byPath = new Map(files.map(file => [file.path, file]))
    this.isTabled = tabledTypes(registryFor(options.settings))
  }

  /** Files that were found and known before, such as those of a plan. */
  static async of(files: readonly RelationFile[], options: FileSetOptions): Promise<FileSet> {
    const { printed, failed } = await printFiles(files, options)
    const skipped = failed.map(({ path, error }) => ({
      path,
      reason: error instanceof Error ? error.message : 'cannot be read',
    }))
    return new FileSet(
      [...printed].sort((a, b) => (a.path < b.path ? -1 : 1)),
      skipped,
      options,
    )
  }

  static async open(paths: readonly string[], options: FileSetOptions): Promise<FileSet> {
    const { settings, signal, cwd } = options
    registryFor(settings)
    const found = await findFiles(paths, settings, signal, cwd, { isForSql: true })
    const limited = limitFiles(found.files, settings.maxFiles)
    const looked = await lookForRelations(limited.files, options)
    const left = [...found.skipped, ...limited.skipped, ...looked.skipped].map(({ path, reason }) => ({ path, reason }))
    const { files, skipped } = await FileSet.of(looked.files, options)
    return new FileSet(files, [...left, ...skipped], options)
  }

  get bytes(): number {
    return this.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  }

  /** Stands for what some of the files hold, or all of them. */
  digest(paths: readonly string[] | null = null): string {
    const some = paths === null ? this.files : paths.flatMap(path => this.byPath.get(path) ?? [])
    return hashText(JSON.stringify(some.map(({ path, known }) => [path, known.hash])))
  }

  /** Throws a `ToolMistake` that says which files there are. */
  named(path: string): PrintedFile {
    const file = this.byPath.get(path) ?? this.byPath.get(path.replace(/^(?:\.\/+)+/, ''))
    if (file) return file
    const ends = this.files.filter(one => one.path.endsWith(`/${path}`))
    if (ends.length === 1) return ends[0]!
    const shown = (ends.length > 0 ? ends : this.files).slice(0, MOST_NAMES).map(one => printable(one.path))
    throw new ToolMistake(
      `${printable(path.slice(0, 200))} is not one of the ${plural(this.files.length, 'file')}${ends.length > 1 ? '; it could be' : ', such as'} ${shown.join(', ')}`,
    )
  }

  /** The files below some paths, or all. */
  below(paths: readonly string[]): readonly PrintedFile[] {
    if (paths.length === 0) return this.files
    const all = paths.flatMap(path => {
      const directory = path.replace(/(?<!\/)\/+$/, '')
      const inside = this.files.filter(one => one.path.startsWith(`${directory}/`) || directory === '.')
      return inside.length > 0 ? inside : [this.named(path)]
    })
    return [...new Set(all)]
  }

  /** The file or directory that a path names, as the system knows it. */
  place(path: string): string {
    const directory = path.replace(/(?<!\/)\/+$/, '')
    return directory === '.' || this.files.some(one => one.path.startsWith(`${directory}/`))
      ? directory
      : this.named(path).path
  }

  /** Lines of a file as they stand there, secrets hidden; null behind its end. */
  async lines(path: string, from: number, to: number): Promise<(string | null)[]> {
    const { settings, signal } = this.options
    const { file, sizeBytes, contentType } = this.named(path)
    const lines = Array.from({ length: Math.max(0, to - from + 1) }, (_, k) => from + k)
    const isTable = await this.isTabled(contentType)
    const order = { file, path, sizeBytes, isTable, lines, longest: LONGEST_LINE }
    return [...(await workOn('quotedLines', order, { settings, signal, type: NO_TYPE, bytes: sizeBytes }))]
  }

  /** The records of a file, as an analysis labels them. */
  async records(path: string, wanted: Omit<RecordsOrder, 'detection'>): Promise<FoundRecords> {
    const { settings, signal } = this.options
    const { file, sizeBytes, contentType, language } = this.named(path)
    const order = { file, path, sizeBytes, detection: { contentType, language }, ...wanted }
    return await workOn('records', order, { settings, signal, type: contentType, bytes: sizeBytes })
  }

  async search(paths: readonly string[], query: SearchQuery): Promise<SearchReport> {
    const files = await Promise.all(
      this.below(paths).map(async ({ path, file, sizeBytes, contentType }) => {
        return { path, file, sizeBytes, isTable: await this.isTabled(contentType) }
      }),
    )
    const { settings, signal } = this.options
    return await searchIn({ files, skipped: [] }, query, { settings, signal })
  }

  relations(): Promise<Relations> {
    return (this.opened ??= openRelations(this.files, this.options))
  }

  async find(given: AskQuote): Promise<FoundQuote | { readonly why: string }> {
    const { quote, line } = given
    let path: string
    try {
      path = this.named(given.path).path
    } catch (error) {
      return { why: (error as Error).message }
    }
    const parts = quote.split(/\r?\n/)
    const wanted = parts.map(part => normaliseQuote(part).trim())
    const first = Math.max(1, line - NEAR)
    const around = (await this.lines(path, first, line + NEAR + parts.length)).map(text => normaliseQuote(text ?? ''))
    const starts = around
      .map((_, k) => first + k)
      .filter(start => wanted.every((part, k) => (around[start - first + k] ?? '').includes(part)))
      .sort((a, b) => Math.abs(a - line) - Math.abs(b - line))
    if (starts.length > 0) {
      const [start] = starts
      const lines = around.slice(start! - first, start! - first + wanted.length)
      const isWholeLine = wanted.every((part, k) => lines[k]!.trim() === part)
      return { path, line: start!, quote, isWholeLine, said: lines.join('\n') }
    }
    const elsewhere = await this.stands(path, parts[0]!.trim(), line)
    if (elsewhere && parts.length === 1)
      return {
        path,
        line: elsewhere.line,
        quote,
        isWholeLine: elsewhere.text.trim() === quote.trim(),
        said: elsewhere.text,
      }
    const there = around[line - first]
    const says = there === undefined || there === '' ? 'has no text on that line' : `says there: ${there.slice(0, 200)}`
    return {
      why: `"${quote.slice(0, 200)}" does not stand on line ${line} of ${path}, nor elsewhere in it; the file ${says}`,
    }
  }

  async close(): Promise<void> {
    const relations = await this.opened?.catch(() => null)
    await relations?.close()
  }

  /** Of several lines that hold it, the nearest to the one that was named. */
  private async stands(path: string, text: string, line: number): Promise<SearchMatch | null> {
    if (text.length > LONGEST_LINE || text === '') return null
    const query = { query: text, mode: 'text' as const, caseSensitive: true, limit: 200, cursor: null }
    const { matches } = await this.search([path], query)
    return [...matches].sort((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line))[0] ?? null
  }
}
