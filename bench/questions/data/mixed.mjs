// Several files that belong together: an incident, users beside a log, shipments beside carriers, branches, nightly logs.
import { at, DAY, draws, FIRST, isoDay, isoSecond, pad, table } from './random.mjs'

const millis = time => new Date(time).toISOString()

export function incident() {
  const d = draws('incident')
  const start = at(2024, 5, 15, 9, 0, 0)
  const bad = at(2024, 5, 15, 14, 2, 10)
  const back = at(2024, 5, 15, 14, 47, 31)
  const booking = []
  const say = (time, level, host, text) => booking.push({ time, line: `${millis(time)} ${level} ${host} ${text}` })
  for (const host of ['bk-1', 'bk-2']) {
    say(start + (host === 'bk-2' ? 900 : 0), 'INFO', host, 'starting booking v5.7.3 max-connections=40 region=eu')
    say(bad + (host === 'bk-2' ? 4200 : 0), 'INFO', host, 'starting booking v5.8.0 max-connections=4 region=eu')
    say(back + (host === 'bk-2' ? 3100 : 0), 'INFO', host, 'starting booking v5.7.3 max-connections=40 region=eu')
  }
  for (let time = start + 5000; time < at(2024, 5, 15, 16, 0, 0); time += d.int(500, 6000)) {
    const host = d.pick(['bk-1', 'bk-2'])
    const path = d.weighted({ '/book': 5, '/seats': 4, '/cancel': 1 })
    const user = `c${d.int(100, 420)}`
    const hurt = time > bad + 150_000 && time < back
    if (d.chance(0.04)) say(time, 'ERROR', host, `mail provider answered 550 for user=${user}`)
    else if (hurt && d.chance(path === '/book' ? 0.5 : 0.15))
      say(
        time,
        'ERROR',
        host,
        `timed out waiting for a database connection path=${path} user=${user} ms=${d.int(5000, 5400)}`,
      )
    else say(time, 'INFO', host, `done path=${path} user=${user} ms=${d.int(20, hurt ? 2400 : 180)}`)
  }
  const events = [
    { time: '2024-05-15T08:55:00Z', type: 'flag', name: 'new-seat-map', by: 'lena', to: 'on' },
    { time: '2024-05-15T11:20:00Z', type: 'certificate', name: 'mail.example', by: 'robot', to: 'renewed' },
    { time: '2024-05-15T14:01:40Z', type: 'deploy', name: 'booking', by: 'marco', to: 'v5.8.0' },
    { time: '2024-05-15T14:20:05Z', type: 'alert', name: 'booking error rate', by: 'monitor', to: 'firing' },
    { time: '2024-05-15T14:46:50Z', type: 'rollback', name: 'booking', by: 'lena', to: 'v5.7.3' },
    { time: '2024-05-15T14:58:00Z', type: 'alert', name: 'booking error rate', by: 'monitor', to: 'resolved' },
  ]
  const config = `server:
  port: 8443
database:
  host: pg-booking
  max_connections: 40
  timeout_ms: 5000
seats:
  map: v1
`
  return {
    'incident/logs/booking.log': `${booking
      .sort((a, b) => a.time - b.time)
      .map(({ line }) => line)
      .join('\n')}\n`,
    'incident/events.json': `${JSON.stringify(events, null, 1)}\n`,
    'incident/config/booking-v5.7.3.yaml': config,
    'incident/config/booking-v5.8.0.yaml': config
      .replace('max_connections: 40', 'max_connections: 4')
      .replace('map: v1', 'map: v2'),
    'incident/deploys.md': `# Deploy notes

## 2024-05-13 booking v5.7.3

Deployed by Lena. Seat prices are rounded.

## 2024-05-15 booking v5.8.0

Deployed by Marco at 14:01 UTC. New seat map; the database settings were moved to the new template.

## 2024-05-15 rollback to v5.7.3

Done by Lena at 14:46 UTC because of connection timeouts.
`,
  }
}

