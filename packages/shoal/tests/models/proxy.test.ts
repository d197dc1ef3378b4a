// Providers behind a proxy: which one the environment names, the way through it, and what is said when there is none.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { openModel } from '../../src/models/open-model.ts'
import { proxyFor, shownProxy } from '../../src/models/providers/proxy.ts'
import { assertBuilt, bin } from '../cli/built-bin.ts'
import { requestOf } from '../conformance/language-model.ts'
import { KEY, Lab } from '../run/models/lab.ts'
import { callContext } from './call-context.ts'
import { CERTIFICATE, startProxy } from './proxy/loopback-proxy.ts'
import type { StubAction, StubRequest } from './stub/exchange.ts'
import { startStub } from './stub/server.ts'

const at = (url: string, env: Record<string, string>) => proxyFor(new URL(url), env)?.url.host ?? null

describe('the proxy of a URL', () => {
  const env = { HTTPS_PROXY: 'http://secure:1', HTTP_PROXY: 'http://plain:2' }

  it.each([
    ['https://api.test/v1', env, 'secure:1'],
    ['http://api.test/v1', env, 'plain:2'],
    ['https://api.test', { ...env, https_proxy: 'http://lower:3' }, 'lower:3'],
    ['https://api.test', { HTTP_PROXY: 'http://plain:2' }, null],
    ['https://api.test', { ALL_PROXY: 'all.test:8080' }, 'all.test:8080'],
    ['https://api.test', { HTTPS_PROXY: '  ' }, null],
    ['http://127.0.0.1:11434', env, null],
    ['http://localhost:11434', env, null],
    ['http://[::1]:11434', env, null],
    ['https://api.test', { ...env, NO_PROXY: '*' }, null],
    ['https://api.test', { ...env, NO_PROXY: 'other.test, api.test' }, null],
    ['https://eu.api.test', { ...env, NO_PROXY: '.api.test' }, null],
    ['https://eu.api.test', { ...env, NO_PROXY: '*.api.test' }, null],
    ['https://eu.api.test', { ...env, no_proxy: 'api.test' }, null],
    ['https://myapi.test', { ...env, NO_PROXY: 'api.test' }, 'secure:1'],
    ['https://api.test', { ...env, NO_PROXY: 'api.test:8443' }, 'secure:1'],
    ['https://api.test:8443', { ...env, NO_PROXY: 'api.test:8443' }, null],
    ['https://API.test', { ...env, NO_PROXY: 'api.TEST' }, null],
    ['http://10.1.2.3', { ...env, NO_PROXY: '10.0.0.0/8' }, null],
    ['http://11.1.2.3', { ...env, NO_PROXY: '10.0.0.0/8' }, 'plain:2'],
    ['http://10.1.2.3', { ...env, NO_PROXY: '10.0.0.0/99,fe80::/x' }, 'plain:2'],
    ['http://[fd00::1]', { ...env, NO_PROXY: 'fd00::/8' }, null],
    ['http://[fd00::1]:80', { ...env, NO_PROXY: '[fd00::1]' }, null],
    ['https://api.test', { ...env, NO_PROXY: ',, ' }, 'secure:1'],
  ])('%s in %j is %s', (url, around, expected) => {
    expect(at(url, around)).toBe(expected)
  })

  it.each(['socks5://u:secret-word@host:1', 'http://', 'ftp://secret-word'])('%s is none, and is not shown', value => {
    const find = () => proxyFor(new URL('https://api.test'), { HTTPS_PROXY: value })
    expect(find).toThrow(/^HTTPS_PROXY is not the URL of a proxy/)
    expect(find).not.toThrow(/secret-word/)
  })

  it('is shown without its password', () => {
    const proxy = proxyFor(new URL('https://api.test'), { https_proxy: 'http://user:secret-word@proxy.test:3128' })
    expect(shownProxy(proxy!)).toBe('http://proxy.test:3128 (https_proxy)')
  })
})

const OPEN = {
  anthropic: ['claude-haiku-4-5', 'ANTHROPIC_API_KEY'],
  openai: ['gpt-5-mini', 'OPENAI_API_KEY'],
  google: ['gemini-2.5-flash', 'GEMINI_API_KEY'],
  ollama: ['qwen3', 'OLLAMA_API_KEY'],
  'openai-compatible': ['local', 'OPENAI_COMPATIBLE_API_KEY'],
} as const

