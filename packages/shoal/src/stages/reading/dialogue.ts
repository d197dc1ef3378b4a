// The dialogue with a model analyst: it is asked for its report, told once what is wrong with the form of its reply, and
// once what the gate did not believe.
import type { Json } from '@shoal/base/model/json'
import type { ModelFailure, ModelReply } from '@shoal/base/model/language-model'
import type { Reading } from '@shoal/base/model/model-work'
import type { PartReply } from '@shoal/base/model/report'
import { addVerifications } from '../verification.ts'
import { correctionRequest, corrections, withCorrections } from './corrections.ts'
import { NOTHING_SAID, partReply, type Reporting } from './drafts.ts'
import { focusOn, type Sought } from './goals.ts'
import { type Judging, judge, type ReadPart, verificationOf } from './judge.ts'
import type { PartView } from './part-view.ts'
import { type ReadReply, readReply } from './read-reply.ts'
import type { SaidClosing } from './said-closing.ts'
import { Talk } from './talk.ts'

export type Said =
  | {
      readonly status: 'said'
      readonly parts: readonly ReadPart[]
      readonly closing: SaidClosing | null
      /** Who may be told the same: whoever reads the same parts, whoever does while all files are the same, or nobody. */
      readonly keep: 'always' | 'with-files' | 'never'
    }
  | { readonly status: 'unusable'; readonly reason: string }
  | { readonly status: 'failed'; readonly failure: ModelFailure }

export async function holdDialogue(reading: Reading, views: readonly PartView[]): Promise<Said> {
  const focus = focusOn(views.map(({ part }) => ({ contentType: part.about.contentType, focus: part.focus })))
  const talk = new Talk(reading, views, focus)
  const heard = await hearReports(talk, reading, views, focus)
  if (heard.status !== 'heard') return heard
  const reporting: Reporting = { by: reading.model.id, views, result: id => talk.result(id) }
  const parts = await judgeAll(heard.read, reading, reporting)
  reading.onVerdict?.(verdictOf(heard.read, parts))
  const { closing } = heard.read
  // What a tool showed of other files, or of the rest of a file, may differ where the same chunk stands in another.
  const sawMore = talk.askedOthers || (talk.usedTools && views.some(({ part }) => part.chunk.of > 1))
  const keep = heard.isWhole ? (sawMore ? 'with-files' : 'always') : 'never'
  if (parts.every(({ judged }) => judged.faults.length === 0)) return { status: 'said', parts, closing, keep }

  const { model, context } = reading
  const outcome = await model.call(correctionRequest(parts, views, model), { ...context, purpose: 'correction' })
  // The report stands without what was not believed.
  if (!outcome.ok)
    return outcome.failure.kind === 'aborted'
      ? { status: 'failed', failure: outcome.failure }
      : { status: 'said', parts, closing, keep: 'never' }
  const asked = corrections(outcome.reply.text, parts, views, reporting)
  const second = await Promise.all(asked.map(({ reply }, k) => judged(reply, views[k]!, { ...reading, views })))
  reading.onVerdict?.(verdictOf(NO_COMPLAINTS, second))
  const corrected = parts.map((part, k) => withCorrections(part, second[k]!, asked[k]!.of))
  return { status: 'said', parts: corrected, closing, keep }
}

type Heard = { readonly status: 'heard'; readonly read: ReadReply; readonly isWhole: boolean }

/** What can be read of the reply, or of a second one after it was told what is wrong with the first. */
async function hearReports(
  talk: Talk,
  { onVerdict }: Reading,
  views: readonly PartView[],
  focus: Sought,
): Promise<Heard | Exclude<Said, { status: 'said' }>> {
  const first = await talk.ask('report')
  if (!first.ok) return { status: 'failed', failure: first.failure }
  if (first.reply.finish === 'refused') return withheld(first.reply)
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
  if (second.reply.finish === 'refused') return withheld(second.reply)
  return { status: 'unusable', reason: `the model's reply could not be used, twice: ${again.complaints.join('; ')}` }
}

/** It says something about every part, and nothing of it was lost. */
function isWhole({ reports, isCut }: ReadReply): boolean {
  return !isCut && reports !== null && reports.every(report => report !== null)
}

function withheld({ withheld: why }: ModelReply) {
  return { status: 'unusable', reason: why ?? "the provider's filter withheld the reply" } as const
}

function repairText({ complaints }: ReadReply, isOverlong: boolean): string {
  const wrong = complaints.slice(0, 10).map(complaint => `- ${complaint}`)
  const brief = isOverlong ? ' It was cut off because it was too long: be brief.' : ''
  return `Your reply cannot be used as it is:\n${wrong.join('\n')}\nSend the whole of it again, as JSON alone in the form you were told.${brief}`
}

async function judgeAll({ reports }: ReadReply, reading: Reading, reporting: Reporting): Promise<ReadPart[]> {
  const { views } = reporting
  return await Promise.all(
    views.map((view, k) => {
      const report = reports?.[k]
      const reply = report ? partReply(report, view, reporting) : { ...NOTHING_SAID, missing: [unreported(view)] }
      return judged(reply, view, { ...reading, views })
    }),
  )
}

function unreported({ part }: PartView): string {
  return `the model gave no report on ${part.about.path}: what is said of it is what programs found`
}

async function judged(reply: PartReply, view: PartView, judging: Judging): Promise<ReadPart> {
  return { reply, judged: await judge(reply, view, judging) }
}

const NO_COMPLAINTS: ReadReply = { reports: [], complaints: [], dropped: 0, isCut: false, closing: null }

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
