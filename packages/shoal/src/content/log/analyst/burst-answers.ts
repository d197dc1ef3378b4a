// What a log says when it is asked for bursts: when they were, how many entries they had, of what, and what came before.
import type { AnswerDraft } from '@shoal/base/model/analyst'
import type { Question } from '@shoal/base/model/question'
import { burstSpan } from './burst-findings.ts'
import { clusterName } from './clusters.ts'
import { graveOf, sumOf } from './count-answers.ts'
import type { LogBurst } from './log-burst.ts'
import { noErrors } from './no-errors.ts'
import type { Wants } from './question-filters.ts'
import { lineAt } from './quotes.ts'
import type { Story } from './story.ts'
import { counted, number, short, times } from './wording.ts'

const MOST_TOLD = 3

/** Nothing where errors are asked for too and come in no burst: what there is of them is told elsewhere. */
export function answerBursts(story: Story, question: Question, wants: Wants): AnswerDraft[] {
  const asked = askedBursts(story, question, wants)
  const errors = sumOf(graveOf(story))
  const asksErrors = question.intents.includes('errors')
  const entries = counted(story.picture.whole.entries, 'entry', 'entries')
  const total = asksErrors ? `${counted(errors, 'error')} in ${entries}` : ''
  const [first] = asked
  if (!first) {
    if (asksErrors && errors > 0) return []
    if (asksErrors) {
      const { brief: _, ...none } = noErrors(story)
      return [{ ...none, text: `No burst of errors. ${none.text}` }]
    }
    const amount = { count: 0, one: 'burst', many: 'bursts' }
    return [{ text: `No burst in ${entries}.`, relevance: 0.55, evidence: [], amount }]
  }
  const evidence = asked
    .slice(0, MOST_TOLD)
    .flatMap(({ first: begin, precursors }, k) => [
      { line: begin.line, quote: lineAt(story.source, begin.offset) },
      ...(k === 0
        ? precursors.map(({ place: { line, offset } }) => ({ line, quote: lineAt(story.source, offset) }))
        : []),
    ])
  const others = asked.slice(1, MOST_TOLD).map(other => laterText(story, other, first))
  const left = asked.length - 1 - others.length
  const sentences = [
    `${headOf(first, asked.length)}: ${sizeOf(story, first)}${makeUp(story, first)}.`,
    first.precursors.length > 0 || question.intents.includes('cause') ? beforeText(first) : '',
    others.length > 0 ? `Others: ${others.join(', ')}${left > 0 ? ` and ${number(left)} more` : ''}.` : '',
    total && `In all ${total}.`,
  ]
  return [
    {
      text: sentences.filter(text => text !== '').join(' '),
      relevance: 0.95,
      evidence,
      amount: asksErrors
        ? { count: errors, one: 'error', many: 'errors' }
        : {
            count: asked.reduce((sum, found) => sum + sizeIn(found), 0),
            one: 'entry in a burst',
            many: 'entries in bursts',
          },
    },
  ]
}

/** The kind that the question names, the largest first; all kinds where it names none, troubles first. */
function askedBursts({ bursts }: Story, { text, intents }: Question, { words }: Wants): LogBurst[] {
  const isTrouble = ({ what }: LogBurst) => what === 'errors' || what === 'server errors'
  const isNamed = ({ members, template }: LogBurst) =>
    words.some(({ pattern }) =>
      [template?.template, ...members.map(m => m.template.template)].some(
        own => own !== undefined && pattern.test(own),
      ),
    )
  const named = bursts.filter(isNamed)
  const ofKind = intents.includes('errors')
    ? bursts.filter(isTrouble)
    : /\bwarn/i.test(text ?? '')
      ? bursts.filter(({ what }) => what === 'warnings')
      : bursts
  const all = named.length > 0 ? named : ofKind
  return [...all].sort(
    (a, b) => Number(isTrouble(b)) - Number(isTrouble(a)) || sizeIn(b) - sizeIn(a) || a.from - b.from,
  )
}

/** Entries in it, and in all its waves. */
function sizeIn({ burst, waves }: LogBurst): number {
  return waves.length > 0 ? waves.reduce((sum, { count }) => sum + count, 0) : burst.count
}

function headOf(found: LogBurst, of: number): string {
  const name = nameOf(found)
  if (found.waves.length > 0)
    return `${name.charAt(0).toUpperCase()}${name.slice(1)} come in ${counted(found.waves.length, 'wave')}, the strongest`
  return of === 1 ? `The only burst is of ${name}` : `The largest of ${number(of)} bursts is of ${name}`
}

function nameOf({ what, template }: LogBurst): string {
  return what === 'template' ? `“${short(template!.template, 60)}”` : what === 'volume' ? 'entries of all kinds' : what
}

function sizeOf(story: Story, found: LogBurst): string {
  return `${number(found.burst.count)} ${burstSpan(story, found)} (${times(found.burst.ratio)} the usual rate)`
}

/** `159 from 04:47:44`, with its kind where that is another. */
function laterText(story: Story, found: LogBurst, first: LogBurst): string {
  const kind = nameOf(found) === nameOf(first) ? '' : ` of ${nameOf(found)}`
  return `${number(found.burst.count)}${kind} from ${story.stampAt(found.first.offset, found.from)}`
}

/** `, mostly gateway.GatewayTimeout`: what it consists of. */
function makeUp({ clusters }: Story, { members, what }: LogBurst): string {
  const [most] = [...members].sort((a, b) => b.count - a.count)
  if (!most || what === 'template') return ''
  const cluster = clusters.find(({ template, errorClass }) => template === most.template && errorClass !== null)
  return `, mostly ${cluster ? clusterName(cluster) : `“${short(most.template.template, 80)}”`}`
}

export function beforeText({ precursors }: LogBurst): string {
  if (precursors.length === 0) return 'Nothing in the log announces it.'
  const told = precursors.map(
    ({ template, how, count, usual, place }) =>
      `“${short(template.template, 70)}” (${how === 'new' ? 'new' : `${number(count)} instead of ${number(Math.round(usual * 10) / 10)}`}, line ${number(place.line)})`,
  )
  return `Just before it: ${told.join('; ')}.`
}
