// The page of a report, frozen in a file: drawn from the data that the file carries.
import './style/tokens.css'
import './style/base.css'
import type { ReportPage } from '@shoal/base/model/report-page'
import { render } from 'preact'
import { applyRememberedTheme } from './parts/theme.tsx'
import { ReportView } from './report/report-view.tsx'

const data = document.getElementById('shoal-report')!.textContent!
applyRememberedTheme()
render(<ReportView page={JSON.parse(data) as ReportPage} base="" />, document.getElementById('page')!)
