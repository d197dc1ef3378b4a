// `shoal models`: what can be used here, and what is never said about it.

import { PRICES, PRICES_AS_OF } from '@shoal/base/model/prices'
import { describe, expect, it } from 'vitest'
import { builtInProviders } from '../../src/models/providers/providers.ts'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const models = async (env: Record<string, string>, ...argv: string[]) => {
  const { status, stdout, stderr } = await shoal(['models', ...argv], { cwd: dir.path, env })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}
const json = async (env: Record<string, string>, ...argv: string[]) => JSON.parse(await models(env, '--json', ...argv))
const named = <T extends { name?: string; model?: string }>(list: T[], name: string) =>
  list.find(one => (one.name ?? one.model) === name)

describe('the providers', () => {
  it('are all there, with these keys for scripts', async () => {
    const { providers: listed } = await json({})
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(builtInProviders.map(({ name }) => name))
    expect(named(listed, 'anthropic')).toEqual({
      name: 'anthropic',
      title: 'Anthropic',
      key_variables: ['ANTHROPIC_API_KEY'],
      key_needed: true,
      key_set: false,
      base_url: 'https://api.anthropic.com/v1',
      proxy: null,
      problem: null,
      local: false,
      tools: true,
    })
  })

  it('say that a key is set, whichever of their variables holds it, and never what it is', async () => {
    const keys = Object.fromEntries(
      builtInProviders.flatMap(one => one.keyVariables).map(name => [name, `secret-${name}`]),
    )
    const { providers: listed } = await json({ GEMINI_API_KEY: 'secret-gemini', OPENAI_API_KEY: '  ' })
    expect(named(listed, 'google')).toMatchObject({ key_set: true })
    expect(named(listed, 'openai')).toMatchObject({ key_set: false })
    for (const stdout of [await models(keys), await models(keys, '--json')]) expect(stdout).not.toContain('secret-')
    expect(await models({ GEMINI_API_KEY: 'secret-gemini' })).toMatch(/^google +GEMINI_API_KEY is set /m)
    expect(await models({})).toMatch(/^google +GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY is not set /m)
  })

  it('show the proxy they are reached through, without its password', async () => {
    const env = { HTTPS_PROXY: 'http://someone:hush@proxy.test:3128', NO_PROXY: 'openai.com' }
    const { providers: listed } = await json(env)
    expect(named(listed, 'anthropic')).toMatchObject({ proxy: 'http://proxy.test:3128 (HTTPS_PROXY)' })
    for (const name of ['openai', 'ollama', 'claude-cli']) expect(named(listed, name)).toMatchObject({ proxy: null })
    const shown = await models(env)
    expect(shown).toContain('Through the proxy http://proxy.test:3128 (HTTPS_PROXY): anthropic, google\n')
    expect(shown + JSON.stringify(listed)).not.toContain('hush')
    expect(named((await json({ HTTPS_PROXY: 'socks5://hush' })).providers, 'google')).toMatchObject({
      problem: 'HTTPS_PROXY is not the URL of a proxy that starts with http:// or https://',
    })
  })

  it('show where they are reached, without what may be secret in it', async () => {
    const env = {
      ANTHROPIC_BASE_URL: 'https://someone:hush@proxy.test:8443/claude?token=hush',
      OLLAMA_HOST: 'http://[',
    }
    const { providers: listed } = await json(env)
    expect(named(listed, 'anthropic')).toMatchObject({
      base_url: expect.stringMatching(/^https:\/\/proxy\.test:8443\//),
    })
    expect(named(listed, 'ollama')).toMatchObject({
      base_url: null,
      problem: 'OLLAMA_HOST is not a URL that starts with http:// or https://',
    })
    for (const stdout of [await models(env), await models(env, '--json')]) expect(stdout).not.toContain('hush')
    expect(await models(env)).toMatch(/^ollama .* OLLAMA_HOST is not a URL that starts/m)
  })
})

describe('the models', () => {
  it('of each class come first, with their prices; an unknown price is said', async () => {
    const { models: listed, prices_as_of } = await json({})
    const { haiku } = builtInProviders[0]!.classes!
    expect(listed[0]).toMatchObject({ model: `anthropic:${haiku}`, classes: ['haiku'] })
    expect(listed[0]).toMatchObject({ input_usd_per_million: PRICES[`anthropic:${haiku}`]!.input })
    expect(named(listed, 'claude-cli:sonnet')).toMatchObject({ input_usd_per_million: null, context_tokens: null })
    expect(prices_as_of).toBe(PRICES_AS_OF)
    expect(await models({})).toMatch(/^claude-cli:sonnet +sonnet +unknown +unknown +-$/m)
    expect(await models({})).toContain(`as of ${PRICES_AS_OF}.`)
  })

  it('include every one whose price is known, once', async () => {
    const ids = (await json({})).models.map(({ model }: { model: string }) => model)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(Object.keys(PRICES)))
  })

  it('and the places follow the config file', async () => {
    const config = dir.write(
      'other.json',
      JSON.stringify({
        model: 'openai-compatible:tiny',
        baseUrl: 'http://127.0.0.1:8080/v1',
        modelClasses: { ollama: { haiku: 'qwen3:4b', sonnet: 'qwen3:4b' } },
        prices: { 'openai-compatible:tiny': { input: 0.0125, output: 1200 } },
      }),
    )
    const { providers: listed, models: all } = await json({}, '--config', config)
    expect(named(listed, 'openai-compatible')).toMatchObject({ base_url: 'http://127.0.0.1:8080/v1' })
    expect(named(listed, 'anthropic')).toMatchObject({ base_url: 'https://api.anthropic.com/v1' })
    expect(named(all, 'ollama:qwen3:4b')).toMatchObject({ classes: ['haiku', 'sonnet'], input_usd_per_million: null })
    expect(await models({}, '--config', config)).toMatch(/^openai-compatible:tiny +- +\$0\.0125 +\$1,200\.00 +-$/m)
  })
})

it('takes no arguments', async () => {
  const { status, stderr } = await shoal(['models', 'anthropic'], { cwd: dir.path })
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'shoal: shoal models takes no arguments — name a model with `--model` of `shoal analyze`\n',
  })
})
