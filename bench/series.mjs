// Events in time series: how many labelled windows are hit, how many alarms are false. `node bench/series.mjs [--misses]` after a
// build. Series of our own making, beside a rolling z-score; of every second series only totals are printed.
import { judgeSeries } from '../build/shoal/text/series/series.js'
import { printTable } from './partition-table.mjs'
import { longSeries } from './series/long-shapes.mjs'
import { labelledSeries } from './series/shapes.mjs'

const METHODS = {
  shoal: (times, values) => judgeSeries(times, values)?.events ?? [],
  'rolling z-score': (_, values) => rolling(values),
}
const showMisses = process.argv.includes('--misses')
const all = labelledSeries()
const started = process.cpuUsage()
const lines = []
for (const [method, find] of Object.entries(METHODS)) {
  const kinds = new Map()
  const halves = { shown: score(), held: score() }
  for (const [k, series] of all.entries()) {
    const half = k % 2 === 0 ? 'shown' : 'held'
    const events = find(series.times, series.values)
    const total = halves[half]
    total.series++
    const hit = series.windows.map(window => events.some(event => event.from <= window.to && event.to >= window.from))
    total.windows += hit.length
    total.hits += hit.filter(Boolean).length
    const wrong = events.filter(
      event => !series.windows.some(window => event.from <= window.to && event.to >= window.from),
    )
    total.false += wrong.length
    if (series.windows.length === 0) total.clean += events.length
    if (half === 'held') continue
    for (const [w, { kind }] of series.windows.entries()) {
      const known = kinds.get(kind) ?? [0, 0]
      kinds.set(kind, [known[0] + Number(hit[w]), known[1] + 1])
    }
    if (showMisses && method === 'shoal')
      for (const [w, window] of series.windows.entries())
        if (!hit[w]) console.log('missed', series.name, window.kind, window.from, window.to)
    if (showMisses && method === 'shoal')
      for (const event of wrong)
        console.log('false ', series.name, event.kind, event.from, event.to, event.score.toFixed(2))
  }
  for (const [half, { series, windows, hits, false: wrong, clean }] of Object.entries(halves))
    lines.push([
      `${method}, ${half}`,
      (hits / windows).toFixed(3),
      (wrong / series).toFixed(2),
      String(windows),
      String(series),
      String(clean),
    ])
  if (method === 'shoal')
    printTable(
      'windows by kind, of those shown',
      ['', 'hit', 'of'],
      [...kinds].map(([kind, [right, of]]) => [kind, String(right), String(of)]),
    )
}
printTable(
  'series',
  ['', 'recall', 'false alarms per series', 'windows', 'series', 'alarms where nothing is planted'],
  lines,
)
const long = new Map()
for (const seed of [3, 4, 5])
  for (const { kind, held, times, values, windows } of longSeries(seed)) {
    const events = METHODS.shoal(times, values)
    const touches = event => windows.some(window => event.from <= window.to && event.to >= window.from)
    const name = `${kind}, ${held ? 'held' : 'shown'}`
    const [series, hits, wrong] = long.get(name) ?? [0, 0, 0]
    long.set(name, [series + 1, hits + Number(events.some(touches)), wrong + events.filter(e => !touches(e)).length])
  }
printTable(
  'years, trends, gaps',
  ['planted', 'series', 'told', 'false alarms'],
  [...long].map(([name, figures]) => [name, ...figures.map(String)]),
)
console.log(`${(process.cpuUsage(started).user / 1e6).toFixed(1)} s of processor time in all`)

function score() {
  return { series: 0, windows: 0, hits: 0, false: 0, clean: 0 }
}

/** The simple way: five standard deviations of the last hundred values; alarms that touch are one. */
function rolling(values, window = 100, limit = 5) {
  const events = []
  for (let k = window; k < values.length; k++) {
    const past = values.subarray(k - window, k)
    const mean = past.reduce((sum, value) => sum + value, 0) / window
    const spread = Math.sqrt(past.reduce((sum, value) => sum + (value - mean) ** 2, 0) / window)
    if (!(Math.abs(values[k] - mean) > limit * spread)) continue
    const last = events.at(-1)
    if (last && k - last.to <= window) last.to = k
    else events.push({ from: k, to: k })
  }
  return events
}
