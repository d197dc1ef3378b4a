// Repositories and files by their addresses, from servers of the test's own: nothing of a repository is run, everything is bounded.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { remoteAddress } from '../../src/run/remote/address.ts'
import { shoal } from '../cli/fake-io.ts'
import { tempDir } from '../cli/temp-dir.ts'
import { tarOf } from '../forms/packs.ts'

const dir = tempDir()
const at = (name: string) => join(dir.path, name)
const env = { SHOAL_HOME: at('home'), PATH: process.env.PATH!, HOME: at('user') }
const run = (...argv: string[]) => shoal(argv, { cwd: dir.path, env })
const git = (...args: string[]) =>
  execFileSync(
    'git',
    ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main', ...args],
    {
      cwd: at('work'),
      env: { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  ).toString()

const orders = `id,city\n${Array.from({ length: 40 }, (_, k) => `${k},${k % 4 === 0 ? 'Ulm' : 'Bonn'}`).join('\n')}\n`
const ran = at('something-was-run')
let server: Server
let base: string
const asked: string[] = []

beforeAll(async () => {
  for (const name of ['work', 'served', 'user']) mkdirSync(at(name))
  git('init', '--quiet')
  dir.write('work/data/orders.csv', orders)
  // All that a repository may name to have something run.
  dir.write('work/.gitattributes', '*.csv filter=evil\n*.bin filter=lfs diff=lfs\n')
  dir.write(
    'work/.gitmodules',
    `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c "touch ${ran}"\n\tupdate = !touch ${ran}\n`,
  )
  dir.write('work/.gitconfig', `[filter "evil"]\n\tsmudge = touch ${ran}\n`)
  dir.write('user/.gitconfig', `[filter "evil"]\n\tsmudge = touch ${ran}; cat\n[core]\n\thooksPath = ${at('hooks')}\n`)
  dir.write('hooks/post-checkout', `#!/bin/sh\ntouch ${ran}\n`)
  execFileSync('chmod', ['+x', at('hooks/post-checkout')])
  symlinkSync('/etc/hostname', at('work/link.txt'))
  git('add', '-A')
  git('commit', '-qm', 'first')
  git('tag', '-a', 'v1', '-m', 'one')
  dir.write('work/data/orders.csv', orders.replaceAll('Bonn', 'Ulm'))
  git('commit', '-qam', 'second')
  execFileSync('git', ['clone', '--quiet', '--bare', at('work'), at('served/shop.git')], { stdio: 'ignore' })
  server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise(resolve => server.close(resolve)))

describe('a repository', () => {
  it('is read at its head, over http, and a second time without being fetched', async () => {
    const first = await run('analyze', `${base}/shop.git`, 'How many rows have the city Ulm?')
    expect(first.stdout).toMatch(/^40\b/)
    expect(first.stdout).toMatch(/127\.0\.0\.1:\d+\/shop\/data\/orders\.csv:\d+/)
    expect(first.stderr).toMatch(/^127\.0\.0\.1:\d+\/shop: commit [0-9a-f]{12}\n/)
    asked.length = 0
    const again = await run('detect', `${base}/shop.git`)
    expect(again.stderr).toMatch(/commit [0-9a-f]{12}, fetched before\n/)
    expect(asked.filter(line => line.startsWith('POST') && line.includes('fetch'))).toHaveLength(0)
  })

  it('of a tag, of file://, and two of them under names', async () => {
    const local = `file://${at('served/shop.git')}`
    expect((await run('analyze', `${local}#v1`, 'How many rows have the city Ulm?')).stdout).toMatch(/^10\b/)
    const { stdout } = await run('diff', `old=${local}#v1`, `new=${local}#main`)
    expect(stdout).toMatch(/data\/orders\.csv/)
    expect(stdout).toMatch(/30/)
  })

  it('of git:// too; an address of another kind is refused as what it is', async () => {
    expect(remoteAddress('git://example.org/shop/api/.git#v1')).toMatchObject({
      kind: 'git',
      ref: 'v1',
      shown: 'example.org/shop/api',
    })
    const refused = await run('analyze', 'ftp://example.org/orders.csv', 'how many?')
    expect(refused).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^shoal: ftp:.* are not fetched from such an address — name one .*\n$/),
    })
  })

  it('runs nothing: no hook, no filter, no submodule, and its links are no links', async () => {
    await run('detect', `${base}/shop.git`)
    expect(existsSync(ran)).toBe(false)
    const store = at('home/cache/unpacked')
    const clones = readdirSync(store).filter(name => name.startsWith('git-'))
    expect(clones.length).toBeGreaterThan(0)
    for (const clone of clones) {
      expect(existsSync(join(store, clone, 'files/.git'))).toBe(false)
      expect(readFileSync(join(store, clone, 'files/link.txt'), 'utf8')).toBe('/etc/hostname')
    }
    expect(readdirSync(store).filter(name => name.startsWith('partial-'))).toEqual([])
  })

  it.each([
    ['/none.git', /not found|not exported|cannot be fetched/i],
    ['/shop.git#nope', /it has no branch or tag "nope"/],
  ])('%s is refused in one line', async (path, said) => {
    const { status, stdout, stderr } = await run('detect', base + path)
    expect({ status, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ status: 2, stdout: '', lines: 1 })
    expect(stderr).toMatch(said)
  })

  it('that is too large is refused before it is written', async () => {
    const { status, stderr } = await run('detect', `${base}/shop.git#v1`, '--max-unpacked', '100')
    expect(status).toBe(2)
    expect(stderr).toMatch(/--max-unpacked/)
    expect((await run('detect', `${base}/shop.git#v1`, '--max-members', '1')).stderr).toMatch(/--max-members/)
  })

  it('keeps the password of its address to itself', async () => {
    const address = `${base.replace('//', '//ann:hunter2horse@')}/none.git`
    const { stdout, stderr } = await run('detect', address)
    expect(stdout + stderr).not.toContain('hunter2horse')
  })
})

