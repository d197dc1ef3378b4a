// Agents as files: what the linter says of faulty ones, which files a project's agents come from, and their versions.
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Agent } from '@shoal/base/model/agent'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lintAgent } from '../../src/config/agents/lint-agent.ts'
import { findAgents, loadAgents } from '../../src/config/agents/load-agents.ts'
import { readAgent } from '../../src/config/agents/read-agent.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()

const agentText = (fields: Record<string, string>, body = 'You read.') =>
  ['---', ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`), '---', '', body, ''].join('\n')

const plain = (name: string) => ({ name, description: 'Reads.', tools: 'Read, Grep, Glob' })

describe('the linter', () => {
  const faulty = fileURLToPath(new URL('../../../../fixtures/agents/faulty/', import.meta.url))

  const expected: Record<string, readonly [line: number, what: string][]> = {
    Upper_Case: [[2, '`name` must be lower-case letters, digits and single hyphens, as `rlm-code-analyzer`']],
    'alias-bomb': [[6, '`isolation` refers to itself or to too much']],
    arguments: [
      [5, 'there is no field `arguments`'],
      [7, 'there is no field `colour` — did you mean `color`?'],
    ],
    bare: [
      [1, '`name` is missing'],
      [1, '`description` is missing: it says when to use the agent'],
      [1, '`tools` is missing: in Claude Code the agent would have every tool'],
    ],
    'beyond-reading': [
      [5, '`hooks` is not for analysts: hooks run commands'],
      [6, '`mcpServers` is not for analysts: the tools of other servers may do anything'],
      [7, '`memory` is not for analysts: a memory is written to'],
    ],
    broken: [[4, 'not YAML: Missing closing "quote']],
    list: [[2, 'its frontmatter must be fields, each as `name: value`']],
    looks: [
      [5, '`model` must be haiku, sonnet, opus or inherit — did you mean `haiku`?'],
      [6, '`color` must be red, blue, green, yellow, purple, orange, pink or cyan'],
    ],
    misnamed: [[2, 'the file of an agent with the name `another-name` must be `another-name.md`']],
    open: [[1, 'its frontmatter has no end: a second line of `---` is missing']],
    plain: [[1, 'it must begin with frontmatter between two lines of `---`']],
    silent: [
      [3, '`description` must say when to use the agent'],
      [6, 'it has no body: the body is what the agent is told'],
    ],
    templates: [
      [3, '`{{query}}` is never filled in: the task tells what differs between tasks'],
      [7, '`{{ chunk_path }}` is never filled in: the task tells what differs between tasks'],
      [7, '`{{query}}` is never filled in: the task tells what differs between tasks'],
    ],
    tools: [
      [4, '`Bash` does more than read: an analyst may have Read, Grep, Glob'],
      [4, 'an analyst has no tool `read` — did you mean `Read`?'],
      [4, 'an analyst has no tool `Telescope`: there are Read, Grep, Glob'],
      [4, '`WebFetch` does more than read: an analyst may have Read, Grep, Glob'],
      [5, '`disallowedTools` must be a list such as `Write, Edit`'],
    ],
    'mcp-tools': ['mcp__plugin_shoal_shoal__*', 'mcp__shoal__team_delete', 'mcp__github__create_issue'].map(tool => [
      4,
      `\`${tool}\` is not for analysts: of MCP tools they may have shoal's read_chunk, submit_findings, findings, synthesize, overview, search, read, sql, diff, run, note`,
    ]),
    twice: [[4, 'not YAML: Map keys must be unique']],
  }

  it('has an expectation for every faulty file', () => {
    expect(readdirSync(faulty).toSorted()).toEqual(
      Object.keys(expected)
        .map(name => `${name}.md`)
        .toSorted(),
    )
  })

  it.each(Object.entries(expected))('says what is wrong with %s.md, and where', (name, problems) => {
    const found = lintAgent(name, readFileSync(join(faulty, `${name}.md`), 'utf8'))
    expect(found.map(({ line, what }) => [line, what])).toEqual(problems)
  })

  it.each([
    ['tools as a list', { ...plain('fine'), tools: '[Read, Grep]' }],
    ['tools as a list of none', { ...plain('fine'), tools: '[]' }],
    ['a tool that is narrowed, with a comma', { ...plain('fine'), tools: 'Read(src/**, docs/**), Glob' }],
    [
      'MCP tools of shoal',
      { ...plain('fine'), tools: 'Read, mcp__plugin_shoal_shoal__read_chunk, mcp__shoal__findings' },
    ],
    [
      'fields that only Claude Code acts on',
      { ...plain('fine'), maxTurns: '5', permissionMode: 'plan', effort: 'low' },
    ],
    ['a description with a colon, in quotes', { ...plain('fine'), description: '"Use it: often."' }],
  ])('takes %s', (_, fields) => {
    expect(lintAgent('fine', agentText(fields))).toEqual([])
  })

  it('says the same of the same file whatever its line ends, with or without a byte order mark', () => {
    const text = agentText({ ...plain('other'), colour: 'red' }, 'You {{read}}.')
    const problems = lintAgent('fine', text)
    expect(problems.map(({ line }) => line)).toEqual([2, 5, 8])
    for (const same of [text.replaceAll('\n', '\r\n'), text.replaceAll('\n', '\r'), `\ufeff${text}`])
      expect(lintAgent('fine', same)).toEqual(problems)
  })

  it('never throws, and names only lines that there are', () => {
    const pieces = [
      '---',
      'name: a',
      'tools:',
      '  - Read',
      'tools: &x [*x]',
      '- b',
      ': {',
      '{{x}}',
      '"',
      '\t',
      '!!set',
      '<<: *a',
    ]
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string())).map(lines => ['---', ...lines].join('\n')),
      fc.dictionary(fc.string(), fc.jsonValue()).map(fields => `---\n${JSON.stringify(fields)}\n---\nYou read.`),
    )
    fc.assert(
      fc.property(texts, text => {
        const lines = text.split(/\r\n|\n|\r/).length
        for (const { line, what } of lintAgent('a', text)) {
          expect(line).toBeGreaterThanOrEqual(1)
          expect(line).toBeLessThanOrEqual(lines + 1)
          expect(what).not.toBe('')
        }
      }),
      { numRuns: 500 },
    )
  })

  it.each(['- ', '? ', '{a: ', '['])('refuses %j again and again before anything recurses', text => {
    for (const length of [100, 4000, 18_000])
      expect(lintAgent('a', `---\nname: a\ntools:\n  ${text.repeat(length / text.length)}\n---\n`)).toEqual([
        { line: 4, what: 'it is nested more than 20 deep' },
      ])
  })
})

