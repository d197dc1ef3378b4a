// From what the user calls a model to the models that are asked, and what is missing for it.
import { readdirSync, readFileSync } from 'node:fs'
import { ShoalError } from '@shoal/base/model/errors'
import type { Environment } from '@shoal/base/model/provider'
import { describe, expect, it } from 'vitest'
import { classesOf, resolveModels } from '../../src/models/model-name.ts'
import { openModel } from '../../src/models/open-model.ts'
import { keyIn, urlOf } from '../../src/models/providers/provider.ts'
import { builtInProviders, providerNamed } from '../../src/models/providers/providers.ts'

const resolve = (model: string, synthesisModel: string | null = null, modelClasses = {}) => {
  const { analyst, synthesis } = resolveModels({ model, synthesisModel, modelClasses })
  return [analyst, synthesis]
}

describe('resolveModels', () => {
  it("with a provider alone the class in an agent's file decides, and a named model is the same for all", () => {
    const agents = [
      { name: 'rlm-code-analyzer', modelClass: 'sonnet' },
      { name: 'rlm-json-analyzer', modelClass: 'haiku' },
      { name: 'rlm-chunk-analyzer', modelClass: null },
      { name: 'rlm-synthesizer', modelClass: 'opus' },
    ] as const
    const choice = { synthesisModel: null, modelClasses: {}, agents }
    expect(resolveModels({ ...choice, model: 'anthropic' })).toEqual({
      analyst: 'anthropic:claude-haiku-4-5',
      synthesis: 'anthropic:claude-opus-4-5',
      byAgent: { 'rlm-code-analyzer': 'anthropic:claude-sonnet-4-5' },
    })
    expect(resolveModels({ ...choice, model: 'anthropic:haiku' })).toMatchObject({ byAgent: {} })
  })

  it.each([
    ['anthropic', 'anthropic:claude-haiku-4-5', 'anthropic:claude-sonnet-4-5'],
    ['anthropic:haiku', 'anthropic:claude-haiku-4-5', 'anthropic:claude-sonnet-4-5'],
    ['anthropic:sonnet', 'anthropic:claude-sonnet-4-5', 'anthropic:claude-sonnet-4-5'],
    ['anthropic:opus', 'anthropic:claude-opus-4-5', 'anthropic:claude-opus-4-5'],
    ['anthropic:claude-3-5-haiku-latest', 'anthropic:claude-3-5-haiku-latest', 'anthropic:claude-sonnet-4-5'],
    ['openai', 'openai:gpt-5-mini', 'openai:gpt-5'],
    ['google:gemini-2.5-flash-lite', 'google:gemini-2.5-flash-lite', 'google:gemini-2.5-pro'],
    ['ollama:llama3.2:3b', 'ollama:llama3.2:3b', 'ollama:llama3.2:3b'],
    ['ollama:haiku', 'ollama:haiku', 'ollama:haiku'],
    ['openai-compatible:org/model', 'openai-compatible:org/model', 'openai-compatible:org/model'],
    ['claude-cli', 'claude-cli:haiku', 'claude-cli:sonnet'],
    ['claude-cli:claude-haiku-4-5', 'claude-cli:claude-haiku-4-5', 'claude-cli:sonnet'],
  ])('%s', (model, analyst, synthesis) => {
    expect(resolve(model)).toEqual([analyst, synthesis])
  })

  it('takes the synthesis model as it is said, a provider alone for its larger one', () => {
    expect(resolve('ollama:qwen', 'anthropic')[1]).toBe('anthropic:claude-sonnet-4-5')
    expect(resolve('anthropic', 'anthropic:opus')[1]).toBe('anthropic:claude-opus-4-5')
    expect(resolve('anthropic', 'openai:gpt-4.1')).toEqual(['anthropic:claude-haiku-4-5', 'openai:gpt-4.1'])
  })

  it("follows the user's table of classes, for local servers too", () => {
    const table = { openai: { haiku: 'gpt-5-nano' }, ollama: { haiku: 'qwen3:4b', sonnet: 'qwen3:32b' } }
    expect(resolve('openai', null, table)).toEqual(['openai:gpt-5-nano', 'openai:gpt-5'])
    expect(resolve('ollama', null, table)).toEqual(['ollama:qwen3:4b', 'ollama:qwen3:32b'])
    expect(classesOf(providerNamed('ollama'), {})).toEqual({ haiku: null, sonnet: null, opus: null })
  })

  it.each([
    ['opnai', 'did you mean "openai"?'],
    ['constructor', 'the providers are anthropic, openai'],
  ])('a table of classes for %s is refused, whatever model is asked for', (name, advice) => {
    for (const model of ['anthropic', 'openai:gpt-5', 'ollama:qwen']) {
      const error = thrownBy(() => resolve(model, null, { openai: { haiku: 'a' }, [name]: { haiku: 'b' } }))
      expect(error).toMatchObject({ code: 'config-invalid', exit: 2, detail: name })
      expect(error.message).toBe(`"modelClasses": there is no provider "${name}"`)
      expect(error.advice).toContain(advice)
    }
  })

  it.each([
    ['antropic:haiku', 'unknown-provider', 'did you mean "anthropic"?'],
    ['zzzzzzzz', 'unknown-provider', 'the providers are anthropic, openai, google'],
    ['constructor', 'unknown-provider', 'the providers are'],
    ['ollama', 'bad-value', 'ollama:NAME'],
    ['openai-compatible:', 'bad-value', 'openai-compatible:NAME'],
  ])('%s is refused: %s', (model, code, advice) => {
    const error = thrownBy(() => resolve(model))
    expect(error.code).toBe(code)
    expect(error.advice).toContain(advice)
  })
})

