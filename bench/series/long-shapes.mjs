// Long series of our own making: years, trends, gaps. Each shape is given without a fault, with a change of its trend, with a gap,
// and with a value that is out of its season.
import { dice } from '../dirty/words.mjs'

const DAY = 86_400
const YEAR = 365.2425 * DAY
const wave = (t, period, phase = 0) => Math.sin((2 * Math.PI * (t - phase)) / period)
const START = Date.UTC(2016, 0, 1) / 1000
const daily = n => Array.from({ length: n }, (_, k) => START + k * DAY)
const monthly = n => Array.from({ length: n }, (_, k) => Date.UTC(2008, k, 1) / 1000)

/** Times, and the usual value at a time; `size` is how much it scatters. */
const SHAPES = {
  airTemperature: d => ({
    times: daily(1600),
    size: 2.5,
    value: t => 10 + 9 * wave(t, YEAR, YEAR * 0.3) + d.normal() * 2.5,
  }),
  museumVisitors: d => ({
    times: daily(1500),
    size: 60,
    value: t =>
      Math.max(0, 600 + 240 * wave(t, YEAR, YEAR * 0.2) + (Math.floor(t / DAY) % 7 > 4 ? 260 : 0) + d.normal() * 60),
  }),
  gasMonthly: d => ({
    times: monthly(156),
    size: 14,
    value: t => 300 - 140 * wave(t, YEAR, YEAR * 0.3) + d.normal() * 14,
  }),
  signups: d => ({ times: daily(700), size: 9, value: (_, k) => 80 + k * 0.12 + d.normal() * 9 }),
  tickets: d => ({
    times: daily(420),
    size: 8,
    value: t => 90 * (Math.floor(t / DAY) % 7 > 4 ? 0.4 : 1) + d.normal() * 8,
  }),
  tideGauge: d => ({
    times: Array.from({ length: 2200 }, (_, k) => START + k * 3600),
    size: 5,
    value: t => 200 + 80 * wave(t, 12.42 * 3600) + d.normal() * 5,
  }),
  capacity: d => ({ times: daily(500), size: 3, value: () => 400 + d.normal() * 3 }),
  readings: d => {
    let ar = 0
    return { times: daily(900), size: 4, value: () => 50 + (ar = ar * 0.7 + d.normal() * 3) }
  },
  walk: d => {
    let at = 0
    return { times: daily(900), size: 6, value: () => 500 + (at += d.normal()) }
  },
}

const FAULTS = {
  none: () => null,
  trend: (_times, values, d, size) => {
    const n = values.length
    const from = Math.round(n * (0.4 + d.next() * 0.25))
    const by = (d.chance(0.5) ? 1 : -1) * size * (7 + d.next() * 4)
    for (let k = from; k < n; k++) values[k] += (by * (k - from)) / (n - from)
    return { from: Math.round(from - n * 0.12), to: Math.round(from + n * 0.2) }
  },
  gap: (times, values, d) => {
    const n = values.length
    const from = Math.round(n * (0.3 + d.next() * 0.4))
    const length = 8 + d.int(0, Math.round(n * 0.04))
    times.splice(from, length)
    values.splice(from, length)
    return { from: from - 2, to: from + 1 }
  },
  context: (_times, values, d, size) => {
    const n = values.length
    const from = Math.round(n * (0.3 + d.next() * 0.4))
    for (let k = from; k < from + 2; k++) values[k] += (d.chance(0.5) ? 1 : -1) * size * 9
    return { from: from - 1, to: from + 2 }
  },
}

/** `{ name, kind, times, values, windows }`; a random walk has no trend to change. */
export function longSeries(seed = 3) {
  const all = []
  for (const [s, [name, make]] of Object.entries(SHAPES).entries())
    for (const [f, [kind, plant]] of Object.entries(FAULTS).entries()) {
      if (name === 'walk' && kind !== 'none') continue
      for (const draw of [0, 1]) {
        const d = dice(seed * 1009 + s * 131 + f * 17 + draw)
        const { times, size, value } = make(d)
        const values = times.map((t, k) => value(t, k))
        const window = plant(times, values, d, size)
        all.push({
          name: `${name}-${kind}-${draw}`,
          kind,
          held: draw === 1,
          times: Float64Array.from(times),
          values: Float64Array.from(values),
          windows: window ? [window] : [],
        })
      }
    }
  return all
}
