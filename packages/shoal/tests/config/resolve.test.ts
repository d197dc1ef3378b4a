import { ShoalError } from '@shoal/base/model/errors'
import { describe, expect, it } from 'vitest'
import { parseCommandLine } from '../../src/config/parse.ts'
import { type Config, resolveOptions, settingsFrom } from '../../src/config/resolve.ts'

const resolve = (line: string[], config: unknown = {}) =>
  resolveOptions(parseCommandLine(line).values, config, 'shoal.config.ts')

const failure = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (error instanceof ShoalError) return { code: error.code, line: `${error.message} — ${error.advice}` }
    throw error
  }
  throw new Error('it was accepted')
}

describe('what options mean', () => {
  it('defaults leave nothing open', () => {
    expect(settingsFrom()).toEqual({
      unpack: true,
      readers: [],
      providers: [],
      import: [],
      maxUnpacked: 10_000_000_000,
      maxUnpackRatio: 200,
      maxMembers: 100_000,
      maxNesting: 3,
      include: [],
      exclude: [],
      first: [],
      recursive: true,
      ignore: true,
      maxFiles: null,
      overrides: [],
      giveUpAfter: 60,
      chunkTokens: null,
      chunkSize: null,
      mode: 'single',
      goal: [],
      model: null,
      synthesisModel: null,
      subModel: null,
      maxSteps: 25,
      baseUrl: null,
      maxCost: null,
      maxTokens: null,
      rounds: 1,
      labels: [],
      read: 'auto',
      cache: true,
      requestsPerMinute: null,
      tokensPerMinute: null,
      timeout: 120,
      types: [],
      typesFrom: null,
      prices: {},
      modelClasses: {},
      suppress: [],
    })
  })

  it('flags win over the file, the file over the defaults', () => {
    const config: Config = { maxFiles: 5, recursive: false, include: ['a'], quiet: true }
    const { settings, face } = resolve(['detect', '--max-files', '7', '--recursive'], config)
    expect(settings).toMatchObject({ maxFiles: 7, recursive: true, include: ['a'], chunkTokens: null })
    expect(face.quiet).toBe(true)
  })

  it('takes several goals with commas, repeated, or as an array: each once, in the order of the table', () => {
    const both = ['security', 'performance']
    expect(resolve(['plan', '--goal', 'performance,security']).settings.goal).toEqual(both)
    expect(resolve(['plan', '--goal', 'performance', '--goal', 'security, performance']).settings.goal).toEqual(both)
    expect(settingsFrom({ goal: ['performance', 'security'] }).goal).toEqual(both)
    expect(settingsFrom({ goal: 'data' }).goal).toEqual(['data'])
    expect(resolve(['plan', '--goal', 'data'], { goal: both as ['security'] }).settings.goal).toEqual(['data'])
  })

  it('of a repeated single value the last one counts; a list replaces that of the file', () => {
    const { settings } = resolve(['detect', '--max-files=1', '--max-files=2', '--exclude=x'], { exclude: ['y'] })
    expect(settings).toMatchObject({ maxFiles: 2, exclude: ['x'] })
  })

  it('reads counts with k and M', () => {
    expect(resolve(['chunk', '--chunk-tokens', '8k']).settings.chunkTokens).toBe(8000)
    expect(resolve(['chunk', '--chunk-tokens', '2M']).settings.chunkTokens).toBe(2_000_000)
  })

  it('adds typed overrides to those of the file, after them: the last that fits wins', () => {
    const line = ['chunk', 'f', '--type', 'a=b=log', '--type', 'json']
    const { settings } = resolve(line, { overrides: { '*.x': 'prose' } })
    expect(settings.overrides).toEqual([
      { glob: '*.x', type: 'prose' },
      { glob: 'a=b', type: 'log' },
      { glob: '**', type: 'json' },
    ])
  })

  it('--json is --format json', () => {
    expect(resolve(['detect', '--json']).face.format).toBe('json')
    expect(resolve(['detect', '--json', '--format', 'json']).face.format).toBe('json')
    expect(failure(() => resolve(['detect', '--json', '--format', 'text'])).line).toBe(
      '--json and --format text contradict each other — leave one of them out',
    )
  })

  it('passes types and prices through', () => {
    const types = [{ name: 'sql' }]
    const prices = { 'local:x': { input: 0, output: 1.5 } }
    expect(resolve([], { types, prices }).settings).toMatchObject({ types, prices })
  })
})

