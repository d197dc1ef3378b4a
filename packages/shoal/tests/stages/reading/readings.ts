// Readings of files on disk, built as a run builds them: cut, surveyed and gated by the built-in analyst first.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Agent } from '@shoal/base/model/agent'
import type { FileAbout } from '@shoal/base/model/analyst'
import type { Json } from '@shoal/base/model/json'
import type { LanguageModel, ModelRequest } from '@shoal/base/model/language-model'
import type { CacheKey, Reading, ReadingPart, ResultCache } from '@shoal/base/model/model-work'
import type { Brief } from '@shoal/base/model/question'
import { createRegistry } from '../../../src/content/registry.ts'
import { chunkReports, gate } from '../../../src/run/analysis/gated.ts'
import { partition } from '../../../src/stages/partition.ts'
import { surveySource } from '../../../src/stages/survey.ts'
import { briefOf } from '../../../src/text/question.ts'
import { openSource } from '../../../src/text/source-file.ts'
import { callContext } from '../../models/call-context.ts'

export interface FileCase {
  readonly name: string
  readonly content: string | Uint8Array
  readonly type: string
  /** Target in the type's unit; the whole file is one chunk without it. */
  readonly size?: number
}

export interface ReadingCase {
  readonly files: readonly FileCase[]
  readonly model: LanguageModel
  readonly query?: string | null
  /** What the relations say to it. */
  readonly exact?: string
  readonly cache?: ResultCache
  /** The index of the chunk that is read of each file; -1 for the last. */
  readonly chunk?: number
  readonly agent?: Partial<Agent>
  readonly signal?: AbortSignal
}

export interface ReadingOnDisk extends Reading {
  readonly verdicts: Json[]
}

/** Runs `use` with the reading; its files are gone afterwards. */
export async function withReading<T>(given: ReadingCase, use: (reading: ReadingOnDisk) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-reading-'))
  try {
    const brief: Brief = { ...briefOf(given.query ?? null), ...(given.exact !== undefined && { exact: given.exact }) }
    const parts: ReadingPart[] = []
    for (const file of given.files) parts.push(await partOf(file, directory, brief, given.chunk ?? 0))
    const { purpose: _, ...context } = callContext(given.signal ? { signal: given.signal } : {})
    const verdicts: Json[] = []
    return await use({
      agent: { ...AGENT, ...given.agent },
      model: given.model,
      brief,
      parts,
      context,
      cache: given.cache ?? NO_CACHE,
      onVerdict: verdict => verdicts.push(verdict),
      verdicts,
    })
  } finally {
    rmSync(directory, { recursive: true })
  }
}

async function partOf(
  { name, content, type: typeName, size }: FileCase,
  directory: string,
  brief: Brief,
  chunk: number,
): Promise<ReadingPart> {
  const file = join(directory, name)
  writeFileSync(file, content)
  const type = createRegistry().get(typeName)!
  const { signal } = new AbortController()
  const open = () => openSource(file, { path: name })
  const source = open()
  try {
    const sizing =
      size === undefined ? type.sizing : { ...type.sizing, min: 1, target: size, max: size, ladder: [size] }
    const mode = size === undefined ? 'whole' : 'directory'
    const cut = await partition(source, type, { mode, sizing, maxTokens: 400_000, language: null, signal })
    const about: FileAbout = {
      path: name,
      contentType: type.name,
      language: null,
      sizeBytes: cut.sizeBytes,
      lineCount: cut.lineCount,
      chunks: cut.chunks.map(({ id, index, body, continuation }) => ({ id, index, ...body, continuation })),
    }
    const analyst = await type.builtIn()
    const task = { about, brief, signal, onRead: () => {} }
    const survey = await gate(() => surveySource(analyst, source, task), { source, about, brief, analyst, signal })
    const reports = chunkReports(survey, about)
    const wide = reports[0]!.survey!
    return {
      about,
      chunk: cut.chunks.at(chunk)!,
      facts: cut.facts,
      report: reports.at(chunk)!,
      file: wide,
      extent: type.extent ?? 'all',
      focus: type.focus,
      openSource: open,
    }
  } finally {
    source.close()
  }
}

const AGENT: Agent = {
  name: 'rlm-chunk-analyzer',
  description: 'reads',
  modelClass: 'haiku',
  tools: [],
  color: null,
  instructions: 'You are an analyst.',
  version: '1',
  origin: 'built-in',
}

const NO_CACHE: ResultCache = {
  once: async (_, make) => ({ value: await make(), isCached: false }),
}

/** Keeps what it is given, as JSON. */
export function memoryCache(): ResultCache & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    async once<T extends Json>(key: CacheKey, make: () => Promise<T | null>) {
      const name = JSON.stringify(key)
      const known = kept.get(name)
      if (known !== undefined) return { value: JSON.parse(known) as T, isCached: true }
      const value = await make()
      if (value !== null) kept.set(name, JSON.stringify(value))
      return { value, isCached: false }
    },
  }
}

/** A report as a model should send it. */
export function reportJson(findings: readonly Record<string, unknown>[], more: object = {}): string {
  return JSON.stringify({
    file_path: 'x',
    relevant: true,
    findings: findings.map(finding),
    missing: [],
    suggested_queries: [],
    complete_answer: null,
    metadata: { key_topics: [] },
    ...more,
  })
}

export function finding(own: { readonly evidence?: unknown; readonly [field: string]: unknown }): object {
  return {
    type: 'pattern',
    nature: 'problem',
    summary: `It says ${own.evidence ?? 'nothing'}`,
    severity: 'medium',
    confidence: 'high',
    line: 1,
    more: [],
    results: [],
    scope: null,
    column: null,
    path: null,
    ...own,
  }
}

/** All that was sent with a request, as one text. */
export function sentText(request: ModelRequest): string {
  return JSON.stringify(request)
}

/** What the user said in a request, passages joined. */
export function userText(request: ModelRequest): string {
  return request.turns.flatMap(turn => (turn.role === 'user' ? turn.passages.map(({ text }) => text) : [])).join('')
}
