// Incidents by construction: a service log with requests, errors that run all day, a burst at another time and an alert; in it
// one trouble whose cause is known, quieter than the noise.
import { randomOf } from '../../content/log/random.ts'
import type { Files } from './files.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export interface Made {
  readonly files: Files
  /** What the cause is told as; null where none is in the files. */
  readonly cause: RegExp | null
  /** The first error, in milliseconds; null where there is no trouble. */
  readonly onset: number | null
  readonly end: number | null
  readonly hosts: readonly string[]
}

export class Scene {
  readonly random: () => number
  readonly start: number
  readonly end: number
  readonly onset: number
  readonly over: number
  readonly hosts: readonly string[]
  readonly events: Record<string, string>[] = []
  readonly extra: Record<string, string> = {}
  private readonly lines: { at: number; text: string }[] = []

  constructor(
    seed: number,
    private readonly style: 'plain' | 'logfmt' | 'json' | 'syslog' = 'plain',
  ) {
    this.random = randomOf(seed)
    this.start = Date.UTC(2024, this.below(12), 1 + this.below(27), this.below(6))
    this.end = this.start + (4 + this.below(3)) * HOUR
    this.onset = this.start + (0.5 + 0.2 * this.random()) * (this.end - this.start)
    this.over = this.onset + (15 + this.below(30)) * MINUTE
    const name = this.pick(['web', 'app', 'shop', 'api'])
    this.hosts = Array.from({ length: 2 + this.below(3) }, (_, k) => `${name}-${k + 1}`)
  }

  below(count: number): number {
    return Math.floor(this.random() * count)
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!
  }

  log(at: number, level: string, host: string, text: string, fields: Record<string, string | number> = {}): void {
    const moment = Math.round(at)
    const iso = new Date(moment).toISOString()
    const pairs = Object.entries(fields).map(([name, value]) => `${name}=${value}`)
    const said = [text, ...pairs].join(' ')
    const line = {
      plain: `${iso} ${level} ${host} ${said}`,
      logfmt: `ts=${iso} level=${level.toLowerCase()} host=${host} msg="${text}" ${pairs.join(' ')}`.trim(),
      json: JSON.stringify({ time: iso, level: level.toLowerCase(), host, msg: text, ...fields }),
      syslog: `${'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[new Date(moment).getUTCMonth()]} ${String(new Date(moment).getUTCDate()).padStart(2)} ${iso.slice(11, 19)} ${host} shop[${100 + host.length}]: ${level === 'ERROR' ? 'error: ' : ''}${said}`,
    }[this.style]
    this.lines.push({ at: moment, text: line })
  }

  event(at: number, kind: string, name: string, to: string): void {
    this.events.push({ time: new Date(Math.round(at / 1000) * 1000).toISOString().slice(0, 19), type: kind, name, to })
  }

  /** Requests, with what they take at a moment; and so many of them a minute. */
  requests(took: (at: number) => number = () => 60, rate: (at: number) => number = () => 3): void {
    for (let at = this.start; at < this.end; at += MINUTE / rate(at)) {
      const ms = Math.round(took(at) * (0.6 + 0.8 * this.random()))
      this.log(at + this.random() * 2000, 'INFO', this.pick(this.hosts), 'request done', {
        path: this.pick(['/cart', '/pay', '/search']),
        user: `u${this.below(80)}`,
        ms,
      })
    }
  }

  /** Louder than the trouble, all day; and a burst hours before it. */
  noise(): void {
    for (let at = this.start; at < this.end; at += 40_000 + this.random() * 60_000)
      this.log(at, 'ERROR', this.pick(this.hosts), 'mail provider answered 421, will retry', {
        user: `u${this.below(80)}`,
      })
    const early = this.start + 0.12 * (this.end - this.start)
    for (let k = 0; k < 12; k++)
      this.log(early + k * 3000, 'ERROR', this.hosts[0]!, 'thumbnail of upload could not be made', {
        user: `u${this.below(80)}`,
      })
    this.event(this.onset + 6 * MINUTE, 'alert', 'error rate', 'firing')
    this.event(this.over + 4 * MINUTE, 'alert', 'error rate', 'resolved')
    this.event(this.start + 0.2 * (this.end - this.start), 'certificate', 'mail.example', 'renewed')
  }

