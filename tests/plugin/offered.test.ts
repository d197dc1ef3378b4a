// Nothing that an agent is told names a tool that it is not offered, or a field that the tool does not take: neither the plugin, whose server
// lists teams too, nor what the server itself says to a client that was given the smallest list.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ADVICE, TEAM_ADVICE } from '../../packages/shoal/src/mcp/answer.ts'
import { instructions } from '../../packages/shoal/src/mcp/instructions.ts'
import type { Tool } from '../../packages/shoal/src/mcp/tool.ts'
import { listedTools, sets, type ToolSet, tools } from '../../packages/shoal/src/mcp/tools.ts'
import { howToLook } from '../../packages/shoal/src/stages/asking/root-prompt.ts'
import { agents, commands, read, root, texts } from './plugin-text.ts'

const all = new Map(tools.map(tool => [tool.name, tool]))

interface Said {
  readonly where: string
  readonly text: string
}

/** `plan {run, stage}`, `analyze {"paths": …}`: what stands in the braces is what it is given. */
function callsIn(text: string): { readonly tool: Tool; readonly fields: readonly string[] }[] {
  return [...text.matchAll(/\b([a-z_]+) \{([^{}\n]*)\}/g)].flatMap(([, name, given]) => {
    const tool = all.get(name!)
    if (!tool) return []
    const isJson = given!.includes('"')
    const names = isJson ? [...given!.matchAll(/"(\w+)":/g)].map(([, field]) => field!) : given!.split(/, ?/)
    return [{ tool, fields: names.filter(field => field !== '' && field !== '…') }]
  })
}

/** Names in backticks, and those with an underscore wherever they stand: the others are plain words as well. */
function namesIn(text: string): string[] {
  const quoted = [...text.matchAll(/`(?:mcp__(?:plugin_shoal_)?shoal__)?([a-z_]+)`/g)].map(([, name]) => name!)
  const bare = [...text.matchAll(/(?<![\w.])(?:mcp__(?:plugin_shoal_)?shoal__)?([a-z]+_[a-z_]+)\b/g)].map(
    ([, name]) => name!,
  )
  return [...quoted, ...bare].filter(name => all.has(name))
}

function faults({ text }: Said, offered: readonly Tool[]): string[] {
  const names = new Set(offered.map(({ name }) => name))
  return [
    ...namesIn(text).filter(name => !names.has(name)),
    ...callsIn(text).flatMap(({ tool, fields }) => [
      ...(names.has(tool.name) ? [] : [tool.name]),
      ...fields.filter(field => !Object.hasOwn(tool.input.shape, field)).map(field => `${tool.name} {${field}}`),
    ]),
  ]
}

/** All that is said about a tool: what it does, and what each of its fields means. */
function aboutTool({ name, description, input }: Tool): Said {
  const schema = JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), (key, value) =>
    key === 'enum' || key === 'required' ? undefined : value,
  )
  const fields = [...schema.matchAll(/"description":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text!)
  return { where: name, text: [description, ...fields].join('\n') }
}

describe('what agents are told names only what they are offered', () => {
  const ofPlugin: Said[] = [
    ...texts.map(({ path, body, fields }) => ({ where: path, text: `${body}\n${JSON.stringify(fields)}` })),
    { where: 'workflows/rlm.js', text: read('workflows/rlm.js') },
  ]
  it.each(ofPlugin)('$where', said => {
    expect(faults(said, listedTools(['team']))).toEqual([])
  })

  const ofServer: (Said & { readonly set: readonly ToolSet[] })[] = [
    { where: 'instructions', text: instructions, set: [] },
    { where: 'how to look', text: howToLook('x'), set: [] },
    { where: 'advice', text: Object.values(ADVICE).join('\n'), set: [] },
    { where: 'advice of teams', text: Object.values(TEAM_ADVICE).join('\n'), set: ['team'] },
    ...sets.loop.map(tool => ({ ...aboutTool(tool), set: [] })),
    ...sets.data.map(tool => ({ ...aboutTool(tool), set: ['data' as const] })),
    ...sets.team.map(tool => ({ ...aboutTool(tool), set: ['team' as const] })),
  ]
  it.each(ofServer)('$where', said => {
    expect(faults(said, listedTools(said.set))).toEqual([])
  })

  it('the command may use what it names, however the server was added', () => {
    const [command] = commands
    const allowed = String(command!.fields['allowed-tools']).split(', ')
    const named = new Set([...namesIn(command!.body), ...callsIn(command!.body).map(({ tool }) => tool.name)])
    for (const name of named)
      for (const prefix of ['mcp__plugin_shoal_shoal__', 'mcp__shoal__']) expect(allowed).toContain(prefix + name)
    for (const name of allowed)
      expect([...all.keys(), 'Agent', 'Read', 'ToolSearch', 'Workflow']).toContain(name.split('__').at(-1))
  })

  it('an agent names no tool but those it has', () => {
    for (const { path, fields, body } of agents) {
      const own = String(fields.tools)
        .split(', ')
        .map(name => name.split('__').at(-1))
      expect([path, ...namesIn(body).filter(name => name.includes('_') && !own.includes(name))]).toEqual([path])
    }
  })
})

describe('what the server says as it goes', () => {
  const others = [...all.keys()].filter(name => !listedTools([]).some(tool => tool.name === name))
  const unlisted = new RegExp(`\\\\?\`(${others.join('|')})\\\\?\``, 'g')
  /** Theirs, and of those who only read their names. */
  const APART =
    /^packages\/shoal\/src\/mcp\/(?:teams\/|tools\/(?:task|team|send-message|read-inbox|detect|profile|query-data|search-files|diff-files|subcall)|tools\.ts|answer\.ts)/
  const sources = ['mcp', 'run', 'stages', 'sql']
    .map(name => `packages/shoal/src/${name}`)
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
        .filter(path => path.endsWith('.ts') && !APART.test(path)),
    )

  it('names no tool that is not in the smallest list', () => {
    const named = sources.flatMap(path => {
      const code = readFileSync(join(root, path), 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
      return [...code.matchAll(unlisted)].map(([word]) => `${path}: ${word}`)
    })
    expect(named).toEqual([])
  })

  it('would see one', () => {
    expect('advice: "see `query_data`"'.match(unlisted)).toEqual(['`query_data`'])
    expect(faults({ where: '', text: 'call `plan {run, stge}` or task_list' }, listedTools([]))).toEqual([
      'task_list',
      'plan {stge}',
    ])
  })
})
