import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settingsFrom } from '../../src/config/resolve.ts'
import { makeJail, pathFrom } from '../../src/mcp/jail.ts'
import { namedRoots, startRoots } from '../../src/mcp/roots.ts'
import { detectPaths } from '../../src/run/detect.ts'
import { scratch } from './connect.ts'

function world() {
  const base = scratch()
  const root = join(base, 'root')
  mkdirSync(join(root, 'sub'), { recursive: true })
  mkdirSync(join(base, 'root-beside'))
  mkdirSync(join(base, 'secret'))
  writeFileSync(join(root, 'a.txt'), 'inside\n')
  writeFileSync(join(root, 'sub', 'b.txt'), 'inside too\n')
  writeFileSync(join(base, 'secret', 'key.txt'), 'outside\n')
  writeFileSync(join(base, 'root-beside', 'c.txt'), 'beside\n')
  symlinkSync(join(base, 'secret', 'key.txt'), join(root, 'link.txt'))
  symlinkSync(join(base, 'secret'), join(root, 'linked'))
  symlinkSync(join(root, 'a.txt'), join(root, 'own-link.txt'))
  symlinkSync(root, join(base, 'way-in'))
  symlinkSync(join(base, 'secret', 'gone'), join(root, 'dangling'))
  return { base, root }
}

const code = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'none'
}

describe('the jail', () => {
  const { base, root } = world()
  const jail = makeJail([root])

  it('gives the real path of what lies inside, however it is named', () => {
    const inside = join(root, 'a.txt')
    for (const path of [
      'a.txt',
      './a.txt',
      'sub/../a.txt',
      inside,
      'own-link.txt',
      `${base}/way-in/a.txt`,
      'sub//../a.txt',
    ])
      expect(jail.inside(path)).toBe(inside)
    expect(jail.inside('.')).toBe(root)
    expect(jail.inside('sub/')).toBe(join(root, 'sub'))
  })

  it.each([
    ['..', '..'],
    ['a parent of a file', '../secret/key.txt'],
    ['an absolute path', '/etc/passwd'],
    ['a directory whose name begins like the root', '../root-beside/c.txt'],
    ['a link to a file', 'link.txt'],
    ['a link to a directory', 'linked'],
    ['a file behind a link to a directory', 'linked/key.txt'],
    ['what is not there, outside', '../nothing'],
    ['what is not there, far outside', '/nonexistent/nothing'],
  ])('refuses %s', (_, path) => {
    expect(code(() => jail.inside(path))).toBe('outside-roots')
  })

  it('says nothing about what is there outside: what is and what is not sound the same', () => {
    const said = (path: string) => {
      try {
        return jail.inside(path)
      } catch (error) {
        return (error as Error).message.replace(path, '')
      }
    }
    expect(said('../secret/key.txt')).toBe(said('../secret/no-key.txt'))
  })

  it('says what is wrong inside', () => {
    expect(code(() => jail.inside('missing.txt'))).toBe('not-found')
    expect(code(() => jail.inside('dangling'))).toBe('not-found')
    // `..` takes away the name before it, wherever that leads.
    expect(code(() => jail.inside('linked/../secret/key.txt'))).toBe('not-found')
    expect(code(() => jail.inside('a.txt/b'))).toBe('not-directory')
    expect(code(() => jail.inside('a\0.txt'))).toBe('bad-value')
    expect(code(() => jail.inside('x'.repeat(5000)))).toBe('name-too-long')
  })

  it('with no root nothing is inside', () => {
    expect(code(() => makeJail([]).inside(root))).toBe('outside-roots')
    expect(makeJail([]).holds(root)).toBe(false)
  })

  it('looks for a relative path in every root, and names them when none has it', () => {
    const beside = join(base, 'root-beside')
    const both = makeJail([root, beside])
    expect(both.inside('c.txt')).toBe(join(beside, 'c.txt'))
    expect(both.inside('.')).toBe(root)
    expect(both.inside('a.txt')).toBe(join(root, 'a.txt'))
    expect(both.inside('../root-beside/c.txt')).toBe(join(beside, 'c.txt'))
    for (const path of ['link.txt', 'linked/key.txt', '../secret/key.txt', '/etc/passwd', '../nothing'])
      expect(code(() => both.inside(path))).toBe('outside-roots')
    expect(code(() => both.inside('missing.txt'))).toBe('not-found')
    try {
      both.inside('missing.txt')
    } catch (error) {
      expect((error as { advice: string }).advice).toContain(`${root}, ${beside}`)
    }
  })

  it('the file system as a root holds everything', () => {
    expect(makeJail([sep]).inside(root)).toBe(root)
  })

  it('never gives a path that it does not hold', () => {
    const part = fc.constantFrom(
      '..',
      '.',
      '',
      'sub',
      'a.txt',
      'linked',
      'link.txt',
      'key.txt',
      'secret',
      'root',
      'way-in',
      '~',
      '%2e%2e',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.boolean(), (parts, isAbsolute) => {
        const path = (isAbsolute ? `${base}/` : '') + parts.join('/')
        try {
          expect(jail.holds(jail.inside(path))).toBe(true)
        } catch (error) {
          expect(['outside-roots', 'not-found', 'not-directory']).toContain((error as { code: string }).code)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('shows paths from the first root, and others in full', () => {
    expect(pathFrom(root, join(root, 'sub', 'b.txt'))).toBe(join('sub', 'b.txt'))
    expect(pathFrom(root, root)).toBe('.')
    expect(pathFrom(root, join(base, 'root-beside', 'c.txt'))).toBe(join(base, 'root-beside', 'c.txt'))
  })

  it('what enumerates directories follows no link out of a root', async () => {
    const seen: string[] = []
    for await (const found of detectPaths(['.'], settingsFrom(), new AbortController().signal, root))
      if ('detection' in found) seen.push(found.path)
    expect(seen.sort()).toEqual(['a.txt', 'sub/b.txt'])
  })
})

describe('roots', () => {
  const { base, root } = world()

  it('those of --root are real directories, with or without a slash', () => {
    expect(namedRoots([`${root}/`, 'way-in'], base)).toEqual([root, root])
    expect(code(() => namedRoots(['nowhere'], base))).toBe('not-found')
    expect(code(() => namedRoots([join(root, 'a.txt')], base))).toBe('not-directory')
  })

  it('where nobody names any: the project, else the working directory, but never a home or a whole disk', () => {
    expect(startRoots({ env: { HOME: base }, cwd: root })).toEqual([root])
    expect(startRoots({ env: { HOME: base, CLAUDE_PROJECT_DIR: root }, cwd: '/' })).toEqual([root])
    expect(startRoots({ env: { HOME: base }, cwd: base })).toEqual([])
    expect(startRoots({ env: { HOME: base }, cwd: '/' })).toEqual([])
  })
})
