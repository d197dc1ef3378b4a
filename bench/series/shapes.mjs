// Labelled series of many shapes, of our own making: what is usual, and what is planted where.
import { dice } from '../dirty/words.mjs'

const DAY = 86_400
const wave = (t, period, phase = 0) => Math.sin((2 * Math.PI * (t - phase)) / period)

/** A shape: seconds between points, points, and the usual value at a time. */
const SHAPES = {
  webTraffic: d => {
    const base = 200 + d.next() * 2000
    return {
      step: 300,
      n: 4000,
      value: t =>
        base * (1 + 0.6 * wave(t, DAY, 30_000)) * (Math.floor(t / DAY) % 7 > 4 ? 0.7 : 1) * Math.exp(d.normal() * 0.08),
    }
  },
  cpu: d => {
    let ar = 0
    return {
      step: 300,
      n: 4000,
      value: () => Math.max(0.1, 30 + (ar = ar * 0.8 + d.normal() * 2) + (d.chance(0.01) ? d.next() * 30 : 0)),
    }
  },
  flatCpu: d => ({ step: 300, n: 3000, value: () => 2 + Math.abs(d.normal()) * 0.15 }),
  temperature: d => {
    let drift = 0
    return {
      step: 3600,
      n: 3000,
      value: t => 70 + (drift = drift * 0.995 + d.normal() * 0.25) + 3 * wave(t, DAY) + d.normal() * 0.5,
    }
  },
  sales: d => ({
    step: DAY,
    n: 700,
    value: t =>
      Math.round(
        (120 + t / DAY / 20) * [1, 1, 1.05, 1.1, 1.4, 1.7, 0.6][Math.floor(t / DAY) % 7] * Math.exp(d.normal() * 0.1),
      ),
  }),
  taxis: d => ({
    step: 1800,
    n: 5000,
    value: t =>
      Math.max(
        20,
        15_000 * (1 + 0.5 * wave(t, DAY, 40_000) + 0.2 * wave(t, DAY / 2) + 0.15 * wave(t, 7 * DAY)) + d.normal() * 500,
      ),
  }),
  latency: d => ({ step: 60, n: 5000, value: () => 20 * Math.exp(Math.abs(d.normal()) * 0.5) }),
  mentions: d => ({
    step: 300,
    n: 5000,
    value: t => Math.floor(Math.max(0, (8 + 6 * wave(t, DAY, 20_000)) * Math.exp(d.normal() * 0.6))),
  }),
  memory: d => ({ step: 300, n: 3000, value: t => 40 + ((t / 300) % 400) / 10 + d.normal() * 0.7 }),
  pressure: d => {
    let walk = 0
    return { step: 3600, n: 2000, value: () => 1010 + (walk = walk * 0.98 + d.normal()) }
  },
  requests: d => ({
    step: 3600,
    n: 1500,
    value: t => {
      const rate = 50 * (1.2 + wave(t, DAY)) * (Math.floor(t / DAY) % 7 > 4 ? 0.5 : 1)
      return Math.max(0, Math.round(rate + Math.sqrt(rate) * d.normal()))
    },
  }),
  disk: d => ({ step: 300, n: 3000, value: t => 30 + t / 90_000 + d.normal() * 0.2 }),
}

/** What is planted into `values[from…to]`. */
const FAULTS = {
  spike: (values, from, d, size) => {
    values[from] += size * 12 * (d.chance(0.7) ? 1 : -1)
    return from
  },
  burst: (values, from, d, size) => {
    const to = from + 8
    for (let k = from; k <= to; k++) values[k] += size * (5 + d.next() * 3)
    return to
  },
  shift: (values, from, d, size, period) => {
    const to = Math.min(values.length - 1, from + period * 2)
    const by = size * 6 * (d.chance(0.5) ? 1 : -1)
    for (let k = from; k <= to; k++) values[k] += by
    return to
  },
  step: (values, from, _d, size) => {
    for (let k = from; k < values.length; k++) values[k] += size * 8
    return Math.min(values.length - 1, from + Math.round(values.length * 0.03))
  },
  flat: (values, from, _d, _size, period) => {
    const to = from + Math.round(Math.max(20, period))
    for (let k = from; k <= to; k++) values[k] = values[from]
    return to
  },
  lostSeason: (values, from, d, size, period, middle) => {
    const to = from + period
    for (let k = from; k <= to; k++) values[k] = middle + d.normal() * size * 0.3
    return to
  },
  noise: (values, from, d, size, period) => {
    const to = from + Math.round(Math.max(30, period / 2))
    for (let k = from; k <= to; k++) values[k] += d.normal() * size * 4
    return to
  },
  outage: (values, from, d, size, period) => {
    const to = from + Math.round(Math.max(6, period / 8))
    for (let k = from; k <= to; k++) values[k] = Math.max(0, values[k] * 0.05)
    return to
  },
}
const SEASONAL = new Set(['webTraffic', 'taxis', 'requests', 'temperature'])

/** `{ name, times, values, windows: [{ kind, from, to }] }`, six per shape and seed; the last of each six without any fault. */
export function labelledSeries({ seeds = [0] } = {}) {
  const all = []
  for (const [s, [name, make]] of Object.entries(SHAPES).entries())
    for (let k = 0; k < 6 * seeds.length; k++) {
      const d = dice(1000 + s * 17 + k + seeds[Math.floor(k / 6)] * 7919)
      const { step, n, value } = make(d)
      const start = 1_650_000_000 - (1_650_000_000 % DAY)
      let times = Array.from({ length: n }, (_, i) => start + i * step)
      let values = times.map(t => value(t))
      const sorted = values.map((v, i) => (i ? Math.abs(v - values[i - 1]) : 0)).sort((a, b) => a - b)
      const size = Math.max(sorted[Math.floor(n * 0.7)], 1e-3)
      const middle = [...values].sort((a, b) => a - b)[n >> 1]
      const period = Math.min(Math.round(n / 20), Math.max(24, Math.round(DAY / step)))
      const windows = []
      const kinds = Object.keys(FAULTS).filter(kind => kind !== 'lostSeason' || SEASONAL.has(name))
      const count = k % 6 === 5 ? 0 : 1 + (k % 3)
      for (let f = 0; f < count; f++) {
        const from = Math.round(n * (0.2 + (0.7 * (f + 0.15 + d.next() * 0.4)) / count))
        const kind = kinds[(s * 5 + k * 3 + f * 2) % kinds.length]
        const to = Math.min(n - 1, FAULTS[kind](values, from, d, size, period, middle))
        windows.push({
          kind,
          from: Math.max(0, from - Math.round(n * 0.01)),
          to: Math.min(n - 1, to + Math.round(n * 0.01)),
        })
      }
      // Some points are missing, as in real ones.
      if (k % 2 === 1) {
        const keep = times.map(() => !d.chance(0.004))
        const at = []
        let c = 0
        for (let i = 0; i < n; i++) {
          at[i] = c
          if (keep[i]) c++
        }
        times = times.filter((_, i) => keep[i])
        values = values.filter((_, i) => keep[i])
        for (const w of windows) {
          w.from = at[w.from]
          w.to = at[w.to]
        }
      }
      all.push({
        name: `${name}-${k}`,
        shape: name,
        times: Float64Array.from(times),
        values: Float64Array.from(values),
        windows,
      })
    }
  return all
}
