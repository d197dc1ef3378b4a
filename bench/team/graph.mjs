// A graph of 100,000 tasks with fan-in: created in one step, then done by one process and by four.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { count, figure, NONE, printTable, seconds } from '../partition-table.mjs'
import { LAYERS, shapes } from './graph-shapes.mjs'
import { race } from './processes.mjs'

const PROCESSES = [1, 4]

/** @param {{ directory: string, scale: number }} run */
export async function measureGraph({ directory, scale }) {
  const rows = []
  for (const [shape, { title }] of Object.entries(shapes)) {
    rows.push([title(scale)])
    const bare = await alone({ act: 'bare', shape, scale, directory })
    for (const processes of PROCESSES) rows.push(await onDisk({ shape, scale, directory, processes, bare }))
    rows.push([
      '  the bare rows and their keys, inserted',
      ...creating(bare, bare),
      NONE,
      NONE,
      NONE,
      megabytes(bare.size),
      NONE,
    ])
  }
  printTable(
    `graph: created in one step, then claimed and completed to the end (${LAYERS} layers)`,
    ['', 'created', '× bare', 'memory', 'done', 'tasks/s', 'memory', 'file', 'after'],
    rows,
  )
}

async function onDisk({ shape, scale, directory, processes, bare }) {
  const place = join(directory, `graph-${shape}-${processes}`)
  mkdirSync(place)
  const made = await alone({ act: 'create', shape, scale, directory: place })
  const before = sizeOf(place)
  const jobs = Array.from({ length: processes }, (_, at) => ({ act: 'run', directory: place, name: `m${at}` }))
  const results = await race('graph-child.mjs', jobs)
  const done = results.reduce((sum, result) => sum + result.done, 0)
  if (done !== made.tasks) throw new Error(`${done} of ${made.tasks} tasks were done`)
  const ended = Math.max(...results.map(result => result.ended)) - Math.min(...results.map(result => result.begun))
  const row = [
    `  shoal, ${processes} ${processes === 1 ? 'process' : 'processes'}`,
    ...creating(made, bare),
    ...doing({ tasks: made.tasks, doneMs: ended, rss: results.map(({ rss }) => rss) }),
    megabytes(before),
    megabytes(sizeOf(place)),
  ]
  rmSync(place, { recursive: true })
  return row
}

async function alone(job) {
  const [result] = await race('graph-child.mjs', [job])
  return result
}

function creating({ createMs, rss }, bare) {
  return [seconds(createMs / 1000), (createMs / bare.createMs).toFixed(2), megabytes(rss)]
}

function doing({ tasks, doneMs, rss }) {
  return [seconds(doneMs / 1000), figure((1000 * tasks) / doneMs), megabytes(Math.max(...rss))]
}

/** With the log that is not yet written back. */
function sizeOf(place) {
  const files = readdirSync(place).filter(name => /\.db(-wal)?$/.test(name))
  return files.reduce((sum, name) => sum + statSync(join(place, name)).size, 0)
}

function megabytes(bytes) {
  return `${count(Math.round(bytes / 1e6))} MB`
}
