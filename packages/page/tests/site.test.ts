// The docs as a site: every link leads somewhere, and in a real browser it is read, searched and seen without a network.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderMarkdown } from '../../../scripts/site/markdown.mjs'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { breachesOf } from './axe.ts'
import { inChromium, NARROW } from './in-chromium.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const dir = tempDir()
const site = join(dir.path, 'site')
const at = (page: string) => pathToFileURL(join(site, page)).href

beforeAll(() => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/site.mjs', site], { cwd: root, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

describe('the site', () => {
  it('has a page for every page of the docs, and no link in it is dead', () => {
    const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.html'))
    expect(pages).toEqual(expect.arrayContaining(['index.html', 'cli.html', 'tutorials/index.html', 'compared.html']))
    const texts = new Map(pages.map(page => [page, readFileSync(join(site, page), 'utf8')]))
    const dead = [...texts].flatMap(([page, text]) =>
      [...text.matchAll(/(?:href|src)="([^"]*)"/g)]
        .map(([, target]) => target!)
        .filter(target => !/^\w+:/.test(target))
        .filter(target => {
          const [path = '', anchor] = target.split('#')
          const file = path === '' ? page : join(dirname(page), path)
          if (!existsSync(join(site, file))) return true
          return anchor !== undefined && !texts.get(file)?.includes(`id="${anchor}"`)
        })
        .map(target => `${page} → ${target}`),
    )
    expect(dead).toEqual([])
  })

  it('shows text as text', () => {
    const hostile =
      '# <script>x</script>\n\n<img src=x onerror=y> `<b>` [a](javascript:x"y) **b** <!-- gone -->\n\n| `a\\|b` | c |\n|---|---|\n| <i> | d |\n'
    const { html } = renderMarkdown(hostile, (to: string) => (/^https?:/.test(to) ? to : null))
    expect(html.replace(/<\/?(?:h1|p|code|strong|div|table|thead|tbody|tr|th|td)\b[^<>]*>/g, '')).not.toMatch(/[<>]/)
    expect(html).toContain('<code>a|b</code>')
    expect(html).not.toContain('gone')
    expect(html).not.toContain('javascript')
  })
})

inChromium('the site in a browser', chromium => {
  it('finds what is asked for, from the disk', async () => {
    const { page, seen } = await chromium.open(at('index.html'))
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill('rotated logs')
    const found = page.getByRole('list', { name: 'Found' }).getByRole('link')
    await expect.poll(() => found.count()).toBeGreaterThan(0)
    // A page of the docs before decisions and the changelog.
    await page.getByRole('searchbox').fill('event logs of windows')
    await expect.poll(() => found.first().textContent()).toContain('Forms of input')
    await page.getByRole('searchbox').fill('readers antiword')
    await expect.poll(() => found.first().textContent()).toContain('Readers: any other form')
    await found.first().click()
    await expect.poll(() => page.url()).toBe(`${at('forms.html')}#readers-any-other-form`)
    await page.getByRole('searchbox').fill('nosuchwordanywhere')
    await expect.poll(() => page.locator('#found').textContent()).toBe('Nothing has all of these words.')
    expect(seen.troubles.filter(one => !one.startsWith('request: file:'))).toEqual([])
  })

  it.each(['light', 'dark'] as const)('is %s where the system is, and readable for all', async colorScheme => {
    const { page } = await chromium.open(at('tutorials/table.html'), { colorScheme })
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await expect.poll(ground).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(20, 23, 26)')
    await expect.poll(() => breachesOf(page)).toEqual([])
  })

  it('fits a narrow screen', async () => {
    for (const name of ['index.html', 'cli.html', 'forms.html']) {
      const { page } = await chromium.open(at(name), { viewport: NARROW })
      const width = () => page.evaluate(() => document.documentElement.scrollWidth)
      await expect.poll(width, { message: name }).toBeLessThanOrEqual(NARROW.width)
      // The text comes before the list of all pages.
      const top = () => page.evaluate(() => document.querySelector('h1')!.getBoundingClientRect().top)
      await expect.poll(top, { message: name }).toBeLessThan(250)
    }
  })
})
