// What tells the content of a file apart: the hash of all its bytes, and what one pass over them shows besides.
import { closeSync, fstatSync } from 'node:fs'
import { z } from 'zod'
import { openReal } from '../../text/open-real.ts'
import { hex, IO_UNITS, threadKernel } from '../../text/scan/kernel.ts'
import { openSource } from '../../text/source-file.ts'

export const fingerprint = z.object({
  /** XXH3-128. */
  hash: z.string(),
  /** Null where bytes are no characters. */
  lines: z.number().nullable(),
  encoding: z.string(),
})
export type Fingerprint = z.infer<typeof fingerprint>

/** No character of it takes less. */
const WIDE_LINES = /^utf-(?:16|32)/

export function fingerprintOf(file: string, onRead: (bytes: number) => void): Fingerprint {
  const source = openSource(file)
  const { encoding, eol } = source
  source.close()
  const fd = openReal(file)
  try {
    const { size } = fstatSync(fd)
    const kernel = threadKernel()
    const words = new Uint32Array(4)
    const isWide = WIDE_LINES.test(encoding.name)
    let lines = 0
    let last: number = eol
    kernel.hash(fd, 0, size, words, 0, length => {
      onRead(length)
      if (isWide || length === 0) return
      lines += kernel.walk({ kind: 'lines', eol }, 0, Math.min(length, IO_UNITS), { a: 0, b: 0 }).lines
      last = kernel.buffer[length - 1]!
    })
    return { hash: hex(...words), lines: isWide ? null : lines + (last === eol ? 0 : 1), encoding: encoding.name }
  } finally {
    closeSync(fd)
  }
}