describe('wrong values', () => {
  const help = 'run the command with `--help` for what it takes'
  it.each([
    [['plan', '--max-files', 'abc'], `--max-files must be a whole number of at least 1; it is "abc" — ${help}`],
    [['plan', '--max-files', '0'], `--max-files must be a whole number of at least 1; it is "0" — ${help}`],
    [['plan', '--max-files', '1e3'], `--max-files must be a whole number of at least 1; it is "1e3" — ${help}`],
    [['plan', '--chunk-tokens', '5'], `--chunk-tokens must be a whole number of at least 100; it is "5" — ${help}`],
    [
      ['plan', '--model', 'Claude Haiku'],
      `--model must be PROVIDER:NAME, such as anthropic:claude-haiku-4-5; it is "Claude Haiku" — ${help}`,
    ],
    [
      ['analyze', '--max-cost', 'cheap'],
      '--max-cost must be an amount of US dollars above 0, such as 0.50; it is "cheap" — run the command with `--help` for what it takes',
    ],
    [['plan', '--query', ' '], `--query must be a QUERY, not empty; it is " " — ${help}`],
    [['detect', '--include='], `--include must be a GLOB; it is "" — ${help}`],
    [['detect', '--type', '=log'], `--type must be GLOB=TYPE or TYPE; it is "=log" — ${help}`],
    [['detect', '--type', 'a='], `--type must be GLOB=TYPE or TYPE; it is "a=" — ${help}`],
    [
      ['plan', '--goal', 'speed'],
      `--goal must be general, security, architecture, performance, quality or data, or several of them; it is "speed" — ${help}`,
    ],
    [
      ['plan', '--goal', 'security,'],
      `--goal must be general, security, architecture, performance, quality or data, or several of them; it is "" — ${help}`,
    ],
  ])('%j', (line, message) => {
    expect(failure(() => resolve(line))).toEqual({ code: 'bad-value', line: message })
  })
})

describe('a wrong config', () => {
  const fix = 'correct the file, or pass `--no-config` to go on without it'
  it.each<[unknown, string]>([
    [[], `shoal.config.ts: must be an object; it is [] — ${fix}`],
    [{ maxfiles: 1 }, 'shoal.config.ts: unknown key "maxfiles" — did you mean "maxFiles"?'],
    [{ 'max-files': 1 }, 'shoal.config.ts: unknown key "max-files" — did you mean "maxFiles"?'],
    [{ type: {} }, 'shoal.config.ts: unknown key "type" — did you mean "overrides"?'],
    [{ maxFiles: '5' }, `shoal.config.ts: "maxFiles" must be a whole number of at least 1; it is "5" — ${fix}`],
    [{ maxFiles: 1.5 }, `shoal.config.ts: "maxFiles" must be a whole number of at least 1; it is 1.5 — ${fix}`],
    [{ recursive: 'no' }, `shoal.config.ts: "recursive" must be true or false; it is "no" — ${fix}`],
    [{ include: '*.py' }, `shoal.config.ts: "include" must be an array of strings; it is "*.py" — ${fix}`],
    [{ color: null }, `shoal.config.ts: "color" must be auto, always or never; it is null — ${fix}`],
    [{ model: 7 }, `shoal.config.ts: "model" must be a string; it is 7 — ${fix}`],
    [{ types: {} }, `shoal.config.ts: "types" must be an array of content types; it is {} — ${fix}`],
    [{ prices: 3 }, `shoal.config.ts: "prices" must be an object by PROVIDER:NAME; it is 3 — ${fix}`],
    [
      { prices: { 'a:b': { input: -1, output: 1 } } },
      `shoal.config.ts: "prices" for "a:b" must be { input, output } in dollars per million tokens, with cacheRead, cacheWrite, context and above if they are known — ${fix}`,
    ],
    [
      { overrides: ['x'] },
      'shoal.config.ts: "overrides" must be an object of globs and content types, ' +
        `such as { "*.dat": "structured_data" }; it is ["x"] — ${fix}`,
    ],
  ])('%j', (config, message) => {
    expect(failure(() => resolve([], config))).toEqual({ code: 'config-invalid', line: message })
  })

  it('an unknown key far from every other one lists them', () => {
    expect(failure(() => resolve([], { zzzzzzzz: 1 })).line).toMatch(
      /the keys are include, exclude, .*types, providers, modelClasses, suppress, codingAgents, readers, prices$/,
    )
  })
})
