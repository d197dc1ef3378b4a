// Quiet logs of a small service, and incidents that are planted into them, each with what must be told of it.

export function randomNumbers(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const HOUR = 3_600_000
const START = Date.UTC(2026, 4, 12, 6, 0, 0)
const HOSTS = ['web-1', 'web-2', 'db-2', 'queue-1']
const APPS = ['orders', 'billing', 'search']
const USERS = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay', 'gus']
const PATHS = ['/cart', '/login', '/items', '/search', '/help', '/checkout']

export class Scene {
  constructor(seed, hours = 8) {
    this.random = randomNumbers(seed)
    this.hours = hours
    this.end = START + hours * HOUR
    this.entries = []
  }

  below(limit) {
    return Math.floor(this.random() * limit)
  }

  pick(from) {
    return from[this.below(from.length)]
  }

  at(part) {
    return START + Math.round(part * this.hours * HOUR)
  }

  add(time, msg, more = {}) {
    const host = this.pick(HOSTS)
    const entry = {
      time: Math.round(time),
      level: 'info',
      host,
      app: this.pick(APPS),
      pid: 2000 + HOSTS.indexOf(host),
      msg,
      ...more,
    }
    this.entries.push(entry)
    return entry
  }

  hit(time, more = {}) {
    const http = {
      method: this.random() < 0.8 ? 'GET' : 'POST',
      path: `${this.pick(PATHS)}/${this.below(900)}`,
      status: this.random() < 0.985 ? 200 : this.pick([301, 304, 404]),
      ms: 5 + this.below(90),
      bytes: 200 + this.below(9000),
      client: `10.2.${this.below(6)}.${this.below(200)}`,
      ...more,
    }
    this.entries.push({ time: Math.round(time), level: 'info', host: 'web-1', app: 'web', pid: 1, msg: '', http })
  }

  sorted() {
    return this.entries.sort((a, b) => a.time - b.time)
  }
}

/** The everyday: nothing that anybody should look at. */
export function quiet(scene, access, count = 2400) {
  for (let k = 0; k < count; k++) {
    const time = scene.at(scene.random())
    if (access) {
      scene.hit(time)
      continue
    }
    const n = scene.below(1e6)
    const kind = scene.below(12)
    if (kind < 4) scene.add(time, `order ${n} accepted for user ${scene.pick(USERS)} in ${scene.below(90)} ms`)
    else if (kind < 6) scene.add(time, `cache refreshed, ${scene.below(400)} keys kept`)
    else if (kind < 8) scene.add(time, `invoice ${n} sent to ${scene.pick(USERS)}@example.com`)
    else if (kind < 9) scene.add(time, `no errors found in batch ${n}`)
    else if (kind < 10) scene.add(time, `index segment ${n} merged, size=${scene.below(9000)}`)
    else if (kind < 11) scene.add(time, `session for ${scene.pick(USERS)} closed after ${scene.below(600)} s`)
    else
      scene.add(time, `retention set to ${10 + scene.below(3)} days`, {
        level: scene.random() < 0.03 ? 'warn' : 'info',
      })
  }
  if (!access) beats(scene, START, scene.end)
}

function beats(scene, from, to) {
  for (let time = from; time < to; time += 60_000)
    scene.add(time + scene.below(800), `scheduler heartbeat ok, ${scene.below(20)} jobs waiting`, {
      host: 'queue-1',
      app: 'billing',
    })
}

const spread = (scene, count, from, to, each) => {
  for (let k = 0; k < count; k++) each(scene.at(from + scene.random() * (to - from)), k)
}

/**
 * Each plants and gives what must be told: `needles` (and the hosts that it `touches`, where the format writes hosts) all stand in the words of one finding (summary, quote, statistics), which is at
 * least so grave; `before` comes after it in order; `at` is the part of the time where a burst must lie.
 */
export const INCIDENTS = {
  'disk-full': scene => {
    spread(scene, 147, 0.55, 0.7, time =>
      scene.add(time, `write of segment ${scene.below(1e5)} failed: err="no space left on device"`, {
        level: 'error',
        host: 'db-2',
      }),
    )
    spread(scene, 2, 0.2, 0.9, time =>
      scene.add(time, `cannot parse address of order ${scene.below(1e5)}`, { level: 'error' }),
    )
    return { needles: ['no space left', '147'], touches: ['db-2'], least: 'medium', aboveWords: 'cannot parse address' }
  },
  'pool-size': scene => {
    spread(scene, 60, 0.4, 0.45, time =>
      scene.add(time, `connection pool exhausted pool-size=5 waited ${300 + scene.below(900)} ms`, {
        level: 'warn',
        host: 'web-2',
      }),
    )
    return { needles: ['pool-size=5'], touches: ['web-2'], least: 'medium' }
  },
  panic: scene => {
    scene.add(scene.at(0.63), 'panic: runtime error: invalid memory address or nil pointer dereference', {
      host: 'web-2',
    })
    return { needles: ['panic: runtime error'], touches: ['web-2'], least: 'medium' }
  },
  hresult: scene => {
    spread(scene, 9, 0.3, 0.8, time =>
      scene.add(time, 'Failed to load package Contoso.Sync, HRESULT = 0x80070002', { host: 'web-1' }),
    )
    return { needles: ['0x80070002'], touches: ['web-1'], least: 'medium' }
  },
  psu: scene => {
    spread(scene, 3, 0.5, 0.52, time =>
      scene.add(time, 'chassis: psu 2 failure detected, input lost', { host: 'db-2' }),
    )
    return { needles: ['psu', 'failure'], touches: ['db-2'], least: 'medium' }
  },
  oom: scene => {
    spread(scene, 2, 0.6, 0.7, time =>
      scene.add(time, `Out of memory: Killed process ${3000 + scene.below(900)} (indexer) total-vm:8214520kB`, {
        host: 'db-2',
      }),
    )
    return { needles: ['indexer'], touches: ['db-2'], least: 'high' }
  },
  segfault: scene => {
    scene.add(scene.at(0.4), 'searchd[812]: segfault at 0 ip 00007f3a error 4 in libfts.so', { host: 'queue-1' })
    return { needles: ['segfault'], touches: ['queue-1'], least: 'medium' }
  },
  stopped: scene => {
    scene.entries = scene.entries.filter(e => !e.msg.startsWith('scheduler heartbeat') || e.time < scene.at(0.66))
    return { needles: ['scheduler heartbeat', 'stopped'], least: 'medium' }
  },
  drift: scene => {
    for (let k = 0; k < 240; k++)
      scene.add(
        scene.at(k / 240),
        `replication status: lag=${Math.round(12 + k * k * 0.15 + scene.below(20))} peers=3`,
        { host: 'db-2' },
      )
    return { needles: ['lag'], either: ['climb', 'grow', 'rise', 'rises'], least: 'medium' }
  },
  'warning-burst': scene => {
    spread(scene, 30, 0, 1, time => scene.add(time, `slow query took ${900 + scene.below(900)} ms`, { level: 'warn' }))
    spread(scene, 200, 0.5, 0.508, time =>
      scene.add(time, `slow query took ${900 + scene.below(900)} ms`, { level: 'warn', host: 'db-2' }),
    )
    return { needles: ['slow query'], touches: ['db-2'], least: 'medium', burst: [0.495, 0.515] }
  },
  'error-burst': scene => {
    spread(scene, 12, 0, 1, time =>
      scene.add(time, `payment gateway answered late for order ${scene.below(1e5)}`, { level: 'error' }),
    )
    spread(scene, 180, 0.7, 0.706, time =>
      scene.add(time, `payment gateway answered late for order ${scene.below(1e5)}`, {
        level: 'error',
        app: 'billing',
      }),
    )
    return { needles: ['payment gateway'], least: 'high', burst: [0.695, 0.711] }
  },
  version: scene => {
    spread(scene, 40, 0.5, 0.9, time =>
      scene.add(time, `worker crashed on job ${scene.below(1e5)} version=2.4.1`, {
        level: 'error',
        host: scene.pick(['web-1', 'web-2']),
      }),
    )
    return { needles: ['2.4.1'], touches: ['web-1', 'web-2'], least: 'medium' }
  },
  user: scene => {
    spread(scene, 35, 0.3, 0.6, time =>
      scene.add(time, `export failed for user mallory: quota of 5 GB exceeded`, { level: 'error' }),
    )
    return { needles: ['mallory'], either: ['quota'], least: 'medium' }
  },
  imagepull: scene => {
    spread(scene, 25, 0.4, 0.6, time =>
      scene.add(time, 'Error: ImagePullBackOff pulling registry.example/shop/orders:2.9', {
        level: 'warn',
        host: 'web-2',
        reason: 'BackOff',
      }),
    )
    return { needles: ['ImagePullBackOff', 'orders:2.9'], touches: ['web-2'], least: 'medium' }
  },
  'log-ins': scene => {
    spread(scene, 150, 0.5, 0.55, time =>
      scene.add(time, `Failed password for invalid user admin from 203.0.113.9 port ${1024 + scene.below(6e4)} ssh2`, {
        host: 'web-1',
      }),
    )
    return { needles: ['203.0.113.9', 'admin'], least: 'medium' }
  },
  started: scene => {
    spread(scene, 90, 0.7, 1, time =>
      scene.add(time, `lease ${scene.below(99)} could not be renewed, retrying`, { level: 'warn' }),
    )
    return { needles: ['lease'], either: ['renewed'], least: 'medium' }
  },
  'five-errors': scene => {
    spread(scene, 5, 0.5, 0.501, time =>
      scene.add(time, `template of mail ${scene.below(99)} not found`, { level: 'error' }),
    )
    return { needles: ['template of mail'], least: 'low', most: 'medium' }
  },
}

export const ACCESS_INCIDENTS = {
  'wave-404': scene => {
    spread(scene, 260, 0.5, 0.51, (time, k) =>
      scene.hit(time, { status: 404, path: `/wp-admin/setup-${k % 40}.php`, client: '203.0.113.77' }),
    )
    return { needles: ['404', '203.0.113.77'], least: 'medium', burst: [0.49, 0.52] }
  },
  '5xx': scene => {
    spread(scene, 180, 0.6, 0.61, time => scene.hit(time, { status: 502, path: '/checkout/pay', method: 'POST' }))
    return {
      needles: ['/checkout/pay', '180'],
      either: ['502', '5xx', 'server error'],
      least: 'high',
      burst: [0.59, 0.62],
    }
  },
  slow: scene => {
    spread(scene, 300, 0.7, 0.76, time => scene.hit(time, { path: '/search/all', ms: 4000 + scene.below(3000) }))
    return { needles: ['/search/all'], either: ['slow', 'ms', ' s'], least: 'medium' }
  },
}
