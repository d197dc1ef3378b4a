// A log that is cut into a given number of chunks: lines of one length, so that all chunks have as many.
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const LINES = 20
/** The options under which every chunk has so many lines. */
export const CUT = ['--chunk-size', String(LINES), '--chunk-tokens', '2000']

export function logOfChunks(directory, chunks) {
  const path = join(directory, `service-${chunks}.log`)
  const file = openSync(path, 'w')
  for (let chunk = 0; chunk < chunks; chunk++) {
    let text = ''
    for (let line = chunk * LINES; line < (chunk + 1) * LINES; line++) text += `${entry(line)}\n`
    writeSync(file, text)
  }
  closeSync(file)
  return path
}

function entry(number) {
  const time = new Date(Date.UTC(2026, 0, 1) + number * 250).toISOString()
  const worker = String(number % 7).padStart(2, '0')
  const request = String((number * 7919) % 1_000_003).padStart(7, '0')
  const took = String((number * 37) % 900).padStart(3, '0')
  return `${time} INFO worker-${worker} request ${request} was served in ${took} ms`
}
