// What somebody typed to start a run, and what it means. Pure.
import { BUILT_IN, type LiveStart } from '@shoal/base/model/live'

export interface StartForm {
  /** One on each line. */
  readonly paths: string
  readonly query: string
  readonly model: string
  readonly maxCost: string
  /** No model, whatever the config file names: what was typed of one does not count. */
  readonly isBuiltIn: boolean
  /** A model looks step by step; what needs a question. */
  readonly asks?: boolean
}

export interface ReadStart {
  /** Null while something is wrong. */
  readonly start: LiveStart | null
  readonly problems: { readonly paths?: string; readonly query?: string; readonly maxCost?: string }
}

/** The server decides whether paths and models exist; here is only what it could not be asked. */
export function readStart(form: StartForm): ReadStart {
  const paths = form.paths
    .split(/\r\n|\r|\n/)
    .map(path => path.trim())
    .filter(path => path !== '')
  const maxCostUsd = form.isBuiltIn ? null : costOf(form.maxCost)
  const query = form.query.trim() || null
  const asks = form.asks === true && !form.isBuiltIn
  const isSilent = asks && query === null
  const problems = {
    ...(paths.length === 0 && { paths: 'Name at least one file or directory' }),
    ...(isSilent && { query: 'Write the question that is to be answered' }),
    ...(Number.isNaN(maxCostUsd) && { maxCost: NO_SUM }),
  }
  if (paths.length === 0 || isSilent || Number.isNaN(maxCostUsd)) return { start: null, problems }
  const model = form.isBuiltIn ? BUILT_IN : form.model.trim() || null
  return { start: { paths, query, model, maxCostUsd, ...(asks && { asks }) }, problems }
}

/** What is said of a sum that is none. */
export const NO_SUM = 'Write a sum above zero, such as 0.50'

/** `0.50`, `$2`, `0,5`; null for nothing, NaN for what is no sum. */
export function costOf(text: string): number | null {
  const trimmed = text.trim().replace(/^\$\s*/, '')
  if (trimmed === '') return null
  if (!/^(?:\d{1,9}(?:[.,]\d{0,6})?|[.,]\d{1,6})$/.test(trimmed)) return Number.NaN
  const value = Number(trimmed.replace(',', '.'))
  return value > 0 ? value : Number.NaN
}
