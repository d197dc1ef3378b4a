// The watch itself, proved on pages that do what a report must not: a guard that sees nothing would pass everything.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findChromium } from '../../../scripts/chromium.mjs'
import { eventually } from '../../../tests/patience.ts'
import { tempDir } from '../../shoal/tests/cli/temp-dir.ts'
import { breachesOf } from './axe.ts'
import { foreignMarkup } from './foreign-markup.ts'
import { inChromium } from './in-chromium.ts'

const dir = tempDir()

function written(name: string, body: string, head = ''): string {
  const html = `<!doctype html><html lang="en"><head><title>t</title>${head}</head><body>${body}</body></html>`
  return pathToFileURL(dir.write(`${name}.html`, html)).href
}

inChromium('the watch over a page', chromium => {
  it.each([
    ['a handler', '<img src="data:image/png;base64,AA" onerror="window.__pwned = 1">', /^script ran: 1$/],
    ['a script', '<script>window.__pwned = 2</script>', /^script ran: 2$/],
    ['a dialog', '<script>alert("hello")</script>', /^dialog: hello$/],
    ['an error', '<script>null.x</script>', /^error: .*null/],
    [
      'a request for a picture',
      '<img src="http://127.0.0.1:9/p.png" alt="">',
      /^request: http:\/\/127.0.0.1:9\/p.png$/,
    ],
    ['a request of a style', '<p style="background: url(http://127.0.0.1:9/s)">x</p>', /^request: http.*\/s$/],
    ['another file', '<link rel="stylesheet" href="other.css">', /^request: file:.*other.css$/],
    ['a frame', '<iframe srcdoc="x" title="x"></iframe>', /^frame: /],
    ['a window', '<script>open("about:blank#w")</script>', /^window: about:blank#?w?$/],
  ])('sees %s', async (name, body, trouble) => {
    const { seen } = await chromium.open(written(name.replaceAll(' ', '-'), body))
    await expect.poll(() => seen.settle()).toContainEqual(expect.stringMatching(trouble))
  })

  it('sees what a policy forbids, though it does not run', async () => {
    const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`
    const { page, seen } = await chromium.open(
      written('policy', '<p onclick="x()">x</p><script>__pwned = 1</script>', policy),
    )
    // A handler is looked at when it is to run, and the browser tells of what it forbade when it has time.
    await page.evaluate("document.querySelector('p').click()")
    const troubles = await eventually(async () => {
      const all = await seen.settle()
      expect(all).toContainEqual('policy: script-src-elem inline')
      expect(all).toContainEqual('policy: script-src-attr inline')
      return all
    })
    expect(troubles.filter(trouble => trouble.startsWith('script ran'))).toEqual([])
  })

  it('is content with a page that only shows', async () => {
    const body = '<main><h1>Text</h1><p>&lt;img src=x onerror=alert(1)&gt;</p><a href="#x">x</a></main>'
    const { page, seen } = await chromium.open(written('quiet', body))
    expect(await foreignMarkup(page)).toEqual([])
    await expect.poll(() => breachesOf(page)).toEqual([])
    expect(await seen.settle()).toEqual([])
  })

  it('knows markup that no component makes', async () => {
    const foreign = [
      ['<p onclick="x()">x</p>', 'handler onclick'],
      ['<a href="javascript:x()">x</a>', 'address href'],
      ['<a href="https://example.com/">x</a>', 'address href'],
      ['<svg><a xlink:href="javascript:x()"><text>x</text></a></svg>', 'address xlink:href'],
      ['<style>p { color: red }</style>', 'outside the head'],
      ['<div><script>1</script></div>', 'outside the head'],
      ['<p style="background: url(data:image/png;base64,AA)">x</p>', 'style'],
      ['<base href="https://example.com/">', 'element'],
    ] as const
    const { page } = await chromium.open(written('foreign', foreign.map(([body]) => body).join('')))
    await eventually(async () => {
      const lines = (await foreignMarkup(page)).map(line => line.slice(0, line.indexOf(': ')))
      expect(lines).toEqual(expect.arrayContaining(foreign.map(([, why]) => why)))
      expect(lines.filter(why => why === 'outside the head' || why === 'address href')).toHaveLength(5)
    })
  })

  it('finds what a reader who cannot see would miss', async () => {
    const { page } = await chromium.open(
      written('barriers', '<main><h1>x</h1><input><p style="color: #aaa">pale words</p></main>'),
    )
    const breaches = async () => (await breachesOf(page)).map(line => line.split(' ')[0])
    await expect.poll(breaches).toEqual(expect.arrayContaining(['label', 'color-contrast']))
  })
})

describe('looking for a Chromium', () => {
  it('takes the one that is named, then the first well-known name on the path, else none', () => {
    dir.write('bin/google-chrome', '')
    expect(findChromium({ CHROMIUM_PATH: '/opt/it', PATH: '' })).toBe('/opt/it')
    // Nothing that cannot be executed.
    expect(findChromium({ PATH: join(dir.path, 'bin') })).not.toBe(join(dir.path, 'bin/google-chrome'))
  })
})
