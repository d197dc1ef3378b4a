// Logs as objects of a bucket, read by one process and by a lead with three workers: processor time of all of them, and the same report.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { S3Bucket } from '../../build/shoal/run/s3/s3-client.js'
import { findPostgres, startPostgres } from '../../scripts/postgres-server.mjs'
import { findS3, startS3 } from '../../scripts/s3-server.mjs'
import { count, figure, printTable } from '../partition-table.mjs'

const BUCKET = 'bench-logs'
const OBJECTS = 8
const WORKERS = 3
const bin = fileURLToPath(new URL('../../bin/shoal.mjs', import.meta.url))

/** @param {{ directory: string, scale: number }} run */
export async function measureObjects({ directory, scale }) {
  if (findPostgres() === null || (await findS3()) === null) {
    console.log('skipped: no PostgreSQL or no S3 server here')
    return
  }
  const postgres = await startPostgres({ isDurable: true, settings: { max_connections: 80 } })
  const s3 = await startS3([BUCKET])
  const workers = []
  try {
    const bucket = new S3Bucket(BUCKET, { env: s3.env, timeoutMs: 600_000 })
    const bytes = Math.round((1e9 * scale) / OBJECTS)
    for (let k = 0; k < OBJECTS; k++) await bucket.put(`logs/part-${k}.log`, log(k, bytes))
    const begin = (home, args, store) => start({ home: join(directory, home), args, env: { ...s3.env, ...store } })
    const analyze = [
      'analyze',
      `s3://${BUCKET}/logs`,
      'What errors happen most?',
      '--name',
      'logs',
      '--json',
      '--quiet',
    ]
    const alone = await ended(begin('alone', analyze, {}))
    const store = { SHOAL_STORE: postgres.url }
    for (let k = 0; k < WORKERS; k++) workers.push(begin(`worker-${k}`, ['worker', '--concurrency', '1'], store))
    while (!workers.every(one => one.text.stderr.includes('"started"'))) await pause(100)
    const lead = await ended(begin('lead', [...analyze, '--concurrency', '1'], store))
    const helped = workers.map(({ pid }) => cpuOf(pid))
    const done = workers.map(one => one.text.stderr.match(/"status":"completed"/g)?.length ?? 0)
    const all = lead.cpu + helped.reduce((sum, one) => sum + one, 0)
    printTable(
      `${count(Math.round((bytes * OBJECTS) / 1e6))} MB of log in ${OBJECTS} objects`,
      ['', 'CPU s', 'took s'],
      [
        ['one process', figure(alone.cpu), figure(alone.tookS)],
        ['lead', figure(lead.cpu), figure(lead.tookS)],
        ...helped.map((cpu, k) => [`worker ${k + 1}, ${done[k]} tasks`, figure(cpu), '']),
        [`all, ${figure(100 * (all / alone.cpu - 1))} % more than one`, figure(all), ''],
        [`the report is ${lead.stdout === alone.stdout ? 'the same' : 'ANOTHER'}`, '', ''],
      ],
    )
  } finally {
    // The program, not what takes its time.
    for (const { pid } of workers) if (pid) process.kill(pid, 'SIGTERM')
    await s3.stop()
    await postgres.stop()
  }
}

function start({ home, args, env }) {
  const own = { PATH: process.env.PATH, SHOAL_HOME: home, XDG_CACHE_HOME: `${home}-cache`, ...env }
  const child = spawn('/usr/bin/time', ['-f', 'CPU %U %S', process.execPath, bin, ...args], { env: own })
  const since = performance.now()
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr']) child[name].on('data', piece => (text[name] += piece))
  return {
    child,
    text,
    since,
    get pid() {
      return Number(/"pid":(\d+)/.exec(text.stderr)?.[1])
    },
  }
}

async function ended({ child, text, since }) {
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(text.stderr)
  const [, user, system] = /CPU (\S+) (\S+)/.exec(text.stderr)
  return { cpu: Number(user) + Number(system), tookS: (performance.now() - since) / 1000, stdout: text.stdout }
}

/** User and system time of a process that lives, all its threads together, in seconds. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function log(part, bytes) {
  const lines = []
  for (let size = 0, k = 0; size < bytes; k++) {
    const at = new Date(1.7e12 + part * 8.64e7 + k * 37).toISOString()
    const line =
      k % 53 === 0
        ? `${at} ERROR store-${k % 7} lost its connection to 10.0.${part}.${k % 250} after ${k % 900} ms\n`
        : `${at} INFO request ${k} of user-${(k * 31) % 9973} for /api/items/${k % 811} took ${k % 300} ms\n`
    size += line.length
    lines.push(line)
  }
  return Buffer.from(lines.join(''))
}
