// The laws of the records that a content type finds in chunks, checked on one file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecordSpan } from '@shoal/base/model/content-type'
import { expect } from 'vitest'
import { partition } from '../../src/stages/partition.ts'
import { lineRecords } from '../../src/text/line-spans.ts'
import { openSource } from '../../src/text/source-file.ts'
import { type Case, requestFor } from './cutting.ts'

/** The text of every record of a file, chunk by chunk. */
export async function recordsLawfully(input: Case): Promise<string[][]> {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-records-'))
  const file = join(directory, input.name ?? 'source')
  writeFileSync(file, input.content)
  const source = openSource(file)
  try {
    const { chunks } = await partition(source, input.type, requestFor(input))
    const bytes = source.bytes(0, source.size)
    const ends: number[] = []
    for (let at = bytes.indexOf(source.eol); at >= 0; at = bytes.indexOf(source.eol, at + 1)) ends.push(at)
    const lineOf = (offset: number) => 1 + ends.filter(end => end < offset).length
    return chunks.map(chunk => {
      const records: RecordSpan[] = [...(input.type.records?.(source, chunk) ?? lineRecords(source, chunk))]
      const { unit } = source.encoding
      let before = chunk.body.startByte / unit
      for (const [k, { start, end, line, endLine }] of records.entries()) {
        expect(start, 'in order, none overlapping, all in the body').toBeGreaterThanOrEqual(before)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(Math.ceil(chunk.body.endByte / unit))
        // Counting lines is slow, so only some are looked at.
        if (k % 97 === 0) expect([line, endLine]).toEqual([lineOf(start), lineOf(end)])
        before = end
      }
      return records.map(({ start, end }) => source.text(start, end))
    })
  } finally {
    source.close()
    rmSync(directory, { recursive: true })
  }
}

/** However a file is cut, its records are the same. */
export async function sameRecordsLawfully(input: Case, sizes: readonly number[]): Promise<string[]> {
  const whole = (await recordsLawfully({ ...input, mode: 'whole' })).flat()
  for (const size of sizes) {
    const parts = await recordsLawfully({ ...input, mode: 'directory', size })
    expect(parts.flat(), `in ${parts.length} chunks of about ${size}`).toEqual(whole)
  }
  return whole
}
