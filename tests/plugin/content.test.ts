// What `claude plugin validate` says nothing about: fields that nobody reads, tools and arguments that do not exist,
// examples that would be refused, links that lead nowhere.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ownMcpTools } from '../../packages/shoal/src/config/agents/lint-agent.ts'
import { builtInTypes } from '../../packages/shoal/src/content/registry.ts'
import { listedTools } from '../../packages/shoal/src/mcp/tools.ts'
import {
  agents,
  callsIn,
  commands,
  examplesIn,
  linksIn,
  read,
  root,
  skillName,
  skills,
  texts,
  wordsIn,
} from './plugin-text.ts'

/** Those that the server lists as the manifest starts it. */
const tools = listedTools(['team'])
const toolNamed = new Map(tools.map(tool => [tool.name, tool]))
const manifest = JSON.parse(read('.claude-plugin/plugin.json'))
const marketplace = JSON.parse(read('.claude-plugin/marketplace.json'))
const { name, version, license } = JSON.parse(read('package.json'))

/** As Claude Code takes them; everything else is passed over without a word. */
const SKILL_FIELDS = ['name', 'description']
const COMMAND_FIELDS = ['description', 'argument-hint', 'allowed-tools']
const AGENT_CALL = z.strictObject({
  subagent_type: z.string(),
  description: z.string(),
  prompt: z.string(),
  run_in_background: z.boolean(),
})
const CLIENT_AGENTS = ['Explore', 'Plan', 'general-purpose']

/** Fields of reports and of the client, and the names of log fields. */
const OTHER_WORDS = `file_path chunk_id key_topics suggested_queries complete_answer content_type external_symbols
  total_rows row_count object_count schema_fields subagent_type run_in_background created_at stack_trace error_code
  status_code http_status request_id trace_id user_id`

/** Tools, what they take and give, and the words of the content types. */
const known = new Set([
  ...toolNamed.keys(),
  ...tools
    .flatMap(({ input, output }) => [input, output])
    .map(schema => JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))
    .flatMap(schema => [...schema.matchAll(/"([a-z]+(?:_[a-z]+)+)"/g)].map(([, word]) => word!)),
  ...builtInTypes.flatMap(({ name: type, focus }) => [type, ...focus.types]),
  ...OTHER_WORDS.split(/\s+/),
])

describe('the manifests', () => {
  it('have the name and the version of the package', () => {
    expect(manifest).toMatchObject({ name, version, license })
    expect(marketplace.plugins).toEqual([expect.objectContaining({ name, source: './' })])
    expect(marketplace.plugins[0]).not.toHaveProperty('version')
  })

  it('start the server of the clone itself, and nothing that anybody else could publish', () => {
    const launcher = 'bin/shoal.mjs'
    const args = [`\${CLAUDE_PLUGIN_ROOT}/${launcher}`, 'mcp', '--tools', 'team']
    expect(manifest.mcpServers).toEqual({ [name]: { command: 'node', args } })
    expect(existsSync(join(root, launcher))).toBe(true)
    // The repository itself would be offered the server, too.
    expect(existsSync(join(root, '.mcp.json'))).toBe(false)
  })
})