describe('the agents of a project', () => {
  const request = (cwd: string) => ({ cwd: join(dir.path, cwd), home: undefined })
  const names = (agents: readonly Agent[]) => agents.map(({ name }) => name)
  const builtIn = [
    'rlm-chunk-analyzer',
    'rlm-code-analyzer',
    'rlm-data-analyzer',
    'rlm-json-analyzer',
    'rlm-synthesizer',
  ]

  it('are those of the package where there are no others', () => {
    mkdirSync(join(dir.path, 'empty/.git'), { recursive: true })
    const { agents } = loadAgents(request('empty'))
    expect(names(agents)).toEqual(builtIn)
    expect(new Set(agents.map(({ origin }) => origin))).toEqual(new Set(['built-in']))
  })

  it('replace and join those of the package', () => {
    mkdirSync(join(dir.path, 'own/.git'), { recursive: true })
    mkdirSync(join(dir.path, 'own/deep/er'), { recursive: true })
    mkdirSync(join(dir.path, 'own/.shoal/agents/drafts.md'), { recursive: true })
    dir.write('own/.shoal/agents/README.md', 'About the others.')
    dir.write('own/.shoal/agents/notes.txt', 'No agent.')
    dir.write('own/.shoal/agents/house-rules.md', agentText({ ...plain('house-rules'), model: 'opus', color: 'pink' }))
    dir.write(
      'own/.shoal/agents/rlm-code-analyzer.md',
      agentText(
        { ...plain('rlm-code-analyzer'), disallowedTools: '[Glob]', model: 'inherit' },
        '\n\nYou read.\n\nWell.\n',
      ),
    )
    const book = loadAgents(request('own/deep/er'))
    expect(names(book.agents)).toEqual(['house-rules', ...builtIn])
    expect(book.named('rlm-code-analyzer')).toEqual({
      name: 'rlm-code-analyzer',
      description: 'Reads.',
      modelClass: null,
      tools: ['Read', 'Grep'],
      color: null,
      instructions: 'You read.\n\nWell.',
      version: expect.stringMatching(/^[0-9a-f]{32}$/),
      origin: join('..', '..', '.shoal', 'agents', 'rlm-code-analyzer.md'),
    })
    expect(book.named('house-rules')).toMatchObject({ modelClass: 'opus', color: 'pink' })
    expect(book.named('rlm-json-analyzer').origin).toBe('built-in')
  })

  it('come from the nearest folder alone, and from none above the repository', () => {
    mkdirSync(join(dir.path, 'outer/repo/.git'), { recursive: true })
    mkdirSync(join(dir.path, 'outer/repo/inner'), { recursive: true })
    mkdirSync(join(dir.path, 'outer/bare/.git'), { recursive: true })
    dir.write('outer/.shoal/agents/outermost.md', agentText(plain('outermost')))
    dir.write('outer/repo/.shoal/agents/outer.md', agentText(plain('outer')))
    dir.write('outer/repo/inner/.shoal/agents/inner.md', agentText(plain('inner')))
    const own = (cwd: string) => names(loadAgents(request(cwd)).agents).filter(name => !builtIn.includes(name))
    expect(own('outer/repo/inner')).toEqual(['inner'])
    expect(own('outer/repo')).toEqual(['outer'])
    expect(own('outer/bare')).toEqual([])
  })

  it('with a faulty file are refused, with file and line, and its name is left to nobody', () => {
    const broken = agentText({ ...plain('rlm-json-analyzer'), tools: 'Read, Write' })
    mkdirSync(join(dir.path, 'faulty/.git'), { recursive: true })
    dir.write('faulty/.shoal/agents/rlm-json-analyzer.md', broken)
    dir.write('faulty/.shoal/agents/huge.md', agentText(plain('huge'), 'You read. '.repeat(20_000)))
    const { agents, faulty } = findAgents(request('faulty'))
    expect(names(agents)).toEqual(builtIn.filter(name => name !== 'rlm-json-analyzer'))
    expect(faulty.map(({ path }) => path)).toEqual(
      ['huge.md', 'rlm-json-analyzer.md'].map(name => join('.shoal', 'agents', name)),
    )
    expect(() => loadAgents(request('faulty'))).toThrow(
      expect.objectContaining({ code: 'agent-invalid', message: expect.stringContaining('huge.md:1: it is larger') }),
    )
  })

  it('that cannot be read are named', () => {
    mkdirSync(join(dir.path, 'lost/.git'), { recursive: true })
    mkdirSync(join(dir.path, 'lost/.shoal/agents'), { recursive: true })
    symlinkSync('nowhere.md', join(dir.path, 'lost/.shoal/agents/lost.md'))
    expect(() => loadAgents(request('lost'))).toThrow(
      expect.objectContaining({ code: 'not-found', detail: join('.shoal', 'agents', 'lost.md') }),
    )
  })

  it('do not answer to other names', () => {
    const book = loadAgents(request('empty'))
    expect(() => book.named('rlm-code-analyser')).toThrow(
      expect.objectContaining({ code: 'agent-invalid', advice: 'did you mean "rlm-code-analyzer"?' }),
    )
    expect(() => book.named('tf')).toThrow(
      expect.objectContaining({
        message: 'there is no agent "tf"',
        advice: `add ${join('.shoal', 'agents', 'tf.md')}`,
      }),
    )
  })
})

