// Logs of several services of our own making, each with one planted truth and a twin without it. Every second one is held back:
// of those only totals are printed.
import { randomNumbers } from './incidents.mjs'

const DAY = 86_400_000
const HOUR = 3_600_000
const START = Date.UTC(2026, 1, 2, 0, 0, 0)
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const two = value => String(value).padStart(2, '0')
const iso = time => new Date(time).toISOString()
const syslog = time => {
  const date = new Date(time)
  return `${MONTHS[date.getUTCMonth()]} ${String(date.getUTCDate()).padStart(2)} ${iso(time).slice(11, 19)}`
}
const clf = time => {
  const date = new Date(time)
  return `${two(date.getUTCDate())}/${MONTHS[date.getUTCMonth()]}/2026:${iso(time).slice(11, 19)} +0000`
}

class Writer {
  constructor(seed) {
    this.random = randomNumbers(seed)
    this.lines = []
  }
  n(limit) {
    return Math.floor(this.random() * limit)
  }
  pick(from) {
    return from[this.n(from.length)]
  }
  add(time, line) {
    this.lines.push([time, line])
  }
  /** So many lines at random moments of a span of hours. */
  spread(count, from, to, line) {
    for (let k = 0; k < count; k++) {
      const time = START + (from + this.random() * (to - from)) * HOUR
      this.add(time, line(time, k))
    }
  }
  text() {
    return `${this.lines
      .sort(([a], [b]) => a - b)
      .map(([, line]) => line)
      .join('\n')}\n`
  }
}

const spring = (time, level, who, said) =>
  `${iso(time).slice(0, 23).replace('T', ' ')} ${level.padEnd(5)} [${who}] ${said}`
const kern = (time, host, who, said) => `${syslog(time)} ${host} ${who}: ${said}`
const fmt = (time, level, said) => `time=${iso(time)} level=${level} ${said}`

function store(w, hours = 30) {
  w.spread(2500, 0, hours, time =>
    w.pick([
      () => spring(time, 'INFO', 'catalog', `product ${w.n(9e4)} reindexed in ${w.n(80)} ms`),
      () => spring(time, 'INFO', 'cart', `basket ${w.n(9e5).toString(16)} updated, ${1 + w.n(9)} items`),
      () => spring(time, 'DEBUG', 'pricing', `price list ${w.n(40)} loaded from cache`),
      () => spring(time, 'INFO', 'mailer', `receipt sent to customer ${w.n(5e4)}`),
    ])(),
  )
}
function machines(w, hours = 48) {
  w.spread(2200, 0, hours, time => {
    const host = `rack-${1 + w.n(5)}`
    return w.pick([
      () => kern(time, host, 'sshd[811]', `Accepted publickey for ops from 10.7.0.${w.n(30)} port ${2000 + w.n(6e4)}`),
      () => kern(time, host, 'CRON[99]', `(root) CMD (/usr/lib/atsar/atsa1)`),
      () => kern(time, host, 'systemd[1]', `Started Session ${w.n(9e4)} of user ops.`),
      () => kern(time, host, 'dhclient', `DHCPACK of 10.7.0.${w.n(30)} from 10.7.0.1`),
    ])()
  })
}
function site(w, hours = 12) {
  w.spread(3000, 0, hours, time => hit(w, time))
}
function hit(w, time, { status = w.random() < 0.985 ? 200 : 404, path, client, ms } = {}) {
  const at = path ?? `/${w.pick(['news', 'sport', 'about', 'media'])}/${w.n(4000)}`
  return `${client ?? `192.0.2.${w.n(90)}`} - - [${clf(time)}] "GET ${at} HTTP/1.1" ${status} ${w.n(20000)} "-" "Mozilla/5.0" ${((ms ?? 20 + w.n(120)) / 1000).toFixed(3)}`
}
function devices(w, hours = 72) {
  w.spread(2600, 0, hours, time =>
    w.pick([
      () => fmt(time, 'info', `msg="reading stored" meter=m-${w.n(60)} kwh=${w.n(900)}`),
      () => fmt(time, 'info', `msg="batch forwarded" size=${100 + w.n(40)}`),
      () => fmt(time, 'debug', `msg="clock in sync" offset_us=${w.n(90)}`),
    ])(),
  )
}

