// A few records of many files, spread evenly: enough to see what there is to be judged.
import type { FileAbout } from '@shoal/base/model/analyst'
import { pushAll } from '@shoal/base/model/lists'
import type { ReadingPart } from '@shoal/base/model/model-work'
import type { SourceText } from '@shoal/base/model/source'
import { secretsOf } from '../../text/gate/secret-hider.ts'
import { type RecordChunk, type RecordType, readRecords } from './part-records.ts'

export interface SampledFile extends Pick<ReadingPart, 'sweep'> {
  readonly about: FileAbout
  readonly type: RecordType
  /** What its content type says about the cut file. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly chunks: readonly RecordChunk[]
  /** Opens the file; whoever opens closes. */
  openSource(): SourceText
}

export interface Sample {
  readonly path: string
  readonly line: number
  /** As a model may be shown it: on one line, secrets hidden. */
  readonly text: string
  /** A judgement can rest on this field of it. */
  hasField(name: string): boolean
}

export interface Samples {
  /** The first lines of the first files of each kind, whether they are records or not. */
  readonly heads: readonly Pick<Sample, 'path' | 'line' | 'text'>[]
  readonly spread: readonly Sample[]
}

const HEADS_PER_TYPE = 2
const HEAD_LINES = 4
const LONGEST_HEAD = 1_000

export async function sampleRecords(
  files: readonly SampledFile[],
  most: number,
  signal: AbortSignal,
): Promise<Samples> {
  const chunks = evenly(
    files.flatMap(file => file.chunks.map(chunk => ({ file, chunk }))),
    most,
  )
  const each = Math.ceil(most / Math.max(1, chunks.length))
  const samples: Sample[] = []
  for (const { file, chunk } of chunks) pushAll(samples, await samplesOf(file, chunk, each, signal))
  const heads: Samples['heads'][number][] = []
  const types = new Map<string, number>()
  for (const file of files) {
    const { contentType } = file.about
    const before = types.get(contentType) ?? 0
    types.set(contentType, before + 1)
    if (before < HEADS_PER_TYPE) pushAll(heads, await headOf(file, signal))
  }
  return { heads, spread: evenly(samples, most) }
}

async function headOf(file: SampledFile, signal: AbortSignal): Promise<Samples['heads'][number][]> {
  const { about, facts, chunks } = file
  if (chunks.length === 0) return []
  const source = file.openSource()
  try {
    const secrets = await secretsOf(file, source, signal)
    const lines = readRecords(source, chunks[0]!, { type: {}, facts, fields: [], secrets })
    const shown: Samples['heads'][number][] = []
    for (const span of lines.spans()) {
      const text = lines.judged(span)?.text
      if (text !== undefined) shown.push({ path: about.path, line: span.line, text: text.slice(0, LONGEST_HEAD) })
      if (shown.length === HEAD_LINES) break
    }
    return shown
  } finally {
    source.close()
  }
}

async function samplesOf(file: SampledFile, chunk: RecordChunk, most: number, signal: AbortSignal): Promise<Sample[]> {
  const { about, facts, type } = file
  const source = file.openSource()
  try {
    const secrets = await secretsOf(file, source, signal)
    const reader = readRecords(source, chunk, { type, facts, fields: [], secrets })
    return evenly([...reader.spans()], most).flatMap(span => {
      const text = reader.judged(span)?.text
      if (text === undefined) return []
      const whole = reader.whole(span)
      const hasField = (name: string) => (type.pickFields?.(whole, [name], facts) ?? null) !== null
      return [{ path: about.path, line: span.line, text, hasField }]
    })
  } finally {
    source.close()
  }
}

/** The middles of as many equal runs. */
function evenly<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items]
  return Array.from({ length: most }, (_, k) => items[Math.floor(((k + 0.5) * items.length) / most)]!)
}