  trouble(text: string, hosts = this.hosts, every = 20_000): void {
    this.log(this.onset, 'ERROR', hosts[0]!, text, { path: '/pay', user: 'u1' })
    for (let at = this.onset + 2000; at < this.over; at += (0.3 + 1.4 * this.random()) * every)
      this.log(at, 'ERROR', this.pick(hosts), text, { path: this.pick(['/cart', '/pay']), user: `u${this.below(80)}` })
  }

  made(
    cause: RegExp | null,
    { onset = this.onset, hosts = this.hosts }: { onset?: number | null; hosts?: readonly string[] } = {},
  ): Made {
    const log = this.lines.sort((a, b) => a.at - b.at).map(({ text }) => `${text}\n`)
    const files = { [this.style === 'json' ? 'shop.jsonl' : 'shop.log']: log.join(''), ...this.extra }
    return {
      files: this.events.length > 0 ? { ...files, 'events.json': JSON.stringify(this.events) } : files,
      cause,
      onset: onset === null ? null : Math.round(onset),
      end: onset === null ? null : this.over,
      hosts,
    }
  }
}

export type Shape = (scene: Scene) => Made

/** Before the first error. */
const lead = (scene: Scene, least = 0.5, most = 4) => scene.onset - (least + (most - least) * scene.random()) * MINUTE

function starts(scene: Scene, at: number, text: string): void {
  for (const [k, host] of scene.hosts.entries()) scene.log(at + k * 1500, 'INFO', host, text)
}

