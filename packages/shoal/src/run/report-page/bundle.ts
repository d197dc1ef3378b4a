// The script and the style of a page, as `npm run build` made them of packages/page/src/.
import { accessSync, constants, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { ShoalError } from '@shoal/base/model/errors'
import { packageFile } from '@shoal/base/model/package-files'
import type { PageBundle } from '../../stages/report/html.ts'

/** Whether this runs from dist or from the sources. */
const BUILT = packageFile('dist/page/')
const FILES = { script: 'report.js', style: 'report.css' } as const

/** Throws `not-built`. */
export function pageBundle(directory = BUILT): PageBundle {
  const text = (name: string) => whenBuilt(name, () => readFileSync(new URL(name, directory), 'utf8'))
  return { script: text(FILES.script), style: text(FILES.style) }
}

/** Throws as `pageBundle` would, without reading: before work that ends with a page. */
export function checkPageBuilt(directory = BUILT): void {
  for (const name of Object.values(FILES)) whenBuilt(name, () => accessSync(new URL(name, directory), constants.R_OK))
}

/** A file of the live view. Throws `not-built`. */
export async function builtFile(name: 'live.js' | 'live.css', directory = BUILT): Promise<Buffer> {
  return await readFile(new URL(name, directory)).catch(cause => {
    throw notBuilt(name, cause)
  })
}

function whenBuilt<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw notBuilt(name, cause)
  }
}

function notBuilt(name: string, cause: unknown): ShoalError {
  return new ShoalError('not-built', `the page is not built: dist/page/${name} is missing`, { detail: name, cause })
}