describe('a file', () => {
  it('is fetched, read as what it holds, and not fetched again while it is the same', async () => {
    const first = await run('analyze', `${base}/pack.tar.gz?key=s3cr3t`, 'How many rows have the city Ulm?')
    expect(first.stdout).toMatch(/^10\b/)
    expect(first.stdout).toMatch(/\/pack\.tar\.gz!data\/orders\.csv:/)
    expect(first.stdout + first.stderr).not.toContain('s3cr3t')
    const again = await run('detect', `${base}/pack.tar.gz?key=s3cr3t`)
    expect(again.stderr).toMatch(/unchanged since it was fetched\n/)
  })

  it('is followed to another place, with its password only where it was meant', async () => {
    const address = `${base.replace('//', '//ann:hunter2horse@')}/moved`
    asked.length = 0
    expect((await run('detect', address)).stdout).toMatch(/pack|moved/)
    expect(asked.filter(line => line.includes('Basic'))).toHaveLength(2)
  })

  it.each([
    ['/absent.zip', /answers 404/],
    ['/loop', /leads on more than 5 times/],
    ['/endless.log', /gives more than/],
  ])('%s is refused in one line', async (path, said) => {
    const { status, stderr } = await run('detect', base + path, '--max-unpacked', '1M')
    expect({ status, lines: stderr.trimEnd().split('\n').length }).toEqual({ status: 2, lines: 1 })
    expect(stderr).toMatch(said)
  })

  it('from nobody is refused in one line', async () => {
    const { status, stderr } = await run('detect', 'http://127.0.0.1:9/x.zip')
    expect(status).toBe(2)
    expect(stderr).toMatch(/cannot be fetched: .*— check the address/)
  })

  it('is not what is searched for', async () => {
    dir.write('notes.txt', `see ${base}/shop.git\n`)
    asked.length = 0
    expect((await run('search', 'notes.txt', `${base}/shop.git`)).stdout).toContain('notes.txt:1')
    expect(asked).toEqual([])
  })
})

describe('an address', () => {
  it.each([
    ['https://example.org/a/b.git', 'git', 'example.org/a/b'],
    ['https://u:p@example.org/a/b.git#v1', 'git', 'example.org/a/b'],
    ['git@example.org:a/b.git', 'git', 'example.org/a/b'],
    ['git+https://example.org/a/b', 'git', 'example.org/a/b'],
    ['ssh://git@example.org/a/b.git', 'git', 'example.org/a/b'],
    ['https://example.org/x/y.tar.gz?t=1', 'file', 'example.org/x/y.tar.gz'],
  ])('%s', (text, kind, shown) => {
    expect(remoteAddress(text)).toMatchObject({ kind, shown })
  })

  it.each([
    'src',
    'a@b',
    'name=src',
    'file:///etc/passwd',
    'ext::sh -c id',
    'ftp://x/y',
    'What is https://a.b/c ?',
    'C:\\x',
    'git@x:--upload-pack=y z',
  ])('%s is none', text => expect(remoteAddress(text)).toBeNull())
})

/** Files, and git's own server behind its common gateway. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url!, 'http://x')
  asked.push(
    `${request.method} ${url.pathname}${url.search} ${request.headers.authorization ?? ''} ${request.headers['git-protocol'] ?? ''}`,
  )
  if (url.pathname === '/pack.tar.gz') {
    if (request.headers['if-none-match'] === '"one"') return void response.writeHead(304).end()
    const body = gzipSync(tarOf([{ name: 'data/orders.csv', content: orders }]))
    return void response.writeHead(200, { etag: '"one"' }).end(body)
  }
  if (url.pathname === '/moved') return void response.writeHead(302, { location: '/pack.tar.gz' }).end()
  if (url.pathname === '/loop') return void response.writeHead(302, { location: '/loop' }).end()
  if (url.pathname === '/endless.log') {
    const tell = () => {
      while (!response.destroyed && response.write(`${'x'.repeat(1000)}\n`));
    }
    response.on('drain', tell)
    tell()
    return
  }
  if (!url.pathname.includes('.git/')) return void response.writeHead(404).end()
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: at('served'),
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_ADDR: '127.0.0.1',
    },
  })
  request.pipe(backend.stdin)
  const chunks: Buffer[] = []
  backend.stdout.on('data', chunk => chunks.push(chunk))
  backend.on('close', () => {
    const whole = Buffer.concat(chunks)
    const end = whole.indexOf('\r\n\r\n')
    const heads = whole
      .subarray(0, end)
      .toString()
      .split('\r\n')
      .map(line => line.split(': ') as [string, string])
    const status = Number(heads.find(([name]) => name === 'Status')?.[1]?.split(' ')[0] ?? 200)
    response.writeHead(status, Object.fromEntries(heads.filter(([name]) => name !== 'Status' && name !== '')))
    response.end(whole.subarray(end + 4))
  })
}
