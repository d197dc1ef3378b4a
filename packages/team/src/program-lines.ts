// What a program writes, line by line while it runs: lines that count are kept, the others are only seen.
import type { Readable } from 'node:stream'

const NEWLINE = Buffer.from('\n')

interface Keeping {
  /** Of what is kept; a line that is longer by itself is not kept. */
  readonly limit: number
  readonly keepLine: (line: string) => boolean
  readonly onLimit: () => void
}

export function keepLines(stream: Readable, { limit, keepLine, onLimit }: Keeping) {
  const kept: Buffer[] = []
  let length = 0
  let pending: Buffer[] = []
  let waiting = 0
  const endLine = () => {
    const line = waiting > limit ? null : Buffer.concat(pending)
    pending = []
    waiting = 0
    if (line === null || line.length === 0 || length > limit || !keepLine(line.toString())) return
    length += line.length
    kept.push(line, NEWLINE)
    if (length > limit) onLimit()
  }
  const add = (part: Buffer) => {
    waiting += part.length
    if (waiting <= limit) pending.push(part)
    else pending = []
  }
  stream.on('data', (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      add(chunk.subarray(from, at))
      endLine()
      from = at + 1
    }
    add(chunk.subarray(from))
  })
  const bytes = () => {
    endLine()
    return Buffer.concat(kept)
  }
  return { closed: closed(stream), bytes }
}

/** Longer lines are told by their end. */
const LINE_LIMIT = 4096
/** Of one chunk, so many lines. */
const LINES = 5

export function tellLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = ''
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split(/[\r\n]+/)
    rest = lines.pop()!.slice(-LINE_LIMIT)
    for (const line of lines.slice(-LINES)) if (line.trim() !== '') onLine(line.slice(-LINE_LIMIT))
  })
}

export function closed(stream: Readable): Promise<void> {
  return new Promise(resolve => {
    stream.once('close', resolve)
    stream.on('error', () => {})
  })
}
