import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileIgnore } from '../../src/text/ignore/rules.ts'

describe('one ignore file', () => {
  it.each([
    ['*.tmp', 'a/b/x.tmp', true],
    ['*.tmp', 'x.tmp.txt', false],
    ['/x', 'a/x', false],
    ['/x', 'x', true],
    ['a/x', 'b/a/x', false],
    ['a/**/x', 'a/x', true],
    ['a/**/x', 'a/b/c/x', true],
    ['a/**', 'a', false],
    ['**/x', 'a/b/x', true],
    ['x**y', 'x/y', false],
    ['x?[0-9]', 'xb7', true],
    ['[[:digit:]]x', '4x', true],
    ['[!a]x', 'ax', false],
    ['[a/b]x', 'bx', true],
    ['y/[a/b]x', 'y/bx', true],
    ['[a', '[a', false],
    ['[[:nope:]]', 'n', false],
    ['\\#x', '#x', true],
    ['# x', '# x', false],
    ['\\!x', '!x', true],
    ['x\\ ', 'x ', true],
    ['x  ', 'x', true],
    ['x\r', 'x', true],
    ['x\\', 'x\\', false],
    ['?', '😀', true],
    ['', 'x', false],
    ['!', 'x', false],
    ['/', 'x', false],
  ])('%j on %j: %s', (pattern, path, expected) => {
    const rule = compileIgnore(pattern).match(path, 0, path.slice(path.lastIndexOf('/') + 1), false)
    expect(rule !== null).toBe(expected)
  })

  it('lets the last matching line decide, whatever way it is looked up', () => {
    const rules = compileIgnore('*.log\n!keep.log\nlogs/*.log\n*/keep.log\n!/logs/keep.log')
    expect(rules.match('keep.log', 0, 'keep.log', false)).toMatchObject({ line: 2, negated: true })
    expect(rules.match('x/keep.log', 0, 'keep.log', false)).toMatchObject({ line: 4, negated: false })
    expect(rules.match('logs/keep.log', 0, 'keep.log', false)).toMatchObject({ line: 5, negated: true })
    expect(rules.match('logs/a.log', 0, 'a.log', false)).toMatchObject({ line: 3 })
  })

  it('tells directories from files', () => {
    const rules = compileIgnore('build/\n!build')
    expect(compileIgnore('build/').match('build', 0, 'build', false)).toBeNull()
    expect(rules.match('build', 0, 'build', true)).toMatchObject({ line: 2, negated: true })
  })

  it('drops a byte-order mark', () => {
    expect(compileIgnore('\ufeffx').match('x', 0, 'x', false)).toMatchObject({ line: 1 })
  })

  it('cannot be made to hang', () => {
    const rules = compileIgnore(`${'*a'.repeat(60)}*b\n${'**/a/'.repeat(40)}b`)
    expect(rules.match(`${'a/'.repeat(300)}c`, 0, 'a'.repeat(250), false)).toBeNull()
  })
})

describe('against git', () => {
  const names = ['a', 'b', 'ab', 'a.c', 'b.c.d', '[a]', '!a', '#b', 'a b', 'b ', '\\a', '*', '-']
  const paths: string[] = []
  const directories = new Set<string>()
  let repo = ''

  beforeAll(() => {
    repo = mkdtempSync(join(tmpdir(), 'shoal-ignore-'))
    execFileSync('git', ['init', '-q', repo])
    for (const outer of names) {
      for (const middle of ['a', 'b', 'a.c', '[a]', 'b ']) {
        mkdirSync(join(repo, `d${outer}`, middle), { recursive: true })
        directories.add(`d${outer}`).add(`d${outer}/${middle}`)
        for (const leaf of ['a', 'ab', 'b.c.d', '!a', '#b', 'a b', '-']) paths.push(`d${outer}/${middle}/${leaf}`)
      }
      paths.push(outer)
    }
    for (const path of paths) writeFileSync(join(repo, path), '')
  })

  afterAll(() => rmSync(repo, { recursive: true, force: true }))

  const atom = fc.constantFrom(
    ...['a', 'b', 'ab', 'da', 'd', '.c', 'a.c', '*', '*', '**', '?', '/', '/', '/', '**/', '/**', '*.c', '!', '#', ' '],
    ...[
      '\\ ',
      '\\',
      '[ab]',
      '[!a]',
      '[^b]',
      '[a-c]',
      '[',
      ']',
      '-',
      '[]-a]',
      '[[:alpha:]]',
      '[a/b]',
      '\\[a]',
      '\\!',
      '\r',
    ],
  )
  // Git compares the part before the first special character apart, and so takes `a**/b` for `a` and then `**/b`;
  // and it wants a folder for `**` before an escaped slash.
  const quirk = /^[^*?[\\]*[^/*?[\\]\*\*|\*\*\\\//
  const line = fc
    .array(atom, { minLength: 1, maxLength: 6 })
    .map(parts => parts.join(''))
    .filter(text => !quirk.test(text))
  const file = fc.array(line, { minLength: 1, maxLength: 6 }).map(lines => lines.join('\n'))

  it('names the same line for every path', () => {
    const all = [...directories, ...paths]
    fc.assert(
      fc.property(file, text => {
        writeFileSync(join(repo, '.gitignore'), text)
        const expected = gitDecisions(repo, all)
        const rules = compileIgnore(text)
        const wrong = all
          .map((path, index) => ({ path, ours: decide(path), git: expected[index] }))
          .filter(({ ours, git }) => ours !== git)
        expect(wrong).toEqual([])

        // As a walk does it: an ignored directory decides for all below it.
        function decide(path: string): number {
          const parts = path.split('/')
          for (let depth = 1; depth < parts.length; depth++) {
            const folder = rules.match(parts.slice(0, depth).join('/'), 0, parts[depth - 1]!, true)
            if (folder && !folder.negated) return folder.line
          }
          return rules.match(path, 0, parts.at(-1)!, directories.has(path))?.line ?? 0
        }
      }),
      { numRuns: 120 },
    )
  })
})

/** For each path the line of the .gitignore that git lets decide, 0 for none. */
function gitDecisions(repo: string, paths: readonly string[]): number[] {
  let output: string
  const args = ['-C', repo, '-c', 'core.excludesFile=', 'check-ignore', '--no-index', '-z', '-v', '-n', '--stdin']
  try {
    output = execFileSync('git', args, { input: paths.join('\0'), encoding: 'utf8' })
  } catch (error) {
    // Status 1: no path is ignored.
    if ((error as { status?: number }).status !== 1) throw error
    output = (error as { stdout: string }).stdout
  }
  const fields = output.split('\0')
  return paths.map((_, index) => Number(fields[index * 4 + 1] || 0))
}
