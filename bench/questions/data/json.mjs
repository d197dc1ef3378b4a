// JSON arrays with nested objects, JSON lines, arrays inside objects.
import { at, DAY, draws, FIRST, isoDay, isoSecond, LAST, pad } from './random.mjs'

const lines = rows => `${rows.map(row => JSON.stringify(row)).join('\n')}\n`
const pretty = value => `${JSON.stringify(value, null, 1)}\n`

export function bookings() {
  const d = draws('bookings')
  const rows = Array.from({ length: 900 }, (_, i) => {
    const nights = d.int(1, 14)
    const rate = d.pick([79, 95, 120, 160, 240])
    const row = {
      bookingId: `B${pad(i + 1, 5)}`,
      createdAt: `${isoSecond(at(2024, 1, 1) + d.int(0, 365 * 24 * 60) * 60_000)}Z`,
      guest: {
        name: `${d.pick(FIRST)} ${d.pick(LAST)}`,
        country: d.weighted({ NL: 4, BE: 3, UK: 5, US: 2, PL: 1 }),
        loyalty: d.pick(['none', 'silver', 'gold']),
      },
      room: { type: d.weighted({ single: 3, double: 6, suite: 1.5 }), floor: d.int(1, 6) },
      nights,
      payment: {
        method: d.weighted({ card: 7, transfer: 2, cash: 1 }),
        amount: nights * rate + d.int(0, 40),
        refunded: d.chance(0.06),
      },
      extras: ['breakfast', 'parking', 'spa', 'late checkout'].filter(() => d.chance(0.3)),
      state: d.weighted({ confirmed: 80, cancelled: 14, 'no-show': 6 }),
    }
    if (d.chance(0.4)) row.review = { stars: Number(d.weighted({ 1: 1, 2: 1, 3: 3, 4: 6, 5: 5 })) }
    return row
  })
  return { 'bookings/bookings.json': pretty(rows) }
}

export function clicks() {
  const d = draws('clicks')
  const users = Array.from({ length: 320 }, (_, i) => ({
    id: `u${1000 + i}`,
    plan: d.weighted({ free: 7, pro: 2, team: 1 }),
  }))
  const rows = Array.from({ length: 9000 }, (_, i) => {
    const user = d.pick(users)
    const event = d.weighted({ page_view: 60, search: 18, add_to_cart: 12, purchase: 5, signup: 3, error: 2 })
    const props = {
      page: d.weighted({ '/home': 5, '/pricing': 3, '/docs': 3, '/cart': 2 }),
      device: d.weighted({ mobile: 5, desktop: 4, tablet: 1 }),
    }
    if (event === 'purchase') props.amount = d.int(500, 30000) / 100
    if (event === 'page_view') props.duration_ms = Math.round(Math.exp(d.normal(props.page === '/docs' ? 8.4 : 7, 0.8)))
    return {
      ts: `${isoSecond(at(2024, 9, 2) + i * 95_000 + d.int(0, 60_000))}Z`,
      user: user.id,
      plan: user.plan,
      event,
      props,
    }
  })
  return { 'clicks/events.jsonl': lines(rows) }
}

export function devices() {
  const d = draws('devices')
  const list = Array.from({ length: 180 }, (_, i) => ({
    serial: `SN-${pad(i * 37 + 5, 6)}`,
    model: d.pick(['X100', 'X200', 'Z9']),
    location: { site: d.pick(['Rotterdam', 'Essen', 'Lille']), room: `${d.int(1, 4)}.${pad(d.int(1, 20), 2)}` },
    firmware: d.weighted({ '1.4.2': 3, '1.5.0': 5, '2.0.1': 2 }),
    installed: isoDay(at(2019, 1, 1) + d.int(0, 1800) * DAY),
    online: d.chance(0.88),
    power: { watts: d.int(8, 95), battery_percent: d.chance(0.1) ? null : d.int(3, 100) },
    alerts: Array.from({ length: Number(d.weighted({ 0: 6, 1: 3, 2: 1, 4: 0.4 })) }, () => ({
      code: d.pick(['E01', 'E07', 'W12']),
      day: isoDay(at(2024, 1, 1) + d.int(0, 200) * DAY),
    })),
  }))
  return { 'devices/inventory.json': pretty({ generated: '2024-08-01T06:00:00Z', owner: 'Facilities', devices: list }) }
}

export function books() {
  const d = draws('books')
  const words = ['River', 'Winter', 'Letters', 'Garden', 'Silence', 'Harbour', 'Glass', 'Orchard', 'Maps', 'Thunder']
  const authors = LAST.slice(0, 14).map((last, i) => `${FIRST[i]} ${last}`)
  const seen = new Set()
  const rows = []
  while (rows.length < 260) {
    const title =
      `The ${d.pick(words)} ${d.pick(['of', 'and', 'without', 'beyond'])} ${d.pick(words)} ${d.pick(['', 'II', 'III', 'Stories', 'Tales'])}`.trim()
    if (seen.has(title)) continue
    seen.add(title)
    rows.push({
      isbn: `0${d.int(100000000, 999999999)}`,
      title,
      author: d.pick(authors),
      genre: d.weighted({ Novel: 5, Poetry: 1, Crime: 3, History: 2 }),
      published: d.int(1951, 2023),
      pages: d.int(80, 900),
      language: d.weighted({ English: 6, French: 2, German: 2 }),
      copies: d.int(0, 6),
      borrowed: d.int(0, 240),
      shelf: d.chance(0.07) ? null : `${d.pick(['A', 'B', 'C'])}${d.int(1, 9)}`,
    })
  }
  return { 'books/catalogue.json': pretty(rows) }
}

export function payments() {
  const d = draws('payments')
  const rows = Array.from({ length: 4200 }, (_, i) => {
    const status = d.weighted({ captured: 82, declined: 11, refunded: 5, disputed: 2 })
    return {
      id: `pay_${pad(i * 11 + 7, 7)}`,
      created: `${isoSecond(at(2024, 10, 1) + d.int(0, 91 * 86_400) * 1000)}Z`,
      merchant: d.pick(['Blue Cafe', 'Pixel Games', 'Green Grocer', 'Nova Travel', 'City Books']),
      amount: { value: d.int(150, 45000) / 100, currency: d.weighted({ EUR: 6, GBP: 3, SEK: 1 }) },
      card: { brand: d.weighted({ visa: 6, mastercard: 4, amex: 1 }), country: d.pick(['DE', 'SE', 'GB', 'IE']) },
      status,
      decline_reason:
        status === 'declined' ? d.weighted({ insufficient_funds: 5, expired_card: 2, suspected_fraud: 1 }) : null,
      fee: d.int(10, 200) / 100,
      risk_score: d.int(0, 100),
    }
  })
  return { 'payments/payments.ndjson': lines(rows) }
}
