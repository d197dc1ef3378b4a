// Goes through the files of a search, block by block.
import { ShoalError } from '../../model/errors.ts'
import { openSource } from '../../text/source-file.ts'
import { type Block, blocksOf } from './blocks.ts'
import type { SearchedFile, SearchTask } from './task.ts'

export interface FileBlock {
  readonly block: Block
  readonly file: SearchedFile
  /** Of the file, in the order of the search. */
  readonly index: number
}

export interface BlockStart {
  readonly index: number
  readonly offset: number
}

/** So many bytes are read before it is told. */
const TELL_EVERY = 1 << 20

/** `unread` is told of every file that cannot be read; the others are read all the same. */
export async function* readBlocks(
  { files, signal, passOver = [], onRead, onFile }: SearchTask,
  from: BlockStart,
  units: number,
  unread: (file: SearchedFile) => void,
): AsyncGenerator<FileBlock> {
  let untold = 0
  for (let index = from.index; index < files.length; index++) {
    const file = files[index]!
    if (passOver.includes(index)) {
      unread(file)
      continue
    }
    onFile?.(index)
    let source: ReturnType<typeof openSource>
    try {
      source = openSource(file.file, file)
    } catch {
      unread(file)
      continue
    }
    try {
      for await (const block of blocksOf(source, index === from.index ? from.offset : 0, units, signal)) {
        yield { block, file, index }
        untold += source.byteAt(block.end) - source.byteAt(block.start)
        if (untold < TELL_EVERY && block.end < source.size) continue
        onRead?.(untold)
        untold = 0
      }
    } finally {
      source.close()
    }
  }
}

/** The numbers of a cursor; throws `bad-value` for what is none. */
export function cursorNumbers(cursor: string, count: number): number[] {
  const numbers = /^\d+(?:\.\d+)*$/.test(cursor) ? cursor.split('.').map(Number) : []
  if (numbers.length === count && numbers.every(Number.isSafeInteger)) return numbers
  throw foreignCursor()
}

export function foreignCursor(): ShoalError {
  return new ShoalError('bad-value', 'this cursor is not one of this search', {
    detail: 'cursor',
    advice: 'pass the `next_cursor` of the answer before, with the same query and files, or none to start',
  })
}
