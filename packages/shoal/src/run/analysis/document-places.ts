// Pages and paragraphs: where a text was taken from a document, its places also say what a reader of the document turns to.
import { documentPlace } from '@shoal/base/model/origin'
import type { RunReport } from '@shoal/base/model/report'

/** All that is told of lines in the report; the same report where no file is of a document. */
export function withDocumentPlaces(report: RunReport): RunReport {
  const parts = new Map(report.files.flatMap(({ path, from }) => (from?.parts ? [[path, from.parts] as const] : [])))
  if (parts.size === 0) return report
  const placed = <T>(value: T): T => {
    if (Array.isArray(value)) return value.map(placed) as T
    if (typeof value !== 'object' || value === null) return value
    const own = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, placed(one)]))
    const known = typeof own.path === 'string' && typeof own.line === 'number' ? parts.get(own.path) : undefined
    return (known ? { ...own, ...documentPlace(known, own.line as number) } : own) as T
  }
  const { findings, crossFile, answerEvidence, question } = report
  return {
    ...report,
    findings: placed(findings),
    crossFile: placed(crossFile),
    answerEvidence: placed(answerEvidence),
    question: question && { ...question, places: placed(question.places) },
  }
}
