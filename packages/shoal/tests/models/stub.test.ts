// The stub server in a process of its own: the same rules, told as a file.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { openModel } from '../../src/models/open-model.ts'
import { requestOf } from '../conformance/language-model.ts'
import { callContext } from './call-context.ts'
import { followScript, type Rule } from './stub/script.ts'
import { startStub } from './stub/server.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean()
})

async function serve(rules: readonly Rule[]): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'shoal-stub-'))
  const script = join(directory, 'script.json')
  writeFileSync(script, JSON.stringify(rules))
  const child = spawn(process.execPath, [fileURLToPath(new URL('stub/serve.mjs', import.meta.url)), script])
  cleanups.push(async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
    rmSync(directory, { recursive: true })
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return line.toString().trim()
}

describe('a stub that follows a script', () => {
  it('applies the first rule that fits and is not used up, and tells what it was asked', async () => {
    const url = await serve([
      { when: { includes: 'The question.' }, times: 1, action: { status: 429, headers: { 'retry-after': '3' } } },
      { when: { api: 'openai' }, action: { json: { a: 1 } } },
      { when: { api: 'anthropic', excludes: 'The question.' }, action: { text: 'never' } },
    ])
    const env = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' }
    const ask = async (id: string) =>
      (await openModel(id, { env, baseUrl: url, timeoutMs: 20_000 })).call(requestOf(), callContext())
    expect(await ask('openai:gpt-4.1')).toMatchObject({ failure: { kind: 'rate-limited', retryAfterMs: 3000 } })
    expect(await ask('openai:gpt-4.1')).toMatchObject({ reply: { text: '{"a":1}' } })
    expect(await ask('anthropic:claude-haiku-4-5')).toMatchObject({ failure: { kind: 'server' } })
    const asked = (await (await fetch(`${url}/requests`)).json()) as { api: string; number: number }[]
    expect(asked.map(({ api, number }) => `${number} ${api}`)).toEqual(['1 openai', '2 openai', '3 anthropic'])
  })

  it.each([
    ['/v1/chat/completions', { messages: [{ role: 'user', content: 'hi' }] }, 'choices.0.message.content'],
    ['/v1/messages', { messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] }, 'content.0.text'],
    [
      '/v1beta/models/m:generateContent',
      { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
      'candidates.0.content.parts.0.text',
    ],
  ])('answers at %s without a stream too', async (path, body, place) => {
    const stub = await startStub(followScript([{ when: { includes: 'hi' }, action: { text: 'hello' } }]))
    cleanups.push(() => stub.close())
    const response = await fetch(`${stub.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
    expect(await response.json()).toHaveProperty(place, 'hello')
  })
})
