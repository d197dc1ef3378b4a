// diff against plain readings: every count by hand, nothing between a version and itself, and the mirror image when the versions change
// places. Many pairs of files are compared in one call, as two directories.
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settingsFrom } from '../../src/config/resolve.ts'
import { diff } from '../../src/run/diff/diff.ts'
import { casesOf } from '../../src/run/diff/united-templates.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()
const signal = new AbortController().signal
const options = { settings: settingsFrom(), signal, cache: join(dir.path, 'cache'), cwd: dir.path }
const compare = (before: string, after: string, more: Partial<Parameters<typeof diff>[0]> = {}) =>
  diff({ before, after, limit: 10_000, characters: 10_000_000, ...more }, options)

type Report = Awaited<ReturnType<typeof compare>>
type Row = Readonly<Record<string, string | number | null>>

const word = fc.constantFrom('Oslo', 'Rome', 'a, "b"', '007', 'x y', 'é')
const row = fc.record({ city: fc.option(word), amount: fc.option(fc.integer({ min: -5, max: 5 })), note: word })
/** Rows by their id, in any order. */
const version = fc
  .dictionary(fc.integer({ min: 1, max: 12 }).map(String), row, { maxKeys: 8 })
  .chain(rows => fc.shuffledSubarray(Object.entries(rows), { minLength: Object.keys(rows).length }))
  .map(entries => entries.map(([id, cells]): Row => ({ id: Number(id), ...cells })))
const writers: Readonly<Record<string, (rows: readonly Row[]) => string>> = {
  csv: rows => ['id,city,amount,note', ...rows.map(one => Object.values(one).map(csvCell).join(','))].join('\n') + '\n',
  jsonl: rows => rows.map(one => `${JSON.stringify(one)}\n`).join(''),
  json: rows => JSON.stringify(rows, null, 1),
}
const csvCell = (value: string | number | null) =>
  value === null ? '' : /[",]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value)

/** What a person would count. */
function plainly(before: readonly Row[], after: readonly Row[]) {
  const [old, now] = [before, after].map(rows => new Map(rows.map(one => [one.id, one])))
  const both = before.filter(({ id }) => now!.has(id!))
  const changed = both.filter(one => JSON.stringify(one) !== JSON.stringify(now!.get(one.id!)))
  return {
    before: before.length,
    after: after.length,
    added: after.filter(({ id }) => !old!.has(id!)).length,
    removed: before.length - both.length,
    changed: changed.length,
    same: both.length - changed.length,
  }
}

const turned = { added: 'removed', removed: 'added', changed: 'changed' } as const
/** The same as if the versions had changed places. */
const mirrored = ({ differences }: Report) =>
  differences.map(one => ({
    ...one,
    change: turned[one.change],
    before: one.after,
    after: one.before,
    cells: one.cells.map(cell => ({ ...cell, before: cell.after, after: cell.before })),
  }))
const sorted = (list: readonly unknown[]) => list.map(one => JSON.stringify(one)).sort()

let made = 0

describe.each(Object.keys(writers))('rows of %s', ending => {
  it('are counted as a person would, with nothing lost, and mirrored', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(version, version), { minLength: 10, maxLength: 14 }), async pairs => {
        const [a, b] = [`a${++made}`, `b${made}`]
        for (const [k, [before, after]] of pairs.entries()) {
          dir.write(`${a}/t${k}.${ending}`, writers[ending]!(before))
          dir.write(`${b}/t${k}.${ending}`, writers[ending]!(after))
        }
        const [there, back] = [await compare(a, b, { key: ['id'] }), await compare(b, a, { key: ['id'] })]
        for (const { after, compared } of there.fileDiffs) {
          const [before, later] = pairs[Number(/t(\d+)\./.exec(after!)![1])]!
          // One line of JSON is a document.
          if (before.length < 2 || later.length < 2) continue
          const [{ unit, table, key, columns, ...counts }] = compared as [(typeof compared)[number]]
          expect({ unit, table, key }).toEqual({ unit: 'row', table: null, key: ['id'] })
          expect(counts).toEqual(plainly(before, later))
        }
        for (const { compared } of there.fileDiffs)
          for (const { before, after, added, removed, changed, same } of compared) {
            expect(before - removed + added).toBe(after)
            expect(removed + changed + same).toBe(before)
          }
        expect(sorted(mirrored(there))).toEqual(sorted(back.differences))
        expect(there.differences).toHaveLength(there.differenceCount)
      }),
      { numRuns: 2 },
    )
  })
})

