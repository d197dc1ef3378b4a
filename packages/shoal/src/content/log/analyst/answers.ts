// What a log says to a question: its errors, when and why they began, how often something came, who most.
import type { Amount, AnswerDraft } from '@shoal/base/model/analyst'
import type { Panel } from '@shoal/base/model/finding'
import type { Brief, Intent, Question } from '@shoal/base/model/question'
import { byPart } from '../../../text/question-parts.ts'
import { asksBursts } from '../../../text/question-topics.ts'
import { answerBursts, beforeText } from './burst-answers.ts'
import { burstSpan } from './burst-findings.ts'
import { clusterName, type ErrorCluster } from './clusters.ts'
import { answerCounts, answerSpan, answerWho, graveOf, sumOf } from './count-answers.ts'
import { latencies } from './http-figures.ts'
import { differing } from './ladder-counts.ts'
import { answerLevelTimes } from './level-answers.ts'
import { answerListing } from './list-answers.ts'
import type { LogBurst } from './log-burst.ts'
import { noErrors } from './no-errors.ts'
import { type Wants, wantsOf } from './question-filters.ts'
import { lineAt } from './quotes.ts'
import type { Story } from './story.ts'
import { LEVELS } from './tally.ts'
import { counted, duration, number, share, short, times } from './wording.ts'

const NO_BURST = 'There is no burst of errors.'

/** Questions about other kinds of files; a log keeps silent. */
const OTHERS: readonly Intent[] = [
  'definition',
  'schema',
  'config',
  'complexity',
  'structure',
  'correlation',
  'duplicates',
  'missing',
]

export function answersOf(story: Story, brief: Brief): AnswerDraft[] {
  if (brief.question.text === null || story.picture.whole.entries === 0) return []
  // The words of the whole question were counted while the file was read: its parts share them.
  const wants = wantsOf(brief.question)
  const listing = answerListing(story, wants.words)
  if (listing.length > 0) return listing
  const whole = answersTo(story, brief.question, wants)
  // "…, and when was the first?" says nothing by itself: what the whole question is told comes first.
  const parts = byPart(brief, ({ question }) => answersTo(story, question, wants)).filter(
    ({ part }) => part !== undefined,
  )
  return [...whole, ...parts]
}

function answersTo(story: Story, question: Question, wants: Wants): AnswerDraft[] {
  const has = (intent: Intent) => question.intents.includes(intent)
  const [first] = question.intents
  if (first !== undefined && OTHERS.includes(first) && !has('errors')) return []
  const bursts = asksBursts(question) && !has('count') ? answerBursts(story, question, wants) : []
  const reasons = [
    ...bursts,
    ...(has('cause') && bursts.length === 0 ? answerCause(story, wants) : []),
    ...(has('time') && !has('count') && bursts.length === 0 ? answerWhen(story, question, wants) : []),
    ...answerWho(story, question, wants),
  ]
  const asksErrors = has('errors') && !has('count') && !has('definition') && reasons.length === 0
  const answers = [
    ...reasons,
    ...answerSpan(story, wants),
    ...(has('count') ? answerCounts(story, question, wants) : []),
    ...(asksErrors ? answerErrors(story, question, wants) : []),
    ...(has('security') ? answerSecurity(story) : []),
    ...(has('performance') ? answerLatency(story) : []),
    ...(has('quality') || has('summary') || has('outliers') || has('trend') ? answerOverview(story, question) : []),
  ]
  return answers.sort((a, b) => b.relevance - a.relevance).slice(0, 4)
}

/** The clusters that a question names; all of them where it names none. */
function askedClusters(story: Story, { words }: Wants): { asked: readonly ErrorCluster[]; named: boolean } {
  const grave = graveOf(story)
  const text = ({ template, example, errorClass, message, trace }: ErrorCluster) =>
    [template.template, example, errorClass, message, trace?.root].join(' ')
  const asked = grave.filter(cluster => words.some(({ pattern }) => pattern.test(text(cluster))))
  return asked.length > 0 ? { asked, named: true } : { asked: grave, named: false }
}

