// The page of a report, frozen in a file: drawn from the data that the file carries.
import './style/tokens.css'
import './style/base.css'
import { render } from 'preact'
import type { ReportPage } from '../model/report-page.ts'
import { applyRememberedTheme } from './parts/theme.tsx'
import { ReportView } from './report/report-view.tsx'

const data = document.getElementById('shoal-report')!.textContent!
applyRememberedTheme()
render(<ReportView page={JSON.parse(data) as ReportPage} base="" />, document.getElementById('page')!)
