// Files of caches, which others may take away at any time: nothing here throws.
import { readdirSync, rmSync, utimesSync } from 'node:fs'

export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

/** Used just now. */
export function markUsed(path: string): void {
  try {
    const now = new Date()
    utimesSync(path, now, now)
  } catch {}
}

export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {}
}
