// The page of a report with 100, 1,000 and 10,000 findings: time until it can be used, memory, typing in its search. Beside
// the same findings as one plain HTML table, and beside the least there can be: an empty page that parses the same JSON.
// Needs a build and a Chromium.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createJiti } from 'jiti'
import { launchChromium } from '../scripts/chromium.mjs'

const ROUNDS = Number(process.argv[2] ?? 5)
const SIZES = [100, 1000, 10_000]
const WORDS = 'handler 42'

const jiti = createJiti(import.meta.url)
const { madePage } = await jiti.import('../packages/page/tests/made-page.ts')
const { pageFile } = await jiti.import('../packages/shoal/src/run/report-page/page-file.ts')
const directory = mkdtempSync(join(tmpdir(), 'shoal-bench-'))

const KINDS = [
  {
    name: 'the page',
    write: page => [...pageFile(page)].join(''),
    ready: '[aria-label="Findings"] tbody a',
    types: true,
  },
  { name: 'a plain table', write: plainTable, ready: '#end', types: true },
  { name: 'JSON parsed', write: parsedOnly, ready: 'body[data-parsed]', types: false },
]

try {
  for (const size of SIZES) await compare(size)
} finally {
  rmSync(directory, { recursive: true })
}

async function compare(size) {
  const page = madePage(size)
  const inputs = KINDS.map((kind, k) => {
    const file = join(directory, `${size}-${k}.html`)
    writeFileSync(file, kind.write(page))
    return { ...kind, file, runs: [] }
  })
  // In turns, so that a slow moment of the machine falls on all of them.
  for (let round = 0; round < ROUNDS; round++) for (const input of inputs) input.runs.push(await measure(input))
  console.log(`\n${size.toLocaleString('en-US')} findings (median of ${ROUNDS})`)
  const limit = median(inputs.at(-1).runs, 'usableMs')
  console.table(
    Object.fromEntries(
      inputs.map(({ name, file, runs }) => {
        const value = key => median(runs, key)
        return [
          name,
          {
            'file MB': round1(statSync(file).size / 1e6),
            'painted ms': Math.round(value('paintedMs')),
            'usable ms': Math.round(value('usableMs')),
            'of the limit': `${(value('usableMs') / limit).toFixed(1)} ×`,
            'blocked ms': Math.round(value('blockedMs')),
            'heap MB': round1(value('heapBytes') / 1e6),
            'process MB': round1(value('processBytes') / 1e6),
            elements: value('elements'),
            'slowest key ms': shown(value('slowestKeyMs')),
            'last key to list ms': shown(value('listMs')),
          },
        ]
      }),
    ),
  )
}

async function measure({ file, ready, types }) {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    await page.addInitScript(observe, ready)
    await page.goto(pathToFileURL(file).href, { waitUntil: 'commit' })
    await page.waitForFunction(() => window.__usableAt !== undefined, undefined, { timeout: 120_000 })
    // Work that comes later counts as long as it holds up the page.
    await page.waitForTimeout(500)
    const times = await page.evaluate(() => {
      const tasks = window.__longTasks
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      return {
        paintedMs: paint?.startTime ?? window.__usableAt,
        usableMs: Math.max(window.__usableAt, ...tasks.map(({ startTime, duration }) => startTime + duration)),
        blockedMs: tasks.reduce((sum, { duration }) => sum + duration - 50, 0),
        elements: document.querySelectorAll('*').length,
      }
    })
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    const heapBytes = metrics.find(({ name }) => name === 'JSHeapUsedSize').value
    const processBytes = await rendererBytes(browser)
    return { ...times, heapBytes, processBytes, ...(types ? await typing(page) : {}) }
  } finally {
    await browser.close()
  }
}

/** Runs in the page, before anything of it does. */
function observe(ready) {
  window.__longTasks = []
  window.__keys = []
  new PerformanceObserver(list => window.__longTasks.push(...list.getEntries())).observe({
    type: 'longtask',
    buffered: true,
  })
  new PerformanceObserver(list => window.__keys.push(...list.getEntries())).observe({
    type: 'event',
    durationThreshold: 16,
  })
  const look = () => {
    if (document.querySelector(ready) === null) return requestAnimationFrame(look)
    requestAnimationFrame(() =>
      setTimeout(() => {
        window.__usableAt = performance.now()
      }),
    )
  }
  look()
}

async function typing(page) {
  const field = page.getByRole('searchbox').first()
  await field.focus()
  await page.evaluate(() => {
    const status = document.querySelector('search [role=status]')
    window.__keys.length = 0
    addEventListener(
      'input',
      event => {
        window.__typedAt = event.timeStamp
      },
      true,
    )
    new MutationObserver(() => {
      const { __typedAt: typedAt } = window
      requestAnimationFrame(() =>
        setTimeout(() => {
          window.__listMs = performance.now() - typedAt
        }),
      )
    }).observe(status, { childList: true, characterData: true, subtree: true })
  })
  await page.keyboard.type(WORDS, { delay: 40 })
  await page.waitForTimeout(1500)
  return await page.evaluate(() => ({
    // What is faster than two frames is not reported.
    slowestKeyMs: Math.max(16, ...window.__keys.map(({ duration }) => duration)),
    listMs: window.__listMs ?? Number.NaN,
  }))
}

/** What the process of the page holds for itself; only Linux tells. */
async function rendererBytes(browser) {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateBytes(id))
  return Math.max(...sizes)
}

function privateBytes(pid) {
  try {
    const lines = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').matchAll(/^Private_\w+:\s+(\d+) kB$/gm)
    return [...lines].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0)
  } catch {
    return Number.NaN
  }
}

function plainTable({ report }) {
  const rows = report.findings.map(({ severity, summary, path, line, evidence }) => {
    const cells = [severity, summary, `${path}:${line}`, evidence].map(cell => `<td>${escaped(cell)}</td>`)
    return `<tr>${cells.join('')}</tr>`
  })
  const script = `
    const rows = [...document.querySelectorAll('tbody tr')]
    document.querySelector('input').oninput = event => {
      const words = event.target.value.toLowerCase()
      let count = 0
      for (const row of rows) if (!(row.hidden = !row.textContent.toLowerCase().includes(words))) count++
      document.querySelector('[role=status]').textContent = count + ' findings'
    }`
  return `<!doctype html><meta charset="utf-8"><title>Findings</title>
<search><input type="search"><p role="status"></p></search>
<table><thead><tr><th>Severity<th>Finding<th>Place<th>Quote</thead><tbody>${rows.join('\n')}</tbody></table>
<p id="end"></p><script>${script}</script>`
}

function parsedOnly(page) {
  const json = JSON.stringify(page).replaceAll('<', '\\u003c')
  return `<!doctype html><meta charset="utf-8"><title>JSON</title><body><p>Parsed</p>
<script type="application/json" id="data">${json}</script>
<script>window.data = JSON.parse(document.getElementById('data').textContent); document.body.dataset.parsed = ''</script>`
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function median(runs, key) {
  const values = runs.map(run => run[key] ?? Number.NaN).sort((a, b) => a - b)
  return values[values.length >> 1]
}

/** Where nothing can be typed, there is nothing to say. */
function shown(value) {
  return Number.isNaN(value) ? '–' : Math.round(value)
}

function round1(value) {
  return Math.round(value * 10) / 10
}
