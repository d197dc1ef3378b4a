// Logs with planted faults, written in several formats from one list of events.
import { randomOf } from './random.ts'

export interface LogEvent {
  readonly time: number
  readonly level: 'INFO' | 'WARN' | 'ERROR'
  readonly message: string
  readonly details?: readonly string[]
}

export type Render = (event: LogEvent) => string

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function iso(time: number): string {
  return new Date(time).toISOString()
}

export const FORMATS: Readonly<Record<string, { readonly write: Render; readonly levels: boolean }>> = {
  log4j: {
    write: e =>
      `${iso(e.time).replace('T', ' ').replace('.', ',').slice(0, 23)} ${e.level.padEnd(5)} [main] shop.Main: ${e.message}`,
    levels: true,
  },
  python: {
    write: e => `${iso(e.time).replace('T', ' ').replace('.', ',').slice(0, 23)} - shop - ${e.level} - ${e.message}`,
    levels: true,
  },
  iso: { write: e => `${iso(e.time)} ${e.level} ${e.message}`, levels: true },
  epoch: { write: e => `${(e.time / 1000).toFixed(3)} ${e.level} ${e.message}`, levels: true },
  go: {
    write: e => `${iso(e.time).slice(0, 19).replace('T', ' ').replaceAll('-', '/')} ${e.level}: ${e.message}`,
    levels: true,
  },
  logfmt: {
    write: e => `time=${iso(e.time)} level=${e.level.toLowerCase()} msg="${e.message}" app=shop`,
    levels: true,
  },
  syslog: {
    write: e => {
      const at = new Date(e.time)
      return `${MONTHS[at.getUTCMonth()]} ${String(at.getUTCDate()).padStart(2)} ${iso(e.time).slice(11, 19)} web1 shop[412]: ${e.message}`
    },
    levels: false,
  },
}

export const START = Date.UTC(2026, 1, 11, 1)
const MINUTE = 60_000

export const TRACE = [
  'Traceback (most recent call last):',
  '  File "service.py", line 88, in charge',
  '    response = gateway.post(payload)',
  '  File "gateway.py", line 41, in post',
  '    raise GatewayTimeout(path)',
  'gateway.GatewayTimeout: /charge',
]

const CALM = [
  (n: number) => `order ${n} accepted for customer ${n % 97}`,
  (n: number) => `cache refreshed, ${n % 500} keys kept`,
  (n: number) => `mail queued for customer ${n}`,
  (n: number) => `stock level of item ${n} is ${n % 40}`,
]

export interface Plan {
  readonly minutes?: number
  readonly seed?: number
  /** Minutes from the start. */
  readonly burstAt?: number
  readonly silenceAt?: number
  readonly missedBeats?: readonly number[]
  readonly beats?: boolean
}

export const BURST_SIZE = 45

/** Two hours of calm work, a few lone errors, and what the plan asks for. */
export function plannedEvents({
  minutes = 120,
  seed = 5,
  burstAt,
  silenceAt,
  missedBeats = [],
  beats = false,
}: Plan): LogEvent[] {
  const random = randomOf(seed)
  const events: LogEvent[] = []
  for (let time = START; time < START + minutes * MINUTE; time += 500 + random() * 5000) {
    const number = Math.floor(random() * 10_000)
    events.push({ time, level: 'INFO', message: CALM[Math.floor(random() * CALM.length)]!(number) })
  }
  if (beats)
    for (let k = 1; k < minutes; k++)
      if (!missedBeats.includes(k))
        events.push({
          time: START + k * MINUTE + random() * 800,
          level: 'INFO',
          message: `heartbeat ${k} sent to monitor`,
        })
  if (burstAt !== undefined) {
    const from = START + burstAt * MINUTE
    for (const back of [100, 80, 55, 30])
      events.push({ time: from - back * 1000, level: 'WARN', message: `pool nearly used up, ${back} callers wait` })
    for (let k = 0; k < BURST_SIZE; k++)
      events.push({
        time: from + k * 3000,
        level: 'ERROR',
        message: `charge failed for order ${10_000 + k}`,
        details: TRACE,
      })
    for (const at of [0.1, 0.3, 0.9])
      events.push({
        time: START + at * minutes * MINUTE,
        level: 'ERROR',
        message: 'charge failed for order 77',
        details: TRACE,
      })
  }
  events.sort((a, b) => a.time - b.time)
  if (silenceAt === undefined) return events
  const at = START + silenceAt * MINUTE
  return events.map(event => (event.time >= at ? { ...event, time: event.time + 25 * MINUTE } : event))
}

export interface Written {
  readonly text: string
  /** The line of each event, 1-based. */
  readonly lines: readonly number[]
}

export function written(events: readonly LogEvent[], write: Render, eol = '\n'): Written {
  const text: string[] = []
  const lines = events.map(event => {
    text.push(write(event), ...(event.details ?? []))
    return text.length - (event.details?.length ?? 0)
  })
  return { text: `${text.join(eol)}${eol}`, lines }
}