describe('openModel', () => {
  const open = (id: string, env: Environment = {}, baseUrl: string | null = null) =>
    openModel(id, { env, baseUrl, timeoutMs: 1000 })

  it.each([
    ['anthropic:claude-haiku-4-5', 'ANTHROPIC_API_KEY'],
    ['openai:gpt-5', 'OPENAI_API_KEY'],
    ['google:gemini-2.5-pro', 'GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY'],
  ])('%s without a key names %s', async (id, variable) => {
    await expect(open(id, { ANTHROPIC_API_KEY: '  ', SOME: 'thing' })).rejects.toMatchObject({
      code: 'no-credentials',
      exit: 4,
      advice: expect.stringContaining(`set ${variable}`),
    })
  })

  it('needs to know where a compatible server is', async () => {
    await expect(open('openai-compatible:x')).rejects.toMatchObject({ code: 'bad-value', detail: '--base-url' })
  })

  it('does not show a place that is no URL: it may hold a password', async () => {
    const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://user:hunter2@' }
    const error = await open('anthropic:x', env).catch((thrown: ShoalError) => thrown)
    expect(error).toMatchObject({
      code: 'bad-value',
      message: expect.stringMatching(/^ANTHROPIC_BASE_URL is not a URL [^@]*$/),
    })
  })

  it.each(['file:///etc/passwd', 'ftp://host', 'http://'])('does not go to %s', async url => {
    const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url }
    await expect(open('openai:x', env)).rejects.toMatchObject({ code: 'bad-value', detail: 'OPENAI_BASE_URL' })
  })

  it.each(['sk-a\nb', '“sk-ab”', 'sk a'])('does not send %j as a key, nor show it', async key => {
    const error = await open('openai:x', { OPENAI_API_KEY: key }).catch((thrown: ShoalError) => thrown)
    expect(error).toMatchObject({ code: 'no-credentials', detail: 'OPENAI_API_KEY' })
    expect(JSON.stringify(error) + (error as Error).message).not.toContain(key)
  })

  it('says when Claude Code is not there', async () => {
    await expect(open('claude-cli:haiku', { PATH: '/nowhere' })).rejects.toMatchObject({ code: 'no-credentials' })
  })

  it('opens a model without sending anything', async () => {
    const model = await open('anthropic:claude-haiku-4-5', { ANTHROPIC_API_KEY: 'k' }, 'http://127.0.0.1:1')
    expect(model).toMatchObject({ id: 'anthropic:claude-haiku-4-5', hasTools: true })
  })
})

describe('the table of providers', () => {
  it('loads the package of a provider only when it is used', () => {
    const folder = new URL('../../src/models/', import.meta.url)
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
    const texts = sources.map(name => readFileSync(new URL(name, folder), 'utf8'))
    expect(texts.filter(text => /await import\('@ai-sdk\//.test(text))).toHaveLength(4)
    expect(texts.filter(text => /^import (?!type)[^']*? from '@ai-sdk\//m.test(text))).toEqual([])
  })

  it('names each once', () => {
    const names = builtInProviders.map(({ name }) => name)
    expect(names).toEqual(['anthropic', 'openai', 'google', 'ollama', 'openai-compatible', 'claude-cli'])
  })

  it.each([
    ['anthropic', {}, null, 'https://api.anthropic.com/v1'],
    ['anthropic', { ANTHROPIC_BASE_URL: 'http://proxy/anthropic/' }, null, 'http://proxy/anthropic/v1'],
    ['anthropic', { ANTHROPIC_BASE_URL: 'http://proxy/v1' }, null, 'http://proxy/v1'],
    ['anthropic', { ANTHROPIC_BASE_URL: 'http://proxy' }, 'http://given', 'http://given/v1'],
    ['openai', { OPENAI_BASE_URL: 'http://proxy:8080' }, null, 'http://proxy:8080/v1'],
    ['openai', { OPENAI_BASE_URL: 'http://proxy/openai/v1/' }, null, 'http://proxy/openai/v1'],
    ['google', {}, null, 'https://generativelanguage.googleapis.com/v1beta'],
    ['ollama', {}, null, 'http://127.0.0.1:11434/v1'],
    ['ollama', { OLLAMA_HOST: '0.0.0.0' }, null, 'http://127.0.0.1:11434/v1'],
    ['ollama', { OLLAMA_HOST: 'gpu-box:8000' }, null, 'http://gpu-box:8000/v1'],
    ['ollama', { OLLAMA_HOST: 'https://ollama.example' }, null, 'https://ollama.example/v1'],
    ['openai-compatible', {}, null, null],
    ['claude-cli', {}, null, null],
  ])('%s with %j and %j is at %s', (name, env, given, url) => {
    expect(urlOf(providerNamed(name), env, given)).toBe(url)
  })

  it('takes the first variable that holds a key', () => {
    const google = providerNamed('google')
    expect(keyIn(google, { GEMINI_API_KEY: ' b ' })).toEqual({ variable: 'GEMINI_API_KEY', key: 'b' })
    expect(keyIn(google, { GOOGLE_GENERATIVE_AI_API_KEY: 'a', GEMINI_API_KEY: 'b' })?.key).toBe('a')
    expect(keyIn(google, { GOOGLE_GENERATIVE_AI_API_KEY: ' ' })).toBeNull()
  })
})

function thrownBy(run: () => unknown): ShoalError {
  try {
    run()
  } catch (error) {
    if (error instanceof ShoalError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
