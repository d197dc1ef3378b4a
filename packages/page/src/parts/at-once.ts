// Draws what a change asks for before going on: printing waits for nothing.
import { options } from 'preact'

export function atOnce(change: () => void): void {
  const before = options.debounceRendering
  options.debounceRendering = draw => draw()
  try {
    change()
  } finally {
    if (before) options.debounceRendering = before
    else delete options.debounceRendering
  }
}
