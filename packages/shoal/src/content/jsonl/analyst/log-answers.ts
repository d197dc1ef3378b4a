// What a log of JSON lines says to questions about errors, bursts of them, services and time.
import type { AnswerDraft } from '@shoal/base/model/analyst'
import { asksBursts } from '../../../text/question-topics.ts'
import { number, percent, type Subject } from '../../json/analyst/subject.ts'
import { clusterPanel, seriesPanel, sourcePanel, sourcesOf } from './log-figures.ts'
import { burstsOf, clustersOf, clusterTitle } from './log-findings.ts'
import { listingAnswer } from './log-listing.ts'
import type { LogTally } from './log-watch.ts'
import { durationText, stampText } from './stamps.ts'

export function logAnswers(subject: Subject, log: LogTally): AnswerDraft[] {
  const { question } = subject.brief
  const { intents, text, words } = question
  if (text === null) return []
  if (log.listed) return listingAnswer(subject, log.listed, log.timed + log.untimed)
  const answers: AnswerDraft[] = []
  const clusters = clustersOf(log)
  const evidence = clusters.slice(0, 3).map(cluster => subject.quoter.quoteLine(cluster))
  const panel = clusterPanel(log)
  if (intents.includes('errors') || intents.includes('cause') || asksBursts(question)) {
    answers.push({
      text: asksBursts(question)
        ? `${burstText(log)} ${errorText(log)}`
        : `${errorText(log)} ${shareOfBurst(log)}`.trim(),
      amount: { count: log.errors, one: 'error', many: 'errors' },
      relevance: log.errors === 0 ? 0.55 : intents.includes('errors') || asksBursts(question) ? 0.9 : 0.7,
      evidence: asksBursts(question) ? [...burstPlaces(subject, log), ...evidence] : evidence,
      ...(panel ? { panel } : {}),
    })
  }
  const byName =
    log.roles.source !== null && words.some(word => /^(service|source|app|component|module|host|logger)s?$/.test(word))
  const sources = sourcesOf(log)
  const table = sourcePanel(log)
  if (byName && sources && table) {
    const failing = [...sources].sort((a, b) => b[1].errors - a[1].errors || b[1].count - a[1].count)
    const wanted = intents.includes('errors')
    answers.push({
      text: wanted
        ? `Errors by ${log.roles.source!.slice(1)}: ${failing
            .slice(0, 8)
            .map(
              ([label, source]) =>
                `${label} ${number(source.errors)} of ${number(source.count)} (${percent(source.errors, source.count)})`,
            )
            .join(', ')}.`
        : `Records by ${log.roles.source!.slice(1)}: ${sources
            .slice(0, 8)
            .map(([label, source]) => `${label} ${number(source.count)}`)
            .join(', ')}.`,
      relevance: wanted ? 0.95 : 0.8,
      evidence: (wanted
        ? failing.flatMap(([, { firstError }]) => firstError ?? [])
        : sources.map(([, source]) => source)
      )
        .slice(0, 2)
        .map(place => subject.quoter.quoteLine(place)),
      panel: table,
    })
  }
  const series = seriesPanel(log)
  if (series && log.earliest && log.latest && (intents.includes('trend') || intents.includes('time')))
    answers.push({
      text: `The records go from ${stampText(log.earliest.time)} to ${stampText(log.latest.time)} (${durationText(log.latest.time - log.earliest.time)})${log.errors > 0 && clusters[0]?.firstTime != null ? `; the first error is on line ${number(log.firstErrors[0]!.line)}` : ''}.`,
      relevance: 0.65,
      evidence: [subject.quoter.quoteLine(log.earliest)],
      panel: series,
    })
  if (log.slowest[0] && intents.includes('performance') && log.roles.duration)
    answers.push({
      text: `The slowest records by ${log.roles.duration.slice(1)}: ${log.slowest.map(({ value, line }) => `${number(value)} (line ${number(line)})`).join(', ')}.`,
      relevance: 0.8,
      evidence: log.slowest.slice(0, 3).map(spot => subject.quoter.quoteLine(spot)),
    })
  return answers
}

function errorText(log: LogTally): string {
  const records = number(log.timed + log.untimed)
  if (log.errors === 0) return `None of the ${records} records is an error.`
  const clusters = clustersOf(log)
  const shown = clusters.slice(0, 4).map(cluster => `${clusterTitle(cluster)} (${number(cluster.count)})`)
  const more = clusters.length > 4 ? ` and ${clusters.length - 4} more kinds` : ''
  return `${number(log.errors)} of ${records} records are errors: ${shown.join(', ')}${more}.`
}

function shareOfBurst(log: LogTally): string {
  const [burst] = burstsOf(log)
  if (!burst) return ''
  return `${number(burst.errors)} of them stand between ${stampText(burst.columns[0]!.from)} and ${stampText(burst.columns.at(-1)!.to)}.`
}

function burstText(log: LogTally): string {
  const bursts = burstsOf(log)
  const [first] = bursts
  if (!first) return 'There is no burst of errors.'
  const { columns, errors, usual } = first
  const [from, to] = [columns[0]!.from, columns.at(-1)!.to]
  return `The ${bursts.length === 1 ? 'only burst' : `largest of ${number(bursts.length)} bursts`} of errors: ${number(errors)} between ${stampText(from)} and ${stampText(to)} (${durationText(to - from)}, which usually has ${number(usual)}).`
}

function burstPlaces(subject: Subject, log: LogTally): AnswerDraft['evidence'] {
  return burstsOf(log)
    .slice(0, 3)
    .flatMap(({ columns }) => (columns[0]!.firstError ? [subject.quoter.quoteLine(columns[0]!.firstError)] : []))
}
