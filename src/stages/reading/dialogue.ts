// The dialogue with a model analyst: it is asked for its report, told once what is wrong with the form of its reply, and
// once what the gate did not believe.
import type { Json } from '../../model/json.ts'
import type { ModelFailure } from '../../model/language-model.ts'
import type { Reading } from '../../model/model-work.ts'
import type { PartReply } from '../../model/report.ts'
import { addVerifications } from '../verification.ts'
import { corrections, correctionText, withCorrections } from './corrections.ts'
import { NOTHING_SAID, partReply } from './drafts.ts'
import { type Focus, focusOf } from './goals.ts'
import { judge, type ReadPart, verificationOf } from './judge.ts'
import type { PartView } from './part-view.ts'
import { type ReadReply, readReply } from './read-reply.ts'
import { Talk } from './talk.ts'

export type Said =
  /** `isKeepable`: whoever reads the same parts again may be told the same. */
  | { readonly status: 'said'; readonly parts: readonly ReadPart[]; readonly isKeepable: boolean }
  | { readonly status: 'unusable'; readonly reason: string }
  | { readonly status: 'failed'; readonly failure: ModelFailure }

export async function holdDialogue(reading: Reading, views: readonly PartView[]): Promise<Said> {
  const focus = focusOf(views[0]!.part.about.contentType, reading.agent.name)
  const talk = new Talk(reading, views, focus)
  const heard = await hearReports(talk, reading, views, focus)
  if (heard.status !== 'heard') return heard
  const parts = await judgeAll(heard.read, reading, views)
  reading.onVerdict?.(verdictOf(heard.read, parts))
  // What a tool showed of the rest of a file may differ where the same chunk stands in another.
  const isKeepable = heard.isWhole && (!talk.usedTools || views.every(({ part }) => part.chunk.of === 1))
  if (parts.every(({ judged }) => judged.faults.length === 0)) return { status: 'said', parts, isKeepable }

  talk.say(correctionText(parts, views))
  const outcome = await talk.ask('correction')
  // The report stands without what was not believed.
  if (!outcome.ok)
    return outcome.failure.kind === 'aborted'
      ? { status: 'failed', failure: outcome.failure }
      : { status: 'said', parts, isKeepable: false }
  const read = readReply(outcome.reply.text, pathsOf(views), focus)
  const asked = corrections(read, parts, views, reading.model.id)
  const second = await Promise.all(asked.map((reply, k) => judged(reply, views[k]!, reading)))
  reading.onVerdict?.(verdictOf(read, second))
  return { status: 'said', parts: parts.map((part, k) => withCorrections(part, second[k]!)), isKeepable }
}

type Heard = { readonly status: 'heard'; readonly read: ReadReply; readonly isWhole: boolean }

/** What can be read of the reply, or of a second one after it was told what is wrong with the first. */
async function hearReports(
  talk: Talk,
  { onVerdict, purpose = 'report' }: Reading,
  views: readonly PartView[],
  focus: Focus,
): Promise<Heard | Exclude<Said, { status: 'said' }>> {
  const first = await talk.ask(purpose)
  if (!first.ok) return { status: 'failed', failure: first.failure }
  if (first.reply.finish === 'refused') return WITHHELD
  const read = readReply(first.reply.text, pathsOf(views), focus)
  if (read.complaints.length === 0) return { status: 'heard', read, isWhole: isWhole(read) }
  onVerdict?.(verdictOf(read, []))

  talk.say(repairText(read, first.reply.finish === 'length'))
  const second = await talk.ask('repair')
  if (!second.ok) {
    const isUsable = read.reports !== null && second.failure.kind !== 'aborted'
    return isUsable ? { status: 'heard', read, isWhole: false } : { status: 'failed', failure: second.failure }
  }
  const again = readReply(second.reply.text, pathsOf(views), focus)
  if (again.reports !== null) return { status: 'heard', read: again, isWhole: isWhole(again) }
  onVerdict?.(verdictOf(again, []))
  if (read.reports !== null) return { status: 'heard', read, isWhole: false }
  if (second.reply.finish === 'refused') return WITHHELD
  return { status: 'unusable', reason: `the model's reply could not be used, twice: ${again.complaints.join('; ')}` }
}

/** It says something about every part, and nothing of it was lost. */
function isWhole({ reports, isCut }: ReadReply): boolean {
  return !isCut && reports !== null && reports.every(report => report !== null)
}

const WITHHELD = { status: 'unusable', reason: "the provider's filter withheld the reply" } as const

function repairText({ complaints }: ReadReply, isOverlong: boolean): string {
  const wrong = complaints.slice(0, 10).map(complaint => `- ${complaint}`)
  const brief = isOverlong ? ' It was cut off because it was too long: be brief.' : ''
  return `Your reply cannot be used as it is:\n${wrong.join('\n')}\nSend the whole of it again, as JSON alone in the form you were told.${brief}`
}

async function judgeAll({ reports }: ReadReply, reading: Reading, views: readonly PartView[]): Promise<ReadPart[]> {
  return await Promise.all(
    views.map((view, k) => {
      const report = reports?.[k]
      return judged(report ? partReply(report, view, reading.model.id) : NOTHING_SAID, view, reading)
    }),
  )
}

async function judged(reply: PartReply, view: PartView, reading: Reading): Promise<ReadPart> {
  return { reply, judged: await judge(reply, view, reading) }
}

function pathsOf(views: readonly PartView[]): string[] {
  return views.map(({ part }) => part.about.path)
}

/** For the record of calls. */
function verdictOf({ complaints, dropped, isCut }: ReadReply, parts: readonly ReadPart[]): Json {
  const { quotes, verified, relocated, rejected } = addVerifications(
    parts.map(({ judged: one }) => verificationOf(one)),
  )
  const borrowed = parts.reduce((sum, { judged: one }) => sum + one.borrowed, 0)
  return {
    ...(complaints.length > 0 && { complaints: complaints.slice(0, 10) }),
    ...(isCut && { cut_off: true }),
    ...(dropped > 0 && { dropped }),
    ...(parts.length > 0 && { quotes, verified, relocated, rejected, borrowed }),
  }
}
