import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { enumerate, limitFiles, walk } from '../../src/stages/enumerate.ts'
import { type Disk, realDisk } from '../../src/stages/enumerate-disk.ts'
import type { EnumerateOptions } from '../../src/stages/enumerate-entry.ts'

let root = ''
const { signal } = new AbortController()

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'shoal-enumerate-')))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function put(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** Paths relative to the root: those found, and those skipped with their reason. */
async function list(options: EnumerateOptions = {}, roots: readonly string[] = [root], disk: Disk = realDisk) {
  const { files, skipped, warnings } = await enumerate(roots, options, signal, disk)
  const reasons = skipped.map(({ path, reason }) => [
    path.startsWith(root) ? relative(root, path) + (path.endsWith('/') ? '/' : '') : path,
    reason.replaceAll(`${root}/`, ''),
  ])
  return { files: files.map(({ file }) => relative(root, file)).sort(), reasons: Object.fromEntries(reasons), warnings }
}

describe('what is found', () => {
  it('is sorted by size, then by path, and shown as the user would type it', async () => {
    put({ 'b.txt': '1', 'a.txt': '1', 'sub/big.txt': '12345', '.env': '12' })
    const shown = relative(process.cwd(), root)
    const { files } = await enumerate([shown], {}, signal)
    expect(files.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
      [join(shown, 'sub/big.txt'), 5],
      [join(shown, '.env'), 2],
      [join(shown, 'a.txt'), 1],
      [join(shown, 'b.txt'), 1],
    ])
    expect(files[0]!.file).toBe(join(root, 'sub/big.txt'))
    expect(files[0]!.mtimeMs).toBeGreaterThan(0)
  })

  it('stays on the top level when told so', async () => {
    put({ 'a.txt': '', 'sub/b.txt': '' })
    const { files, reasons } = await list({ recursive: false })
    expect(files).toEqual(['a.txt'])
    expect(reasons).toEqual({ 'sub/': 'a subdirectory, with --no-recursive' })
  })

  it('streams', async () => {
    put(Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`${n % 50}/${n}.txt`, ''])))
    let batches = 0
    let files = 0
    for await (const batch of walk([root], {}, signal)) {
      batches++
      files += batch.files.length
    }
    expect(files).toBe(5000)
    expect(batches).toBeGreaterThan(1)
  })

  it('stops when it is told to', async () => {
    put({ 'a/b.txt': '' })
    await expect(enumerate([root], {}, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
  })
})

describe('default exclusions', () => {
  it('name their rule, and a folder is one entry', async () => {
    put({
      'node_modules/x/index.js': '',
      'src/build/x.ts': '',
      'photo.PNG': '',
      'app.min.js': '',
      'types.d.ts': '',
      'package-lock.json': '{}',
      'notes~': '',
      'logo.svg': '<svg/>',
      'app.js': '',
    })
    const { files, reasons } = await list()
    expect(files).toEqual(['app.js', 'logo.svg'])
    expect(reasons).toEqual({
      'node_modules/': 'excluded by default: node_modules/',
      'src/build/': 'excluded by default: build/',
      'photo.PNG': 'excluded by default: *.png (image)',
      'app.min.js': 'excluded by default: *.min.js (generated)',
      'types.d.ts': 'excluded by default: *.d.ts (generated)',
      'package-lock.json': 'excluded by default: package-lock.json (lock file)',
      'notes~': 'excluded by default: *~ (editor file)',
    })
  })

  it.each([
    [['*'], ['a.ts']],
    [['*.ts'], ['a.ts']],
    [['*.d.ts'], ['b.d.ts']],
    [['**/*.{d.ts,png}'], ['b.d.ts', 'c.png']],
    [['node_modules/**/*.js'], ['node_modules/m/i.js']],
    [['node_modules'], ['node_modules/m/i.js']],
    [['**/dist/**'], ['lib/dist/o.js']],
    [
      ['lib/dist/*.js', 'a.*'],
      ['a.ts', 'lib/dist/o.js'],
    ],
    [['package-lock.json'], ['package-lock.json']],
    [['*.json'], []],
  ])('give way to --include %j only where it names what they leave out', async (include, expected) => {
    put({
      'a.ts': '',
      'b.d.ts': '',
      'c.png': '',
      'node_modules/m/i.js': '',
      'lib/dist/o.js': '',
      'package-lock.json': '',
    })
    expect((await list({ include })).files).toEqual(expected)
  })

  it('can be switched off', async () => {
    put({ 'dist/a.js': '', 'b.png': '' })
    expect((await list({ defaultExclusions: false })).files).toEqual(['b.png', 'dist/a.js'])
  })
})

