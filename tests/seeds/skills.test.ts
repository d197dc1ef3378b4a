// Content-Aware RLM, sections 3 to 5 and 8; the two rlm-subcall documents: what agents, skills and the command must say.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, test } from 'vitest'
import { createRegistry } from '../../packages/shoal/src/content/registry.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const textOf = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const agent = (name: string) => textOf(`agents/${name}.md`)
const registry = createRegistry()

describe('section 3: routing by content type', () => {
  test.each([
    ['source_code', 'rlm-code-analyzer'],
    ['structured_data', 'rlm-data-analyzer'],
    ['json', 'rlm-json-analyzer'],
    ['jsonl', 'rlm-json-analyzer'],
    ['log', 'rlm-chunk-analyzer'],
    ['prose', 'rlm-chunk-analyzer'],
    ['config', 'rlm-chunk-analyzer'],
    ['markup', 'rlm-chunk-analyzer'],
    ['unknown', 'rlm-chunk-analyzer'],
  ])('%s → %s', (type, name) => {
    expect(registry.get(type)!.agent).toBe(name)
  })
})

describe('section 4: agents', () => {
  test.each([
    ['rlm-code-analyzer', 'haiku', 'blue'],
    ['rlm-data-analyzer', 'haiku', 'yellow'],
    // The client has no magenta (decision 24).
    ['rlm-json-analyzer', 'haiku', 'purple'],
    ['rlm-chunk-analyzer', 'haiku', 'cyan'],
    ['rlm-synthesizer', 'sonnet', 'green'],
  ])('%s runs on %s and is %s', (name, model, color) => {
    const text = agent(name)
    expect(text).toMatch(/^tools: Read, Grep, Glob\b/m)
    expect(text).toContain(`\nmodel: ${model}\ncolor: ${color}\n`)
    expect(text).not.toMatch(/^arguments:|\{\{/m)
  })

  test.each([
    ['rlm-code-analyzer', 'vulnerability complexity dependency dead_code api_surface pattern antipattern'],
    ['rlm-data-analyzer', 'frequency distribution outlier missing_data correlation pattern anomaly'],
    [
      'rlm-json-analyzer',
      'schema_variation field_distribution nesting null_frequency type_inconsistency outlier pattern',
    ],
  ])('%s knows the types of findings', (name, types) => {
    for (const type of types.split(' ')) expect(agent(name)).toContain(`\`${type}\``)
  })

  test.each([
    ['rlm-code-analyzer', 'language structures imports key_topics scope'],
    ['rlm-data-analyzer', 'columns row_count key_topics column distribution total_rows'],
    ['rlm-json-analyzer', 'key_topics path'],
  ])('%s knows the fields of its report', (name, fields) => {
    for (const field of fields.split(' ')) expect(agent(name)).toContain(`\`${field}\``)
  })

  it('5c: the synthesizer adapts its terminology to the analyzers', () => {
    expect(agent('rlm-synthesizer')).toMatch(/different analyzers \(code, data, JSON, general\)/)
    expect(agent('rlm-synthesizer')).toMatch(/Of code tell severity.*of tables distributions.*of JSON schema paths/)
  })
})

describe('rlm-subcall: input, output and rules of a leaf', () => {
  const analyzers = ['rlm-code-analyzer', 'rlm-data-analyzer', 'rlm-json-analyzer', 'rlm-chunk-analyzer']

  test.each(analyzers)('%s takes a path or raw text, a chunk_id, a context and `format: text`', name => {
    const text = agent(name)
    for (const word of ['a path, or the text of a chunk itself', '`chunk_id`', '`context`', '`format: text`'])
      expect(text).toContain(word)
  })

  test.each(analyzers)('%s replies with JSON alone, quotes verbatim and does not speculate', name => {
    const text = agent(name)
    for (const word of [
      'JSON alone',
      'character for character',
      'Do not speculate',
      '`missing`',
      '`suggested_queries`',
    ])
      expect(text).toContain(word)
    for (const word of ['`complete_answer`', '4000 characters', 'at most 400']) expect(text).toContain(word)
  })
})

describe('section 5: skills and the command', () => {
  it('5a: rlm-pattern has detection, partitioning, routing, roles and the comparison', () => {
    const pages = ['SKILL.md', 'content-types.md', 'routing.md', 'teams.md'].map(name =>
      textOf(`skills/rlm-pattern/${name}`),
    )
    const all = pages.join('\n')
    for (const type of registry.types) expect(all).toContain(`\`${type.name}\``)
    for (const name of ['code', 'data', 'json', 'chunk']) expect(all).toContain(`shoal:rlm-${name}-analyzer`)
    expect(all).toMatch(/\| content-aware chunks \| yes, nine content types.*\| no, line ranges \|/)
  })

  it('5d: agent-types has the three rows and the three examples', () => {
    const text = textOf('skills/agent-types/SKILL.md')
    for (const [name, prompt] of [
      ['code', 'Read /path/to/chunk-01.py and analyze for security vulnerabilities.'],
      ['data', 'Read /path/to/chunk-03.csv and report distributions and outliers.'],
      ['json', 'Read /path/to/chunk-02.jsonl and report schema patterns.'],
    ]) {
      expect(text).toContain(`| \`shoal:rlm-${name}-analyzer\` |`)
      expect(text).toContain(`"prompt": "${prompt}"`)
    }
  })

  it('Concepts: a type may be overridden by the words of the prompt', () => {
    for (const path of ['commands/rlm.md', 'skills/rlm-pattern/SKILL.md'])
      expect(textOf(path)).toContain('`types`'.slice(0, -1))
    expect(textOf('commands/rlm.md')).toContain('{"*.dat": "structured_data"}')
  })

  it('Multi-File, section 8: /compact between phases', () => {
    expect(textOf('skills/rlm-pattern/SKILL.md')).toContain('`/compact` there is safe')
  })
})
