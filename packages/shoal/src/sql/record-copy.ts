// JSON and JSON lines once more as DuckDB reads them without a doubt: UTF-8, one record on each line with the line it has
// in the file. Lines that are no JSON are counted and named, never dropped in silence.
import { join } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import type { SourceText } from '@shoal/base/model/source'
import { type TextWalk, walkText } from '../text/text-lines.ts'
import { assertFlat, inJson, JsonRecords } from './json-records.ts'
import { TextFile } from './text-file.ts'

export interface CopyOptions extends TextWalk {
  /** Where copies go; their names are taken from `name`. */
  readonly directory: string
  readonly name: string
  /** Hides what may not be kept in the text of a record; null where there is nothing to hide. */
  readonly hide: ((text: string) => string) | null
}

export interface RecordCopy {
  readonly file: string
  readonly records: number
  /** Bytes of the longest line, at most. */
  readonly longest: number
}

export interface LineCopy extends RecordCopy {
  readonly bad: number
  /** The first lines that are no JSON. */
  readonly badLines: readonly number[]
}

export interface DocumentCopy {
  /** By the path that leads to each; the array that is the whole document has none. */
  readonly arrays: readonly (RecordCopy & { readonly path: readonly string[] })[]
  /** What stands beside them, as one record; null when there is nothing. */
  readonly rest: RecordCopy | null
}

const MOST_NAMED = 10
const MOST_ARRAYS = 40
const LONGEST_RECORD = 64 * 1024 * 1024

/** One record on each line. */
export async function copyLines(source: SourceText, options: CopyOptions): Promise<LineCopy> {
  const writer = new RecordWriter(source.path, options, '')
  try {
    let parts: string[] = []
    let length = 0
    let bad = 0
    const badLines: number[] = []
    const take = (line: number) => {
      const text = parts.join('')
      parts = []
      length = 0
      if (text.trim() === '') return
      if (isJson(text)) {
        assertFlat(text, source.path, line)
        writer.add(text, line)
      } else {
        bad++
        if (badLines.length < MOST_NAMED) badLines.push(line)
      }
    }
    let last = 0
    await walkText(source, whole(source), options, ({ text, end, number, more }) => {
      if (!more && parts.length > 0) take(last)
      last = number
      length += text.length
      if (length > LONGEST_RECORD)
        throw new ShoalError('sql-refused', `${source.path}: line ${number} is longer than 64 MB`)
      parts.push(text)
      if (end !== '') take(number)
    })
    if (parts.length > 0) take(last)
    return { ...writer.copy, bad, badLines }
  } finally {
    writer.close()
  }
}

/** Throws `sql-refused` for what is no JSON. */
export async function copyDocument(source: SourceText, options: CopyOptions): Promise<DocumentCopy> {
  const arrays = new Map<string, { readonly path: readonly string[]; readonly writer: RecordWriter }>()
  const rest = new Map<string, string>()
  let restLine = 1
  const keepRest = (path: readonly string[], text: string, line: number) => {
    if (rest.size === 0) restLine = line
    rest.set(path.join('.'), text)
  }
  const sink = {
    record(path: readonly string[], text: string, line: number) {
      const name = JSON.stringify(path)
      let array = arrays.get(name)
      if (!array) {
        if (arrays.size === MOST_ARRAYS)
          throw new ShoalError('sql-refused', `${source.path} has more than ${MOST_ARRAYS} arrays of objects`)
        array = { path: [...path], writer: new RecordWriter(source.path, options, `-${arrays.size}`) }
        arrays.set(name, array)
      }
      array.writer.add(text, line)
    },
    rest: keepRest,
  }
  try {
    const records = new JsonRecords(source.path, sink)
    let last = 1
    await walkText(source, whole(source), options, ({ text, end, number }) => {
      last = number
      records.add(text, number, end === '')
    })
    records.end(last)
    if (records.isRootArray && arrays.size === 0)
      arrays.set('[]', { path: [], writer: new RecordWriter(source.path, options, '-empty') })
    return {
      arrays: [...arrays.values()].map(({ path, writer }) => ({ path, ...writer.copy })),
      rest: rest.size === 0 && arrays.size > 0 ? null : restCopy(source.path, rest, restLine, options),
    }
  } finally {
    for (const { writer } of arrays.values()) writer.close()
  }
}

/** Its names are the ways to its values, so that it is flat. */
function restCopy(path: string, rest: ReadonlyMap<string, string>, line: number, options: CopyOptions): RecordCopy {
  const writer = new RecordWriter(path, options, '-rest')
  try {
    const [only] = rest
    const isValue = rest.size === 1 && only![0] === ''
    const members = [...rest].map(([name, text]) => `${JSON.stringify(name)}:${text}`)
    writer.add(isValue ? only![1] : `{${members.join(',')}}`, line)
    return writer.copy
  } finally {
    writer.close()
  }
}

class RecordWriter {
  private readonly out: TextFile
  private readonly file: string
  private readonly hide: CopyOptions['hide']
  private records = 0
  private longest = 0

  constructor(
    private readonly path: string,
    { directory, name, hide }: CopyOptions,
    end: string,
  ) {
    this.file = join(directory, `${name}${end}.jsonl`)
    this.out = new TextFile(this.file)
    this.hide = hide
  }

  get copy(): RecordCopy {
    return { file: this.file, records: this.records, longest: this.longest }
  }

  add(text: string, line: number): void {
    const { hide } = this
    const shown = hide === null ? text : inJson(() => hide(text), this.path, line)
    this.out.write(`{"l":${line},"r":${shown}}\n`)
    this.records++
    // A character may take three bytes.
    this.longest = Math.max(this.longest, shown.length * 3 + 64)
  }

  close(): void {
    this.out.close()
  }
}

function whole(source: SourceText) {
  return { start: 0, end: source.size, line: 1 }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
