#!/usr/bin/env node
// Starts shoal. A clone that was not built yet is built first; a package that is installed has nothing to build.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)
// What is built last.
const built = new URL('dist/page/live.js', root)

if (existsSync(built) || build()) await import(new URL('dist/bin.js', root).href)
else {
  process.stderr.write('shoal: it is not built — run `npm ci && npm run build`, or install shoal again\n')
  process.exitCode = 5
}

/** What building says goes to stderr: stdout is for the document that was asked for. */
function build() {
  if (!existsSync(new URL('src/bin.ts', root))) return false
  process.stderr.write('shoal: building, once\n')
  const stdio = ['ignore', 2, 2]
  const npm = { cwd: fileURLToPath(root), stdio, shell: process.platform === 'win32' }
  return spawnSync('npm', ['run', '--silent', 'build'], npm).status === 0 && existsSync(built)
}