describe('globs', () => {
  it('match names at any depth, paths from the root or from where the user stands, and folders with all in them', async () => {
    put({ 'src/a.py': '', 'src/gen/b.py': '', 'test/c.py': '', 'test/d.md': '' })
    expect((await list({ include: ['*.py'] })).files).toEqual(['src/a.py', 'src/gen/b.py', 'test/c.py'])
    expect((await list({ include: ['test'] })).files).toEqual(['test/c.py', 'test/d.md'])
    expect((await list({ include: ['./test/*.md'] })).files).toEqual(['test/d.md'])
    expect((await list({ exclude: ['src/gen/**'] })).reasons).toEqual({
      'src/gen/': 'excluded by --exclude "src/gen/**"',
    })
    const typed = `${relative(process.cwd(), root)}/test/**`
    expect((await list({ exclude: [typed] }, [relative(process.cwd(), root)])).files).toEqual([
      'src/a.py',
      'src/gen/b.py',
    ])
  })

  it('may be anchored, absolute or empty', async () => {
    put({ 'a.md': '', 'sub/a.md': '', 'node_modules/m/a.md': '' })
    expect((await list({ include: ['/a.md'] })).files).toEqual(['a.md'])
    expect((await list({ include: [`${root}/sub/*`] })).files).toEqual(['sub/a.md'])
    expect((await list({ include: [`${root}/node_modules/**`] })).files).toEqual(['node_modules/m/a.md'])
    expect((await list({ include: [''] })).files).toEqual([])
    expect((await list({ exclude: ['', '/', './'] })).files).toEqual(['a.md', 'sub/a.md'])
  })

  it('say why a file is out', async () => {
    put({ 'a.py': '', 'b.md': '', 'c.md': '' })
    expect((await list({ include: ['*.py', 'c*'], exclude: ['c.md'] })).reasons).toEqual({
      'b.md': 'not matched by --include',
      'c.md': 'excluded by --exclude "c.md"',
    })
  })
})

describe('ignore files', () => {
  it('hold below where they stand, the nearest and the last line first', async () => {
    put({
      '.gitignore': '# ours\n\n*.tmp\n/top\n',
      'a.tmp': '',
      'top/x': '',
      'sub/top/x': '',
      'sub/.gitignore': '!keep.tmp\n',
      'sub/keep.tmp': '',
      'sub/lose.tmp': '',
    })
    const { files, reasons } = await list()
    expect(files).toEqual(['.gitignore', 'sub/.gitignore', 'sub/keep.tmp', 'sub/top/x'])
    expect(reasons).toEqual({
      'a.tmp': 'ignored by .gitignore:3 "*.tmp"',
      'sub/lose.tmp': 'ignored by .gitignore:3 "*.tmp"',
      'top/': 'ignored by .gitignore:4 "/top"',
    })
  })

  it('are looked for up to the root of the repository and no further', async () => {
    put({ '.gitignore': 'out-of-repo', 'repo/.git/info/exclude': 'secret\n', 'repo/.gitignore': '*.log\n/src/gen\n' })
    put({ 'repo/src/a.log': '', 'repo/src/gen/x': '', 'repo/src/secret': '', 'repo/src/out-of-repo': '' })
    const { files, reasons } = await list({}, [join(root, 'repo/src')])
    expect(files).toEqual(['repo/src/out-of-repo'])
    expect(reasons).toEqual({
      'repo/src/a.log': 'ignored by repo/.gitignore:1 "*.log"',
      'repo/src/gen/': 'ignored by repo/.gitignore:2 "/src/gen"',
      'repo/src/secret': 'ignored by repo/.git/info/exclude:1 "secret"',
    })
  })

  it('end at a repository inside', async () => {
    put({
      '.git/HEAD': '',
      '.gitignore': '*.log\n',
      'inner/.git': 'gitdir: ../.git/modules/inner\n',
      'inner/a.log': '',
    })
    put({ '.git/modules/inner/info/exclude': 'b.txt\n', 'inner/b.txt': '', 'c.log': '' })
    const { files, reasons } = await list()
    expect(files).toEqual(['.gitignore', 'inner/a.log'])
    expect(reasons['inner/b.txt']).toBe('ignored by inner/.git/info/exclude:1 "b.txt"')
    expect(reasons['c.log']).toBe('ignored by .gitignore:1 "*.log"')
  })

  it('.shoalignore is stronger, and brings back what git and the defaults leave out', async () => {
    put({
      '.gitignore': '*.log\nx.txt\n',
      '.shoalignore': '!keep.log\n!vendor/\ny.txt\n',
      'sub/.gitignore': '!y.txt\nkeep.log\n',
    })
    put({ 'keep.log': '', 'lose.log': '', 'vendor/v.c': '', 'sub/y.txt': '', 'sub/keep.log': '', 'x.txt': '' })
    const { files, reasons } = await list()
    expect(files).toEqual(['.gitignore', '.shoalignore', 'keep.log', 'sub/.gitignore', 'sub/keep.log', 'vendor/v.c'])
    expect(reasons['sub/y.txt']).toBe('ignored by .shoalignore:3 "y.txt"')
  })

  it('give way to an --include that says the same', async () => {
    put({ '.gitignore': '*.log\n/data/\n', 'a.log': '', 'data/b.csv': '', 'data/c.txt': '' })
    expect((await list({ include: ['*.log'] })).files).toEqual(['a.log'])
    expect((await list({ include: ['a.*'] })).files).toEqual([])
    expect((await list({ include: ['data/*.csv'] })).files).toEqual(['data/b.csv'])
    expect((await list({ include: ['*.csv'] })).files).toEqual([])
  })

  it('can be switched off', async () => {
    put({ '.gitignore': '*.log\n', 'a.log': '' })
    expect((await list({ ignoreFiles: false })).files).toEqual(['.gitignore', 'a.log'])
  })
})

