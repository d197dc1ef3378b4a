import { displayWidth } from '@shoal/base/text/printable'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pathLabels, withoutSharedFolder } from '../../src/text/path-labels.ts'

describe('names of files in a picture', () => {
  it.each<[string, string[], string[]]>([
    [
      'start behind the folder that all stand in',
      ['/srv/data/logs/a.log', '/srv/data/logs/old/b.log'],
      ['a.log', 'old/b.log'],
    ],
    ['keep what is short', ['a.csv', 'b/c.csv'], ['a.csv', 'b/c.csv']],
    ['are the name alone where there is but one', ['/srv/data/a.log'], ['a.log']],
    ['keep the name of a folder that others stand in', ['/srv/app', '/srv/app/tests'], ['app', 'app/tests']],
    ['may be those of Windows', ['C:\\logs\\a.log', 'C:\\logs\\b.log'], ['a.log', 'b.log']],
    [
      'are cut in front, at a folder',
      ['README.md', 'packages/first/source/index.ts'],
      ['README.md', '…/first/source/index.ts'],
    ],
    [
      'are cut inside where the name alone is too long',
      ['x', 'deep/a-very-long-name-of-a-single-file.json'],
      ['x', '…a-very-l…ngle-file.json'],
    ],
    [
      'are cut in the middle where only their starts differ',
      ['east/some/long/way/down/server.log', 'west/some/long/way/down/server.log'],
      ['east/some…own/server.log', 'west/some…own/server.log'],
    ],
    [
      'start at the difference where all else is the same',
      ['the-same-long-beginning-1-and-the-very-same-end.log', 'the-same-long-beginning-2-and-the-very-same-end.log'],
      ['…1-and-th…y-same-end.log', '…2-and-th…y-same-end.log'],
    ],
    ['have numbers where nothing else helps', ['a b', 'a  b', 'a   b'], ['a b', 'a b (2)', 'a b (3)']],
    ['are the same for the same file', ['x/a', 'x/b', 'x/a'], ['a', 'b', 'a']],
  ])('%s', (_, paths, labels) => {
    expect(pathLabels(paths)).toEqual(labels)
  })

  const step = fc.oneof(
    fc.constantFrom('a', 'b', 'logs', 'a-name-that-is-much-longer-than-the-room', '日本語のファイル', '🚚', ' ', ''),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
  )
  const paths = fc
    .tuple(
      fc.constantFrom('', '/', '/srv/shared/data/', 'C:\\x\\'),
      fc.array(fc.array(step, { minLength: 1, maxLength: 6 })),
    )
    .map(([start, all]) => all.map(steps => `${start}${steps.join('/')}`))

  it('tell all files apart, are short, and end as the path does', () => {
    fc.assert(
      fc.property(paths, fc.integer({ min: 12, max: 40 }), (all, longest) => {
        const labels = pathLabels(all, longest)
        expect(new Set(labels).size).toBe(new Set(all).size)
        for (const [k, label] of labels.entries()) {
          expect(label).not.toBe('')
          expect(displayWidth(label)).toBeLessThanOrEqual(longest)
          const plain = all[k]!.replace(/\s+/g, ' ').trim()
          if (!/\(blank\)| \(\d+\)$/.test(label)) expect(plain.endsWith(label.split('…').at(-1)!)).toBe(true)
        }
      }),
    )
  })

  it('are those of the paths without a folder around them', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(
            step.map(name => `x${name}`),
            { minLength: 1 },
          ),
          { minLength: 1 },
        ),
        all => {
          const inside = all.map(steps => steps.join('/'))
          expect(pathLabels(inside.map(path => `/around/it/${path}`))).toEqual(pathLabels(inside))
          const shared = withoutSharedFolder(inside)
          expect(withoutSharedFolder(shared)).toEqual(shared)
          expect(shared.every((path, k) => path !== '' && inside[k]!.endsWith(path))).toBe(true)
        },
      ),
    )
  })

  it('stay different however many look the same', () => {
    const all = Array.from(
      { length: 2_000 },
      (_, k) => `${'x'.repeat(40)}${k % 40}${'y'.repeat(40)}${k}${'z'.repeat(40)}`,
    )
    expect(new Set(pathLabels(all)).size).toBe(all.length)
  })
})
