// A model reads what a built-in analyst has read before: asked once for the same thing, gated every time.
import type { Json } from '@shoal/base/model/json'
import type { CacheKey, Reading, ReadingOutcome } from '@shoal/base/model/model-work'
import type { PartReply } from '@shoal/base/model/report'
import { shownValue } from '../../text/gate/shown-value.ts'
import { digestText } from '../../text/text-digest.ts'
import { judgedClosing } from './closing.ts'
import { PROMPT_VERSION } from './contract.ts'
import { holdDialogue, type Said } from './dialogue.ts'
import { judge, type ReadPart } from './judge.ts'
import { mergedReport } from './merge-report.ts'
import { type PartView, viewPart } from './part-view.ts'
import type { SaidClosing } from './said-closing.ts'

/** Never throws but for files that cannot be read. */
export async function readParts(reading: Reading): Promise<ReadingOutcome> {
  try {
    return await readAll(reading)
  } catch (error) {
    if (!reading.context.signal.aborted) throw error
    const failure = { kind: 'aborted', message: 'the reading was aborted', retryAfterMs: null, usage: null } as const
    return { status: 'failed', failure }
  }
}

async function readAll(reading: Reading): Promise<ReadingOutcome> {
  const exact = reading.parts.map(({ report }) => report)
  const views: PartView[] = []
  for (const part of reading.parts)
    views.push(
      await viewPart(
        part,
        reading,
        views.reduce((sum, { refs }) => sum + refs.size, 0),
      ),
    )
  const isShownWhole = views.every(view => view.isShownWhole)
  if (views.every(isBlank)) return { status: 'read', reports: exact, isCached: false, isShownWhole, closing: null }
  const read = (parts: readonly ReadPart[], closing: SaidClosing | null, isCached: boolean): ReadingOutcome => ({
    status: 'read',
    reports: parts.map((part, k) => mergedReport(views[k]!, part)),
    isCached,
    isShownWhole,
    closing: closing && shownValue(judgedClosing(closing, parts, views, reading)),
  })
  const { said, kept } = await askedOnce(reading, views)
  if (kept) return read(await judgeKept(kept.parts, views, reading), kept.closing, true)
  // Whoever was asked for the same thing at the same time may have failed for reasons of its own.
  const outcome: Said = said ?? (await holdDialogue(reading, views))
  if (outcome.status === 'failed') return outcome
  if (outcome.status === 'unusable') return { ...outcome, reports: exact }
  return read(outcome.parts, outcome.closing, false)
}

/** What is kept of a reply. */
interface Kept {
  readonly parts: readonly PartReply[]
  readonly closing: SaidClosing | null
}

/** Kept instead of a reply that rests on more than its parts: the reply itself is kept with what all files held. */
const SAW_MORE = { sawMore: true } as const

/** What was said now, or what is kept; neither where somebody else was asked and failed. */
async function askedOnce(
  reading: Reading,
  views: readonly PartView[],
): Promise<{ readonly said: Said | null; readonly kept: Kept | null }> {
  const { cache, filesDigest } = reading
  const key = keyOf(reading, views)
  const heard: { said: Said | null } = { said: null }
  const ask = async (): Promise<Said> => (heard.said = await holdDialogue(reading, views))
  const withFiles = async (make: () => Promise<Json | null>) =>
    await cache.once<Json>({ ...key, depends: [key.depends, await filesDigest!()] }, make)
  const { value } = await cache.once<Json>(key, async () => {
    const said = await ask()
    if (said.status !== 'said' || said.keep === 'never') return null
    if (said.keep === 'always') return keptOf(said)
    if (!filesDigest) return null
    await withFiles(async () => keptOf(said))
    return SAW_MORE
  })
  const isOfFiles = (value as { sawMore?: true } | null)?.sawMore === true
  if (heard.said !== null || !isOfFiles) return { said: heard.said, kept: heard.said ? null : (value as Kept | null) }
  if (!filesDigest) return { said: null, kept: null }
  const { value: known } = await withFiles(async () => {
    const said = await ask()
    return said.status === 'said' && said.keep !== 'never' ? keptOf(said) : null
  })
  return { said: heard.said, kept: heard.said ? null : (known as Kept | null) }
}

function keptOf({ parts, closing }: Extract<Said, { status: 'said' }>): Json {
  return { parts: parts.map(({ reply }) => reply), closing } as unknown as Json
}

function isBlank({ lines }: PartView): boolean {
  return lines.every(({ text }) => text.trim() === '')
}

/** What was true of the same text elsewhere, or before, must be true here and now. */
async function judgeKept(
  kept: readonly PartReply[],
  views: readonly PartView[],
  reading: Reading,
): Promise<ReadPart[]> {
  return await Promise.all(
    kept.map(async (reply, k) => ({ reply, judged: await judge(reply, views[k]!, { ...reading, views }) })),
  )
}

/** All that a reply depends on, and nothing that changes when only other chunks do. Where figures stand for the lines,
 * they are what was read. */
function keyOf({ agent, model, brief, isAll = false, others = [] }: Reading, views: readonly PartView[]): CacheKey {
  return {
    kind: 'report',
    model: model.id,
    depends: {
      prompt: PROMPT_VERSION,
      agent: [agent.name, agent.version],
      ...(others.length > 0 && { others: others.map(one => [one.contentType, one.agent.version]) }),
      ...(isAll && { isAll }),
      question: brief.question.text,
      goals: brief.goals,
      ...(brief.exact !== undefined && { exact: digestText(brief.exact) }),
      parts: views.map(({ part: { about, chunk, extent }, digest, facts }) => ({
        chunk: chunk.id,
        // What is quoted of several files names them.
        ...(views.length > 1 && { path: about.path }),
        type: about.contentType,
        language: about.language,
        ...(extent && { extent }),
        shown: digest,
        ...(extent === 'figures' && { facts: digestText(facts) }),
      })),
    },
  }
}
