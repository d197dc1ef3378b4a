// Surveys and reports of files, kept for the next run. A survey is of the bytes of the file, which its chunks or its mark name, of the program
// that read it, and of the question as far as that was read for it. How much a finding has to do with the question is judged anew.
import type { BuiltInAnalyst, FileAbout } from '@shoal/base/model/analyst'
import type { Finding } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import type { Brief } from '@shoal/base/model/question'
import type { AnalystReport } from '@shoal/base/model/report'
import type { PassedReport } from '../../stages/kept-reports.ts'
import { relevanceTo } from '../../stages/rank.ts'
import { readQuestion } from '../../text/question.ts'
import { type GatedSurvey, RELEVANT } from '../analysis/gated.ts'
import type { WholeFile } from '../analysis/whole-file.ts'
import { checkUnchanged, GREW, isGrewNote, isMarkedWhole } from '../file-stamp.ts'
import type { KeptResults } from './kept-results.ts'

interface SurveyOptions {
  readonly kept: KeptResults
  readonly brief: Brief
  /** Whether relations answer the question, so that analysts need not. */
  isAnswered(): Promise<boolean>
}

/** What an analyst is asked in this run. */
export interface Asking {
  readonly brief: Brief
  /** What a survey without a question depends on; null where this one holds more than that. */
  readonly plain: Json
  /** What this survey depends on beside the file. */
  readonly of: Json
}

const NO_QUESTION = readQuestion(null)

export class KeptSurveys {
  private readonly relevance: ReturnType<typeof relevanceTo>

  constructor(private readonly options: SurveyOptions) {
    this.relevance = relevanceTo(options.brief)
  }

  async asking({ version, readsFor }: Pick<BuiltInAnalyst, 'version' | 'readsFor'>): Promise<Asking> {
    const { brief } = this.options
    const { question } = brief
    const whole = { brief, of: [version, brief as unknown as Json] }
    const plain = readsFor ? JSON.stringify(readsFor(NO_QUESTION)) : null
    if (plain === null || JSON.stringify(readsFor!(question)) !== plain) return { ...whole, plain: null }
    const withoutQuestion = [version, plain]
    if (question.text !== null && !(await this.options.isAnswered())) return { ...whole, plain: withoutQuestion }
    return { brief: { ...brief, question: NO_QUESTION }, plain: withoutQuestion, of: withoutQuestion }
  }

  survey(about: FileAbout, asking: Asking): GatedSurvey | null {
    return (this.options.kept.get(keyOf(about, asking.of)) as unknown as GatedSurvey | undefined) ?? null
  }

  keepSurvey(about: FileAbout, { of, plain }: Asking, survey: GatedSurvey): void {
    const { kept } = this.options
    kept.put(keyOf(about, of), survey as unknown as Json, about.sizeBytes)
    if (plain && plain !== of) kept.put(keyOf(about, plain), { ...survey, answers: [] } as unknown as Json)
  }

  /** Nothing also for one that is no longer what was planned: whoever reads it says so. */
  report(file: WholeFile, asking: Asking): PassedReport | undefined {
    const { kept } = this.options
    if (!kept.keeps || !isUnchanged(file)) return undefined
    return kept.getText(keyOfWhole(file, asking.of), text => {
      const end = text.indexOf('\n')
      return { ...(JSON.parse(text.slice(0, end)) as Omit<PassedReport, 'text'>), text: text.slice(end + 1) }
    })
  }

  keepReport(file: WholeFile, { of, plain }: Asking, report: PassedReport): void {
    const { kept } = this.options
    if (!kept.keeps || hasGrown(report)) return
    kept.putText(keyOfWhole(file, of), keptText(report), report.bytes)
    if (plain && plain !== of) kept.putText(keyOfWhole(file, plain), keptText(withoutAnswers(report)))
  }

  /** As the question of this run sees it. */
  judged<T extends GatedSurvey | PassedReport>(told: T): T {
    if (told.findings.length === 0) return told
    const findings = told.findings.map((finding): Finding => ({ ...finding, relevance: this.relevance(finding) }))
    const relevant = 'relevant' in told && { relevant: findings.some(({ relevance }) => relevance >= RELEVANT) }
    return { ...told, findings, ...relevant }
  }
}

export function isUnchanged({ about, stamp }: WholeFile): boolean {
  try {
    return checkUnchanged(about.path, stamp) === 'same'
  } catch {
    return false
  }
}

/** Most texts hold no such words at all, and need not be read for it. */
function hasGrown({ text }: PassedReport): boolean {
  return text.includes(GREW) && (surveyIn(text)?.notes.some(isGrewNote) ?? false)
}

/** The head on a line of its own, so that what is only passed on is not read. */
function keptText({ text, ...head }: PassedReport): string {
  return `${JSON.stringify(head)}\n${text}`
}

function withoutAnswers(report: PassedReport): PassedReport {
  const survey = surveyIn(report.text)
  if (!survey || (survey.answers.length === 0 && report.completeAnswer === null)) return report
  const text = JSON.stringify({ ...JSON.parse(report.text), survey: { ...survey, answers: [] } })
  return { ...report, completeAnswer: null, text }
}

function surveyIn(text: string): AnalystReport['survey'] {
  return (JSON.parse(text) as Pick<AnalystReport, 'survey'>).survey
}

/** The same for the same survey on every machine. */
export function surveyKey(about: FileAbout, of: Json): string {
  return JSON.stringify(keyOf(about, of))
}

/** Chunk ids are content hashes. */
function keyOf(about: FileAbout, of: Json): Json {
  return ['survey', about as unknown as Json, of]
}

/** A larger file than its mark covers is known by its stamp. */
function keyOfWhole(file: WholeFile, of: Json): Json {
  return ['report', ...nameOfWhole(file), of]
}

/** What it is shown as, and what tells its bytes from others. */
export function nameOfWhole({ about, stamp }: WholeFile): Json[] {
  const { mark = null, from, object, ...touched } = stamp
  const key = from?.key ?? object?.etag ?? null
  return [about as unknown as Json, isMarkedWhole(stamp) ? mark : { ...touched, mark, key }]
}
