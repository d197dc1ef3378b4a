// Writes a patch for what the research found: `git apply` takes it. The definition stays, for users outside.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resultOf, work, workDir, writeWhole } from '../assignment.mjs'

const CONTEXT = 3

await work(assignment => {
  const { deprecated, replacement } = assignment.input
  const { imports, calls } = resultOf(assignment)
  const paths = [...new Set([...imports, ...calls].map(({ path }) => path))]
  const patches = paths.map(path => {
    const before = readFileSync(path, 'utf8').split('\n')
    const lines = new Set([...imports, ...calls].filter(use => use.path === path).map(use => use.line - 1))
    const after = before.map((line, index) => (lines.has(index) ? replaced(line, deprecated, replacement) : line))
    return `--- a/${path}\n+++ b/${path}\n${hunks(before, after)}`
  })
  const file = join(workDir(assignment), `${deprecated}.patch`)
  writeWhole(file, patches.join(''))
  return { summary: `a patch for ${paths.length} files: ${file}`, file, paths, lines: imports.length + calls.length }
})

/** An import that has the replacement already only loses the old name. */
function replaced(line, from, to) {
  const both = new RegExp(`\\b${to}\\b`)
  if (/^\s*import\b/.test(line) && both.test(line)) return line.replace(new RegExp(`\\b${from}, |, ${from}\\b`), '')
  return line.replace(new RegExp(`\\b${from}\\b`, 'g'), to)
}

/** Lines are replaced one for one, so both sides have the same numbers. */
function hunks(before, after) {
  const count = before.at(-1) === '' ? before.length - 1 : before.length
  const groups = []
  for (let index = 0; index < count; index++) {
    if (before[index] === after[index]) continue
    const first = Math.max(0, index - CONTEXT)
    const last = Math.min(count - 1, index + CONTEXT)
    if (groups.length > 0 && first <= groups.at(-1).last + 1) groups.at(-1).last = last
    else groups.push({ first, last })
  }
  return groups.map(({ first, last }) => hunk(before, after, first, last)).join('')
}

function hunk(before, after, first, last) {
  const size = last - first + 1
  const lines = [`@@ -${first + 1},${size} +${first + 1},${size} @@`]
  let added = []
  for (let index = first; index <= last; index++) {
    if (before[index] === after[index]) {
      lines.push(...added, ` ${before[index]}`)
      added = []
    } else {
      lines.push(`-${before[index]}`)
      added.push(`+${after[index]}`)
    }
  }
  return `${[...lines, ...added].join('\n')}\n`
}
