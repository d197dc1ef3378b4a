// A copy of the built package in a directory of its own, so that a build meanwhile does not change what is measured.
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The path of the command in the copy. */
export function copyBuild(directory) {
  const copy = join(directory, 'shoal')
  mkdirSync(copy)
  for (const name of ['dist', 'agents', 'grammars', 'package.json'])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction')
  return join(copy, 'dist', 'bin.js')
}
