// A part as it is laid before a model: what it owns and borrows, with line numbers and without secrets.
import type { ChunkSpan } from '@shoal/base/model/analyst'
import type { Span } from '@shoal/base/model/chunk'
import type { Finding } from '@shoal/base/model/finding'
import type { LanguageModel } from '@shoal/base/model/language-model'
import type { Reading, ReadingPart } from '@shoal/base/model/model-work'
import type { SourceText } from '@shoal/base/model/source'
import { SecretHider, type SweptSecrets, secretsOf } from '../../text/gate/secret-hider.ts'
import { shownValue } from '../../text/gate/shown-value.ts'
import { digestText } from '../../text/text-digest.ts'
import { excerptOf, type Kinds, kindsOf, type Line, linesOf } from './excerpt.ts'
import { fileFacts } from './file-facts.ts'
import { headText, MOST_FOUND } from './part-head.ts'

/** Characters of a line that an excerpt shows. */
export const MOST_LINE = 2000

export interface PartView {
  readonly part: ReadingPart
  readonly span: ChunkSpan
  readonly secrets: SweptSecrets
  readonly hider: SecretHider
  /** What it owns, or an excerpt of it. */
  readonly lines: readonly Line[]
  /** Lines like others that are left out; null where none are for that. */
  readonly repeats: Kinds['repeats'] | null
  readonly borrowed: readonly Line[]
  /** What is known of its file, and of itself: secrets masked. */
  readonly facts: string
  /** What programs answer to the question from it; empty for nothing. */
  readonly answers: string
  readonly head: string
  /** Of what is shown and hidden, wherever it stands in its file. */
  readonly digest: string
  /** Findings of programs that can be cited, by what they are cited by; none unless all files are read together. */
  readonly refs: ReadonlyMap<string, Finding>
  /** Nothing of it was left out or cut. */
  readonly isShownWhole: boolean
}

/** What of a reading decides how its parts look and what of a reply is believed. */
export interface Viewing extends Pick<Reading, 'brief' | 'parts' | 'isAll'> {
  readonly context: Pick<Reading['context'], 'signal'>
  /** Who is to read it; left out where that is not known. */
  readonly model?: Pick<LanguageModel, 'window'>
}

/** `before`: findings of programs that parts before it show, which are numbered on. */
export async function viewPart(
  part: ReadingPart,
  { brief, context, parts, model, isAll = false }: Viewing,
  before = 0,
): Promise<PartView> {
  return await withSource(part, async source => {
    const { chunk, report, extent = 'all' } = part
    const secrets = await secretsOf(part, source, context.signal)
    const body = linesOf(spanText(source, chunk.body), chunk.body.startLine, source.eol)
    const quoted = report.findings.flatMap(({ places }) => places.map(({ line }) => line))
    const kinds = extent === 'kinds' ? kindsOf(body, quoted, brief.question) : null
    const shown = kinds?.lines ?? (extent === 'all' ? body : excerptOf(body, quoted, brief.question))
    const hider = new SecretHider(secrets, shown.map(({ text }) => text).join('\n'))
    const lines = hidden(source, chunk.body, { shown, hider })
    const borrowed = [...chunk.preamble, ...(chunk.overlap ? [chunk.overlap] : [])].flatMap(span =>
      hidden(source, span, { shown: null, hider }),
    )
    const left = body.length - lines.length
    const told = Math.max(3, Math.min(MOST_FOUND, Math.floor((model?.window ?? 64_000) / 1_600)))
    const found = isAll ? report.findings.slice(0, told) : []
    const refs = new Map(found.map((finding, k) => [`p${before + k + 1}`, finding]))
    const isCut = extent === 'figures' && lines.some(({ text }) => text.length > MOST_LINE)
    return {
      part,
      span: { id: chunk.id, index: chunk.index, continuation: chunk.continuation, ...chunk.body },
      secrets,
      hider,
      lines,
      repeats: kinds?.repeats ?? null,
      borrowed,
      ...fileFacts(part, secrets, { parts: parts.length, model }),
      head: shownValue(headText(part, { shown: lines.length, left, told, refs: [...refs.keys()] }), secrets.known),
      refs,
      isShownWhole: left === 0 && !isCut,
      digest: digestText(lines.map(({ text }) => text).join('\n')),
    }
  })
}

/** Opens the file for as long as `use` takes. */
export async function withSource<T>(part: ReadingPart, use: (source: SourceText) => Promise<T>): Promise<T> {
  const source = part.openSource()
  try {
    return await use(source)
  } finally {
    source.close()
  }
}

function spanText(source: SourceText, { startByte, endByte }: Span): string {
  const { unit } = source.encoding
  return source.text(startByte / unit, Math.ceil(endByte / unit))
}

/** The lines of a span that are shown. All of it is hidden together: what makes a secret may stand on another line. */
function hidden(
  source: SourceText,
  { startByte, endByte, startLine }: Span,
  { shown, hider }: { readonly shown: readonly Line[] | null; readonly hider: SecretHider },
): Line[] {
  const { unit } = source.encoding
  const text = hider.hideStretch(source, { start: startByte / unit, end: Math.ceil(endByte / unit) })
  const lines = linesOf(text, startLine, source.eol)
  if (shown === null) return lines
  const wanted = new Set(shown.map(({ number }) => number))
  return lines.filter(({ number }) => wanted.has(number))
}
