// The page of a report, from the answer to what it cost.

import type { ReportPage } from '@shoal/base/model/report-page'
import { formatCount } from '@shoal/base/text/printable'
import { useMemo } from 'preact/hooks'
import { useAddress } from '../address.ts'
import { Boundary } from '../parts/boundary.tsx'
import { shown } from '../parts/shown.ts'
import { ThemeChoice } from '../parts/theme.tsx'
import { Words } from '../parts/words.tsx'
import { AcrossSection } from './across.tsx'
import { AnswerSection } from './answer.tsx'
import { type PageContext, PageProvider, pageContext } from './context.ts'
import { CoverageSection } from './coverage.tsx'
import { FindingsSection } from './findings/findings.tsx'
import { useUnfoldedOnPaper } from './on-paper.tsx'
import { OverviewSection } from './overview.tsx'
import { showSection, useSectionOfAddress } from './show-section.ts'
import { TypesSection } from './types.tsx'
import './report-view.css'

export interface ReportViewProps {
  readonly page: ReportPage
  /** The path of the page's addresses: '' for a file, `runs/NAME/report` in the live view. */
  readonly base: string
}

export function ReportView({ page, base }: ReportViewProps) {
  const context = useMemo(() => pageContext(page, base), [page, base])
  useSectionOfAddress(base)
  useUnfoldedOnPaper()
  const { report } = page
  // Within the live view the page has one already.
  const Main = base === '' ? 'main' : 'div'
  return (
    <PageProvider value={context}>
      <ReportBar context={context} />
      <Main class="report">
        <header class="report-head">
          <p class="report-of small muted">
            <span>
              {base === '' ? 'shoal report' : 'Report'} of {namesOf(page)}
            </span>
            {base === '' ? <ThemeChoice /> : null}
          </p>
          <h1 dir="auto">{report.query === null ? 'What is in these files' : shown(report.query, 600)}</h1>
          {report.partial === null ? null : (
            <p class="report-partial">
              <Words text={report.partial} />
            </p>
          )}
        </header>
        <Boundary what="The answer">
          <AnswerSection />
        </Boundary>
        <Boundary what="The overview">
          <OverviewSection />
        </Boundary>
        <Boundary what="The list of findings">
          <FindingsSection />
        </Boundary>
        <Boundary what="What files say about each other">
          <AcrossSection />
        </Boundary>
        <Boundary what="The part by type">
          <TypesSection />
        </Boundary>
        <Boundary what="The coverage">
          <CoverageSection />
        </Boundary>
      </Main>
    </PageProvider>
  )
}

function ReportBar({ context }: { readonly context: PageContext }) {
  const { report } = context.page
  // Going elsewhere on the page leaves the filters, and what is opened, as they are.
  const kept = Object.fromEntries(useAddress().params)
  const links: readonly (readonly [section: string, title: string, count?: number])[] = [
    ['answer', 'Answer'],
    ['files', 'Files', report.files.length],
    ['findings', 'Findings', report.findings.length + report.crossFile.length],
    ...(report.crossFile.length > 0 ? [['across', 'Across files', report.crossFile.length] as const] : []),
    ...(report.perType.length > 0 ? [['types', 'By type', report.perType.length] as const] : []),
    ['coverage', 'Coverage'],
  ]
  return (
    <nav class="report-bar no-print" aria-label="Sections of the report">
      <ul>
        {links.map(([section, title, count]) => (
          <li key={section}>
            <a href={context.address(section, kept)} onClick={() => showSection(section, { always: true })}>
              {title}
              {count === undefined ? null : <span class="muted"> {formatCount(count)}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** `3 files`, or the one. */
function namesOf({ report }: ReportPage): string {
  const { files } = report
  return files.length === 1 ? shown(files[0]!.path) : `${formatCount(files.length)} files`
}
