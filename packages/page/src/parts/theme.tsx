// Light, dark, or as the system says; remembered where the browser lets us.
import { useState } from 'preact/hooks'

const THEMES = ['auto', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const KEY = 'shoal-theme'

export function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(remembered)
  const choose = (chosen: Theme) => {
    setTheme(chosen)
    apply(chosen)
    remember(chosen)
  }
  return (
    <label class="small no-print">
      <span class="sr-only">Theme</span>
      <select class="field" value={theme} onChange={event => choose(event.currentTarget.value as Theme)}>
        {THEMES.map(one => (
          <option key={one} value={one}>
            {one === 'auto' ? 'Theme: auto' : `Theme: ${one}`}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Before anything is drawn, so that nothing flashes. */
export function applyRememberedTheme(): void {
  apply(remembered())
}

function apply(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** A page from disk may have no storage. */
function remembered(): Theme {
  try {
    const kept = localStorage.getItem(KEY)
    return THEMES.find(one => one === kept) ?? 'auto'
  } catch {
    return 'auto'
  }
}

function remember(theme: Theme): void {
  try {
    if (theme === 'auto') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Then it holds for this visit.
  }
}