/** `calm` is the log without the trouble; `truth` says what one finding must hold (`all`), and how grave it may be. */
export const SCENES = {
  'agent of one host falls silent': {
    calm: w => {
      machines(w)
      for (const host of ['rack-1', 'rack-2', 'rack-3'])
        for (let time = START; time < START + 48 * HOUR; time += 300_000)
          if (!w.silent || host !== 'rack-3' || time < START + 31 * HOUR)
            w.add(time + w.n(2000), kern(time + w.n(2000), host, 'telegraf[77]', `metrics flushed, ${w.n(90)} points`))
    },
    plant: w => {
      w.silent = true
    },
    truth: { all: ['metrics flushed', 'rack-3'], least: 'medium' },
  },
  'backups end': {
    held: true,
    calm: w => {
      store(w, 24 * 24)
      for (let day = 0; day < 24; day++) {
        const time = START + day * DAY + 2 * HOUR + w.n(9e5)
        if (!w.silent || day < 18)
          w.add(time, spring(time, 'INFO', 'backup', `backup finished, ${40 + w.n(9)} GB written`))
      }
    },
    plant: w => {
      w.silent = true
    },
    truth: { all: ['backup finished'], least: 'medium' },
  },
  'uploads pile up': {
    calm: w => {
      store(w)
      for (let k = 0; k < 360; k++) {
        const time = START + (k / 12) * HOUR
        w.add(
          time,
          spring(
            time,
            'INFO',
            'sync',
            `pending uploads: ${Math.round(w.climbs ? 15 + k * 1.7 + w.n(12) : 15 + w.n(30))}`,
          ),
        )
      }
    },
    plant: w => {
      w.climbs = true
    },
    truth: { all: ['pending uploads'], either: ['climb', 'ris', 'grow'], least: 'medium' },
  },
  'memory leaks': {
    held: true,
    calm: w => {
      devices(w)
      for (let k = 0; k < 432; k++) {
        const time = START + (k / 6) * HOUR
        const saw = (k % 9) * 6
        w.add(
          time,
          fmt(
            time,
            'info',
            `msg="runtime stats" rss_mb=${Math.round(180 + saw + (w.climbs ? k * 1.9 : 0) + w.n(9))} goroutines=${40 + w.n(8)}`,
          ),
        )
      }
    },
    plant: w => {
      w.climbs = true
    },
    truth: { all: ['rss_mb'], either: ['climb', 'ris', 'grow'], least: 'medium' },
  },
  'a cipher is refused from now on': {
    calm: w => site2(w),
    plant: w =>
      w.spread(70, 20, 30, time =>
        spring(time, 'WARN', 'gateway', `peer edge-${1 + w.n(2)}.example offered only deprecated cipher DES-CBC3-SHA`),
      ),
    truth: { all: ['DES-CBC3-SHA'], least: 'medium' },
  },
  'a certificate runs out': {
    held: true,
    calm: w => devices(w),
    plant: w =>
      w.spread(160, 48, 72, time =>
        fmt(
          time,
          'warn',
          `msg="push rejected" endpoint=https://collector.example/v2 err="x509: certificate has expired or is not yet valid"`,
        ),
      ),
    truth: { all: ['certificate has expired', 'collector.example'], least: 'medium' },
  },
  'one panic of Rust': {
    calm: w => store(w),
    plant: w =>
      w.add(
        START + 17 * HOUR,
        spring(
          START + 17 * HOUR,
          'INFO',
          'pricing',
          `thread 'tokio-runtime-worker' panicked at src/rates.rs:214:9: index out of bounds`,
        ),
      ),
    truth: { all: ['panicked at src/rates.rs:214'], least: 'medium' },
  },
  'a failed installation': {
    held: true,
    calm: w => store(w),
    plant: w =>
      w.spread(3, 9, 12, time =>
        spring(time, 'INFO', 'setup', `Installation of KB5034441 failed with error code 0x80070643`),
      ),
    truth: { all: ['0x80070643'], least: 'medium' },
  },
  'the kernel kills': {
    calm: w => machines(w),
    plant: w => {
      const time = START + 29 * HOUR
      w.add(time, kern(time, 'rack-4', 'kernel', '[88123.221] postgres invoked oom-killer: gfp_mask=0x201da, order=0'))
      w.add(
        time + 1000,
        kern(
          time + 1000,
          'rack-4',
          'kernel',
          '[88123.301] Killed process 4411 (postgres) total-vm:9211344kB, anon-rss:8123344kB',
        ),
      )
    },
    truth: { all: ['rack-4', 'postgres'], least: 'high' },
  },
  'a disk that fails': {
    held: true,
    calm: w => machines(w),
    plant: w =>
      w.spread(14, 20, 21, time =>
        kern(time, 'rack-2', 'kernel', `blk_update_request: I/O error, dev sdc, sector ${w.n(9e6)}`),
      ),
    truth: { all: ['rack-2', 'I/O error', 'sdc'], least: 'medium' },
  },
  'a scan for pages that are not there': {
    calm: w => site(w),
    plant: w =>
      w.spread(340, 7, 7.2, (time, k) =>
        hit(w, time, { status: 404, path: `/admin/${k % 60}/index.php`, client: '198.51.100.23' }),
      ),
    truth: { all: ['404', '198.51.100.23'], least: 'medium', burst: [7, 7.2] },
  },
  'an endpoint becomes slow': {
    held: true,
    calm: w => site(w),
    plant: w => w.spread(260, 8, 9, time => hit(w, time, { path: '/media/render', ms: 5200 + w.n(2500) })),
    truth: { all: ['/media/render'], least: 'medium' },
  },
  'eight errors are not an alarm': {
    calm: w => store(w),
    plant: w =>
      w.spread(8, 11, 11.05, time => spring(time, 'ERROR', 'mailer', `address of customer ${w.n(5e4)} bounced`)),
    truth: { all: ['bounced'], least: 'low', most: 'medium' },
  },
  'a release that times out': {
    held: true,
    calm: w => devices(w),
    plant: w => {
      const failed = release => time =>
        fmt(time, 'error', `msg="forward failed" err="context deadline exceeded" release=${release}`)
      w.spread(10, 0, 72, failed('5.1.0'))
      w.spread(190, 40, 40.5, failed('5.2.0'))
    },
    truth: { all: ['context deadline exceeded', '5.2.0'], least: 'high', burst: [40, 40.5] },
  },
}

function site2(w) {
  store(w)
  w.spread(60, 0, 30, time => spring(time, 'WARN', 'gateway', `upstream answered after ${700 + w.n(400)} ms`))
}

/** The text of a scene, with its truth or without. */
export function sceneText({ calm, plant }, seed, isPlanted) {
  const w = new Writer(seed)
  if (isPlanted) plant(w)
  calm(w)
  return w.text()
}

export const SCENE_START = START
