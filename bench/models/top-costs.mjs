// Where the time of a process went, by the profile that `node --cpu-prof` leaves.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Self time by function and by file, of the largest profile in the directory: the main thread's. */
export function topCosts(directory, most = 25) {
  const files = readdirSync(directory).filter(name => name.endsWith('.cpuprofile'))
  const sizes = files.map(name => [statSync(join(directory, name)).size, name]).sort((a, b) => b[0] - a[0])
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(directory, sizes[0][1]), 'utf8'))
  const self = new Map()
  for (const [k, id] of samples.entries()) self.set(id, (self.get(id) ?? 0) + timeDeltas[k] / 1000)
  const functions = new Map()
  const packages = new Map()
  for (const { id, callFrame } of nodes) {
    const ms = self.get(id) ?? 0
    const place = placeOf(callFrame.url)
    add(functions, `${callFrame.functionName || '(anonymous)'} ${place}:${callFrame.lineNumber + 1}`, ms)
    add(packages, place, ms)
  }
  return { functions: ranked(functions, most), files: ranked(packages, most) }
}

function placeOf(url) {
  return url.replace(/^.*\/(?:node_modules\/|shoal\/(?=dist\/))/, '') || '(native)'
}

function add(sums, key, ms) {
  sums.set(key, (sums.get(key) ?? 0) + ms)
}

function ranked(sums, most) {
  return [...sums].sort((a, b) => b[1] - a[1]).slice(0, most)
}
