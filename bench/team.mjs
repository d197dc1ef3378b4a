// The durable team runtime: claims, graphs, the cost of a task, the time to recover, a ledger with a million events.
// npm run build && node bench/team.mjs [claims|graph|noop|recovery|events|postgres|slots|proof|growth|objects]… [--scale 1] [--rounds 3] [--keep]
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureClaims } from './team/claims.mjs'
import { measureEvents } from './team/events.mjs'
import { measureGraph } from './team/graph.mjs'
import { measureGrowth } from './team/growth.mjs'
import { measureNoop } from './team/noop.mjs'
import { measureObjects } from './team/objects.mjs'
import { measurePostgres } from './team/postgres.mjs'
import { measureProof } from './team/proof.mjs'
import { measureRecovery } from './team/recovery.mjs'
import { measureSlots } from './team/slots.mjs'

const sections = {
  claims: measureClaims,
  graph: measureGraph,
  noop: measureNoop,
  recovery: measureRecovery,
  events: measureEvents,
  postgres: measurePostgres,
  slots: measureSlots,
  proof: measureProof,
  growth: measureGrowth,
  objects: measureObjects,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    keep: { type: 'boolean', default: false },
  },
})
const unknown = positionals.filter(name => !(name in sections))
if (unknown.length > 0) {
  console.error(`no such section: ${unknown.join(', ')}; there are ${Object.keys(sections).join(', ')}`)
  process.exit(2)
}
const directory = mkdtempSync(join(tmpdir(), 'shoal-bench-team-'))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))
process.on('exit', () => {
  if (values.keep) console.log(`\nkept: ${directory}`)
  else rmSync(directory, { recursive: true, force: true })
})

const run = { directory, scale: Number(values.scale), rounds: Number(values.rounds) }
for (const [name, measure] of Object.entries(sections)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  printHead()
  await measure(run)
}

/** With the load, because what else runs falls on the numbers. */
function printHead() {
  const load = loadavg().map(one => one.toFixed(1))
  console.log(
    `\nnode ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), load ${load.join(' ')}`,
  )
}
