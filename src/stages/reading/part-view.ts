// A part as it is laid before a model: what it owns and borrows, with line numbers and without secrets.
import type { ChunkSpan } from '../../model/analyst.ts'
import type { Span } from '../../model/chunk.ts'
import type { Reading, ReadingPart } from '../../model/model-work.ts'
import type { SourceText } from '../../model/source.ts'
import { digestText } from '../../text/text-digest.ts'
import { maskDeep } from '../verify/mask.ts'
import { excerptOf, type Line, linesOf } from './excerpt.ts'
import { fileFacts } from './file-facts.ts'
import { headText } from './part-head.ts'
import { SecretHider, type SweptSecrets, secretsOf } from './secret-hider.ts'

export interface PartView {
  readonly part: ReadingPart
  readonly span: ChunkSpan
  readonly secrets: SweptSecrets
  readonly hider: SecretHider
  /** What it owns, or an excerpt of it. */
  readonly lines: readonly Line[]
  readonly borrowed: readonly Line[]
  /** What is known of its file, and of itself: secrets masked. */
  readonly facts: string
  readonly head: string
  /** Of what is shown and hidden, wherever it stands in its file. */
  readonly digest: string
}

/** What of a reading decides how its parts look and what of a reply is believed. */
export interface Viewing extends Pick<Reading, 'extent' | 'brief' | 'parts'> {
  readonly context: Pick<Reading['context'], 'signal'>
}

export async function viewPart(part: ReadingPart, { extent, brief, context, parts }: Viewing): Promise<PartView> {
  return await withSource(part, async source => {
    const { chunk, report } = part
    const secrets = await secretsOf(part, source, context.signal)
    const body = linesOf(spanText(source, chunk.body), chunk.body.startLine, source.eol)
    const quoted = report.findings.flatMap(({ places }) => places.map(({ line }) => line))
    const shown = extent === 'all' ? body : excerptOf(body, quoted, brief.question)
    const hider = new SecretHider(secrets, shown.map(({ text }) => text).join('\n'))
    const lines = hidden(shown, hider)
    const borrowed = [...chunk.preamble, ...(chunk.overlap ? [chunk.overlap] : [])].flatMap(span =>
      hidden(linesOf(spanText(source, span), span.startLine, source.eol), hider),
    )
    const left = body.length - lines.length
    return {
      part,
      span: { id: chunk.id, index: chunk.index, continuation: chunk.continuation, ...chunk.body },
      secrets,
      hider,
      lines,
      borrowed,
      facts: fileFacts(part, secrets, parts.length),
      head: maskDeep(headText(part, lines.length, left), secrets.known),
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

/** Hidden together, for a key may stand on several lines. */
function hidden(lines: readonly Line[], hider: SecretHider): Line[] {
  const texts = hider.hide(lines.map(({ text }) => text).join('\n')).split('\n')
  return lines.map(({ number }, k) => ({ number, text: texts[k]! }))
}