describe('a version and itself', () => {
  it('do not differ, and what only looks different is the same', async () => {
    const rows = Array.from({ length: 40 }, (_, k) => ({ id: k, city: 'Oslo', amount: k }))
    dir.write('self/a.csv', `id,amount\n${rows.map(({ id, amount }) => `${id},${amount}.50\n`).join('')}`)
    dir.write('self/b.yaml', 'port: 80\nhosts:\n  - a\n')
    expect(await compare('self', 'self')).toMatchObject({
      same: true,
      identical: true,
      differenceCount: 0,
      fileDiffs: [],
    })
    dir.write(
      'form/a.csv',
      `id,amount\n${rows
        .map(({ id, amount }) => `${id},"${amount}.5"\n`)
        .reverse()
        .join('')}`,
    )
    dir.write('form/b.yaml', '# as before\nhosts: [a]\nport:   80\n')
    const report = await compare('self', 'form')
    expect(report).toMatchObject({ same: true, identical: false, differenceCount: 0 })
    expect(report.files).toMatchObject({ changed: 2 })
  })
})

describe('tables', () => {
  it('find the key that most rows keep, and a column by its new name', async () => {
    dir.write('k1.csv', 'id,email,city\n1,ann@x.org,Oslo\n2,bob@x.org,Rome\n3,cat@x.org,Bonn\n')
    dir.write('k2.csv', 'id,email,town,note\n2,bob@x.org,Rome,-\n3,new@x.org,Bonn,-\n4,dan@x.org,Lyon,-\n')
    const { fileDiffs, differences } = await compare('k1.csv', 'k2.csv')
    expect(fileDiffs[0]!.compared).toMatchObject([
      {
        key: ['id'],
        added: 1,
        removed: 1,
        changed: 1,
        columns: { added: ['note'], removed: [], renamed: [{ before: 'city', after: 'town' }] },
      },
    ])
    expect(differences.find(({ change }) => change === 'changed')).toMatchObject({
      key: { id: 3 },
      cells: [{ column: 'email', before: 'cat@x.org', after: 'new@x.org' }],
      before: { path: 'k1.csv', line: 4 },
      after: { path: 'k2.csv', line: 3 },
    })
  })

  it('without a key are compared as whole rows, each as often as it stands there', async () => {
    dir.write('w1.csv', 'city,n\nOslo,1\nOslo,1\nRome,2\n')
    dir.write('w2.csv', 'city,n\nOslo,1\nRome,2\nRome,2\nBonn,3\n')
    const { fileDiffs, differences } = await compare('w1.csv', 'w2.csv')
    expect(fileDiffs[0]!.compared).toMatchObject([{ key: null, before: 3, after: 4, added: 2, removed: 1, changed: 0 }])
    expect(
      differences.map(({ change, cells }) => [change, ...cells.map(({ before, after }) => before ?? after)]),
    ).toEqual(
      expect.arrayContaining([
        ['removed', 'Oslo', 1],
        ['added', 'Rome', 2],
        ['added', 'Bonn', 3],
      ]),
    )
  })

  it('page without a gap', async () => {
    dir.write('p1.csv', `id,n\n${Array.from({ length: 30 }, (_, k) => `${k},${k}\n`).join('')}`)
    dir.write('p2.csv', `id,n\n${Array.from({ length: 30 }, (_, k) => `${k + 5},${k}\n`).join('')}`)
    const all = (await compare('p1.csv', 'p2.csv')).differences
    const pages = await Promise.all([0, 10, 20, 30].map(offset => compare('p1.csv', 'p2.csv', { limit: 10, offset })))
    expect(pages.flatMap(({ differences }) => differences)).toEqual(all)
    expect(pages.map(({ truncated, differenceCount }) => [truncated, differenceCount])).toEqual([
      [true, 35],
      [true, 35],
      [true, 35],
      [false, 35],
    ])
  })
})

