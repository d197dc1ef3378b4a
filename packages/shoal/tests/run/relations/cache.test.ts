// Relations are kept by the content of files: read once, whole or not at all, private, bounded, and without their secrets.
import { spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { settingsFrom } from '../../../src/config/resolve.ts'
import { queriedFiles, queryData } from '../../../src/run/query-data.ts'
import { CachePlace } from '../../../src/run/relations/cache-place.ts'
import { RelationCache } from '../../../src/run/relations/relation-cache.ts'
import { fileThreads } from '../../../src/run/threads/file-threads.ts'
import { Database } from '../../../src/sql/database.ts'
import { aroundCalls } from '../../mcp/links/swapping.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'shoal-relations-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { signal } = new AbortController()
const settings = settingsFrom()
let cache = ''
let serial = 0
beforeEach(() => {
  cache = join(folder, `cache-${++serial}`)
})

function write(name: string, text: string | Uint8Array): string {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

async function ask(sql: string | null, paths: readonly string[]) {
  const { files } = await queriedFiles(paths, settings, signal, folder)
  return await queryData({ sql, files, settings, signal, cache })
}

/** As a process of its own runs it. */
function built(file: string): string {
  return new URL(`../../../../../build/shoal/${file}`, import.meta.url).href
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map(name => join(directory, name))
    .filter(file => statSync(file).isFile())
}

const SQL = 'SELECT (SELECT sum(n) FROM numbers), (SELECT count(*) FROM records), (SELECT count(*) FROM files)'
const INPUT = () => [
  write('input/numbers.csv', 'n,note\n1,a\n2,"two\nlines"\n3,c\n'),
  write('input/records.json', '[{"a":1},{"a":2}]'),
  write('input/app.log', '2024-01-01 10:00:00 INFO started\n2024-01-01 10:00:01 ERROR failed\n'),
]

describe('a second question', () => {
  it('opens no file of the user', async () => {
    const inputs = INPUT()
    const first = await ask(SQL, ['input'])
    const attach = vi.spyOn(Database.prototype, 'attach')
    const ordered = vi.spyOn(fileThreads(), 'run')
    const opened: string[] = []
    const before = (_: number, name: string, path: string) =>
      void (/^(?:open|readFile)/.test(name) && opened.push(path))
    let second: typeof first | null = null
    await aroundCalls(folder, { before, after: () => {} }, async () => {
      second = await ask(SQL, ['input'])
    })
    expect(second!.result!.rows).toEqual([[6, 2, 3]])
    expect(second).toEqual(first)
    expect(ordered).not.toHaveBeenCalled()
    const touched = [...opened, ...attach.mock.calls.map(([file]) => file)]
    expect(touched.filter(file => inputs.includes(file))).toEqual([])
    expect(attach.mock.calls.length).toBeGreaterThan(0)
    for (const spy of [attach, ordered]) spy.mockRestore()
  })

  it('reads only what has changed', async () => {
    const [numbers] = INPUT()
    await ask(SQL, ['input'])
    writeFileSync(numbers!, 'n,note\n1,a\n9,b\n')
    const attach = vi.spyOn(Database.prototype, 'attach')
    expect((await ask(SQL, ['input'])).result!.rows).toEqual([[10, 2, 3]])
    expect(attach.mock.calls.filter(([file]) => file.startsWith(join(folder, 'input')))).toEqual([[numbers]])
    attach.mockRestore()
  })

  it('sees a file of the same size whose time was set back', async () => {
    const file = write('back.csv', 'n,m\n1,2\n')
    const { atime, mtime } = statSync(file)
    expect((await ask('SELECT n FROM back', ['back.csv'])).result!.rows).toEqual([[1]])
    writeFileSync(file, 'n,m\n7,2\n')
    utimesSync(file, atime, mtime)
    expect((await ask('SELECT n FROM back', ['back.csv'])).result!.rows).toEqual([[7]])
  })

  it('finds the same content under another name', async () => {
    write('one.csv', 'n,m\n1,2\n')
    write('other.csv', 'n,m\n1,2\n')
    await ask(null, ['one.csv'])
    const before = entries()
    expect((await ask('SELECT path, line FROM other', ['other.csv'])).result!.rows).toEqual([['other.csv', 2]])
    expect(entries()).toEqual(before)
  })
})

const entries = () =>
  readdirSync(join(cache, 'relations'))
    .filter(name => /^[0-9a-f]{2}$/.test(name))
    .flatMap(shelf => readdirSync(join(cache, 'relations', shelf)).map(name => shelf + name))

describe('what is kept', () => {
  it('is its owner’s alone', async () => {
    INPUT()
    await ask(SQL, ['input'])
    const modes = filesBelow(cache).map(file => statSync(file).mode & 0o777)
    expect(modes.length).toBeGreaterThan(3)
    expect([...new Set(modes)]).toEqual([0o600])
    const directories = readdirSync(cache, { recursive: true, encoding: 'utf8' }).map(name => join(cache, name))
    for (const directory of directories)
      if (statSync(directory).isDirectory()) expect(statSync(directory).mode & 0o777).toBe(0o700)
  })

  it('is made again when it is damaged, and left alone by two at a time', async () => {
    INPUT()
    await Promise.all([ask(SQL, ['input']), ask(SQL, ['input']), ask(SQL, ['input'])])
    for (const file of filesBelow(cache)) if (file.endsWith('.json')) writeFileSync(file, '{"half":')
    expect((await ask(SQL, ['input'])).result!.rows).toEqual([[6, 2, 3]])
    expect(readdirSync(join(cache, 'relations')).filter(name => name.startsWith('partial-'))).toEqual([])
  })

  it('is nothing when reading fails', async () => {
    write('broken.json', '[{"a":1},')
    await expect(ask('SELECT 1', ['broken.json'])).rejects.toMatchObject({
      code: 'sql-refused',
      message: expect.stringContaining('not valid JSON'),
    })
    expect(readdirSync(join(cache, 'relations')).filter(name => name.startsWith('partial-'))).toEqual([])
    const kept = filesBelow(cache).filter(file => file.endsWith('relations.json'))
    expect(kept.filter(file => readFileSync(file, 'utf8').includes('"table"'))).toEqual([])
  })

  it('gives way, the oldest first', async () => {
    const small = new RelationCache(join(cache, 'small'), { bytes: 1e9, entries: 2 })
    const unit = { relations: [], notes: [] }
    const keys = ['aa1', 'bb2', 'cc3']
    for (const [k, key] of keys.entries()) {
      const { directory } = await small.write(key, async () => unit)
      utimesSync(join(directory, 'relations.json'), k, k)
    }
    small.close()
    expect(keys.map(key => small.read(key) !== null)).toEqual([false, true, true])
  })
})

describe('a cache that cannot be written', () => {
  it('is said once, and the question is answered all the same', async () => {
    INPUT()
    writeFileSync(join(folder, 'no-directory'), '')
    cache = join(folder, 'no-directory', 'cache')
    const { result, warnings } = await ask(SQL, ['input'])
    expect(result!.rows).toEqual([[6, 2, 3]])
    expect(warnings).toEqual([
      expect.stringMatching(/cannot be written \(.*\), so the next question reads the files again/),
    ])
  })

  it('has no room left in the middle of it', async () => {
    const place = new CachePlace(join(cache, 'full'))
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    const tried: string[] = []
    const make = async (directory: string) => {
      tried.push(directory)
      if (directory.startsWith(cache)) throw full
      return { relations: [], notes: [] }
    }
    const { directory } = await place.write('aa1', make, signal)
    await place.write('bb2', make, signal)
    expect(tried.filter(one => one.startsWith(cache))).toHaveLength(1)
    expect(place.warnings).toHaveLength(1)
    expect(statSync(directory).isDirectory()).toBe(true)
    place.remove()
    expect(statSync(directory, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('is not blamed for the error of a file', async () => {
    const place = new CachePlace(join(cache, 'fine'))
    const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/elsewhere/file' })
    await expect(place.write('aa1', () => Promise.reject(denied), signal)).rejects.toBe(denied)
    expect(place.warnings).toEqual([])
  })
})

describe('several processes', () => {
  it('make an entry once: the others wait for the one that is at it', async () => {
    let made = 0
    const make = async () => {
      made++
      await new Promise(resolve => setTimeout(resolve, 60))
      return { relations: [], notes: [] }
    }
    const place = join(cache, 'shared')
    await Promise.all([1, 2, 3].map(() => new RelationCache(place).write('aa1', make, signal)))
    expect(made).toBe(1)
  })

  it('take nothing for whole that one of them left when it was killed, and remove it', async () => {
    const place = join(cache, 'killed')
    const script = `
      const { RelationCache } = await import(${JSON.stringify(built('run/relations/relation-cache.js'))})
      const { writeFileSync } = await import('node:fs')
      await new RelationCache(${JSON.stringify(place)}).write('aa1', async directory => {
        writeFileSync(directory + '/0.parquet', 'PAR1 half')
        console.log('writing')
        await new Promise(resolve => setTimeout(resolve, 600_000))
      })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise(resolve => child.stdout.once('data', resolve))
    child.kill('SIGKILL')
    await new Promise(resolve => child.once('close', resolve))
    expect(
      readdirSync(place)
        .map(name => name.split('-')[0])
        .sort(),
    ).toEqual(['building', 'partial'])
    const mine = new RelationCache(place)
    expect(mine.read('aa1')).toBeNull()
    await mine.write('aa1', async () => ({ relations: [], notes: [] }), signal)
    expect(readdirSync(place)).toEqual(['aa'])
    expect(mine.read('aa1')).not.toBeNull()
  })
})

it('is made again when a file of it is cut off', async () => {
  INPUT()
  await ask(SQL, ['input'])
  for (const file of filesBelow(cache)) if (file.endsWith('.parquet')) truncateSync(file, statSync(file).size - 1)
  expect((await ask(SQL, ['input'])).result!.rows).toEqual([[6, 2, 3]])
})

it('notices a file that changes while it is read', async () => {
  const file = write('moving.csv', 'n,m\n1,2\n')
  const attach = vi.spyOn(Database.prototype, 'attach').mockImplementationOnce(async () => {
    writeFileSync(file, 'n,m\n1,2\n3,4\n')
    return file
  })
  await expect(ask('SELECT * FROM moving', ['moving.csv'])).rejects.toMatchObject({ code: 'file-changed' })
  attach.mockRestore()
  expect((await ask('SELECT count(*) FROM moving', ['moving.csv'])).result!.rows).toEqual([[2]])
})

describe('secrets', () => {
  const secrets = ['hunter2-Secret9x', 'Other-9-Secret-Word', 'ghp_a9B8c7D6e5F4g3H2i1J0k9L8m7N6o5P4q3R2']
  const files = {
    'users.csv': `user,password,note\nann,${secrets[0]},uses ${secrets[2]}\nbob,${secrets[1]},x\nann,${secrets[0]},y\n`,
    'users.jsonl': `{"user":"ann","db":{"password":"${secrets[0]}"},"n":12345678901234567890}\n{"user":"bob","db":{"password":"${secrets[1]}"},"n":1}\n`,
    'users.json': `{"meta":1,"users":[{"user":"ann","password":"${secrets[0]}","says":"${secrets[2]}"},{"user":"bob","password":"${secrets[1]}"}]}`,
    'app.log': `2024-01-01 10:00:00 INFO login with token ${secrets[2]}\n2024-01-01 10:00:01 INFO password=${secrets[0]}\n`,
    'app.env': `DB_PASSWORD=${secrets[0]}\nTOKEN=${secrets[2]}\n`,
    'client.ts': `const password = '${secrets[0]}'\nexport const token = '${secrets[2]}'\n`,
    'notes.md': `# Access\n\nThe password is ${secrets[0]}, the token ${secrets[2]}.\n`,
  }

  it('are in no file of the cache, and different ones stay different', async () => {
    for (const [name, text] of Object.entries(files)) write(`secret/${name}`, text)
    const { relations } = await ask(null, ['secret'])
    expect(relations.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['table', 'entries', 'settings']))
    const sql = 'SELECT count(DISTINCT password), count(password) FROM users'
    expect((await ask(sql, ['secret/users.csv'])).result!.rows).toEqual([[2, 3]])
    const bytes = filesBelow(cache).map(file => [file, uncompressed(file)] as const)
    expect(bytes.length).toBeGreaterThan(5)
    // What is no secret can be seen there, so a secret could be.
    for (const word of ['login with', 'DB_PASSWORD', 'ann'])
      expect(bytes.some(([, text]) => text.includes(word))).toBe(true)
    for (const [file, text] of bytes) for (const secret of secrets) expect(text, file).not.toContain(secret)
    // Nothing else is lost with them.
    const rows = (await ask('SELECT "user", n FROM users ORDER BY 1', ['secret/users.jsonl'])).result!.rows
    expect(rows).toEqual([
      ['ann', '12345678901234567890'],
      ['bob', 1],
    ])
  })
})

/** Snappy leaves what it has not seen before as it is: short texts are there byte for byte. */
function uncompressed(file: string): string {
  return readFileSync(file, 'latin1')
}
