// What very many files say, in little memory: kept as text, and read when it is asked for.
import type { SurveyedFile } from '@shoal/base/model/analyst'
import type { AnalystReport, FileAnchors, FileReport, FileWide } from '@shoal/base/model/report'
import { keeper, keptAs, partsText } from '@shoal/base/text/kept-json'

type Parts = Pick<FileReport, 'summary' | 'figures' | 'panels' | 'topics'>

const PARTS = ['summary', 'figures', 'panels', 'topics'] as const
/** Readers are heard in another order than that of the files, in which what they say is read. */
const HELD = 8 * 1024
const holdParts = keeper<Parts>(PARTS, { block: HELD })
const keepParts = keeper<Parts>(PARTS)
const keepAnswers = keeper<Pick<FileWide, 'answers'>>(['answers'], { mark: Symbol('answers'), block: HELD })

const PASSED = [
  'chunkId',
  'index',
  'of',
  'anchors',
  'missing',
  'suggestedQueries',
  'metadata',
  'verification',
  'rejected',
  'lines',
  'survey',
] as const
type Passed = Pick<AnalystReport, (typeof PASSED)[number]>
const passParts = keeper<Passed>(PASSED, { block: null })

/**
 * A report on a small file on its way from the thread that reads it to the ledger, and from what is kept: nobody on the way reads
 * more of it than this.
 */
export interface PassedReport
  extends Pick<AnalystReport, 'filePath' | 'relevant' | 'findings' | 'completeAnswer' | 'bytes'> {
  readonly text: string
}

export function passedReport(report: AnalystReport): PassedReport {
  const { filePath, relevant, findings, completeAnswer, bytes } = report
  const text = partsText(report) ?? JSON.stringify(Object.fromEntries(PASSED.map(name => [name, report[name]])))
  return { filePath, relevant, findings, completeAnswer, bytes, text }
}

export function arrivedReport({ text, ...own }: PassedReport): AnalystReport {
  return passParts(own, keptAs<Passed>(text))
}

/** As it comes from a reader. */
export function keptSurvey(survey: FileWide): FileWide {
  return withAnswers(holdParts({ notes: lean(survey.notes) }, survey), survey)
}

/** To be called in the order of the files. */
export function keptFile(
  { path, language, sizeBytes, lineCount, findings }: Omit<SurveyedFile, keyof FileWide>,
  survey: FileWide,
): SurveyedFile {
  const { notes } = survey
  return withAnswers(keepParts({ path, language, sizeBytes, lineCount, findings, notes }, survey), survey)
}

/** One for all: most files have no notes, and no answer. */
const NONE: readonly never[] = []

function lean<T>(list: readonly T[]): readonly T[] {
  return list.length === 0 ? NONE : list
}

function withAnswers<Own extends object>(object: Own, survey: FileWide): Own & Pick<FileWide, 'answers'> {
  const { answers } = survey
  return answers.length === 0 ? Object.assign(object, { answers: NONE }) : keepAnswers(object, survey)
}

export function keptReports<File extends Parts & Pick<FileReport, 'path' | 'notes'>>(
  files: readonly File[],
  countsOf: (file: File) => Pick<FileReport, 'findings' | 'problems'>,
): FileReport[] {
  return files.map(file => keepParts({ path: file.path, notes: file.notes, ...countsOf(file) }, file))
}

/** A report on its way between threads: what is kept stays text, and both sides know the path. */
export interface SentReport extends Pick<FileReport, 'notes' | 'findings' | 'problems'> {
  readonly text: string
}

export function sentReport(file: FileReport): SentReport {
  const { notes, findings, problems } = file
  const text = partsText(file) ?? JSON.stringify(partsOf(file))
  return { notes, findings, ...(problems && { problems }), text }
}

const passReport = keeper<Parts>(PARTS, { block: null })

/** From what is kept for the next run: it is in memory only until the report is written. */
export function heldReport(path: string, { text, ...own }: SentReport): FileReport {
  return passReport({ path, ...own }, keptAs<Parts>(text))
}

export function receivedReport(path: string, { text, ...own }: SentReport): FileReport {
  return keepParts({ path, ...own }, keptAs<Parts>(text))
}

const keepAnchors = keeper<Pick<FileAnchors, 'anchors'>>(['anchors'])

/** The anchors of a file on their way between threads. */
export interface SentAnchors extends Omit<FileAnchors, 'anchors'> {
  readonly text: string
}

export function sentAnchors(file: FileAnchors): SentAnchors {
  const { path, contentType, language, anchors } = file
  return { path, contentType, language, text: partsText(file) ?? JSON.stringify({ anchors }) }
}

export function receivedAnchors({ text, ...own }: SentAnchors): FileAnchors {
  return keepAnchors(own, keptAs<Pick<FileAnchors, 'anchors'>>(text))
}

const passAnchors = keeper<Pick<FileAnchors, 'anchors'>>(['anchors'], { block: null })

/** As `heldReport`. */
export function heldAnchors({ text, ...own }: SentAnchors): FileAnchors {
  return passAnchors(own, keptAs<Pick<FileAnchors, 'anchors'>>(text))
}

/** As they come from storage. */
export function storedAnchors(files: readonly FileAnchors[]): FileAnchors[] {
  return files.map(({ anchors, ...own }) => keepAnchors(own, { anchors }))
}

/** To be used at once, where they are read. */
export function readAnchors({ text, ...own }: SentAnchors): FileAnchors {
  return { ...own, ...(JSON.parse(text) as Pick<FileAnchors, 'anchors'>) }
}

function partsOf({ summary, figures, panels, topics }: Parts): Parts {
  return { summary, figures, panels, topics }
}