describe('a provider that is reached over http', () => {
  it.each(Object.entries(OPEN))('%s goes through HTTP_PROXY', async (provider, [name, variable]) => {
    const stub = await startStub(() => ({ text: 'yes' }))
    const proxy = await startProxy(Number(new URL(stub.url).port))
    const env = { [variable]: KEY, HTTP_PROXY: `http://user:pa%40ss@127.0.0.1:${proxy.port}` }
    const model = await openModel(`${provider}:${name}`, { env, baseUrl: 'http://models.test:81', timeoutMs: 20_000 })
    for (const _ of [1, 2])
      expect(await model.call(requestOf(), callContext())).toMatchObject({ ok: true, reply: { text: 'yes' } })
    expect(proxy.asked).toHaveLength(2)
    expect(proxy.asked[0]).toMatch(/^http:\/\/models\.test:81\//)
    expect(proxy.credentials[0]).toBe(`Basic ${Buffer.from('user:pa@ss').toString('base64')}`)
    expect(JSON.stringify(stub.requests)).not.toContain('pa@ss')
    await stub.close()
  })

  it.each([
    [407, 'credentials', 'answered 407: it wants a user name and a password in its URL'],
    // It cannot be told who says this.
    [403, 'credentials', 'answered 403'],
    [502, 'server', 'answered 502'],
  ])('told %i by the proxy it says so', async (status, kind, words) => {
    const proxy = await startProxy(1, status)
    const env = { ANTHROPIC_API_KEY: KEY, HTTP_PROXY: `http://user:secret-word@127.0.0.1:${proxy.port}` }
    const model = await openModel('anthropic:x', { env, baseUrl: 'http://models.test', timeoutMs: 20_000 })
    const outcome = await model.call(requestOf(), callContext())
    if (outcome.ok) throw new Error('it must fail')
    expect(outcome.failure.message).toContain(words)
    expect(outcome.failure.message).not.toContain('secret-word')
    expect(outcome.failure.kind).toBe(kind)
  })
})

describe('a provider that is reached over https', () => {
  it.each([
    [407, 'credentials'],
    [403, 'refused'],
    [503, 'connection'],
  ])('told %i in place of a tunnel it says so', async (status, kind) => {
    const proxy = await startProxy(1, status)
    const env = { ANTHROPIC_API_KEY: KEY, HTTPS_PROXY: `http://user:secret-word@127.0.0.1:${proxy.port}` }
    const model = await openModel('anthropic:x', { env, baseUrl: null, timeoutMs: 20_000 })
    const outcome = await model.call(requestOf(), callContext())
    expect(outcome).toMatchObject({ ok: false, failure: { kind, usage: null } })
    if (outcome.ok) return
    expect(outcome.failure.message).toContain(
      `the proxy http://127.0.0.1:${proxy.port} (HTTPS_PROXY) answered ${status}`,
    )
    expect(outcome.failure.message).not.toContain('secret-word')
    expect(proxy.asked).toEqual(['CONNECT api.anthropic.com:443'])
  })

  it.each(['HTTPS_PROXY', 'HTTP_PROXY'])('says that nothing is at %s', async variable => {
    const env = { ANTHROPIC_API_KEY: KEY, [variable]: 'http://u:secret-word@127.0.0.1:1' }
    const baseUrl = variable === 'HTTPS_PROXY' ? 'https://models.test' : 'http://models.test'
    const model = await openModel('anthropic:x', { env, baseUrl, timeoutMs: 20_000 })
    const outcome = await model.call(requestOf(), callContext())
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'connection', isMisaddressed: true, usage: null } })
    if (outcome.ok) return
    expect(outcome.failure.message).toMatch(
      new RegExp(`nothing can be reached through the proxy http://127.0.0.1:1 \\(${variable}\\): .*ECONNREFUSED`),
    )
  })

  const answer = (request: StubRequest): StubAction => {
    if (request.system.startsWith('You check an answer')) return { json: { objections: [], rival: null } }
    const sentence = { text: 'retries is set to 3.', quotes: [{ path: 'data/app.yaml', line: 2, quote: 'retries: 3' }] }
    const call = { name: 'answer', input: { sentences: [sentence] } }
    return request.tools.length > 0 ? { toolCalls: [call] } : { json: { calls: [call] } }
  }

  it.each([
    ['anthropic:claude-haiku-4-5', 'api.anthropic.com:443', []],
    ['openai:gpt-5-mini', 'api.openai.com:443', []],
    ['google:gemini-2.5-flash', 'generativelanguage.googleapis.com:443', []],
    ['openai-compatible:local', 'models.test:443', ['--base-url', 'https://models.test/v1']],
    ['ollama:qwen3', 'models.test:443', ['--base-url', 'https://models.test']],
  ])('%s answers a question through a tunnel', async (model, host, args) => {
    assertBuilt()
    const lab = await Lab.open(answer)
    lab.write('app.yaml', 'name: shop\nretries: 3\n')
    const proxy = await startProxy(Number(new URL(lab.stub.url).port))
    const { ANTHROPIC_BASE_URL: _, OPENAI_BASE_URL: __, ...env } = lab.env
    const child = spawn(process.execPath, [bin, 'ask', 'data', 'How many?', '--model', model, '--json', ...args], {
      cwd: lab.path,
      env: {
        ...env,
        PATH: process.env.PATH,
        HTTPS_PROXY: `http://user:secret-word@127.0.0.1:${proxy.port}`,
        NODE_EXTRA_CA_CERTS: CERTIFICATE,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (printed += String(part)))
    const [status] = await once(child, 'close')
    expect([status, printed]).toEqual([0, expect.stringContaining('retries is set to 3.')])
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${host}`]))
    // The root and the sceptic share one tunnel.
    expect(proxy.asked).toHaveLength(1)
    expect(printed).not.toContain('secret-word')
    for (const [name, content] of lab.kept()) expect(content.includes('secret-word'), name).toBe(false)
  })
})
