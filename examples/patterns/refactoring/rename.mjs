// Renames a symbol in one file; the id of the task is the file. It reads the original and writes a changed copy, so
// that doing it twice gives the same copy.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { work, workDir, writeWhole } from '../assignment.mjs'

await work(assignment => {
  const { project, from, to } = assignment.input
  const file = assignment.task.id
  const before = readFileSync(join(project, file), 'utf8')
  const places = before.match(new RegExp(`\\b${from}\\b`, 'g'))?.length ?? 0
  if (places === 0) throw new Error(`${file} does not use ${from}`)
  writeWhole(join(workDir(assignment), file), before.replace(new RegExp(`\\b${from}\\b`, 'g'), to))
  return { summary: `renamed ${places} × in ${file}`, file, places }
})
