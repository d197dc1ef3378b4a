// The script and the style of the page, as `npm run build` made them of src/page/.
import { accessSync, constants, readFileSync } from 'node:fs'
import { ShoalError } from '../../model/errors.ts'
import type { PageBundle } from '../../stages/report/html.ts'

const BUILT = new URL('../../../dist/page/', import.meta.url)
const FILES = { script: 'report.js', style: 'report.css' } as const

/** Throws when the page was not built. */
export function pageBundle(directory = BUILT): PageBundle {
  const text = (name: string) => whenBuilt(name, () => readFileSync(new URL(name, directory), 'utf8'))
  return { script: text(FILES.script), style: text(FILES.style) }
}

/** Throws as `pageBundle` would, without reading: before work that ends with a page. */
export function checkPageBuilt(directory = BUILT): void {
  for (const name of Object.values(FILES)) whenBuilt(name, () => accessSync(new URL(name, directory), constants.R_OK))
}

function whenBuilt<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new ShoalError('not-found', `the page is not built: dist/page/${name} is missing`, {
      detail: name,
      advice: 'run `npm run build`',
      cause,
    })
  }
}