export const SHAPES: Readonly<Record<string, Shape>> = {
  deploy(scene) {
    scene.noise()
    scene.requests()
    starts(scene, scene.start, 'starting checkout v2.30.4 pool-size=50')
    starts(scene, lead(scene), 'starting checkout v2.31.0 pool-size=5')
    scene.trouble('timed out waiting for a database connection')
    starts(scene, scene.over - 5000, 'starting checkout v2.30.4 pool-size=50')
    return scene.made(/v2\.31\.0/)
  },
  'config event'(scene) {
    scene.noise()
    scene.requests()
    scene.event(lead(scene), 'config', 'payment timeout', '200ms')
    scene.event(scene.start + HOUR, 'flag', 'new banner', 'on')
    scene.trouble('payment gave up after 200 ms')
    return scene.made(/payment timeout/)
  },
  restart(scene) {
    scene.noise()
    scene.requests()
    const host = scene.hosts[1]!
    scene.log(lead(scene, 0.2, 1), 'INFO', host, 'restarting after maintenance, cache is empty')
    scene.trouble('price is not in the cache', [host])
    return scene.made(/restarting after maintenance/, { hosts: [host] })
  },
  'dependency down'(scene) {
    scene.noise()
    scene.requests()
    for (let k = 0; k < 8; k++)
      scene.log(scene.onset - 9000 + k * 60_000, 'ERROR', scene.hosts[0]!, 'redis at 10.0.0.9 refused the connection')
    scene.trouble('checkout could not be finished', scene.hosts, 8000)
    return scene.made(/redis/, { onset: scene.onset - 9000 })
  },
  'disk full'(scene) {
    scene.noise()
    scene.requests()
    for (const [k, used] of [91, 94, 97, 99].entries())
      scene.log(
        scene.onset - (50 - 12 * k) * MINUTE,
        'WARN',
        scene.hosts[0]!,
        `disk usage of /var is at ${used} percent`,
      )
    scene.trouble('order was not stored: no space left on device', [scene.hosts[0]!])
    return scene.made(/no space left|disk usage/, { hosts: [scene.hosts[0]!] })
  },
  'certificate expired'(scene) {
    scene.noise()
    scene.requests()
    scene.trouble('call of bank.example failed: certificate has expired')
    return scene.made(/certificate has expired/)
  },
  'nightly job'(scene) {
    scene.noise()
    scene.requests()
    scene.log(lead(scene), 'INFO', scene.hosts[0]!, 'cron: backup of table orders begins')
    scene.trouble('lock on orders was not given in time')
    scene.log(scene.over, 'INFO', scene.hosts[0]!, 'cron: backup of table orders is done')
    return scene.made(/backup of table orders begins/)
  },
  'more traffic'(scene) {
    scene.noise()
    const from = scene.onset - 3 * MINUTE
    scene.requests(
      () => 60,
      at => (at > from && at < scene.over ? 30 : 3),
    )
    scene.trouble('queue is full, request was dropped', scene.hosts, 6000)
    return scene.made(/request done.*becomes frequent/)
  },
  'slow drift'(scene) {
    scene.noise()
    const from = scene.onset - 70 * MINUTE
    scene.requests(at => (at < from ? 60 : at < scene.over ? 60 + ((at - from) / MINUTE) * 12 : 60))
    scene.trouble('answer took too long, gave up')
    return scene.made(/ms drifts/)
  },
  'deploy note'(scene) {
    scene.noise()
    scene.requests()
    const at = lead(scene, 1.5, 5)
    const iso = new Date(at).toISOString()
    scene.extra['deploys.md'] =
      `# Deploys\n\n## ${iso.slice(0, 10)} search 4.1.0\n\nDeployed by Mia at ${iso.slice(11, 16)} UTC. New ranking.\n`
    scene.trouble('ranking model has no field score')
    return scene.made(/search 4\.1\.0/)
  },
  'job stopped'(scene) {
    scene.noise()
    scene.requests()
    const stop = scene.onset - 12 * MINUTE
    for (let at = scene.start; at < stop; at += MINUTE)
      scene.log(at, 'INFO', scene.hosts[0]!, 'exchange rates were loaded')
    scene.trouble('exchange rate is older than 10 minutes')
    for (let at = scene.over; at < scene.end; at += MINUTE)
      scene.log(at, 'INFO', scene.hosts[0]!, 'exchange rates were loaded')
    return scene.made(/exchange rates were loaded.*stops/)
  },
  'config versions'(scene) {
    scene.noise()
    scene.requests()
    scene.log(scene.start, 'INFO', scene.hosts[0]!, 'reloaded config version 1.11')
    scene.log(lead(scene), 'INFO', scene.hosts[0]!, 'reloaded config version 1.12')
    scene.extra['shop-1.11.yaml'] = 'db:\n  pool: 40\n  host: db1\n'
    scene.extra['shop-1.12.yaml'] = 'db:\n  pool: 4\n  host: db1\n'
    scene.trouble('no connection of the pool is free')
    return scene.made(/config version 1\.12/)
  },
  failover(scene) {
    scene.noise()
    scene.requests()
    scene.log(lead(scene, 0.1, 0.5), 'WARN', scene.hosts[0]!, 'failover: replica db-b was promoted to primary')
    scene.trouble('cannot execute INSERT in a read-only transaction')
    return scene.made(/failover/)
  },
  'out of memory'(scene) {
    scene.noise()
    scene.requests()
    scene.log(scene.onset - 4000, 'INFO', scene.hosts[0]!, 'kernel: Out of memory: Killed process 4711 (indexer)')
    scene.trouble('index is not reachable')
    return scene.made(/Out of memory/)
  },
  'no trouble'(scene) {
    for (let at = scene.start; at < scene.end; at += 50_000 + scene.random() * 60_000)
      scene.log(at, 'ERROR', scene.pick(scene.hosts), 'mail provider answered 421, will retry')
    scene.requests()
    starts(scene, scene.start + 0.4 * (scene.end - scene.start), 'starting checkout v2.31.0 pool-size=5')
    return scene.made(null, { onset: null })
  },
  'no cause in the files'(scene) {
    scene.noise()
    scene.requests()
    scene.trouble('something went wrong in the payment')
    return scene.made(null)
  },
}
