// A ledger with a million events: its size, and how long looking at it takes.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'libsql'
import { openLedger } from '../../build/shoal/run/ledger.js'
import { best, count, figure, printTable } from '../partition-table.mjs'

const TEAMS = 5
const PAGE = 1000
const bin = fileURLToPath(new URL('../../dist/bin.js', import.meta.url))

/** @param {{ directory: string, scale: number, rounds: number }} run */
export async function measureEvents({ directory, scale, rounds }) {
  const place = join(directory, 'events')
  mkdirSync(place)
  const ledger = await openLedger(place)
  const began = performance.now()
  await fill(ledger, Math.round(1_000_000 * scale))
  const filled = (performance.now() - began) / 1000
  const last = await ledger.lastEvent()
  const size = readdirSync(place)
    .filter(name => /\.db(-wal)?$/.test(name))
    .reduce((sum, name) => sum + statSync(join(place, name)).size, 0)
  const team = `team-${TEAMS - 1}`
  const bare = new Database(join(place, 'ledger.db'))
  const counted = bare.prepare('SELECT count(*) FROM events')
  const looks = [
    ['teams(): the list of teams with their counts', () => ledger.teams()],
    ['overview() of one team', () => ledger.overview(team)],
    ['members() of one team', () => ledger.members(team)],
    ['tasks(), the first 100', () => ledger.tasks(team, { limit: 100 })],
    [`events(), ${PAGE} from the start`, () => ledger.events({ after: 0, limit: PAGE })],
    [`events(), ${PAGE} from the middle`, () => ledger.events({ after: last >> 1, limit: PAGE })],
    [`events(), the last ${PAGE}`, () => ledger.events({ after: last - PAGE, limit: PAGE })],
    [`events() of one team, ${PAGE} from the start`, () => ledger.events({ team, after: 0, limit: PAGE })],
    ['events() of a new team, from the start', () => ledger.events({ team: 'new', after: 0, limit: PAGE })],
    ['  SQLite counts all events', () => counted.get([])],
  ]
  const rows = []
  for (const [title, look] of looks) rows.push([title, ms(await timed(look, rounds))])
  bare.close()
  await ledger.close()
  const empty = asProcess(join(directory, 'nothing'), ['team', 'list'], rounds)
  for (const command of ['team list', 'runs', `team show ${team}`])
    rows.push([`\`shoal ${command}\` as a process`, ms(asProcess(place, command.split(' '), rounds))])
  rows.push(['  the same with no ledger at all', ms(empty)])
  printTable(
    `events: ${count(last)} events, ${count(Math.round(size / 1e6))} MB, ${figure(size / last)} bytes an event with its tasks; made in ${figure(filled)} s`,
    ['', 'time'],
    rows,
  )
}

/** Two events a task and a few for each team: created together, then claimed and completed. The last team has one task. */
async function fill(ledger, events) {
  const tasks = Math.ceil(events / 2 / TEAMS)
  for (let team = 0; team < TEAMS; team++) {
    const name = `team-${team}`
    const given = Array.from({ length: tasks }, (_, at) => ({ subject: `Read part ${at}` }))
    await ledger.createTeam({ name, definition: { kind: 'bench' }, tasks: given })
    const session = await ledger.join(name, { name: 'reader' }, 600_000)
    let claim = await ledger.claim(session)
    while (claim) claim = await ledger.finish(claim, { status: 'completed', result: { rows: 7 } }, { claimNext: true })
    await ledger.leave(session)
  }
  await ledger.createTeam({ name: 'new', tasks: [{ subject: 'Begin' }] })
}

async function timed(look, rounds) {
  const times = []
  for (let round = 0; round < Math.max(3, rounds); round++) {
    const began = performance.now()
    await look()
    times.push(performance.now() - began)
  }
  return best(times)
}

function asProcess(home, args, rounds) {
  const times = []
  for (let round = 0; round < Math.max(3, rounds); round++) {
    const began = performance.now()
    const { status, stderr } = spawnSync(process.execPath, [bin, ...args], {
      env: { ...process.env, SHOAL_HOME: home },
    })
    if (status !== 0) throw new Error(`shoal ${args.join(' ')}: ${stderr}`)
    times.push(performance.now() - began)
  }
  return best(times)
}

function ms(value) {
  return `${figure(value)} ms`
}
