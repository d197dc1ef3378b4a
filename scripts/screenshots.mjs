// Makes docs/images/*.png from examples/data: the report in both themes and on a narrow screen, and the live view of a run
// at work. Needs a build and a Chromium; the model is the stub of the tests.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createJiti } from 'jiti'
import { launchChromium } from './chromium.mjs'
import { smallPng } from './small-png.mjs'

const MOST_BYTES = 150_000
const WIDE = { width: 1180, height: 760 }
const NARROW = { width: 390, height: 760 }
const QUESTION = 'What looks wrong?'

const at = path => fileURLToPath(new URL(path, import.meta.url))
const bin = at('../dist/bin.js')
const examples = at('../examples')
const images = at('../docs/images')
const scratch = mkdtempSync(join(tmpdir(), 'shoal-screenshots-'))
const env = { PATH: process.env.PATH, SHOAL_HOME: join(scratch, 'home') }
const jiti = createJiti(import.meta.url)

mkdirSync(images, { recursive: true })
const browser = await launchChromium()
try {
  await reportImages()
  await liveImages()
} finally {
  await browser.close()
  rmSync(scratch, { recursive: true, force: true })
}

async function reportImages() {
  const file = join(scratch, 'report.html')
  const { status, stderr } = spawnSync(process.execPath, [bin, 'analyze', 'data', QUESTION, '--output', file], {
    cwd: examples,
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  const url = pathToFileURL(file).href
  await shoot('report-light', url, { colorScheme: 'light' })
  await shoot('report-dark', url, { colorScheme: 'dark' })
  await shoot('report-narrow', url, { viewport: NARROW, colorScheme: 'light' })
  const openFirst = async page => {
    await page.getByRole('table', { name: 'Findings', exact: true }).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Close' }).waitFor()
  }
  await shoot('finding-light', `${url}#/findings`, { colorScheme: 'light' }, openFirst)
  await shoot('finding-dark', `${url}#/findings`, { colorScheme: 'dark' }, openFirst)
  const toTypes = page =>
    page.getByRole('region', { name: 'By type', exact: true }).evaluate(one => one.scrollIntoView())
  for (const [name, type] of [
    ['charts-log', 'log'],
    ['charts-table', 'structured_data'],
    ['charts-code', 'source_code'],
  ])
    await shoot(name, `${url}#/types?show=${type}`, { colorScheme: 'light' }, toTypes)
}

async function liveImages() {
  const { startStub } = await jiti.import('../packages/shoal/tests/models/stub/server.ts')
  const { honestAnalyst } = await jiti.import('../packages/shoal/tests/run/models/honest-analyst.ts')
  const answer = honestAnalyst()
  let end
  const over = new Promise(resolve => {
    end = resolve
  })
  // It answers the first and lets the others wait, so that a run at work can be looked at.
  const stub = await startStub(async request => {
    if (request.number > 3) await over
    return answer(request)
  })
  const withModel = { ...env, ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: `${stub.url}/v1` }
  const children = []
  const start = (...args) => {
    const child = spawn(process.execPath, [bin, ...args], {
      cwd: examples,
      env: withModel,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.push(child)
    return child
  }
  try {
    const server = start('serve')
    const [url] = await once(createInterface({ input: server.stdout }), 'line')
    const args = ['--read', 'all', '--chunk-size', '300', '--name', 'what-looks-wrong', '--quiet']
    start('analyze', 'data', QUESTION, '--model', 'anthropic:claude-haiku-4-5', ...args)
    const whenAtWork = async page => {
      await page.getByText('this line stands in the middle').first().waitFor({ timeout: 60_000 })
      await page.waitForTimeout(1500)
    }
    const run = `${url}#/runs/what-looks-wrong`
    await shoot('live-list', url, { colorScheme: 'light' }, page =>
      page.getByRole('link', { name: 'what-looks-wrong' }).waitFor({ timeout: 60_000 }),
    )
    await shoot('live-light', run, { colorScheme: 'light' }, whenAtWork)
    await shoot('live-dark', run, { colorScheme: 'dark' }, whenAtWork)
    await shoot('live-narrow', run, { viewport: NARROW, colorScheme: 'light' }, whenAtWork)
  } finally {
    for (const child of children) child.kill('SIGKILL')
    end()
    await stub.close()
  }
}

async function shoot(name, url, options, prepare = async () => {}) {
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await prepare(page)
  await page.waitForTimeout(400)
  const image = smallPng(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
  writeFileSync(join(images, `${name}.png`), image)
  await context.close()
  console.log(`${name}.png: ${(image.length / 1000).toFixed(0)} kB`)
  if (image.length > MOST_BYTES) throw new Error(`${name}.png is larger than ${MOST_BYTES / 1000} kB`)
}
