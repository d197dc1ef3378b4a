// Reads shapes at several sizes and writes what that worked, a line of JSON for each shape. The names are the arguments.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countNativeWork, startCounting } from './counters.mjs'
import { allShapes, sizesOf } from './shapes.mjs'
import { readFile } from './stages.mjs'

const names = process.argv.slice(2)
const question = 'What is the timeout and which errors are there?'
const directory = mkdtempSync(join(tmpdir(), 'shoal-growth-'))

/** What all stages together worked on one text. */
async function workOf({ file, make }, size, counter) {
  const path = join(directory, file)
  writeFileSync(path, make(size))
  await counter.take()
  await readFile(path, { question })
  return await counter.take()
}

try {
  countNativeWork()
  const counter = await startCounting()
  for (const name of names) {
    const shape = allShapes.find(one => one.name === name)
    // What is loaded and made once is no work on the text.
    await workOf(shape, 256, counter)
    const work = []
    for (const size of sizesOf(name)) work.push(await workOf(shape, size, counter))
    console.log(JSON.stringify({ name, work }))
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
