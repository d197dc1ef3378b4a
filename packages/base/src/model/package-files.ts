// The files that come with the package (grammars, agents, kernels, the page), found from the sources and from bundles alike.
import { existsSync } from 'node:fs'

const ROOT = rootAbove(new URL('.', import.meta.url))

/** `path` is seen from the root of the package. */
export function packageFile(path: string): URL {
  return new URL(path, ROOT)
}

function rootAbove(directory: URL): URL {
  if (existsSync(new URL('package.json', directory))) return directory
  const above = new URL('..', directory)
  if (above.href === directory.href) throw new Error(`no package.json above ${import.meta.url}`)
  return rootAbove(above)
}
