// Goes through the files of a search, block by block.
import { ShoalError } from '../../model/errors.ts'
import { openSource } from '../../text/source-file.ts'
import { type Block, blocksOf } from './blocks.ts'
import type { SearchedFile, SearchTask } from './task.ts'

export interface FileBlock extends Block {
  readonly file: SearchedFile
  /** Of the file, in the order of the search. */
  readonly index: number
  readonly eol: string
}

export interface BlockStart {
  readonly index: number
  readonly offset: number
}

/** `unread` is told of every file that cannot be read; the others are read all the same. */
export async function* readBlocks(
  { files, signal, onRead }: SearchTask,
  from: BlockStart,
  unread: (file: SearchedFile) => void,
): AsyncGenerator<FileBlock> {
  for (let index = from.index; index < files.length; index++) {
    const file = files[index]!
    let source: ReturnType<typeof openSource>
    try {
      source = openSource(file.file, { path: file.path })
    } catch {
      unread(file)
      continue
    }
    try {
      const eol = String.fromCharCode(source.eol)
      for await (const block of blocksOf(source, index === from.index ? from.offset : 0, signal)) {
        yield { ...block, file, index, eol }
        onRead?.(source.byteAt(block.end) - source.byteAt(block.start))
      }
    } finally {
      source.close()
    }
  }
}

/** How many line ends stand in [from, to). */
export function countEnds(text: string, eol: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf(eol, from); at >= 0 && at < to; at = text.indexOf(eol, at + 1)) count++
  return count
}

/** The numbers of a cursor; throws `bad-value` for what is none. */
export function cursorNumbers(cursor: string, count: number): number[] {
  const numbers = /^\d+(?:\.\d+)*$/.test(cursor) ? cursor.split('.').map(Number) : []
  if (numbers.length === count && numbers.every(Number.isSafeInteger)) return numbers
  throw new ShoalError('bad-value', 'this cursor is not one of this search', {
    detail: 'cursor',
    advice: 'pass the `next_cursor` of the answer before, or none to start',
  })
}
