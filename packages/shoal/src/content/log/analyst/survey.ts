// Puts the survey of a log together from the tallies of its stretches.
import type { FileSurvey, ReadTask } from '@shoal/base/model/analyst'
import type { FindingDraft } from '@shoal/base/model/finding'
import type { Question } from '@shoal/base/model/question'
import type { SourceText } from '@shoal/base/model/source'
import { anchorsOf } from './anchors.ts'
import { answersOf } from './answers.ts'
import { changeFindings } from './change-findings.ts'
import { figuresOf } from './figures.ts'
import { formatTimes } from './format-times.ts'
import { learnFormat } from './learn-format.ts'
import { listFinding } from './list-answers.ts'
import { mergeTallies } from './merge.ts'
import { noErrors } from './no-errors.ts'
import { panelsOf } from './panels.ts'
import { pictureOf } from './picture.ts'
import { wantsOf } from './question-filters.ts'
import { type Story, storyOf } from './story.ts'
import { LEVELS, type LogTally } from './tally.ts'
import { MOST_RHYTHMS, timeFindings } from './time-findings.ts'
import { troubleFindings } from './trouble-findings.ts'
import { counted, duration, number } from './wording.ts'

export function surveyOf(tallies: readonly LogTally[], source: SourceText, { brief }: ReadTask): FileSurvey {
  const story = toldStory(tallies, source, brief.question)
  const findings = [...storyFindings(story), ...listFinding(story, wantsOf(brief.question).words)]
    .filter(({ evidence }) => evidence.trim() !== '')
    .sort((a, b) => a.line - b.line)
  return {
    summary: summaryOf(story),
    figures: figuresOf(story),
    panels: panelsOf(story),
    findings,
    anchors: anchorsOf(story),
    answers: answersOf(story, brief),
    topics: topicsOf(story),
    notes: notesOf(story),
  }
}

/** The story of a log from the tallies of its stretches. */
export function toldStory(
  tallies: readonly LogTally[],
  source: SourceText,
  question: Question,
  format = learnFormat(source),
): Story {
  const whole = formatTimes(mergeTallies(tallies, wantsOf(question)))
  return storyOf(pictureOf(whole, format), source)
}

export function storyFindings(story: Story): FindingDraft[] {
  return [...troubleFindings(story), ...changeFindings(story), ...timeFindings(story)]
}

function summaryOf(story: Story): string {
  const { picture, clusters, bursts, silences } = story
  const { whole, format, templates } = picture
  const { first, last } = whole.order
  const errors = clusters.filter(({ rank }) => rank === 'error' || rank === 'fatal')
  const count = errors.reduce((sum, cluster) => sum + cluster.count, 0)
  const warnings = whole.levels[LEVELS.indexOf('warn')]!
  const burst = bursts.filter(({ what }) => what === 'errors').length
  return [
    `${counted(whole.entries, 'entry', 'entries')} (${format.lines.name}${whole.multiline > 0 ? ', multi-line' : ''}) of ${counted(templates.length, 'kind')}${first && last && last.time > first.time ? ` over ${duration(last.time - first.time)}` : ''}`,
    count > 0 ? `${counted(count, 'error')} of ${counted(errors.length, 'kind')}` : noErrors(story).brief,
    warnings > 0 ? counted(warnings, 'warning') : '',
    burst > 0 ? counted(burst, 'error burst') : '',
    silences.length > 0 ? counted(silences.length, 'silence') : '',
  ]
    .filter(part => part !== '')
    .join('; ')
}

/** Error classes first, then the programs that write the log. */
function topicsOf({ clusters, picture }: Story): string[] {
  const classes = clusters.flatMap(({ errorClass }) => (errorClass ? [errorClass.split(/[.:\\]+/).at(-1)!] : []))
  const components = [...picture.whole.components.values]
    .sort((a, b) => b[1].count - a[1].count || (a[0] < b[0] ? -1 : 1))
    .map(([name]) => name)
  return [...new Set([...classes, ...components])].filter(topic => topic !== '' && topic !== '*').slice(0, 10)
}

function notesOf({ picture, rhythms, leftOut }: Story): string[] {
  const { whole } = picture
  const notes: string[] = []
  if (whole.cutLines > 0)
    notes.push(`Of ${counted(whole.cutLines, 'line')} only the first 16,384 characters were looked at.`)
  if (whole.lead)
    notes.push(
      `${counted(whole.lead.count, 'line')} before the first entry ${whole.lead.count === 1 ? 'belongs' : 'belong'} to none.`,
    )
  if (whole.timed > 0 && whole.timed < whole.entries)
    notes.push(
      `${number(whole.entries - whole.timed)} of ${counted(whole.entries, 'entry', 'entries')} have no time that can be read.`,
    )
  leftOut.count(Math.min(MOST_RHYTHMS, rhythms.length), rhythms.length, 'messages that come regularly are told of')
  return [...notes, ...leftOut.notes]
}
