// What analysts left open or said in their own words, for the synthesis.
import type { AnalystResult, Claim, SynthesisNotes } from '@shoal/base/model/report'

const MOST_MISSING = 30
const MOST_ANSWERS = 60

export function notesOf(results: readonly AnalystResult[]): SynthesisNotes {
  const reports = results.flatMap(result => result.reports)
  const missing = new Set(reports.flatMap(report => report.missing))
  const answers = reports.flatMap(({ completeAnswer, filePath, metadata }) =>
    completeAnswer === null ? [] : [{ text: completeAnswer, path: filePath, line: startLine(metadata) }],
  )
  const closing = results.find(result => result.closing)?.closing
  return {
    missing: [...missing].slice(0, MOST_MISSING),
    answers: answers.slice(0, MOST_ANSWERS),
    ...(closing && { closing }),
    isShownWhole: results.every(result => result.isShownWhole === true),
    answered: reports.flatMap(report => report.answered ?? []),
    complete: results.flatMap(completeAnswers).slice(0, MOST_ANSWERS),
  }
}

const QUOTES_OF_AN_ANSWER = 3

/** Of readers that are not ours, as far as they hold: with the quotes of what the reader found in the same part. */
function completeAnswers({ reports, said = [] }: AnalystResult): Claim[] {
  return reports.flatMap(({ completeAnswer: text, findings }, k) => {
    if (text === null || said[k]?.completeAnswer !== text) return []
    const own = findings.filter(({ by }) => by !== undefined).flatMap(({ places }) => places)
    const evidence = own.map(({ path, line, evidence: quote }) => ({ path, line, quote })).slice(0, QUOTES_OF_AN_ANSWER)
    return [{ text, evidence, findings: [] }]
  })
}

/** What was noted of several types. */
export function notesTogether(all: readonly (SynthesisNotes | undefined)[]): SynthesisNotes {
  const closing = all.find(one => one?.closing)?.closing
  return {
    missing: [...new Set(all.flatMap(one => one?.missing ?? []))].slice(0, MOST_MISSING),
    answers: all.flatMap(one => one?.answers ?? []).slice(0, MOST_ANSWERS),
    ...(closing && { closing }),
    isShownWhole: all.every(one => one?.isShownWhole === true),
    answered: [...new Set(all.flatMap(one => one?.answered ?? []))],
    // What was followed up is told to every type.
    complete: [...new Map(all.flatMap(one => one?.complete ?? []).map(one => [JSON.stringify(one), one])).values()],
  }
}

function startLine(metadata: unknown): number {
  const { start_line: line } = (metadata ?? {}) as { readonly start_line?: unknown }
  return typeof line === 'number' ? line : 1
}
