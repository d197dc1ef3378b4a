// The version of this package, as its manifest says.
import { readFileSync } from 'node:fs'

/** The manifest lies beside `src` and `dist` alike. */
export function ownVersion(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
}
