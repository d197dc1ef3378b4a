// Files and a model that attack: their report shows every word of it as text, and nothing of it runs.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { printable } from '@shoal/base/text/printable'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runBin } from '../../shoal/tests/cli/built-bin.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import type { Stub } from '../../shoal/tests/models/stub/server.ts'
import { crawl } from './crawl.ts'
import { FindingsList, plain, wordsOf } from './findings-list.ts'
import { foreignMarkup, programsOf } from './foreign-markup.ts'
import { copyHostile, hostileNames, payloads } from './hostile-files.ts'
import { HOSTILE_QUESTION, modelEnv, startHostileModel } from './hostile-model.ts'
import { inChromium, NARROW } from './in-chromium.ts'
import { type MadeReport, makeReport } from './made-report.ts'

const dir = tempDir()
const files = join(dir.path, 'files')
const attacks = Object.values(payloads())
const PROGRAMS = ['style', 'script shoal-report application/json', 'script']

inChromium('a report of hostile files', chromium => {
  let made: MadeReport
  beforeAll(() => {
    mkdirSync(files)
    copyHostile(files)
    made = makeReport({ directory: dir.path, cwd: files, args: ['.', HOSTILE_QUESTION] })
  })

  it('is about them: their names, cells, keys, lines and code are in it', () => {
    const data = JSON.stringify(made.page)
    const { files: read, findings } = made.page.report
    expect(read.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(hostileNames())))
    const told = attacks.filter(attack => data.includes(JSON.stringify(attack).slice(1, -1)))
    expect(attacks.filter(attack => !told.includes(attack))).toEqual([])
    expect(findings.filter(one => attacks.some(attack => one.evidence.includes(attack))).length).toBeGreaterThan(20)
    expect(findings.filter(one => attacks.some(attack => one.summary.includes(attack))).length).toBeGreaterThan(5)
  })

  it('keeps excerpts of files whose names are those of properties', () => {
    const ofProto = made.page.report.findings.filter(({ path }) => path === '__proto__')
    expect(ofProto.length).toBeGreaterThan(0)
    expect(Object.keys(made.page.excerpts)).toEqual(expect.arrayContaining(['__proto__', 'constructor']))
  })

  it('runs nothing, whatever is done with it', async () => {
    const { page, seen } = await chromium.open(made.url)
    expect(await programsOf(page)).toEqual(PROGRAMS)
    expect(await crawl(page, { words: attacks, moves: 400 })).toBeGreaterThan(300)
    expect(await foreignMarkup(page)).toEqual([])
    expect(await programsOf(page)).toEqual(PROGRAMS)
    expect(await seen.settle()).toEqual([])
    expect(await page.evaluate(() => ({}) as { polluted?: unknown; isAdmin?: unknown })).toEqual({})
  })

  it('shows it all as text, character for character', async () => {
    const { page, seen } = await chromium.open(made.url)
    const list = new FindingsList(page)
    const { findings } = made.page.report
    await expect.poll(() => wordsOf(page.getByRole('heading', { level: 1 }))).toBe(plain(HOSTILE_QUESTION))
    const nastiest = findings.filter(({ evidence }) => attacks.some(attack => evidence.includes(attack)))
    for (const finding of nastiest.filter((_, k) => k % 6 === 0)) {
      await page.goto(`${made.url}#/findings?finding=${finding.id}`)
      await expect
        .poll(() => list.opened.getByRole('heading').first().textContent())
        .toContain(printable(finding.summary).split('`')[0]!)
      const name = `${printable(finding.path)}, line ${finding.line}`
      const source = list.opened.getByLabel(name, { exact: true }).first()
      const marked = async () => (await source.locator('mark').allTextContents()).join('\n')
      await expect.poll(marked).toBe(finding.evidence.split('\n').map(printable).join('\n'))
    }
    expect(await foreignMarkup(page)).toEqual([])
    expect(await seen.settle()).toEqual([])
  })

  it('runs nothing from an address that attacks', async () => {
    for (const attack of [attacks[0]!, attacks[2]!, "javascript:window.__pwned='hash'"]) {
      const word = encodeURIComponent(attack)
      const { page, seen } = await chromium.open(
        `${made.url}#/${word}?q=${word}&file=${word}&type=${word}&kind=${word}&finding=${word}&link=${word}`,
      )
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await foreignMarkup(page)).toEqual([])
      expect(await seen.settle()).toEqual([])
    }
  })

  it('runs nothing where scripts are off, on paper, or on a narrow screen', async () => {
    const without = await chromium.open(made.url, { javaScriptEnabled: false })
    expect(without.seen.troubles).toEqual([])
    await expect.poll(() => wordsOf(without.page.locator('noscript').first())).toContain('<img src=x onerror=')
    await expect
      .poll(() => without.page.locator('noscript img, noscript svg, noscript script, noscript style').count())
      .toBe(0)

    const { page, seen } = await chromium.open(made.url, { viewport: NARROW })
    await page.emulateMedia({ media: 'print' })
    expect((await page.pdf()).length).toBeGreaterThan(20_000)
    expect(await foreignMarkup(page)).toEqual([])
    expect(await seen.settle()).toEqual([])
  })

  it('is held by its policy too: what gets in against all odds does not run', async () => {
    const { page, seen } = await chromium.open(made.url)
    const refused = await page.evaluate(() => {
      const image = document.createElement('img')
      image.setAttribute('src', 'https://pwned.invalid/x.png')
      const style = document.createElement('style')
      style.textContent = 'p { color: red }'
      const link = document.createElement('a')
      link.setAttribute('href', "javascript:window.__pwned='link'")
      document.body.append(image, style, link)
      link.click()
      // What the debugger evaluates may evaluate more; what runs by itself may not.
      setTimeout(() => Reflect.construct(Function, ['window.__pwned = 3'])())
      const ways: Record<string, () => void> = {
        markup: () => Reflect.set(document.body.appendChild(document.createElement('p')), 'innerHTML', '<b>x</b>'),
        handler: () => image.setAttribute('onerror', 'window.__pwned = 1'),
        script: () => Reflect.set(document.createElement('script'), 'textContent', 'window.__pwned = 2'),
      }
      return Object.keys(ways).filter(name => {
        try {
          ways[name]!()
          return false
        } catch {
          return true
        }
      })
    })
    expect(refused).toEqual(['markup', 'handler', 'script'])
    for (const breach of ['img-src https://pwned.invalid/x.png', 'style-src-elem inline', 'script-src-elem inline'])
      await expect.poll(() => seen.settle()).toContain(`policy: ${breach}`)
    expect((await seen.settle()).filter(trouble => trouble.startsWith('script ran'))).toEqual([])
  })
})

