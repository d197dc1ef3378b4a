// Hash and token estimate of ranges of a file, shared out over threads.
import type { SourceText } from '@shoal/base/model/source'
import type { DigestSpec } from './scan/jobs.ts'
import { hex } from './scan/kernel.ts'
import { runJobs } from './scan/pool.ts'

export interface Digest {
  readonly hash: string
  readonly tokens: number
}

export async function digestRanges(
  source: SourceText,
  ranges: readonly { start: number; end: number }[],
  signal: AbortSignal,
): Promise<Digest[]> {
  const count = ranges.length
  const spec: DigestSpec = {
    job: 'digest',
    file: source.file,
    encoding: source.encoding,
    sizeBytes: source.sizeBytes,
    bounds: new Float64Array(new SharedArrayBuffer(count * 16)),
    hashes: new Uint32Array(new SharedArrayBuffer(count * 16)),
    tokens: new Float64Array(new SharedArrayBuffer(count * 8)),
  }
  let bytes = 0
  for (const [k, range] of ranges.entries()) {
    spec.bounds[2 * k] = source.byteAt(range.start)
    spec.bounds[2 * k + 1] = source.byteAt(range.end)
    bytes += spec.bounds[2 * k + 1]! - spec.bounds[2 * k]!
  }
  await runJobs(spec, count, bytes, signal)
  return ranges.map((_, k) => ({
    hash: hex(...spec.hashes.subarray(4 * k, 4 * k + 4)),
    tokens: spec.tokens[k]!,
  }))
}
