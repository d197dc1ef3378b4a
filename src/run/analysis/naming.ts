// How an analysis is called, what it is for, and what is said when there is nothing to analyse.

import { basename, resolve } from 'node:path'
import { ShoalError } from '../../model/errors.ts'
import type { Skipped } from '../../model/plan.ts'
import { shownQuestion } from '../../text/secrets/shown-question.ts'

export function nothingToRead(paths: readonly string[], skipped: readonly Skipped[]): ShoalError {
  const [only, second] = skipped
  const why = !only
    ? 'there are no files'
    : second
      ? `all ${skipped.length} files and directories are left out`
      : `${only.path} is left out (${only.reason})`
  return new ShoalError('nothing-to-read', `nothing to read in ${paths.join(', ')}: ${why}`, {
    detail: paths.join(', '),
  })
}

/** `analyze-data`, of the first path: short, and safe as a name. */
export function runName(paths: readonly string[], cwd = process.cwd()): string {
  const stem = basename(resolve(cwd, paths[0]!))
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
  return `analyze-${stem || 'files'}`.slice(0, 48).replace(/[^A-Za-z0-9]+$/, '')
}

/** The question, as the one line that a list of runs shows. */
export function purposeOf(query: string | null): { readonly purpose?: string } {
  const shown = shownQuestion(query)
  return shown === null ? {} : { purpose: shown.replace(/\s+/g, ' ').trim().slice(0, 200) }
}
