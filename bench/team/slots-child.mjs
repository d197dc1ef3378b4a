// One of the processes of slots.mjs.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { sharedPace } from '../../build/shoal/models/shared-pace.js'
import { hostTeam } from '../../build/team/host.js'
import { openPostgresLedger } from '../../build/team/postgres/ledger.js'

const [what, url, team, much, ms] = process.argv.slice(2)
const ledger = what === 'plain' ? null : await openPostgresLedger(url, { env: {} })
const signal = new AbortController().signal
process.once('message', async () => {
  const { user, system } = process.cpuUsage()
  const done = await { slots: host, plain, pace: calls }[what]()
  const cpu = process.cpuUsage({ user, system })
  process.send({ is: 'done', ...done, cpuMs: (cpu.user + cpu.system) / 1000 })
  await ledger?.close()
  process.disconnect()
})
process.send({ is: 'ready' })

async function host() {
  const since = performance.now()
  const [firsts, gaps] = [[], []]
  let last = since
  const sleeper = () => {
    let ended = null
    const work = async () => {
      const now = performance.now()
      if (ended === null) firsts.push(now - since)
      else gaps.push(now - ended)
      await pause(Number(ms))
      ended = last = performance.now()
      return { status: 'completed', result: null }
    }
    return { kind: 'function', work }
  }
  const members = Array.from({ length: Number(much) }, (_, k) => ({
    name: `m${process.pid}-${k}`,
    role: 'sleeper',
    worker: sleeper(),
  }))
  await hostTeam({ ledger, team, draft: { members, concurrency: Number(much) }, signal })
  return { firsts, gaps, tail: performance.now() - last }
}

/** What could not be done with less: two statements a task, no events, leases or dependencies. */
async function plain() {
  const since = performance.now()
  const pool = new pg.Pool({ host: url, user: 'shoal', database: 'postgres', max: Number(much) })
  const [firsts, gaps] = [[], []]
  let last = since
  const slot = async () => {
    for (let ended = null; ; ) {
      const { rowCount, rows } = await pool.query(
        `UPDATE ${team} SET state = 2 WHERE id = (SELECT id FROM ${team} WHERE state = 1 LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id`,
      )
      if (rowCount === 0) return
      const now = performance.now()
      if (ended === null) firsts.push(now - since)
      else gaps.push(now - ended)
      await pause(Number(ms))
      ended = last = performance.now()
      await pool.query(`UPDATE ${team} SET state = 3 WHERE id = $1`, [rows[0].id])
    }
  }
  await Promise.all(Array.from({ length: Number(much) }, slot))
  await pool.end()
  return { firsts, gaps, tail: performance.now() - last }
}

async function calls() {
  const limits = { requestsPerMinute: Number(much), tokensPerMinute: null }
  const turn = sharedPace('stub', limits, { turn: (name, forMs) => ledger.files.turn(team, name, forMs) })
  const at = []
  for (const end = Date.now() + Number(ms); Date.now() < end; ) {
    await turn(1, signal)
    at.push(Date.now())
  }
  return { at }
}
