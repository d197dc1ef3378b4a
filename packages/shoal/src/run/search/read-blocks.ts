// Goes through the files of a search, block by block.
import { errnoReason, ShoalError } from '@shoal/base/model/errors'
import type { Skipped } from '@shoal/base/model/plan'
import type { SourceText } from '@shoal/base/model/source'
import { BINARY_BYTES, binaryReason } from '../../text/probe.ts'
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

/** `skip` is told of every file that is no text or cannot be read; the others are read all the same. */
export async function* readBlocks(
  { files, signal, passOver = [], onRead, onFile }: SearchTask,
  from: BlockStart,
  units: number,
  skip: (skipped: Skipped) => void,
): AsyncGenerator<FileBlock> {
  let untold = 0
  for (let index = from.index; index < files.length; index++) {
    const file = files[index]!
    const given = passOver.find(one => one.file === index)
    if (given) {
      skip({ path: file.path, reason: given.reason, cause: 'given-up' })
      continue
    }
    onFile?.(index)
    let source: SourceText
    try {
      source = openSource(file.file, file)
    } catch (error) {
      skip({ path: file.path, reason: errnoReason(error), cause: 'unreadable' })
      continue
    }
    try {
      const binary = file.isText ? null : whyBinary(source)
      if (binary !== null) {
        skip({ path: file.path, reason: binary, cause: 'binary' })
        continue
      }
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

/** Wide units are characters. */
function whyBinary(source: SourceText): string | null {
  return source.encoding.unit > 1 ? null : binaryReason(source.bytes(0, Math.min(source.size, BINARY_BYTES)))
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
