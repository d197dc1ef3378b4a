// What very many files say, in little memory: kept as text, and read when it is asked for.
import type { SurveyedFile } from '../model/analyst.ts'
import type { FileReport, FileWide } from '../model/report.ts'
import { keeper, keptAs, partsText } from '../text/kept-json.ts'

type Parts = Pick<FileReport, 'summary' | 'figures' | 'panels' | 'topics'>

const PARTS = ['summary', 'figures', 'panels', 'topics'] as const
const holdParts = keeper<Parts>(PARTS, { packs: false })
const keepParts = keeper<Parts>(PARTS)
const keepAnswers = keeper<Pick<FileWide, 'answers'>>(['answers'], { mark: Symbol('answers'), packs: false })

/** As it comes from a reader: readers are heard in another order than that of the files. */
export function keptSurvey(survey: FileWide): FileWide {
  return keepAnswers(holdParts({ notes: survey.notes }, survey), survey)
}

/** To be called in the order of the files. */
export function keptFile(
  { path, language, sizeBytes, lineCount, findings }: Omit<SurveyedFile, keyof FileWide>,
  survey: FileWide,
): SurveyedFile {
  const { notes } = survey
  return keepAnswers(keepParts({ path, language, sizeBytes, lineCount, findings, notes }, survey), survey)
}

export function keptReports<File extends Parts & Pick<FileReport, 'path' | 'notes'>>(
  files: readonly File[],
  countsOf: (file: File) => Pick<FileReport, 'findings' | 'problems'>,
): FileReport[] {
  return files.map(file => keepParts({ path: file.path, notes: file.notes, ...countsOf(file) }, file))
}

/** A report on its way between threads: what is kept stays text. */
export interface SentReport extends Pick<FileReport, 'path' | 'notes' | 'findings' | 'problems'> {
  readonly text: string
}

export function sentReports(files: readonly FileReport[]): SentReport[] {
  return files.map(file => {
    const { path, notes, findings, problems } = file
    const text = partsText(file) ?? JSON.stringify(partsOf(file))
    return { path, notes, findings, ...(problems && { problems }), text }
  })
}

export function receivedReports(sent: readonly SentReport[]): FileReport[] {
  return sent.map(({ text, ...own }) => keepParts(own, keptAs<Parts>(text)))
}

function partsOf({ summary, figures, panels, topics }: Parts): Parts {
  return { summary, figures, panels, topics }
}
