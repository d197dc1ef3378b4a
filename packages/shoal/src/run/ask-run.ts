// A question to a run that is stored: asked of the relations of its files, as they were then. What has changed since, or is gone, is left
// out and named; the answer is then one in part.

import { type AskedAnswer, UNASKED } from '@shoal/base/model/asked'
import { ShoalError } from '@shoal/base/model/errors'
import type { Ledger } from '@shoal/base/model/ledger'
import { askedPart, isTold, whyNot } from '@shoal/base/report/answer-asked'
import { plural } from '@shoal/base/text/printable'
import type { Settings } from '../config/resolve.ts'
import { isGeneral } from '../question/general.ts'
import { readAnalysis } from './analysis/definition.ts'
import { askRelations } from './ask-relations.ts'
import { standingOf } from './file-stamp.ts'
import { plannedRelationFiles } from './relations/relation-file.ts'

export interface RunQuestion {
  readonly run: string
  readonly question: string
  readonly ledger: Ledger
  readonly settings: Settings
  readonly signal: AbortSignal
  /** The cache directory of shoal. */
  readonly cache: string
  onProgress?(done: number, of: number, path: string): void
}

export interface RunAnswer {
  readonly run: string
  readonly query: string
  /** In words; null when there is none. */
  readonly answer: string | null
  readonly question: AskedAnswer
  /** Files of the run that were asked. */
  readonly files: number
  /** Files that are not what they were, and how. */
  readonly changed: readonly { readonly path: string; readonly reason: string }[]
}

export async function askRun({ run, question, ledger, ...options }: RunQuestion): Promise<RunAnswer> {
  if (question.trim() === '') throw new ShoalError('bad-value', 'the question is empty', { detail: 'QUESTION' })
  const { plan, stamps } = readAnalysis(run, await ledger.definition(run))
  const planned = plannedRelationFiles(plan, stamps)
  const changed = planned.flatMap(({ path }) => {
    const reason = whyOther(stamps[path]!)
    return reason === null ? [] : [{ path, reason }]
  })
  const files = planned.filter(({ path }) => !changed.some(one => one.path === path))
  if (files.length === 0)
    throw new ShoalError(
      'file-changed',
      planned.length === 1
        ? `${changed[0]!.path} ${changed[0]!.reason}, so run "${run}" cannot be asked`
        : `all ${planned.length} files of run "${run}" have changed since, so it cannot be asked`,
      { detail: run, advice: 'ask the files as they are now with `shoal analyze`' },
    )
  const asked = isGeneral(question)
    ? { ...UNASKED, leftToAnalysts: question }
    : await askRelations({ question, files, ...options })
  const lacks = [
    ...(asked.leftToAnalysts ? [`what is wrong stands in the report of the run: \`shoal report ${run}\``] : []),
    ...(changed.length > 0
      ? [
          `${plural(changed.length, 'file')} of the run changed since and ${changed.length === 1 ? 'is' : 'are'} left out`,
        ]
      : []),
  ]
  const status = asked.status === 'answered' && lacks.length > 0 ? 'partial' : asked.status
  const told: AskedAnswer = { ...asked, status, notes: [...asked.notes, ...lacks] }
  const answer = isTold(told, false)
    ? askedPart(told)
        .map(({ text }) => text)
        .join(' ')
    : null
  return { run, query: question, answer, question: told, files: files.length, changed }
}

/** In words, also where there is no answer. */
export function answerWords({ answer, question }: RunAnswer): string {
  return answer ?? whyNot(question)
}

/** Null when it is what it was: also what was added behind it would be read. */
function whyOther(stamp: Parameters<typeof standingOf>[0]): string | null {
  try {
    const standing = standingOf(stamp)
    if (standing === 'same') return null
    return standing === 'grown' ? 'has grown since the run' : 'has changed since the run'
  } catch {
    return 'is gone since the run'
  }
}
