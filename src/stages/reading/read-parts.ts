// A model reads what a built-in analyst has read before: asked once for the same thing, gated every time.
import type { Json } from '../../model/json.ts'
import type { CacheKey, Reading, ReadingOutcome } from '../../model/model-work.ts'
import type { PartReply } from '../../model/report.ts'
import { digestText } from '../../text/text-digest.ts'
import { PROMPT_VERSION } from './contract.ts'
import { holdDialogue, type Said } from './dialogue.ts'
import { judge, type ReadPart } from './judge.ts'
import { mergedReport } from './merge-report.ts'
import { type PartView, viewPart } from './part-view.ts'

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
  for (const part of reading.parts) views.push(await viewPart(part, reading))
  if (views.every(isBlank)) return { status: 'read', reports: exact, isCached: false }
  let said: Said | null = null
  const { value } = await reading.cache.once<Json>(keyOf(reading, views), async () => {
    said = await holdDialogue(reading, views)
    return said.status === 'said' && said.isKeepable ? (said.parts.map(({ reply }) => reply) as unknown as Json) : null
  })
  const kept = said === null ? (value as unknown as readonly PartReply[] | null) : null
  if (kept) {
    const parts = await judgeKept(kept, views, reading)
    return { status: 'read', reports: parts.map((part, k) => mergedReport(views[k]!, part)), isCached: true }
  }
  // Whoever was asked for the same thing at the same time may have failed for reasons of its own.
  const outcome: Said = said ?? (await holdDialogue(reading, views))
  if (outcome.status === 'failed') return outcome
  if (outcome.status === 'unusable') return { ...outcome, reports: exact }
  return {
    status: 'read',
    reports: outcome.parts.map((part, k) => mergedReport(views[k]!, part)),
    isCached: false,
  }
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
function keyOf({ agent, model, brief }: Reading, views: readonly PartView[]): CacheKey {
  return {
    kind: 'report',
    model: model.id,
    depends: {
      prompt: PROMPT_VERSION,
      agent: [agent.name, agent.version],
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