describe('the version of an agent', () => {
  const fields = { ...plain('one'), model: 'haiku' }
  const versionOf = (text: string, folder = 'version') => {
    const read = readAgent(dir.write(`${folder}/one.md`, text), 'one.md')
    if ('problems' in read) throw new Error(read.problems[0]!.what)
    return read.version
  }
  const version = () => versionOf(agentText(fields))

  it('changes with what it is told, its tools and its class of model', () => {
    const others = [
      agentText(fields, 'You read well.'),
      agentText({ ...fields, tools: 'Read, Grep' }),
      agentText({ ...fields, disallowedTools: 'Glob' }),
      agentText({ ...fields, model: 'sonnet' }),
      agentText(plain('one')),
    ]
    expect(others.map(text => versionOf(text))).not.toContain(version())
    expect(versionOf(others[1]!)).toBe(versionOf(others[2]!))
  })

  it('does not change with anything else', () => {
    const text = agentText(fields)
    expect(versionOf(text, 'elsewhere')).toBe(version())
    expect(versionOf(text.replaceAll('\n', '\r\n'))).toBe(version())
    expect(versionOf(agentText({ ...fields, description: 'Says more.', color: 'red', maxTurns: '3' }))).toBe(version())
    expect(versionOf(agentText({ ...fields, tools: '[Glob, Grep, Read, Read]' }))).toBe(version())
    expect(versionOf(agentText(fields, '\n\nYou read.\n\n'))).toBe(version())
  })
})
