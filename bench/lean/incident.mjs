// An incident of our own making: a sweeper that was switched off lets abandoned uploads fill the store, and what is loud is not what broke.
// About 420,000 characters in eleven files; the same every time.

export const QUESTION = 'Why did uploads fail, what changed before it, and which setting has to be put back?'

/** What an answer has to quote. */
export const PLANTED = [
  ['config/store.yaml', 'sweeper_enabled: false'],
  ['logs/store.log', 'sweeper disabled by configuration'],
  ['logs/api.log', 'no space left in bucket uploads'],
  ['docs/CHANGES.md', 'The sweeper is switched off'],
  ['src/uploads.py', 'leases are released by the sweeper'],
]

export function incidentFiles() {
  const next = seeded(77)
  return {
    'logs/api.log': apiLog(next),
    'logs/store.log': storeLog(next),
    'logs/worker.log': workerLog(next),
    'config/store.yaml': STORE,
    'config/store.before.yaml': STORE.replace('sweeper_enabled: false', 'sweeper_enabled: true'),
    'config/api.yaml':
      'listen: 8080\nupload_limit_mb: 200\nretry:\n  attempts: 3\n  pause_ms: 250\nstore: store.internal\n',
    'docs/CHANGES.md': CHANGES,
    'docs/RUNBOOK.md': RUNBOOK,
    'src/uploads.py': UPLOADS,
    'src/store.py': STORE_CODE,
    'data/usage.csv': usage(),
  }
}

function seeded(seed) {
  let state = seed >>> 0
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const time = second => new Date(Date.UTC(2026, 2, 3, 6) + second * 1000).toISOString().slice(0, 19)
const PATHS = ['/upload', '/status', '/login', '/files', '/share']

function apiLog(next) {
  const lines = []
  for (let k = 0; k < 2200; k++) {
    const at = time(k * 9)
    const path = PATHS[next(PATHS.length)]
    const isLate = k > 1500
    if (isLate && path === '/upload' && next(3) > 0)
      lines.push(`${at} ERROR api request ${k} ${path} failed: no space left in bucket uploads`)
    else if (next(40) === 0) lines.push(`${at} WARN api request ${k} ${path} slow: ${800 + next(900)} ms`)
    else if (isLate && next(30) === 0) lines.push(`${at} ERROR api gateway timeout for request ${k}`)
    else lines.push(`${at} INFO api request ${k} ${path} took ${next(90)} ms from 10.0.${next(4)}.${next(250)}`)
  }
  return `${lines.join('\n')}\n`
}

function storeLog(next) {
  const lines = [`${time(0)} INFO store started with 512 buckets`]
  for (let k = 1; k < 1800; k++) {
    const at = time(k * 11)
    if (k === 410) lines.push(`${at} WARN store sweeper disabled by configuration`)
    else if (k < 410 && k % 25 === 0)
      lines.push(`${at} INFO store sweeper released ${next(40)} leases in ${next(400)} ms`)
    else if (k > 1400 && next(9) === 0) lines.push(`${at} ERROR store bucket uploads is full: ${9000 + k} leases held`)
    else lines.push(`${at} INFO store lease ${10000 + k} granted for ${next(900)} kB to worker ${next(12)}`)
  }
  return `${lines.join('\n')}\n`
}

function workerLog(next) {
  const lines = []
  for (let k = 0; k < 1500; k++) {
    const at = time(k * 13)
    if (next(60) === 0) lines.push(`${at} WARN worker ${next(12)} abandoned upload ${k} after client left`)
    else lines.push(`${at} INFO worker ${next(12)} finished job ${k} in ${next(3000)} ms`)
  }
  return `${lines.join('\n')}\n`
}

const STORE = `# the object store
buckets: 512
lease_seconds: 3600
sweeper_enabled: false
sweeper_pause_seconds: 275
max_leases: 10500
`

const CHANGES = `# Changes

## 2026-03-03

The sweeper is switched off while the new billing of leases is tried. It was thought that leases end by themselves.

## 2026-03-01

The limit of uploads is 200 MB now.

## 2026-02-20

Workers retry three times.
`

const RUNBOOK = `# When uploads fail

1. Look at the space that is left in the bucket.
2. Restart the gateway if it times out.
3. A full bucket is emptied by releasing leases that nobody uses.

The gateway has been blamed for failing uploads twice in the past; both times it was not the cause.
`

const UPLOADS = `"""Uploads and the leases they hold."""
from store import grant, release


def begin(upload):
    """Takes a lease. Uploads that clients abandon never call finish: their leases are released by the sweeper."""
    return grant(upload.size)


def finish(upload, lease):
    release(lease)
    return upload.id
`

const STORE_CODE = `"""The store: buckets and leases."""
import config

held = {}


def grant(size):
    if len(held) >= config.max_leases:
        raise OSError("no space left in bucket uploads")
    lease = object()
    held[lease] = size
    return lease


def release(lease):
    held.pop(lease, None)


def sweep(now):
    if not config.sweeper_enabled:
        return 0
    old = [lease for lease, size in held.items() if size < now]
    for lease in old:
        release(lease)
    return len(old)
`

function usage() {
  const lines = ['minute,leases_held,uploads,failed']
  for (let k = 0; k < 330; k++)
    lines.push(
      `${time(k * 60)},${k < 75 ? 900 + (k % 40) : 900 + (k - 75) * 42},${20 + (k % 7)},${k > 250 ? (k % 9) + 4 : 0}`,
    )
  return `${lines.join('\n')}\n`
}
