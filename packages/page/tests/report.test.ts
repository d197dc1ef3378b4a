// A report in a file, used as people use it: read, searched, filtered, linked to, by mouse and by keyboard.
import { join } from 'node:path'
import type { Finding } from '@shoal/base/model/finding'
import type { CrossFinding } from '@shoal/base/model/report'
import { beforeAll, expect, it } from 'vitest'
import { eventually } from '../../../tests/patience.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { FindingsList, plain, wordsOf } from './findings-list.ts'
import { foreignMarkup, programsOf } from './foreign-markup.ts'
import { inChromium } from './in-chromium.ts'
import { EXAMPLES, type MadeReport, makeReport, writePage } from './made-report.ts'

const dir = tempDir()
const QUESTION = 'What looks wrong?'

inChromium('a report in a file', chromium => {
  let made: MadeReport
  let findings: readonly Finding[]
  let across: readonly CrossFinding[]
  let all: number
  beforeAll(() => {
    made = makeReport({ directory: dir.path, cwd: EXAMPLES, args: ['.', QUESTION] })
    findings = made.page.report.findings
    across = made.page.report.crossFile
    all = findings.length + across.length
  })
  const highs = () => findings.filter(one => one.severity === 'high' && one.nature === 'problem')

  it('opens from disk with all its sections, asks for nothing and runs nothing but its own', async () => {
    const { page, seen } = await chromium.open(made.url)
    await expect.poll(() => page.title()).toContain(QUESTION)
    await expect.poll(() => wordsOf(page.getByRole('heading', { level: 1 }))).toBe(QUESTION)
    const firstLine = made.page.report.answer!.split('\n')[0]!
    await expect.poll(() => wordsOf(page.getByRole('region', { name: 'Answer' }))).toContain(plain(firstLine))
    for (const name of ['Files', 'Findings', 'Across files', 'By type', /^Coverage/])
      await expect
        .poll(() => page.getByRole('region', { name, exact: true }).count(), { message: String(name) })
        .toBe(1)
    expect(await programsOf(page)).toEqual(['style', 'script shoal-report application/json', 'script'])
    expect(await foreignMarkup(page)).toEqual([])
    expect(await seen.settle()).toEqual([])
  })

  it('lists all findings, finds by words, and keeps the search in the address', async () => {
    const { page } = await chromium.open(made.url)
    const list = new FindingsList(page)
    await expect.poll(() => list.count()).toBe(`${all} findings`)
    const known = [...findings, ...across].map(({ summary }) => plain(summary))
    await eventually(async () => {
      const first = await list.summaries()
      expect(known).toEqual(expect.arrayContaining(first))
      const ranked = findings.map(({ summary }) => plain(summary)).filter(summary => first.includes(summary))
      expect(first.filter(summary => ranked.includes(summary))).toEqual(ranked)
    })

    await page.keyboard.press('/')
    await page.keyboard.type('timeout')
    await page.waitForURL(/q=timeout/)
    const like = [...findings, ...across].filter(one => JSON.stringify(one).toLowerCase().includes('timeout'))
    // The address changes before the list does.
    const found = await eventually(async () => {
      const listed = await list.summaries()
      expect(listed.length).toBeGreaterThan(0)
      expect(like.map(({ summary }) => plain(summary))).toEqual(expect.arrayContaining(listed))
      expect(await list.count()).toBe(`${listed.length} of ${all} findings`)
      return listed
    })

    await page.reload()
    await expect.poll(() => list.search.inputValue()).toBe('timeout')
    await expect.poll(() => list.summaries()).toEqual(found)
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => list.count()).toBe(`${all} findings`)
    await expect.poll(() => list.search.inputValue()).toBe('')

    await list.search.fill('xyzzy-nowhere')
    await page.getByText('No finding is like that').waitFor()
  })

  it('filters by severity, nature, type, file and verification, also together', async () => {
    const { page } = await chromium.open(made.url)
    const list = new FindingsList(page)
    const expectCount = async (count: number) =>
      await expect.poll(() => list.count()).toBe(`${count} of ${all} findings`)
    const both = [...findings, ...across]

    await list.filter('Severity', 'high')
    await expectCount(both.filter(one => one.severity === 'high' && one.nature === 'problem').length)
    await list.filter('Content type', 'source_code')
    const code = highs().filter(({ contentType }) => contentType === 'source_code')
    await expectCount(code.length)
    await expect.poll(() => list.summaries()).toEqual(code.map(({ summary }) => plain(summary)))
    await list.filter('Severity', '')
    await list.filter('Content type', '')

    await list.filter('Nature', 'fact')
    await expectCount(both.filter(({ nature }) => nature === 'fact').length)
    await list.filter('Nature', '')

    const inFile = (one: Finding | CrossFinding) =>
      'places' in one ? one.places.some(({ path }) => path === 'service.py') : one.files.includes('service.py')
    await list.filter('File', 'service.py')
    await expectCount(both.filter(inFile).length)
    await list.filter('Verification', 'yes')
    await expectCount(findings.filter(one => inFile(one) && one.verified).length + across.filter(inFile).length)
  })

  it('opens findings on their lines with the quote marked; the address opens one again elsewhere', async () => {
    const { page } = await chromium.open(made.url)
    const list = new FindingsList(page)
    const some = [...new Map(findings.map(one => [one.contentType, one])).values()]
    for (const finding of some) {
      await list.search.fill(finding.id)
      await page.waitForURL(new RegExp(`q=${finding.id}`))
      await list.rows.first().click()
      await list.expectOpen(finding)
    }
    const other = await chromium.open(page.url())
    const there = new FindingsList(other.page)
    await there.expectOpen(some.at(-1)!)
    await there.opened.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => there.opened.count()).toBe(0)
    await other.page.goBack()
    await there.expectOpen(some.at(-1)!)
    expect(await other.seen.settle()).toEqual([])
  })

  it('is gone through with the keyboard alone', async () => {
    const { page } = await chromium.open(`${made.url}#/findings?type=log`)
    const list = new FindingsList(page)
    const logs = findings.filter(({ contentType }) => contentType === 'log')
    await list.rows.first().focus()
    await page.keyboard.press('Enter')
    await list.expectOpen(logs[0]!)
    await list.rows.first().focus()
    for (const step of [1, 2]) {
      await page.keyboard.press('ArrowDown')
      await list.expectOpen(logs[step]!)
    }
    await page.keyboard.press('End')
    await list.expectOpen(logs.at(-1)!)
    const focused = page.locator(':focus')
    await expect.poll(() => wordsOf(focused)).toBe(plain(logs.at(-1)!.summary))
    await page.keyboard.press('Home')
    await list.expectOpen(logs[0]!)
  })

  it('shows where the focus is, wherever Tab leads', async () => {
    const { page } = await chromium.open(made.url)
    const unseen = () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
        const isMarked = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
        return isMarked ? null : `${element.localName}.${element.getAttribute('class')}`
      })
    for (let k = 0; k < 50; k++) {
      await page.keyboard.press('Tab')
      await expect.poll(unseen).toBeNull()
    }
  })

  it('leads from what it counts to what was counted', async () => {
    const { page } = await chromium.open(made.url)
    const list = new FindingsList(page)
    const both = [...findings, ...across].filter(one => one.severity === 'high' && one.nature === 'problem')
    const figures = page.getByRole('region', { name: 'Files', exact: true }).locator('dl')
    const figure = figures
      .getByRole('link')
      .filter({ hasText: String(both.length) })
      .first()
    await figure.click()
    await expect.poll(() => list.count()).toBe(`${both.length} of ${all} findings`)

    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Coverage/ })
      .click()
    const heading = page.getByRole('heading', { name: /^Coverage/ })
    await expect
      .poll(() =>
        heading.evaluate(one => one.getBoundingClientRect().top >= 0 && one.getBoundingClientRect().top < innerHeight),
      )
      .toBe(true)

    const map = page.getByRole('region', { name: 'Files', exact: true })
    await map
      .getByRole('button', { name: /^service\.py/ })
      .first()
      .click()
    await page.waitForURL(/file=service\.py/)
  })

  it('keeps the theme that is chosen', async () => {
    const { page } = await chromium.open(made.url, { colorScheme: 'light' })
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await background()
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark')
    await expect.poll(background).not.toBe(light)
    const dark = await background()
    await page.reload()
    await expect.poll(background).toBe(dark)
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('auto')
    await expect.poll(background).toBe(light)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(background).toBe(dark)
  })

  it('gives every picture of every type a name and its numbers as a table', async () => {
    const { page } = await chromium.open(made.url)
    let pictures = 0
    for (const { contentType } of made.page.report.perType) {
      await page.goto(`${made.url}#/types?show=${contentType}`)
      await page.locator(`[id="type-${contentType}"]`).waitFor()
      const names = await page.evaluate(async () => {
        // All are drawn once they have been near.
        for (let y = 0; y < document.documentElement.scrollHeight; y += 600) {
          scrollTo(0, y)
          await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
        }
        const bare = [...document.querySelectorAll('svg')].filter(one => !one.closest('[role], [aria-hidden=true]'))
        return [...document.querySelectorAll('figure [role=img], figure [role=group]'), ...bare].map(
          one => one.getAttribute('aria-label') ?? '',
        )
      })
      expect(names.filter(name => name.trim() === '')).toEqual([])
      pictures += names.length
      const before = await page.getByRole('table').count()
      const pressed = await page
        .getByRole('button', { name: /^Show as table/, pressed: false })
        .evaluateAll(buttons => {
          for (const button of buttons) (button as HTMLElement).click()
          return buttons.length
        })
      await expect.poll(() => page.getByRole('table').count()).toBeGreaterThanOrEqual(before + pressed)
    }
    expect(pictures).toBeGreaterThan(made.page.report.perType.length)
  })

  it('tells the answer and the gravest findings without scripts', async () => {
    const { page } = await chromium.open(made.url, { javaScriptEnabled: false })
    const words = () => wordsOf(page.locator('body'))
    await expect.poll(words).toContain(plain(made.page.report.answer!.split('\n')[0]!))
    for (const { summary, path, line } of findings.slice(0, 5)) {
      await expect.poll(words).toContain(plain(summary))
      await expect.poll(words).toContain(`${path}:${line}`)
    }
  })

  it('shows what a sceptic objects to, beside the finding, the sentence and the link, on screen and on paper', async () => {
    const { page: data } = made
    const [first] = data.report.findings
    const [link] = data.report.crossFile
    const evidence = [{ path: first!.path, line: first!.line, quote: first!.evidence }]
    const claim = { text: 'The queue was full because of it.', evidence, findings: [], objection: 'no line tells why' }
    const report = {
      ...data.report,
      findings: [{ ...first!, objection: 'it says more than its line' }, ...data.report.findings.slice(1)],
      crossFile: [{ ...link!, objection: 'only one end is shown' }, ...data.report.crossFile.slice(1)],
      reading: { by: 'a:m-1', answer: [], summary: [claim], recommendations: [], missing: [], rejected: [] },
    }
    const { url } = writePage(join(dir.path, 'doubted.html'), { ...data, report })
    const { page } = await chromium.open(`${url}#/findings?finding=${encodeURIComponent(first!.id)}`)
    await page.getByText('A sceptic objects: it says more than its line').first().waitFor()
    await page.goto(`${url}#/findings?finding=across-1`)
    await page.getByText('A sceptic objects: only one end is shown').first().waitFor()
    await page.goto(`${url}#/answer`)
    await page.getByText('A sceptic objects: no line tells why').first().waitFor()
  })
})
