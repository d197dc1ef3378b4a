// How an analysis is called, what it is for, and what is said when there is nothing to analyse.

import { basename, resolve } from 'node:path'
import { ShoalError } from '@shoal/base/model/errors'
import type { Skipped } from '@shoal/base/model/plan'
import { skippedGroups, skippedTotal } from '@shoal/base/report/plan-skipped'
import { formatCount, plural } from '@shoal/base/text/printable'
import { shownQuestion } from '../../text/gate/shown.ts'

export function nothingToRead(paths: readonly string[], skipped: readonly Skipped[]): ShoalError {
  const [only, second] = skipped
  const why = !only
    ? 'there are no files'
    : second
      ? `all ${skippedTotal(skipped.length)} are left out (${reasonsOf(skipped)})`
      : `${only.path} is left out (${only.reason})`
  return new ShoalError('nothing-to-read', `nothing to read in ${paths.join(', ')}: ${why}`, {
    detail: paths.join(', '),
    ...(only && !second && adviceOn(only)),
  })
}

function adviceOn({ cause, reason }: Skipped): { readonly advice?: string } {
  if (/encrypted/.test(reason)) return { advice: 'decrypt it first, with the program that made it' }
  if (cause === 'damaged') return { advice: 'fetch it or write it again: what can be read of it holds nothing' }
  if (cause !== 'binary') return {}
  return { advice: 'a command of yours can turn it into text: `readers` in the config file (docs/forms.md)' }
}

/** Reasons that one line tells, and how much of each. */
const MOST_REASONS = 4
const LONGEST = 80

/** `12 × binary: NUL bytes, 3 × empty file, and 5 for 2 other reasons`: most first. */
function reasonsOf(skipped: readonly Skipped[]): string {
  const groups = skippedGroups(skipped)
  const told = groups.slice(0, MOST_REASONS)
  const others = skipped.length - told.reduce((sum, { count }) => sum + count, 0)
  const parts = told.map(({ reason, count }) => `${formatCount(count)} × ${clipped(reason)}`)
  const more = `and ${formatCount(others)} for ${plural(groups.length - told.length, 'other reason')}`
  return [...parts, ...(others > 0 ? [more] : [])].join(', ')
}

function clipped(reason: string): string {
  return reason.length <= LONGEST ? reason : `${reason.slice(0, LONGEST - 1)}…`
}

/** `analyze-data`, of the first path: short, and safe as a name. */
export function runName(paths: readonly string[], cwd = process.cwd(), verb = 'analyze'): string {
  const stem = basename(resolve(cwd, paths[0]!))
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|(?<![^A-Za-z0-9])[^A-Za-z0-9]+$/g, '')
  return `${verb}-${stem || 'files'}`.slice(0, 48).replace(/(?<![^A-Za-z0-9])[^A-Za-z0-9]+$/, '')
}

/** The question, as the one line that a list of runs shows. */
export function purposeOf(query: string | null): { readonly purpose?: string } {
  const shown = shownQuestion(query)
  return shown === null ? {} : { purpose: shown.replace(/\s+/g, ' ').trim().slice(0, 200) }
}