describe('roots', () => {
  it('that overlap give no file twice', async () => {
    put({ 'a/b/c.txt': '', 'a/d.txt': '' })
    symlinkSync(join(root, 'a'), join(root, 'link'))
    const at = (path: string) => join(root, path)
    const { files } = await list({}, [
      root,
      at('a'),
      at('a/b'),
      at('a/b/c.txt'),
      `${at('a')}/`,
      at('link'),
      at('a/../a/d.txt'),
    ])
    expect(files).toEqual(['a/b/c.txt', 'a/d.txt'])
  })

  it('are taken whatever the rules say', async () => {
    put({ '.git/HEAD': '', '.gitignore': '*.log\nout/\n', 'x.log': 'x', 'out/a.txt': 'a', 'node_modules/m/i.js': 'i' })
    const named = ['x.log', 'out', 'node_modules/m'].map(path => join(root, path))
    expect((await list({ exclude: ['x*'] }, named)).files).toEqual(['node_modules/m/i.js', 'out/a.txt', 'x.log'])
  })

  it('keep the name they were given', async () => {
    put({ 'a.txt': '' })
    const typed = `./${relative(process.cwd(), root)}/./a.txt`
    const { files } = await enumerate([typed], {}, signal)
    expect(files[0]!.path).toBe(typed)
    const locked = `${relative(process.cwd(), root)}/`
    const disk: Disk = {
      ...realDisk,
      list: () => {
        throw Object.assign(new Error('no'), { code: 'EACCES' })
      },
    }
    const { skipped } = await enumerate([locked], {}, signal, disk)
    expect(skipped).toEqual([{ path: locked, reason: 'cannot be read: permission denied', cause: 'unreadable' }])
  })

  it('that are not there are said to be missing, and the others go on', async () => {
    put({ 'a.txt': '' })
    const { files, skipped } = await enumerate([join(root, 'nope'), root], {}, signal)
    expect(files).toHaveLength(1)
    expect(skipped).toEqual([{ path: join(root, 'nope'), reason: 'no such file or directory', cause: 'missing' }])
  })
})

