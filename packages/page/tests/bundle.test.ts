// What is shipped to browsers: small, of known licences, and without a way to turn text into markup or code.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { assertBuilt } from '../../shoal/tests/cli/built-bin.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const bundled = (name: string) => readFileSync(join(root, 'dist/page', name))

describe('the bundles', () => {
  beforeAll(() => assertBuilt())

  it.each([
    ['report.js', 309, 107],
    ['report.css', 26, 6],
    ['live.js', 385, 133],
    ['live.css', 39, 9],
  ])('%s has at most %i kB, %i kB gzipped', (name, most, gzipped) => {
    const bytes = bundled(name)
    expect(bytes.length / 1000).toBeLessThanOrEqual(most)
    expect(gzipSync(bytes).length / 1000).toBeLessThanOrEqual(gzipped)
  })

  it('name what they carry a copy of, with its licence', () => {
    const head = bundled('report.js').toString().slice(0, 3000)
    const notices = bundled('notices.txt').toString()
    for (const [name, owner] of [
      ['preact', 'Jason Miller'],
      ['@observablehq/plot', 'Observable, Inc.'],
      ['d3-hierarchy', 'Mike Bostock'],
      ['d3-force', 'Mike Bostock'],
    ] as const) {
      expect(head).toContain(name)
      expect(head).toContain(owner)
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((MIT|ISC)\\)$`, 'm'))
    }
  })

  it('load nothing: no address of another server is in them but names of namespaces', () => {
    for (const name of ['report.js', 'report.css', 'live.js', 'live.css']) {
      const found =
        bundled(name)
          .toString()
          .match(/\b(?:https?|wss?):\/\/[\w.-]+/g) ?? []
      expect(
        [...new Set(found)].filter(one => one !== 'http://www.w3.org'),
        name,
      ).toEqual([])
    }
  })
})

describe('the source of the page', () => {
  it('puts text in as text only', () => {
    const forbidden = [
      /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|createContextualFragment|setHTML/,
      /document\.write|\beval\(|new Function\(|javascript:|srcdoc|DOMParser/,
      /setAttribute\(\s*['"](?:style|on\w+)['"]/,
    ]
    const wrong = readdirSync(join(root, 'packages/page/src'), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name))
      .flatMap(name => {
        const text = readFileSync(join(root, 'packages/page/src', name), 'utf8')
        return forbidden.filter(pattern => pattern.test(text)).map(pattern => `${name}: ${pattern}`)
      })
    expect(wrong).toEqual([])
  })
})