function answerErrors(story: Story, question: Question, wants: Wants): AnswerDraft[] {
  const { whole } = story.picture
  const { asked, named } = askedClusters(story, wants)
  // A question that names something this log does not speak of is hardly about it.
  const relevance = named ? 0.92 : wants.words.length > 0 ? 0.6 : 0.9
  if (asked.length === 0) {
    const { brief: _, ...none } = noErrors(story)
    return [{ ...none, relevance: Math.min(relevance, none.relevance) }]
  }
  const byCount = [...asked].sort((a, b) => b.count - a.count || a.first.line - b.first.line)
  const total = sumOf(asked)
  const [most] = byCount
  const first = asked.reduce((a, b) => (b.first.line < a.first.line ? b : a))
  const burst = story.bursts.find(({ what }) => what === 'errors')
  const sentences = [
    `${counted(total, 'error')} of ${counted(asked.length, 'kind')} in ${counted(whole.entries, 'entry', 'entries')}, the first ${placeText(first)}.`,
    `${asked.length === 1 ? 'It is' : 'Most frequent is'} “${short(most!.template.template)}”${most!.errorClass ? ` (${clusterName(most!)})` : ''}, ${counted(most!.count, 'time')}, from ${most!.first.stamp || `line ${most!.first.line}`} to ${most!.last.stamp || `line ${most!.last.line}`}.`,
    burst ? `${burstText(story, burst)}.` : asksBursts(question) ? NO_BURST : '',
  ]
  return [
    {
      text: sentences.filter(Boolean).join(' '),
      relevance,
      amount: errorAmount(asked),
      evidence: byCount
        .slice(0, 5)
        .map(({ first: { line, offset } }) => ({ line, quote: lineAt(story.source, offset) })),
      panel: clusterPanel(byCount),
    },
  ]
}

function errorAmount(clusters: readonly ErrorCluster[]): Amount {
  return { count: sumOf(clusters), one: 'error', many: 'errors' }
}

function clusterPanel(clusters: readonly ErrorCluster[]): Panel {
  return {
    kind: 'table',
    title: 'Errors, the most frequent first',
    columns: [{ label: 'error' }, { label: 'count', align: 'right' }, { label: 'first' }, { label: 'last' }],
    rows: clusters
      .slice(0, 12)
      .map(cluster => [
        short(
          cluster.errorClass ? `${clusterName(cluster)} · ${cluster.template.template}` : cluster.template.template,
          100,
        ),
        cluster.count,
        cluster.first.stamp || `line ${cluster.first.line}`,
        cluster.last.stamp || `line ${cluster.last.line}`,
      ]),
    of: clusters.length,
  }
}

function placeText({ first }: ErrorCluster): string {
  return first.stamp ? `at ${first.stamp} (line ${number(first.line)})` : `on line ${number(first.line)}`
}

function burstText(story: Story, burst: LogBurst): string {
  const { count, ratio } = burst.burst
  return `${number(count)} of them come ${burstSpan(story, burst)}: ${times(ratio)} the usual rate`
}

function answerWhen(story: Story, question: Question, wants: Wants): AnswerDraft[] {
  // Of errors more is known than their level: their kinds, traces and wording.
  if (wants.levels.length > 0 && !wants.levels.includes(LEVELS.indexOf('error'))) return answerLevelTimes(story, wants)
  const asksErrors = question.intents.includes('errors') || question.intents.includes('cause')
  const { asked, named } = askedClusters(story, wants)
  if (!asksErrors && !named) return answerWanted(story, wants)
  if (asked.length === 0) return []
  const total = sumOf(asked)
  const first = asked.reduce((a, b) => (b.first.line < a.first.line ? b : a))
  const last = asked.reduce((a, b) => (b.last.line > a.last.line ? b : a))
  const burst = story.bursts.find(({ what }) => what === 'errors')
  const sentences = [
    `The ${total === 1 ? 'only error' : `first of ${counted(total, 'error')}`} stands ${placeText(first)}: “${short(first.template.template)}”${first.errorClass ? ` (${first.errorClass})` : ''}.`,
    total === 1 ? '' : `The last one is at ${last.last.stamp || `line ${last.last.line}`}.`,
    burst ? `${burstText(story, burst)}.` : asksBursts(question) ? NO_BURST : '',
  ]
  const places = [first.first, ...(burst ? [burst.first] : []), last.last]
  return [
    {
      text: sentences.filter(Boolean).join(' '),
      relevance: named || wants.words.length === 0 ? 0.91 : 0.6,
      amount: errorAmount(asked),
      evidence: places.map(({ line, offset }) => ({ line, quote: lineAt(story.source, offset) })),
    },
  ]
}

