// What the plugin costs in tokens, as Claude Code 2.1.325 puts it before the model: names and descriptions in every
// session, texts when they are used.
import { encode } from 'gpt-tokenizer'
import { instructions } from '../../packages/shoal/src/mcp/instructions.ts'
import { listedTools } from '../../packages/shoal/src/mcp/tools.ts'
import { agents, commands, type PluginText, read, references, skillName, skills } from './plugin-text.ts'

export interface Cost {
  readonly what: string
  /** In every session. */
  readonly always: number
  /** When it is used; null for what is never loaded later. */
  readonly onDemand: number | null
}

/** As the manifest starts the server. */
const tools = listedTools(['team'])
const tokens = (text: string) => encode(text).length
const line = (name: string, description: unknown) => `- shoal:${name}: ${description}\n`
const commandName = ({ path }: PluginText) => path.replace(/^commands\/|\.md$/g, '')

export function costs(): Cost[] {
  const workflow = read('workflows/rlm.js')
  const [, workflowName, workflowText] = /name: '(.*)',\n {2}description: '(.*)'/.exec(workflow)!
  return [
    ...skills.map(skill => ({
      what: `skill ${skillName(skill)}`,
      always: tokens(line(skillName(skill), skill.fields.description)),
      onDemand: tokens(skill.body),
    })),
    ...references.map(({ path, body }) => ({ what: path.replace('skills/', ''), always: 0, onDemand: tokens(body) })),
    ...agents.map(({ fields, body }) => ({
      what: `agent ${fields.name}`,
      always: tokens(line(fields.name as string, `${fields.description} (Tools: ${fields.tools})`)),
      onDemand: tokens(body),
    })),
    ...commands.map(command => ({
      what: `command /shoal:${commandName(command)}`,
      always: tokens(line(commandName(command), command.fields.description)),
      onDemand: tokens(command.body),
    })),
    // The script is run, not read.
    { what: `workflow ${workflowName}`, always: tokens(line(workflowName!, workflowText)), onDemand: null },
    {
      what: `names of ${tools.length} MCP tools`,
      always: tokens(tools.map(({ name }) => `mcp__plugin_shoal_shoal__${name}\n`).join('')),
      onDemand: null,
    },
    { what: 'instructions of the MCP server', always: tokens(instructions), onDemand: null },
  ]
}

export const alwaysLoaded = (): number => costs().reduce((sum, { always }) => sum + always, 0)

/** As it stands in docs/plugin.md. */
export function costTable(): string {
  const rows = costs().map(({ what, always, onDemand }) => `| ${what} | ${always || '–'} | ${onDemand ?? '–'} |`)
  return [
    '| part | every session | when used |',
    '|---|---|---|',
    ...rows,
    `| **all** | **${alwaysLoaded()}** | |`,
  ].join('\n')
}
