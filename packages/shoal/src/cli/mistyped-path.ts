// Tells a path that was typed wrong from a question: both may stand last on the command line.
import { lstatSync, readdirSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { nearest } from '@shoal/base/text/nearest'

const MOST_ENTRIES = 5000
/** Endings of files that people name, beside those of the content types. */
const ENDING =
  /\.(?:csv|tsv|tab|psv|json|jsonl|ndjson|geojson|log|txt|text|md|mdx|rst|adoc|html?|xml|xhtml|svg|ya?ml|toml|ini|conf|cfg|env|properties|py|pyi|ipynb|[cm]?[jt]sx?|vue|java|kt|kts|scala|groovy|gradle|go|rs|rb|php|cs|c|h|cc|cpp|hpp|swift|sh|bash|zsh|ps1|sql|lua|r|pl|tf|proto|graphql|css|scss|parquet|xlsx?|docx?|pptx?|pdf|zip|t?gz|tar|bz2|xz|zst|db|sqlite|bin|dat|out|err|lock)$/i

/** Whether a text that is no path was meant as one. A question has words, or ends in `?`. */
export function isPathLike(text: string, cwd: string): boolean {
  const rooted = /^(?:\.{1,2}|~)?[/\\]|^[A-Za-z]:[/\\]/.test(text)
  if (/\s/.test(text)) return (rooted && isThere(resolve(cwd, dirname(text)))) || hasTwin(text, cwd)
  if (text.endsWith('?') && !/[/\\*]/.test(text)) return false
  if (/[/\\*[\]{}]|^~|^\.\w|\?./.test(text) || ENDING.test(text)) return true
  return hasTwin(text, cwd)
}

/** What stands there under a name that is a slip away: `exmples/data` → `examples/data`; null if nothing does. */
export function meantPath(text: string, cwd: string): string | null {
  const parts = text.split(/[/\\]/)
  const typed: string[] = []
  for (const part of parts) {
    const base = isAbsolute(text) ? join(sep, ...typed) : join(cwd, ...typed)
    const found = part === '' || part === '.' || part === '..' || isThere(join(base, part)) ? part : twinIn(base, part)
    if (found === null) return null
    typed.push(found)
  }
  const meant = typed.join('/')
  return meant === text || !isThere(resolve(cwd, meant)) ? null : meant
}

function hasTwin(text: string, cwd: string): boolean {
  return text.length >= 3 && twinIn(cwd, text) !== null
}

/** The entry of a directory that a slip of the fingers away is `name`. */
function twinIn(directory: string, name: string): string | null {
  if (name.length > 100) return null
  try {
    const entries = readdirSync(directory).slice(0, MOST_ENTRIES)
    return nearest(
      name,
      entries.filter(entry => Math.abs(entry.length - name.length) <= 2),
    )
  } catch {
    return null
  }
}

export function isThere(file: string): boolean {
  try {
    lstatSync(file)
    return true
  } catch {
    return false
  }
}