describe('links and other oddities', () => {
  it('are never followed, and each says where it leads', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'shoal-outside-'))
    put({ 'a/file.txt': '', 'b/x.txt': '' })
    symlinkSync(outside, join(root, 'away'))
    symlinkSync('..', join(root, 'a/up'))
    symlinkSync('self', join(root, 'self'))
    symlinkSync('nowhere', join(root, 'broken'))
    symlinkSync('a/file.txt', join(root, 'alias.txt'))
    symlinkSync('../a', join(root, 'b/sibling'))
    const { files, reasons } = await list()
    rmSync(outside, { recursive: true })
    expect(files).toEqual(['a/file.txt', 'b/x.txt'])
    expect(reasons).toEqual({
      away: 'symbolic link out of the root',
      'a/up': 'symbolic link loop',
      self: 'symbolic link loop',
      broken: 'broken symbolic link',
      'alias.txt': 'symbolic link inside the root, to a/file.txt',
      'b/sibling': 'symbolic link inside the root, to a',
    })
  })

  it('a socket is not a file', async () => {
    const server = createServer().listen(join(root, 'sock'))
    await new Promise(resolve => server.once('listening', resolve))
    const { reasons } = await list()
    server.close()
    expect(reasons).toEqual({ sock: 'not a regular file (socket)' })
  })

  it('names may hold anything', async () => {
    const names = ['two\nlines.txt', 'fish 🐟.md', ' ', '\\', "it's.txt", '\ufffd.txt']
    put(Object.fromEntries(names.map(name => [name, ''])))
    expect((await list()).files).toEqual(names.toSorted())
  })

  it.runIf(process.platform === 'linux')('a name that is not UTF-8 is listed with its bytes', async () => {
    put({ 'ok.txt': '' })
    writeFileSync(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9])]), '')
    const { files, reasons } = await list()
    expect(files).toEqual(['ok.txt'])
    expect(reasons).toEqual({ 'caf\ufffd': 'its name is not valid UTF-8: caf\\xe9' })
  })

  it('a folder, a file or an ignore file that cannot be read does not stop the walk', async () => {
    put({ 'locked/a.txt': '', 'b.txt': '', '.gitignore': '*.md', 'c.md': '', 'gone.txt': '' })
    const refuse = (code: string) => Object.assign(new Error(code), { code })
    const disk: Disk = {
      ...realDisk,
      list: directory => {
        if (directory.endsWith('locked/')) throw refuse('EACCES')
        return realDisk.list(directory)
      },
      stat: file => {
        if (file.endsWith('gone.txt')) throw refuse('ENOENT')
        return realDisk.stat(file)
      },
      readText: file => {
        if (file.endsWith('.gitignore')) throw refuse('EACCES')
        return realDisk.readText(file)
      },
    }
    const { files, reasons, warnings } = await list({}, [root], disk)
    expect(files).toEqual(['.gitignore', 'b.txt', 'c.md'])
    expect(reasons).toEqual({
      'locked/': 'cannot be read: permission denied',
      'gone.txt': 'cannot be read: no such file or directory',
    })
    expect(warnings).toEqual([`${root}/.gitignore cannot be read: permission denied; its rules are not applied`])
  })

  it.skipIf(process.getuid?.() === 0)('a folder without permission is said so', async () => {
    put({ 'locked/a.txt': '' })
    chmodSync(join(root, 'locked'), 0)
    const { reasons } = await list()
    chmodSync(join(root, 'locked'), 0o755)
    expect(reasons).toEqual({ 'locked/': 'cannot be read: permission denied' })
  })
})

describe('the limit', () => {
  const files = ['a', 'b', 'c'].map(path => ({ path }))

  it('keeps the first, lists the rest and warns in the words of M4', () => {
    expect(limitFiles(files, 2)).toEqual({
      files: [{ path: 'a' }, { path: 'b' }],
      skipped: [{ path: 'c', reason: 'over the limit of 2 files', cause: 'limit' }],
      warnings: ['Found 3 files, processing first 2'],
    })
  })

  it('is none without a number, and none when it is not reached', () => {
    expect(limitFiles(files, null).files).toBe(files)
    expect(limitFiles(files, 3)).toEqual({ files, skipped: [], warnings: [] })
  })
})

describe('against git', () => {
  const name = fc.constantFrom('a', 'b', 'c.log', 'd.txt', 'keep.log', 'out2')
  const path = fc
    .array(name, { minLength: 1, maxLength: 4 })
    .map(parts => `${parts.map(part => `_${part}`).join('/')}.f`)
  const rule = fc.constantFrom(
    ...[
      '*.f',
      '_a',
      '_a/',
      '/_b',
      '_b/**',
      '**/_c.log.f',
      '!_keep.log.f',
      '!_a/',
      '_d*',
      '_?/_?',
      '!*.f',
      '/_a/*',
      '!/_a/_b',
    ],
    ...['_out2/', '!_out2/_a.f', '_[ab].f', '*', '!_b/', '# note', ''],
  )
  const ignore = fc.array(rule, { minLength: 1, maxLength: 5 }).map(rules => rules.join('\n'))
  const folder = fc.constantFrom('', '_a/', '_b/', '_a/_b/', '_out2/')

  it('the same files on any tree with nested ignore files', async () => {
    execFileSync('git', ['init', '-q', root])
    await fc.assert(
      fc.asyncProperty(
        fc.array(path, { minLength: 3, maxLength: 25 }),
        fc.dictionary(folder, ignore, { maxKeys: 4 }),
        async (paths, ignores) => {
          for (const entry of readdirSync(root).filter(name => name !== '.git'))
            rmSync(join(root, entry), { recursive: true })
          for (const file of paths) put({ [file]: '' })
          for (const [where, text] of Object.entries(ignores)) put({ [`${where}.gitignore`]: text })
          const args = ['-C', root, '-c', 'core.excludesFile=', 'ls-files', '-co', '--exclude-standard', '-z']
          const expected = execFileSync('git', args, { encoding: 'utf8' }).split('\0').filter(Boolean)
          expect((await list()).files).toEqual(expected.sort())
        },
      ),
      { numRuns: 60 },
    )
  })
})
