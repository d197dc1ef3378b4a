// A tree of real code of about a given size: the sources of installed packages, copied out of node_modules.
import { copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCES = [
  fileURLToPath(new URL('../../packages', import.meta.url)),
  fileURLToPath(new URL('../../node_modules', import.meta.url)),
  '/usr/lib/python3',
  '/usr/share',
]
const CODE = new Set(['.ts', '.js', '.mjs', '.py', '.go', '.rb', '.java', '.php', '.c', '.h'])
/** Bundles are no code that people write. */
const LARGEST = 400_000

export function codeTree(directory, megabytes) {
  const root = join(directory, `code-${megabytes}`)
  mkdirSync(root)
  let left = megabytes * 1e6
  let number = 0
  for (const source of SOURCES)
    for (const file of walk(source)) {
      if (left <= 0) return root
      const { size } = statSync(file)
      if (size === 0 || size > LARGEST) continue
      const folder = join(root, `d${Math.floor(number / 200)}`)
      if (number % 200 === 0) mkdirSync(folder)
      copyFileSync(file, join(folder, `f${number++}${extname(file)}`))
      left -= size
    }
  return root
}

export function treeSize(root) {
  let size = 0
  for (const file of walk(root)) size += statSync(file).size
  return size
}

function* walk(directory) {
  let entries = []
  try {
    entries = readdirSync(directory, { withFileTypes: true })
  } catch {
    return
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) yield* walk(path)
    else if (entry.isFile() && CODE.has(extname(entry.name)) && !/\.(min|d)\./.test(entry.name)) yield path
  }
}