describe('what files hold', () => {
  it('settings, symbols, imports, sections, templates and lines, with both places', async () => {
    dir.write('v1/app.yaml', 'port: 80\nold: 1\n')
    dir.write('v2/app.yaml', '# note\nport: 8080\nnew: 2\n')
    dir.write(
      'v1/x.py',
      'import os\n\nclass A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 1\n',
    )
    dir.write(
      'v2/x.py',
      'import re\n\nclass A:\n    def f(self, n):\n        return 1\n\n    def g(self):\n        return 2\n',
    )
    dir.write('v1/doc.md', 'Intro.\n\n# T\n\n## A\n\none\n\n## B\n\ntwo\n')
    dir.write('v2/doc.md', 'Intro.\n\n# T\n\n## A\n\none!\n\n## C\n\ntwo\n')
    const line = (level: string, text: string) => `2024-01-01 10:00:00 ${level} ${text}\n`
    dir.write('v1/app.log', line('INFO', 'user bob came in').repeat(5) + line('ERROR', 'disk full'))
    dir.write(
      'v2/app.log',
      ['ann', 'cat', 'dan', 'eve', 'fay'].map(name => line('INFO', `user ${name} came in`)).join(''),
    )
    dir.write('v1/notes.txt', 'alpha\nbeta\n')
    dir.write('v2/notes.txt', 'beta\ngamma\n')
    dir.write('v1/moved.txt', 'the same\n')
    dir.write('v2/elsewhere.txt', 'the same\n')
    const { differences, files } = await compare('v1', 'v2')
    expect(files).toEqual({ same: 0, changed: 5, added: 0, removed: 0, renamed: 1 })
    const told = differences.map(({ change, unit, key, cells, before, after }) =>
      [
        change,
        unit,
        ...Object.values(key).filter(value => value !== null),
        ...cells.map(({ column }) => column),
        before ? `${before.path}:${before.line}` : '-',
        after ? `${after.path}:${after.line}` : '-',
      ].join(' '),
    )
    expect(told.sort()).toEqual(
      [
        'changed setting port value v1/app.yaml:1 v2/app.yaml:2',
        'removed setting old value v1/app.yaml:2 -',
        'added setting new value - v2/app.yaml:3',
        'removed import os * v1/x.py:1 -',
        'added import re * - v2/x.py:1',
        'changed symbol A method f signature v1/x.py:4 v2/x.py:4',
        'changed symbol A method g body v1/x.py:7 v2/x.py:7',
        'changed section T > A text v1/doc.md:5 v2/doc.md:5',
        'removed section T > B text v1/doc.md:9 -',
        'added section T > C text - v2/doc.md:9',
        'removed level ERROR entries v1/app.log:6 -',
        'removed template disk full entries percent level v1/app.log:6 -',
        'removed line text v1/notes.txt:1 -',
        'added line text - v2/notes.txt:2',
      ].sort(),
    )
  })

  it('shows no secret, and says that it compares none', async () => {
    dir.write('s1.yaml', 'password: hunter2horse\nport: 1\n')
    dir.write('s2.yaml', 'password: hunter2house\nport: 2\n')
    const report = await compare('s1.yaml', 's2.yaml')
    expect(JSON.stringify(report)).not.toMatch(/hunter2ho/)
    expect(report.fileDiffs[0]!.notes).toEqual([expect.stringContaining('secrets are masked in 1 row')])
  })

  it('unites templates that vary in one version only', () => {
    expect(casesOf(['user bob came in', 'user <*> left', 'x y'], ['user <*> came in', '<*> <*>', 'a <*>'])).toEqual([
      { template: 'user bob came in', name: 'user <*> came in' },
    ])
  })
})

describe('bad input', () => {
  it.each([
    ['w1.csv', 'self', /self is a directory and w1\.csv is a file/],
    ['w1.csv', 'v1/app.log', /is structured_data and v1\/app\.log is log/],
    ['w1.csv', 'gone.csv', /gone\.csv/],
  ])('%s and %s are refused in one line', async (a, b, said) => {
    await expect(compare(a, b)).rejects.toThrow(said)
  })

  it('a key that is none is refused', async () => {
    await expect(compare('w1.csv', 'w2.csv', { key: ['zip'] })).rejects.toThrow(/has no column zip/)
    await expect(compare('w1.csv', 'w2.csv', { key: ['city'] })).rejects.toThrow(/rows with the same city/)
    await expect(compare('v1/app.yaml', 'v2/app.yaml', { key: ['id'] })).rejects.toThrow(/is not a table/)
  })
})
