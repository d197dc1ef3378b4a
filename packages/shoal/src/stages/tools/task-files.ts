// The files of a task: all that its tools can reach. A path is looked up in this list and never handed to the system, so
// that no `..`, link or absolute path leads anywhere else.
import type { FileAbout } from '@shoal/base/model/analyst'
import { toShoalError } from '@shoal/base/model/errors'
import type { ReadingPart } from '@shoal/base/model/model-work'
import type { SourceText } from '@shoal/base/model/source'
import { plural, printable } from '@shoal/base/text/printable'
import { ToolMistake } from './tool-mistake.ts'

/** `openSource` refuses a file that has changed since it was planned, by throwing. */
export type TaskFile = Pick<ReadingPart, 'about' | 'openSource'>

/** Names shown to a model that asked for another one. */
const MOST_NAMES = 20
const LONGEST_NAME = 200

export class TaskFiles {
  private readonly byPath: ReadonlyMap<string, TaskFile>

  constructor(files: readonly TaskFile[]) {
    this.byPath = new Map(files.map(file => [file.about.path, file]))
  }

  get all(): readonly FileAbout[] {
    return [...this.byPath.values()].map(({ about }) => about)
  }

  /** The file of that name, as the task names it; throws a `ToolMistake` that says which files there are. */
  about(path: string): FileAbout {
    return this.named(path).about
  }

  /** Opens the file for as long as `use` takes. */
  async reading<T>(path: string, use: (source: SourceText) => T | Promise<T>): Promise<T> {
    const file = this.named(path)
    let source: SourceText
    try {
      source = file.openSource()
    } catch (error) {
      throw toShoalError(error, file.about.path)
    }
    try {
      return await use(source)
    } finally {
      source.close()
    }
  }

  private named(path: string): TaskFile {
    const file = this.byPath.get(path) ?? this.byPath.get(path.replace(/^(?:\.\/+)+/, ''))
    if (file) return file
    throw new ToolMistake(`${shortName(path)} is not a file of this task. ${this.list()}`)
  }

  private list(): string {
    const names = [...this.byPath.keys()]
    const shown = names.slice(0, MOST_NAMES).map(shortName).join(', ')
    const rest = names.length > MOST_NAMES ? ` and ${plural(names.length - MOST_NAMES, 'more file')}` : ''
    return names.length === 1 ? `The only file is ${shown}` : `The files are ${shown}${rest}`
  }
}

function shortName(path: string): string {
  const safe = printable(path)
  return safe.length > LONGEST_NAME ? `${safe.slice(0, LONGEST_NAME)}…` : safe
}
