// Makes tables of any size, the same for the same seed: clean ones, and ones with planted faults that are listed.
import { closeSync, openSync, writeSync } from 'node:fs'

/** A small fast generator of numbers from 0 to 1 (mulberry32). */
export function random(seed) {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const REGIONS = ['EU', 'US', 'APAC', 'LATAM']
const CURRENCY = { EU: 'EUR', US: 'USD', APAC: 'JPY', LATAM: 'BRL' }
const STATUSES = ['paid', 'paid', 'paid', 'open', 'refunded', 'failed']
const PLANS = ['basic', 'basic', 'team', 'pro']
const NOTES = ['call back', 'gift', 'leave at the door, please', 'second floor\nring twice', 'says "thanks"']

export const HEADER = 'order_id,customer,email,region,currency,plan,quantity,amount,score,ordered_at,status,note'

/** One row of the table as its cells. */
export function orderRow(k, next) {
  const region = REGIONS[Math.floor(next() ** 1.5 * 4)]
  const customer = Math.floor(next() * 500_000)
  const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  const time = new Date(1_735_689_600_000 + k * 4000)
  return [
    String(10_000_001 + k),
    `cust-${String(customer).padStart(6, '0')}`,
    `user${customer}@example.${customer % 3 === 0 ? 'org' : 'com'}`,
    region,
    CURRENCY[region],
    PLANS[Math.floor(next() * 4)],
    String(1 + Math.floor(next() * 9)),
    Math.exp(3.5 + normal * 0.9).toFixed(2),
    (next() * 100).toFixed(4),
    `${time.toISOString().slice(0, 19)}Z`,
    STATUSES[Math.floor(next() * 6)],
    next() < 0.02 ? NOTES[Math.floor(next() * NOTES.length)] : '',
  ]
}

export function csvLine(cells) {
  return `${cells.map(cell => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`
}

/** Writes a clean table of about `bytes` bytes; returns its rows. */
export function writeOrders(file, bytes, seed = 7) {
  const next = random(seed)
  const fd = openSync(file, 'w')
  let written = 0
  let rows = 0
  let text = `${HEADER}\n`
  while (written + text.length < bytes) {
    text += csvLine(orderRow(rows++, next))
    if (text.length > 1 << 20) {
      written += writeSync(fd, text)
      text = ''
    }
  }
  writeSync(fd, text)
  closeSync(fd)
  return rows
}