inChromium('a report of a hostile model', chromium => {
  let stub: Stub
  beforeAll(async () => {
    stub = await startHostileModel()
  })
  afterAll(async () => await stub.close())

  it('shows what it said as text', async () => {
    const { shoal } = await import('../../shoal/tests/cli/fake-io.ts')
    const home = { SHOAL_HOME: join(dir.path, 'model-home'), ...modelEnv(stub) }
    const file = dir.write('model/notes.md', '# Notes\n\nThe disk was full.\n\nNobody had looked at it for weeks.\n')
    const args = [file, HOSTILE_QUESTION, '--model', 'anthropic:claude-haiku-4-5', '--name', 'said']
    const { status, stderr } = await shoal(['analyze', ...args], { env: home })
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('Error') })
    const out = join(dir.path, 'said.html')
    const reported = runBin(['report', 'said', '--output', out], { env: home })
    expect(reported).toMatchObject({ status: 0 })
    const { readReport } = await import('./made-report.ts')
    const { url, page: data } = readReport(out)
    const said = data.report.findings.filter(({ by }) => by !== undefined)
    expect(said.length).toBeGreaterThan(0)
    expect(said.some(({ summary }) => attacks.some(attack => summary.includes(attack)))).toBe(true)

    const { page, seen } = await chromium.open(url)
    expect(await programsOf(page)).toEqual(PROGRAMS)
    await page.goto(`${url}#/findings?finding=${said[0]!.id}`)
    await page.getByRole('heading', { name: printable(said[0]!.summary) }).waitFor()
    expect(await crawl(page, { words: attacks.slice(0, 4), moves: 150 })).toBeGreaterThan(100)
    expect(await foreignMarkup(page)).toEqual([])
    expect(await seen.settle()).toEqual([])
  })
})