describe('skills and commands', () => {
  it('are those of the issue', () => {
    expect(skills.map(skillName)).toEqual([
      'agent-types',
      'jsonl-log-analysis',
      'orchestration-patterns',
      'rlm-pattern',
    ])
    expect(commands.map(({ path }) => path)).toEqual(['commands/rlm.md'])
  })

  it.each(skills)('$path has a name, says when to use it, and is short', ({ path, fields, body }) => {
    expect(Object.keys(fields)).toEqual(SKILL_FIELDS)
    expect(fields.name).toBe(path.split('/')[1])
    expect(fields.description).toMatch(/^[A-Z].*\bUse .*\.$/)
    expect((fields.description as string).length).toBeLessThanOrEqual(300)
    expect(body.split('\n').length).toBeLessThan(120)
  })

  it.each(commands)('$path takes all of its arguments as one text', ({ fields, body }) => {
    expect(Object.keys(fields)).toEqual(COMMAND_FIELDS)
    expect(body).toContain('$ARGUMENTS')
    expect(body).not.toMatch(/\$\d/)
    expect(body).not.toMatch(/^!`/m)
  })

  it('are told apart by their names: skills, commands and workflows share one list', () => {
    const workflow = /name: '([\w-]+)'/.exec(read('workflows/rlm.js'))![1]!
    const names = [
      ...skills.map(skillName),
      ...commands.map(({ path }) => path.split('/').at(-1)!.slice(0, -3)),
      workflow,
    ]
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('tools', () => {
  const examples = texts.flatMap(examplesIn)

  it('have examples for most of what agents call', () => {
    const shown = new Set(examples.map(({ tool }) => tool))
    const expected = `overview sql answer plan submit_findings synthesize analyze team_create task_create task_update
      task_claim task_list send_message team_delete Agent`
    expect(expected.split(/\s+/).filter(tool => !shown.has(tool))).toEqual([])
  })

  it.each(examples.filter(({ tool }) => tool !== 'Agent'))(
    '$path: the example of $tool is taken',
    ({ tool, input }) => {
      const { input: schema } = toolNamed.get(tool)!
      expect(z.strictObject(schema.shape).safeParse(JSON.parse(input)).error).toBeUndefined()
    },
  )

  it.each(examples.filter(({ tool }) => tool === 'Agent'))('$path: $input starts an agent there is', ({ input }) => {
    const { subagent_type: type } = AGENT_CALL.parse(JSON.parse(input))
    const own = agents.map(({ fields }) => `shoal:${fields.name}`)
    expect([...own, ...CLIENT_AGENTS]).toContain(type)
  })

  it.each(texts)('$path names only tools and arguments that there are', text => {
    for (const { tool, names } of callsIn(text)) {
      expect([...toolNamed.keys()], tool).toContain(tool)
      expect([tool, ...names.filter(one => !Object.hasOwn(toolNamed.get(tool)!.input.shape, one))]).toEqual([tool])
    }
    for (const [, tool] of JSON.stringify([text.body, text.fields]).matchAll(/mcp__(?:plugin_shoal_)?shoal__(\w+)/g))
      expect([...toolNamed.keys()]).toContain(tool)
  })

  it.each(texts)('$path puts no word in backticks that nobody knows', text => {
    const unknown = wordsIn(text).filter(word => /^[a-z]+(_[a-z]+)+$/.test(word) && !known.has(word))
    expect(unknown).toEqual([])
  })
})

describe('agents', () => {
  const toolsOf = (agent: (typeof agents)[number]) => (agent.fields.tools as string).split(', ')
  const both = (names: string[]) => [
    ...names.map(one => `mcp__plugin_shoal_shoal__${one}`),
    ...names.map(one => `mcp__shoal__${one}`),
  ]

  it.each(agents)('$path may read, and use its two tools however the server was added', agent => {
    const own = agent.fields.name === 'rlm-synthesizer' ? ['findings', 'synthesize'] : ['read_chunk', 'submit_findings']
    expect(toolsOf(agent)).toEqual(['Read', 'Grep', 'Glob', ...both(own)])
    for (const tool of own) expect(agent.body).toContain(`\`${tool}\``)
  })

  it('may be given only tools that there are, none of which changes more than what was found', () => {
    for (const tool of ownMcpTools) expect(toolNamed.get(tool)?.changes, tool).not.toBe('removes')
  })

  it('are told the same by run and task', () => {
    const sections = agents.map(({ body }) => /^## Given a run and a task\n[\s\S]*/m.exec(body)?.[0])
    expect(new Set(sections.filter(section => section !== undefined)).size).toBe(1)
    expect(sections.filter(section => section === undefined)).toHaveLength(1)
  })
})

describe('links', () => {
  it.each(texts)('$path leads only to files that there are', text => {
    expect(linksIn(text).filter(link => !existsSync(join(root, dirname(text.path), link)))).toEqual([])
  })

  it('lead to every reference page from its skill', () => {
    for (const skill of skills) {
      const pages = texts.filter(({ path }) => dirname(path) === dirname(skill.path) && path !== skill.path)
      const linked = linksIn(skill)
      expect(pages.map(({ path }) => path.split('/').at(-1)!).filter(page => !linked.includes(page))).toEqual([])
    }
  })

  it('to skills are to skills that there are', () => {
    const named = texts.flatMap(text => wordsIn(text)).flatMap(word => /^shoal:([\w-]+)$/.exec(word)?.[1] ?? [])
    const all = [...skills.map(skillName), ...agents.map(({ fields }) => fields.name), 'rlm', 'rlm-fan-out']
    expect(named.filter(one => !all.includes(one))).toEqual([])
  })
})
