// What all parts of a report's page look things up in.
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Finding } from '../../model/finding.ts'
import type { ReportPage } from '../../model/report-page.ts'
import { changedAddress, type Params, writeAddress } from '../address.ts'

export interface PageContext {
  readonly page: ReportPage
  /** `section` and parameters under the path that the report has: what a link names. */
  address(section: string, params?: Params): string
  /** The same with all other parameters as they are at this moment: filters, and what is opened. */
  changed(section: string, change: Params): string
  /** The gravest finding that stands at a place. */
  findingAt(path: string, line: number): Finding | null
}

export function pageContext(page: ReportPage, base: string): PageContext {
  const byPlace = new Map<string, Finding>()
  for (const finding of page.report.findings.toReversed()) {
    for (const { path, line } of finding.places) byPlace.set(`${path}:${line}`, finding)
    byPlace.set(`${finding.path}:${finding.line}`, finding)
  }
  const pathOf = (section: string) => (base === '' ? section : `${base}/${section}`)
  return {
    page,
    address: (section, params) => writeAddress(pathOf(section), params),
    changed: (section, change) => changedAddress(pathOf(section), change),
    findingAt: (path, line) => byPlace.get(`${path}:${line}`) ?? null,
  }
}

const Context = createContext<PageContext | null>(null)

export const PageProvider = Context.Provider

export function usePage(): PageContext {
  return useContext(Context)!
}
