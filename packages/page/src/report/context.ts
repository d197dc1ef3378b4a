// What all parts of a report's page look things up in.

import type { Finding } from '@shoal/base/model/finding'
import type { ReportPage } from '@shoal/base/model/report-page'
import { printable } from '@shoal/base/text/printable'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { changedAddress, type Params, writeAddress } from '../address.ts'
import { acrossId } from './findings/row.ts'

export interface PageContext {
  readonly page: ReportPage
  /** `section` and parameters under the path that the report has: what a link names. */
  address(section: string, params?: Params): string
  /** The same with all other parameters as they are at this moment: filters, and what is opened. */
  changed(section: string, change: Params): string
  /** The gravest finding that stands at a place; one across files where there is no other. */
  findingAt(path: string, line: number): Pick<Finding, 'id'> | null
  /** The files that something was found in at a line, with the names that sentences use for them. */
  pathsAt(line: number): readonly { readonly path: string; readonly name: string }[]
}

export function pageContext(page: ReportPage, base: string): PageContext {
  const byLine = new Map<number, Map<string, Pick<Finding, 'id'>>>()
  const add = (path: string, line: number, finding: Pick<Finding, 'id'>) => {
    const at = byLine.get(line) ?? new Map<string, Pick<Finding, 'id'>>()
    byLine.set(line, at.set(path, finding))
  }
  for (const [k, { evidence }] of page.report.crossFile.entries())
    for (const { path, line } of evidence) add(path, line, { id: acrossId(k) })
  // The gravest come first in the list, so they are put down last.
  for (const finding of page.report.findings.toReversed()) {
    for (const { path, line } of finding.places) add(path, line, finding)
    add(finding.path, finding.line, finding)
  }
  const pathOf = (section: string) => (base === '' ? section : `${base}/${section}`)
  return {
    page,
    address: (section, params) => writeAddress(pathOf(section), params),
    changed: (section, change) => changedAddress(pathOf(section), change),
    findingAt: (path, line) => byLine.get(line)?.get(path) ?? null,
    pathsAt: line => [...(byLine.get(line)?.keys() ?? [])].map(path => ({ path, name: printable(path) })),
  }
}

const Context = createContext<PageContext | null>(null)

export const PageProvider = Context.Provider

export function usePage(): PageContext {
  return useContext(Context)!
}
