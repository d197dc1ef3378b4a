// Speed, memory and quality of cutting: shoal and the splitters people use, in one run on the same bytes.
// npm run build && npm ci --prefix bench/peers && node bench/partition.mjs
//   --only log,csv,jsonl,json,json-pretty,code,data,memory   --size MB (200)   --code DIR (again for more)
//   --big (memory at 2 GB too)   --keep (leave the inputs)
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureCode } from './partition-code.mjs'
import { measureData } from './partition-data.mjs'
import { KINDS } from './partition-inputs.mjs'
import { availablePeers } from './partition-peers.mjs'
import { measureMemory, measureSpeed } from './partition-speed.mjs'

const BIG = 2000
/** What the peers' memory is shown for: some of them cannot take more. */
const PEER_MEGABYTES = 20

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    size: { type: 'string', default: '200' },
    code: { type: 'string', multiple: true, default: [] },
    big: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})
const parts = values.only?.split(',') ?? [...Object.keys(KINDS), 'code', 'data', 'memory']
const megabytes = Number(values.size)
const directory = mkdtempSync(join(tmpdir(), 'shoal-bench-partition-'))
process.on('SIGINT', () => process.exit(130))
process.on('exit', () => {
  if (values.keep) console.log(`\nkept: ${directory}`)
  else rmSync(directory, { recursive: true, force: true })
})

const { present: peers, absent } = await availablePeers()
printHead()
const kinds = Object.keys(KINDS).filter(kind => parts.includes(kind))
const run = { directory, kinds, megabytes, peers, keep: values.keep }
await measureSpeed(run)
if (parts.includes('code')) await measureCode({ ...run, trees: values.code })
if (parts.includes('data')) measureData({ ...run, trees: values.code })
if (parts.includes('memory')) {
  const sizes = values.big ? [megabytes, BIG] : [megabytes]
  measureMemory({
    ...run,
    kinds: kinds.length > 0 ? kinds : Object.keys(KINDS),
    sizes,
    peerMegabytes: Math.min(PEER_MEGABYTES, megabytes),
  })
}

function printHead() {
  console.log(
    `node ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} cores (${cpus()[0]?.model.trim()})`,
  )
  const versions = new Map(peers.map(peer => [peer.package, peer.version]))
  if (versions.size > 0)
    console.log(`peers: ${[...versions].map(([name, version]) => `${name} ${version}`).join(', ')}`)
  if (absent.length > 0)
    console.log(
      `left out: ${absent.map(({ name, reason }) => `${name} (${reason})`).join(', ')}; npm ci --prefix bench/peers installs the peers`,
    )
  console.log(
    'best of 5, in turn; peers get the whole text in memory, shoal reads the file; peers best of 3, on less where they are slow',
  )
}