/** When something that is no error first and last came. */
function answerWanted(story: Story, { words }: Wants): AnswerDraft[] {
  const { wants } = story.picture.whole
  return words.flatMap(({ label }, k): AnswerDraft[] => {
    const { count, first, last } = wants[k]!
    if (count === 0 || !first || !last) return []
    const name = (stamp: string, line: number) => (stamp ? `${stamp} (line ${number(line)})` : `line ${number(line)}`)
    return [
      {
        text: `“${label}” first stands at ${name(first.stamp, first.line)} and last at ${name(last.stamp, last.line)}, in ${counted(count, 'entry', 'entries')} of ${number(story.picture.whole.entries)}.`,
        relevance: 0.6,
        evidence: [first, last].map(({ line, offset }) => ({ line, quote: lineAt(story.source, offset) })),
      },
    ]
  })
}

function answerCause(story: Story, wants: Wants): AnswerDraft[] {
  const { asked, named } = askedClusters(story, wants)
  const [cluster] = [...asked].sort((a, b) => b.count - a.count)
  if (!cluster) return []
  const burst = story.bursts.find(
    ({ what, members }) => what === 'errors' && members.some(m => m.template === cluster.template),
  )
  const sentences = [
    `“${short(cluster.template.template)}” (${counted(cluster.count, 'time')}) ${cluster.errorClass ? `was raised as ${clusterName(cluster)}${cluster.message ? `: ${short(cluster.message, 80)}` : ''}` : 'names no exception'}; the first ${placeText(cluster)}.`,
    burst ? `${burstText(story, burst)}.` : '',
    burst ? beforeText(burst) : 'Nothing in the log announces it.',
  ]
  const places = [cluster.first, ...(burst?.precursors ?? []).map(({ place }) => place)]
  return [
    {
      text: sentences.filter(Boolean).join(' '),
      relevance: named ? 0.92 : 0.7,
      amount: errorAmount(asked),
      evidence: places.map(({ line, offset }) => ({ line, quote: lineAt(story.source, offset) })),
    },
  ]
}

function answerSecurity({ picture, source }: Story): AnswerDraft[] {
  const { denied } = picture.whole
  const addresses = [...denied.values].sort((a, b) => b[1].count - a[1].count)
  if (addresses.length === 0) return []
  const total = addresses.reduce((sum, [, { count }]) => sum + count, 0)
  const [address, { count, firstLine, firstOffset }] = addresses[0]!
  return [
    {
      text: `${counted(total, 'failed log-in entry', 'failed log-in entries')} from ${differing(denied, 'address', 'addresses')}; most from ${address} (${number(count)}).`,
      relevance: total >= 20 ? 0.85 : 0.5,
      amount: { count: total, one: 'failed log-in entry', many: 'failed log-in entries' },
      evidence: [{ line: firstLine, quote: lineAt(source, firstOffset) }],
    },
  ]
}

function answerLatency({ picture }: Story): AnswerDraft[] {
  const found = latencies(picture.whole.http.durations)
  if (!found) return []
  const about = found.exact ? '' : 'about '
  return [
    {
      text: `${counted(found.count, 'request')} took ${about}${number(found.p50)} ms in the middle, ${about}${number(found.p95)} ms at the 95th and ${about}${number(found.p99)} ms at the 99th percentile; the slowest ${about}${number(found.max)} ms.`,
      relevance: 0.85,
      evidence: [],
    },
  ]
}

function answerOverview(story: Story, question: Question): AnswerDraft[] {
  const { picture, bursts, silences, clusters } = story
  const { whole } = picture
  const errors = clusters.reduce((sum, { count, rank }) => sum + (rank === 'warn' ? 0 : count), 0)
  const kinds = clusters.filter(({ rank }) => rank !== 'warn').length
  const [burst] = bursts.filter(({ what }) => what === 'errors')
  const parts = [
    errors > 0
      ? `${counted(errors, 'error')} of ${counted(kinds, 'kind')} in ${counted(whole.entries, 'entry', 'entries')} (${share(errors, whole.entries)}).`
      : noErrors(story).text,
    burst ? `${burstText(story, burst)}.` : '',
    silences.length > 0
      ? `${counted(silences.length, 'silence')}, the longest ${duration(silences[0]!.after.time - silences[0]!.before.time)}.`
      : '',
  ]
  const isTrouble = errors > 0 || burst !== undefined || silences.length > 0
  const place = burst?.first ?? clusters[0]?.first
  return [
    {
      text: parts.filter(Boolean).join(' '),
      relevance: isTrouble && !question.intents.includes('errors') ? 0.65 : 0.4,
      evidence: place ? [{ line: place.line, quote: lineAt(story.source, place.offset) }] : [],
    },
  ]
}
