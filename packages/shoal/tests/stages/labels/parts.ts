// Files cut into parts as the stage that labels is given them, and a model that labels by a rule.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContentType } from '@shoal/base/model/content-type'
import type { LabelSet, LabelStore } from '@shoal/base/model/label'
import type { ModelRequest } from '@shoal/base/model/language-model'
import type { ReadingPart } from '@shoal/base/model/model-work'
import type { AnalystReport } from '@shoal/base/model/report'
import { onTestFinished } from 'vitest'
import { openLabelStore } from '../../../src/models/label-store.ts'
import { makeLabelSet } from '../../../src/stages/labels/label-set.ts'
import { partition } from '../../../src/stages/partition.ts'
import { openSource } from '../../../src/text/source-file.ts'
import { requestFor } from '../../conformance/cutting.ts'

export interface PartsOf {
  readonly type: ContentType
  readonly content: string | Uint8Array
  readonly path?: string
  /** Records of a chunk, about. */
  readonly size?: number
}

export async function partsOf({ type, content, path = 'reviews.csv', size }: PartsOf): Promise<ReadingPart[]> {
  const directory = temporary()
  const file = join(directory, 'source')
  writeFileSync(file, content)
  const openFile = () => openSource(file, { path })
  const source = openFile()
  try {
    const request = requestFor(size === undefined ? { type, mode: 'whole' } : { type, mode: 'directory', size })
    const { chunks, facts, lineCount, sizeBytes } = await partition(source, type, request)
    const spans = chunks.map(({ id, index, continuation, body }) => ({ id, index, continuation, ...body }))
    const about = { path, contentType: type.name, language: null, sizeBytes, lineCount, chunks: spans }
    const wide = { summary: '', figures: {}, panels: [], topics: [], notes: [], answers: [] }
    return chunks.map(chunk => ({
      about,
      chunk,
      facts,
      file: wide,
      focus: type.focus,
      openSource: openFile,
      report: emptyReport(path, chunk.id, chunk.index, chunks.length),
    }))
  } finally {
    source.close()
  }
}

export function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-labels-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

export function memoryStore(): LabelStore {
  return openLabelStore(null, 'key')
}

export const tones: LabelSet = makeLabelSet({
  judged: 'the tone of the review',
  labels: [
    { name: 'praise', meaning: 'the writer is pleased' },
    { name: 'complaint', meaning: 'the writer is not' },
  ],
  contentTypes: ['structured_data'],
  fields: [],
})

/** The records that a request asks for, by id. */
export function recordsIn({ turns }: ModelRequest): Map<number, string> {
  const text = turns.flatMap(turn => (turn.role === 'user' ? turn.passages.map(passage => passage.text) : [])).join('')
  return new Map([...text.matchAll(/^(\d+)\| (.*)$/gm)].map(([, id, record]) => [Number(id), record!]))
}

export function labelled(request: ModelRequest, rule: (record: string) => string): string {
  const labels = [...recordsIn(request)].map(([id, record]) => ({ id, label: rule(record) }))
  return JSON.stringify({ labels })
}

function emptyReport(filePath: string, chunkId: string, index: number, of: number): AnalystReport {
  return {
    filePath,
    chunkId,
    index,
    of,
    relevant: false,
    findings: [],
    anchors: [],
    missing: [],
    suggestedQueries: [],
    completeAnswer: null,
    metadata: {},
    verification: { quotes: 0, verified: 0, relocated: 0, rejected: 0 },
    rejected: [],
    lines: 0,
    bytes: 0,
    survey: null,
  }
}
