// shoal as the bench calls it: one file in, its chunks out.
import { statSync } from 'node:fs'
import { settingsFrom } from '../build/shoal/config/resolve.js'
import { json } from '../build/shoal/content/json/index.js'
import { jsonl } from '../build/shoal/content/jsonl/index.js'
import { log } from '../build/shoal/content/log/index.js'
import { prose } from '../build/shoal/content/prose/index.js'
import { sourceCode } from '../build/shoal/content/source-code/index.js'
import { structuredData } from '../build/shoal/content/structured-data/index.js'
import { cutSize } from '../build/shoal/run/budget.js'
import { workOn } from '../build/shoal/run/threads/work-on.js'
import { chunkText } from '../build/shoal/stages/deliver.js'
import { partition } from '../build/shoal/stages/partition.js'
import { openSource } from '../build/shoal/text/source-file.js'
import { estimateTokens } from '../build/shoal/text/tokens.js'

const TYPES = { log, csv: structuredData, jsonl, json, 'json-pretty': json, code: sourceCode, markdown: prose }

/** What the command line asks for when no model is named. */
const USUAL_TOKENS = 400_000
/** 8,000 characters of code, by the usual four characters to a token. */
const BUDGET_TOKENS = 2000
const UNBOUNDED = { unit: 'lines', min: 1, target: 1e9, max: 1e9, ladder: [1e9], overlap: () => 0 }

/** Cut as `shoal chunk FILE` does. */
export function usual(kind, language = null) {
  return {
    mode: 'single',
    sizing: TYPES[kind].sizing,
    maxTokens: USUAL_TOKENS,
    language,
    signal: new AbortController().signal,
  }
}

/** Cut to the budget alone, as the peers do: pieces as full as it allows. Prose keeps its sections of some 250 lines. */
export function budgeted(kind, language = null) {
  const own = TYPES[kind].sizing
  const sizing = kind === 'markdown' ? own : { ...UNBOUNDED, unit: own.unit }
  return { ...usual(kind, language), mode: 'directory', sizing, maxTokens: BUDGET_TOKENS }
}

/** Whether a text fits the budget as shoal counts it. */
export function fitsBudget(text) {
  return estimateTokens(Buffer.from(text)) <= BUDGET_TOKENS
}

/** @returns {Promise<import('@shoal/base/model/chunk').Partition>} */
export async function cutFile(path, kind, request) {
  const source = openSource(path)
  try {
    return await partition(source, TYPES[kind], request)
  } finally {
    source.close()
  }
}

/** Many files on all cores; returns the number of chunks. */
export async function cutTogether(files, kind) {
  const settings = settingsFrom({ chunkTokens: BUDGET_TOKENS, chunkSize: UNBOUNDED.target })
  const size = cutSize(settings, 'directory')
  const { signal } = new AbortController()
  const type = TYPES[kind].name
  const cuts = files.map(({ path, language = null }) => {
    const sizeBytes = statSync(path).size
    const detection = { contentType: type, language, confidence: 'high', via: 'override', reason: '' }
    return workOn('cut', { file: path, path, sizeBytes, detection, size }, { settings, signal, type, bytes: sizeBytes })
  })
  return (await Promise.all(cuts)).reduce((sum, { chunks }) => sum + chunks.length, 0)
}

/** The chunks with what their reader sees. `ranges` are what they own, in bytes. */
export async function readChunks(path, kind, request) {
  const source = openSource(path)
  try {
    const { chunks } = await partition(source, TYPES[kind], request)
    return {
      ranges: chunks.map(chunk => [chunk.body.startByte, chunk.body.endByte]),
      ids: chunks.map(chunk => chunk.id),
      over: chunks.filter(chunk => chunk.tokens > request.maxTokens).length,
      texts: chunks.map(chunk => chunkText(source, chunk)),
    }
  } finally {
    source.close()
  }
}
