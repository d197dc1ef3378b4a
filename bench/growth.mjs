// How the time of each stage grows when a trap shape doubles: node bench/growth.mjs [pattern of names] [kilobytes]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allShapes } from '../packages/shoal/tests/growth/shapes.mjs'
import { readFile } from '../packages/shoal/tests/growth/stages.mjs'

const [pattern = '', kilobytes = '64'] = process.argv.slice(2)
/** Less is noise. */
const LEAST_MS = 100
const directory = mkdtempSync(join(tmpdir(), 'shoal-growth-'))

async function timesOf({ file, make }, size) {
  const path = join(directory, file)
  writeFileSync(path, make(size))
  const times = {}
  let start = process.cpuUsage()
  const done = async stage => {
    const { user, system } = process.cpuUsage(start)
    times[stage] = (user + system) / 1000
    start = process.cpuUsage()
  }
  await readFile(path, { question: 'What is the timeout and which errors are there?', done })
  return times
}

const worst = new Map()
for (const shape of allShapes.filter(({ name }) => new RegExp(pattern).test(name))) {
  await timesOf(shape, 256)
  const [half, whole] = [await timesOf(shape, Number(kilobytes) * 512), await timesOf(shape, Number(kilobytes) * 1024)]
  for (const [stage, ms] of Object.entries(whole)) {
    const ratio = ms / Math.max(1, half[stage])
    if (ms >= LEAST_MS && ratio > (worst.get(shape.family)?.ratio ?? 0))
      worst.set(shape.family, { ratio, what: `${shape.name}, ${stage}: ${half[stage].toFixed()} → ${ms.toFixed()} ms` })
  }
}
rmSync(directory, { recursive: true })
for (const [family, { ratio, what }] of worst) console.log(family.padEnd(10), ratio.toFixed(2).padStart(6), what)
