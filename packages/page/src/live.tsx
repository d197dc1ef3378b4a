// The live view, served by `shoal serve`.
import './style/tokens.css'
import './style/base.css'
import { render } from 'preact'
import { LiveApp } from './live/live-app.tsx'
import { applyRememberedTheme } from './parts/theme.tsx'

applyRememberedTheme()
render(<LiveApp />, document.getElementById('page')!)
