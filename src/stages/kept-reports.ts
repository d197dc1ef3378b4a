// What very many files say, in little memory: kept as text, and read when it is asked for.
import type { SurveyedFile } from '../model/analyst.ts'
import type { FileReport, FileWide } from '../model/report.ts'
import { keeper } from '../text/kept-json.ts'

type Parts = Pick<FileReport, 'summary' | 'figures' | 'panels' | 'topics'>

const keepParts = keeper<Parts>(['summary', 'figures', 'panels', 'topics'])
const keepAnswers = keeper<Pick<FileWide, 'answers'>>(['answers'], Symbol('answers'))

export function keptSurvey(survey: FileWide): FileWide {
  return keepAnswers(keepParts({ notes: survey.notes }, survey), survey)
}

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