export function desk() {
  const d = draws('desk')
  const users = ['nora', 'omar', 'pia', 'quentin', 'ravi', 'sofia', 'theo', 'uma']
  const rows = [...users, 'walter', 'xenia'].map((user, i) => [
    user,
    ['free', 'pro', 'enterprise'][i % 3],
    d.pick(['Berlin', 'Madrid']),
    isoDay(at(2023, 1, 1) + i * 31 * DAY),
  ])
  const log = []
  let time = at(2024, 12, 2, 6, 0, 0)
  for (let i = 0; i < 2200; i++) {
    time += d.int(1000, 30_000)
    const user = i % 157 === 60 ? 'zoltan' : d.pick(users)
    const status = d.weighted({ 200: 90, 403: 4, 500: 6 })
    log.push(
      `${isoSecond(time)}Z ${status === '500' ? 'ERROR' : 'INFO'} api user=${user} action=${d.pick(['upload', 'download', 'share', 'delete'])} status=${status} ms=${d.int(8, 900)}`,
    )
  }
  return { 'desk/users.csv': table(['user', 'plan', 'city', 'joined'], rows), 'desk/api.log': `${log.join('\n')}\n` }
}

export function shipping() {
  const d = draws('shipping')
  const carriers = [
    { code: '01', name: 'Northway', contact: { country: 'Norway', email: 'desk@northway.example' }, price_per_kg: 1.2 },
    { code: '02', name: 'Swift', contact: { country: 'Spain', email: 'hi@swift.example' }, price_per_kg: 1.75 },
    {
      code: '03',
      name: 'Rhein Cargo',
      contact: { country: 'Germany', email: 'info@rhein.example' },
      price_per_kg: 0.95,
    },
    { code: '07', name: 'Aero', contact: { country: 'France', email: 'ops@aero.example' }, price_per_kg: 4.1 },
  ]
  const rows = Array.from({ length: 900 }, (_, i) => [
    `P${pad(i + 1, 5)}`,
    i % 90 === 44 ? '99' : d.pick(['01', '02', '03']),
    d.pick(['Hamburg', 'Vigo', 'Oslo', 'Lyon']),
    d.int(1, 400) / 10,
    isoDay(at(2024, 1, 1) + d.int(0, 181) * DAY),
    d.chance(0.12) ? 'Y' : 'N',
  ])
  return {
    'shipping/shipments.csv': table(['parcel', 'carrier_code', 'destination', 'weight_kg', 'shipped', 'damaged'], rows),
    'shipping/carriers.json': `${JSON.stringify(carriers, null, 1)}\n`,
  }
}

export function branches() {
  const d = draws('branches')
  const files = {}
  for (const [branch, count] of Object.entries({ north: 310, south: 420, east: 268, west: 377 })) {
    const rows = Array.from({ length: count }, (_, i) => [
      i + 1,
      isoDay(at(2024, 10, 1) + d.int(0, 60) * DAY),
      d.pick(FIRST.slice(8, 14)),
      d.weighted({ cash: 3, card: 6, voucher: 1 }),
      (d.int(300, branch === 'east' ? 19000 : 9000) / 100).toFixed(2),
    ])
    files[`branches/${branch}.csv`] = table(['receipt', 'day', 'cashier', 'paid_by', 'amount'], rows)
  }
  return files
}

export function nights() {
  const d = draws('nights')
  const files = {}
  for (const [day, share] of Object.entries({ '2024-02-05': 0.02, '2024-02-06': 0.06, '2024-02-07': 0.03 })) {
    const lines = []
    let time = Date.parse(`${day}T00:00:00Z`)
    for (let i = 0; i < 900; i++) {
      time += d.int(1000, 60_000)
      const level = d.chance(share) ? 'ERROR' : d.chance(0.08) ? 'WARN' : 'INFO'
      const text = { ERROR: 'could not copy file', WARN: 'copy is slow', INFO: 'file copied' }[level]
      lines.push(`${isoSecond(time)} ${level} backup ${text} volume=vol${d.int(1, 5)} mb=${d.int(1, 4000)}`)
    }
    files[`nights/backup-${day}.log`] = `${lines.join('\n')}\n`
  }
  return files
}
