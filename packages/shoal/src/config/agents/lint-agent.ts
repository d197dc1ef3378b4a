// What is wrong with an agent's file. Claude Code takes a file with an unknown field, tool, model or colour without a
// word and leaves out what it does not understand; here each is said, with its line.

import { analystTools, modelClasses } from '@shoal/base/model/agent'
import { lookup } from '@shoal/base/model/lookup'
import { nearest } from '@shoal/base/text/nearest'
import { type AgentFile, type Field, type Problem, takeApart } from './agent-file.ts'

/** The colours that Claude Code paints an agent in. */
const COLORS = ['red', 'blue', 'green', 'yellow', 'purple', 'orange', 'pink', 'cyan']

const MODELS = [...modelClasses, 'inherit']

/** Fields that only Claude Code acts on. */
const FOR_CLAUDE_CODE = ['background', 'effort', 'initialPrompt', 'isolation', 'maxTurns', 'permissionMode', 'skills']

/** Fields that Claude Code knows and an analyst must not have, with the reason. */
const NOT_FOR_ANALYSTS: Readonly<Record<string, string>> = {
  hooks: 'hooks run commands',
  mcpServers: 'the tools of other servers may do anything',
  memory: 'a memory is written to',
}

/** Tools of Claude Code that write, run, spawn, ask or reach the network. */
const NOT_READ_ONLY = new Set(
  `Agent AskUserQuestion Bash BashOutput CronCreate CronDelete Edit EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree
  KillShell Monitor MultiEdit NotebookEdit PowerShell SendMessage Skill SlashCommand Task TaskCreate TaskOutput TaskStop
  TaskUpdate TeamCreate TeamDelete TodoWrite WebFetch WebSearch Write`.split(/\s+/),
)

/** shoal's own MCP tools that only read, or hand in what was found: an agent needs them in Claude Code. */
export const ownMcpTools = [
  'read_chunk',
  'submit_findings',
  'findings',
  'synthesize',
  'overview',
  'search',
  'read',
  'sql',
  'diff',
  'run',
  'note',
] as const

/** As Claude Code names them: of the plugin's server, or of one that was added by hand as `shoal`. */
const OWN_MCP_TOOL = new RegExp(`^mcp__(?:plugin_shoal_)?shoal__(?:${ownMcpTools.join('|')})$`)

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** Checks the text of the agent's file; `name` is that of the file without `.md`. In the order of the lines. */
export function lintAgent(name: string, text: string): readonly Problem[] {
  const file = takeApart(text)
  const problems = 'what' in file ? [file] : [...lintFields(name, file.fields), ...lintBody(file)]
  return [...problems, ...lintTemplates(text)].toSorted((a, b) => a.line - b.line)
}

type Fields = ReadonlyMap<string, Field>

/** How each field that shoal reads is checked: what is wrong with its value, if anything. */
const CHECKS: Readonly<Record<string, (value: unknown, name: string) => readonly string[]>> = {
  name: checkName,
  description: value => (isText(value) ? [] : ['`description` must say when to use the agent']),
  tools: checkTools,
  disallowedTools: value =>
    toolNames(value) === null ? ['`disallowedTools` must be a list such as `Write, Edit`'] : [],
  model: value =>
    MODELS.includes(value as string) ? [] : [`\`model\` must be ${oneOf(MODELS)}${meant(value, MODELS)}`],
  color: value =>
    COLORS.includes(value as string) ? [] : [`\`color\` must be ${oneOf(COLORS)}${meant(value, COLORS)}`],
}

/** `tools` too: Claude Code gives an agent that names none all there are. */
const REQUIRED: Readonly<Record<string, string>> = {
  name: '`name` is missing',
  description: '`description` is missing: it says when to use the agent',
  tools: '`tools` is missing: in Claude Code the agent would have every tool',
}

function* lintFields(name: string, fields: Fields): Generator<Problem> {
  for (const [field, what] of Object.entries(REQUIRED)) if (!fields.has(field)) yield { line: 1, what }
  for (const [field, { value, line }] of fields) {
    if (Object.hasOwn(CHECKS, field)) for (const what of lookup(CHECKS, field)!(value, name)) yield { line, what }
    else if (Object.hasOwn(NOT_FOR_ANALYSTS, field))
      yield { line, what: `\`${field}\` is not for analysts: ${lookup(NOT_FOR_ANALYSTS, field)}` }
    else if (!FOR_CLAUDE_CODE.includes(field))
      yield {
        line,
        what: `there is no field \`${field}\`${meant(field, [...Object.keys(CHECKS), ...FOR_CLAUDE_CODE])}`,
      }
  }
}

function checkName(value: unknown, name: string): string[] {
  if (typeof value !== 'string' || !NAME.test(value))
    return ['`name` must be lower-case letters, digits and single hyphens, as `rlm-code-analyzer`']
  return value === name ? [] : [`the file of an agent with the name \`${value}\` must be \`${value}.md\``]
}

function checkTools(value: unknown): string[] {
  const names = toolNames(value)
  if (names === null) return ['`tools` must be a list such as `Read, Grep, Glob`, or `[]` for none']
  return names.flatMap(checkTool)
}

function checkTool(tool: string): string[] {
  const known: readonly string[] = analystTools
  if (known.includes(tool) || OWN_MCP_TOOL.test(tool)) return []
  if (tool.startsWith('mcp__'))
    return [`\`${tool}\` is not for analysts: of MCP tools they may have shoal's ${ownMcpTools.join(', ')}`]
  if (NOT_READ_ONLY.has(tool)) return [`\`${tool}\` does more than read: an analyst may have ${known.join(', ')}`]
  return [`an analyst has no tool \`${tool}\`${meant(tool, known) || `: there are ${known.join(', ')}`}`]
}

/** From a list, or a text with commas; what stands in brackets narrows the tool before it. Null for anything else. */
export function toolNames(value: unknown = []): readonly string[] | null {
  const items = typeof value === 'string' ? value.replace(/\([^()]*\)/g, '').split(',') : value
  if (!Array.isArray(items) || !items.every(item => typeof item === 'string')) return null
  return items.map(item => item.replace(/\(.*$/s, '').trim()).filter(item => item !== '')
}

function* lintBody({ body, bodyLine }: AgentFile): Generator<Problem> {
  if (body === '') yield { line: bodyLine, what: 'it has no body: the body is what the agent is told' }
}

function* lintTemplates(text: string): Generator<Problem> {
  for (const [at, line] of text.split(/\r\n|\n|\r/).entries())
    for (const [template] of line.matchAll(/\{\{[^{}]{0,80}\}\}/g))
      yield { line: at + 1, what: `\`${template}\` is never filled in: the task tells what differs between tasks` }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

function oneOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

function meant(written: unknown, words: readonly string[]): string {
  const word = typeof written === 'string' ? nearest(written, words) : null
  return word === null ? '' : ` — did you mean \`${word}\`?`
}
