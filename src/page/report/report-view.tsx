// The page of a report, from the answer to what it cost.
import { useEffect, useMemo } from 'preact/hooks'
import type { ReportPage } from '../../model/report-page.ts'
import { formatCount } from '../../text/printable.ts'
import { useAddress } from '../address.ts'
import { Boundary } from '../parts/boundary.tsx'
import { shown } from '../parts/shown.ts'
import { ThemeChoice } from '../parts/theme.tsx'
import { AcrossSection } from './across.tsx'
import { AnswerSection } from './answer.tsx'
import { type PageContext, PageProvider, pageContext } from './context.ts'
import { CoverageSection } from './coverage.tsx'
import { FindingsSection } from './findings/findings.tsx'
import { OverviewSection } from './overview.tsx'
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
  const { report } = page
  // Within the live view the page has one already.
  const Main = base === '' ? 'main' : 'div'
  return (
    <PageProvider value={context}>
      <ReportBar context={context} hasTheme={base === ''} />
      <Main class="report">
        <header class="report-head">
          <p class="small muted">
            {base === '' ? 'shoal report' : 'Report'} of {namesOf(page)}
          </p>
          <h1>{report.query === null ? 'What is in these files' : shown(report.query, 600)}</h1>
          {report.partial === null ? null : <p class="report-partial">{shown(report.partial)}</p>}
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

function ReportBar({ context, hasTheme }: { readonly context: PageContext; readonly hasTheme: boolean }) {
  const { report } = context.page
  // Going elsewhere on the page leaves the filters, and what is opened, as they are.
  const kept = Object.fromEntries(useAddress().params)
  const links: readonly (readonly [section: string, title: string, count?: number])[] = [
    ['answer', 'Answer'],
    ['files', 'Files', report.files.length],
    ['findings', 'Findings', report.findings.length + report.crossFile.length],
    ...(report.crossFile.length > 0 ? [['across', 'Across files', report.crossFile.length] as const] : []),
    ['types', 'By type', report.perType.length],
    ['coverage', 'Coverage'],
  ]
  return (
    <nav class="report-bar no-print" aria-label="Sections of the report">
      <ul>
        {links.map(([section, title, count]) => (
          <li key={section}>
            <a href={context.address(section, kept)}>
              {title}
              {count === undefined ? null : <span class="muted"> {formatCount(count)}</span>}
            </a>
          </li>
        ))}
      </ul>
      {hasTheme ? <ThemeChoice /> : null}
    </nav>
  )
}

/** `3 files`, or the one. */
function namesOf({ report }: ReportPage): string {
  const { files } = report
  return files.length === 1 ? shown(files[0]!.path) : `${formatCount(files.length)} files`
}

/** The section that the address names is brought into view whenever it names another. */
function useSectionOfAddress(base: string): void {
  const { path } = useAddress()
  const section = base === '' ? path : path.startsWith(`${base}/`) ? path.slice(base.length + 1) : ''
  useEffect(() => {
    const heading = section === '' ? null : document.getElementById(section)
    heading?.scrollIntoView()
  }, [section])
}
