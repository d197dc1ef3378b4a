// Gets the outline of a source: from its parser, or from its lines when there is none, when it would take too much time
// or memory, or when the source does not parse. What was done instead is said in the notes.
import type { CutRequest } from '@shoal/base/model/content-type'
import type { SourceText } from '@shoal/base/model/source'
import { scanDeclarations } from '../../text/code/declarations.ts'
import { canonicalLanguage } from '../../text/code/languages/registry.ts'
import { LineTable, type Outline, type OutlineLimits } from '../../text/code/outline.ts'
import { hasParser, parserFor } from '../../text/code/parser.ts'
import { syntaxOutline } from '../../text/code/syntax-outline.ts'
import { estimateTokens } from '../../text/tokens.ts'
import { aim } from './piece-count.ts'

export interface Reading {
  readonly outline: Outline
  readonly method: 'tree-sitter' | 'declarations'
  readonly language: string
  readonly size: number
  readonly notes: readonly string[]
  /** Estimated tokens between two offsets. */
  readonly tokens: (start: number, end: number) => number
  /** Starts of lines, for a source without boundaries. */
  readonly marks: readonly { readonly offset: number; readonly line: number }[]
}

/** A tree takes some 40 times the memory of its source, so larger sources are scanned. */
const PARSED_SIZE = 3e6
/** Mean length of the lines of a source that no person has written. */
const MINIFIED_LINE = 500
/** Held in memory to count tokens exactly. */
const HELD_SIZE = 16e6

export async function readOutline(source: SourceText, request: CutRequest): Promise<Reading> {
  const held = source.size <= HELD_SIZE ? source.bytes(0, source.size) : null
  const language = languageOf(source, request)
  const tokens = held
    ? (start: number, end: number) => estimateTokens(held.subarray(start, end))
    : sampledTokens(source)
  const limits = outlineLimits(request, tokens)
  const base = { language, size: source.size, tokens }
  const notes: string[] = []
  if (held && !isOnePiece(held, source, request, tokens)) {
    const parsed = await parseOutline(source, held, language, limits, request.signal)
    if (typeof parsed !== 'string') return { ...base, outline: parsed, method: 'tree-sitter', notes, marks: [] }
    notes.push(parsed)
  } else if (!held) notes.push(unparsable(source, language)!)
  const scanned = await scanDeclarations(source, language, limits, request.signal)
  return { ...base, outline: scanned, method: 'declarations', notes, marks: scanned.marks }
}

/** The outline, or one sentence on why there is none. */
async function parseOutline(
  source: SourceText,
  bytes: Uint8Array,
  language: string,
  limits: OutlineLimits,
  signal: AbortSignal,
): Promise<Outline | string> {
  const reason = unparsable(source, language)
  if (reason) return reason
  const parser = (await parserFor(language))!
  const lines = new LineTable(bytes, source.eol)
  if (source.size / lines.count > MINIFIED_LINE) return 'Its lines are too long for a cut between them to matter.'
  const read = source.text(0, source.size)
  const text = source.eol === 13 ? read.replaceAll('\r', '\n') : read
  const tree = parser.parse(text, signal)
  signal.throwIfAborted()
  if (!tree) return `The ${language} parser took too long or too much memory; cut by its declarations.`
  try {
    const outline = syntaxOutline({ tree, text, lines, parser }, limits)
    if (!outline) return `Most of it does not parse as ${language}; cut by its declarations.`
    const isBlank = outline.boundaries.length <= 1 && outline.definitions === 0
    return isBlank ? `The ${language} parser finds nothing to cut at; cut by its lines.` : outline
  } finally {
    tree.delete()
  }
}

/** Why a source is not even given to a parser. */
function unparsable(source: SourceText, language: string): string | null {
  if (!hasParser(language)) return `There is no parser for ${language || 'this language'}; cut by its declarations.`
  if (source.size <= PARSED_SIZE) return null
  return `Too large to parse (${(source.sizeBytes / 1e6).toFixed(1)} MB); cut by its declarations.`
}

/** A source that stays whole needs no exact boundaries. */
function isOnePiece(bytes: Uint8Array, source: SourceText, request: CutRequest, tokens: Reading['tokens']): boolean {
  const fits = source.size <= request.maxTokens || tokens(0, source.size) <= request.maxTokens
  if (!fits) return false
  if (request.mode === 'whole' || request.sizing.target >= source.size) return true
  let lines = 1
  for (let at = bytes.indexOf(source.eol); at >= 0; at = bytes.indexOf(source.eol, at + 1)) lines++
  return aim(lines, request).pieces === 1
}

function outlineLimits({ mode, sizing, maxTokens }: CutRequest, tokens: Reading['tokens']): OutlineLimits {
  const unlimited = mode === 'whole'
  return {
    lines: unlimited ? Number.POSITIVE_INFINITY : sizing.max,
    openLines: unlimited ? Number.POSITIVE_INFINITY : sizing.target / 2,
    openOffsets: maxTokens * 1.5,
    // A token is at least one byte.
    fits: (start, end) => end - start <= maxTokens || tokens(start, end) <= maxTokens,
  }
}

const SAMPLES = 16
const SAMPLE_SIZE = 64 * 1024

/** Tokens of a source that is not held, from the rate in samples of it. */
function sampledTokens(source: SourceText): (start: number, end: number) => number {
  let tokens = 0
  for (let i = 0; i < SAMPLES; i++) {
    const start = Math.floor((source.size - SAMPLE_SIZE) * (i / (SAMPLES - 1)))
    tokens += estimateTokens(source.bytes(start, start + SAMPLE_SIZE))
  }
  const rate = tokens / (SAMPLES * SAMPLE_SIZE)
  return (start, end) => (end - start) * rate
}

const HEADER_FILE = /\.(?:h|inl|tpp|ipp|inc)$/i
const CPP_WORDS = /^[ \t]*(?:class|namespace|template|using|public:|private:|constexpr)\b/m

/** The language asked for; for a C header of unknown kind, the one its words speak. */
function languageOf(source: SourceText, request: CutRequest): string {
  const language = canonicalLanguage(request.language)
  if (language !== '' || !HEADER_FILE.test(source.path)) return language
  return CPP_WORDS.test(source.text(0, Math.min(source.size, SAMPLE_SIZE))) ? 'cpp' : 'c'
}
