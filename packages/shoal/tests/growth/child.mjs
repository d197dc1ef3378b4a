// Reads shapes at several sizes and writes what that worked, a line of JSON for each shape. The names are the arguments.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from './calls.mjs'
import { countNativeWork, startCounting } from './counters.mjs'
import { allShapes, LARGE, sizesOf } from './shapes.mjs'

const names = process.argv.slice(2)
// What counts looks at every module that is loaded: where only functions are called, the stages are not.
const isOfCalls = names.every(name => calls.some(call => call.name === name))
const { readFile } = isOfCalls ? { readFile: null } : await import('./stages.mjs')
const question = 'What is the timeout and which errors are there?'
const directory = mkdtempSync(join(tmpdir(), 'shoal-growth-'))
/** What has been read once: files of that name, or texts by that function. */
const warm = new Set()

/** What all stages together worked on one text, since the counts were taken last. Making the text is a small part of it. */
async function workOf({ file, make }, size, counter) {
  const path = join(directory, file)
  writeFileSync(path, make(size))
  await readFile(path, { question })
  return await counter.take()
}

async function workOfCall({ make, run }, size, counter) {
  await run(make(size))
  return await counter.take()
}

try {
  countNativeWork()
  const counter = await startCounting()
  for (const name of names) {
    const call = calls.find(one => one.name === name)
    const shape = allShapes.find(one => one.name === name)
    const at = size => (call ? workOfCall(call, size, counter) : workOf(shape, size, counter))
    // What is loaded and made once is no work on the text.
    const kind = call?.run ?? shape.file
    if (!warm.has(kind)) await at(256)
    warm.add(kind)
    const work = []
    for (const size of call ? LARGE : sizesOf(name)) work.push(await at(size))
    console.log(JSON.stringify({ name, work }))
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
