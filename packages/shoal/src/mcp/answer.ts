// What a call comes to on the wire: an answer within bounds, or one line on what went wrong.
import type { CallToolResult } from '@modelcontextprotocol/server'
import { type ErrorCode, errorTable, ShoalError, toShoalError } from '@shoal/base/model/errors'
import { plural, printable } from '@shoal/base/text/printable'
import type { z } from 'zod'
import { builtInTypes } from '../content/registry.ts'
import { shownText } from '../text/gate/shown.ts'
import { shownValue } from '../text/gate/shown-value.ts'
import { shortened } from './teams/long-text.ts'
import type { Answer, Tool } from './tool.ts'

/** Clients show no answer of 50,000 characters or more; what is longer is a defect of the tool, for each has pages. */
const MOST_CHARACTERS = 49_500
/** Characters of an error, and of the advice with it. */
const MOST_SAID = 500

export function resultOf(tool: Tool, { data, links = [], isError = false }: Answer<unknown>): CallToolResult {
  const checked = tool.output.safeParse(data)
  if (!checked.success)
    throw new Error(`the answer of ${tool.name} is not what it promises: ${issuesOf(checked.error)}`)
  const said = tool.isOfMembers ? checked.data : shownValue(checked.data)
  const text = typeof said === 'string' ? said : JSON.stringify(said)
  if (text.length > MOST_CHARACTERS)
    throw new ShoalError('internal', `the answer of ${tool.name} is too long: ${plural(text.length, 'character')}`, {
      advice: 'ask for less: a lower `limit`, one section, or fewer paths',
    })
  return {
    ...(typeof said !== 'string' && { structuredContent: said }),
    ...(isError && { isError }),
    content: [{ type: 'text', text }, ...links.map(link => ({ type: 'resource_link' as const, ...link }))],
  }
}

export function failureOf(tool: Tool, thrown: unknown): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: failureLine(tool.name, thrown, tool.isOfMembers) }] }
}

/** `what is wrong — what to do`, without a stack and without what only the log may know. */
export function failureLine(what: string, thrown: unknown, isOfMembers = false): string {
  const error = toShoalError(thrown)
  if (error.code === 'interrupted' && !(thrown instanceof ShoalError)) return `${what} was cancelled`
  const isOurs = error.code === 'internal' && !(thrown instanceof ShoalError)
  const said = isOurs ? `${what} failed inside shoal` : error.message
  const advice = isOurs ? 'the log of the server says more; please report it' : adviceOf(error, isOfMembers)
  return `${shown(said)} — ${shown(advice)}`
}

/** Messages repeat what they were given, which may be anything. */
function shown(text: string): string {
  return shortened(printable(shownText(text)), MOST_SAID)
}

/** The table speaks to people at a command line; an agent has tools instead, and is told of those that every client knows. */
export const ADVICE: Partial<Record<ErrorCode, string>> = {
  'bad-value': 'see the input schema of the tool',
  'missing-argument': 'see the input schema of the tool',
  'unknown-type': `the types are ${builtInTypes.map(({ name }) => name).join(', ')}`,
  'nothing-to-read': 'name other paths, or leave `include` and `exclude` out',
  'unknown-task': '`plan` with the run gives its open tasks',
  'not-a-run': 'check the name; `overview`, `plan` and `analyze` make runs, `shoal://runs` lists them',
  'not-delegated': 'make the run with `plan`',
  'wrong-state': '`shoal://runs/{run}` shows where it stands',
  'member-alive': 'another call is at work on it: call again in a moment',
  'run-alive': 'another call is at work on it: call again in a moment',
  'file-changed': 'open or plan the run again once nothing writes to the file',
}

/** In answers of the tools of teams. */
export const TEAM_ADVICE: typeof ADVICE = {
  'unknown-team':
    'check the name; `shoal://teams` lists the teams and `shoal://runs` the runs; `team_create` makes a team',
  'unknown-task': '`task_list` lists the tasks',
  'unknown-member': 'check the name; a member is there once it has claimed, sent or read something',
  'team-exists': 'choose another name, or delete it with `team_delete`',
  'members-alive': 'wait until they are done, or pass `force: true`',
  'wrong-state': '`task_get` shows where it stands',
  'has-claim': 'end the task at hand first, with `task_update`',
}

function adviceOf({ code, advice }: ShoalError, isOfMembers: boolean): string {
  if (advice !== errorTable[code].advice) return advice
  return (isOfMembers ? TEAM_ADVICE[code] : undefined) ?? ADVICE[code] ?? advice
}

/** Of input that does not fit: every field with what is wrong about it, on one line. */
export function badInput(tool: Tool, error: z.ZodError): ShoalError {
  return new ShoalError('bad-value', `${tool.name}: ${issuesOf(error)}`, { detail: tool.name })
}

/**
 * Refuses what would not arrive as the client wrote it: a whole number beyond 2^53 or one beyond all numbers, which reading has
 * altered before, and a field that reading would drop.
 */
export function checkWritten(tool: Tool, args: unknown): void {
  const open: { readonly value: unknown; readonly at: readonly string[] }[] = [{ value: args, at: [] }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, at } = next
    if (typeof value === 'number' && !(Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER))
      throw new ShoalError(
        'bad-value',
        `${tool.name}: ${at.join('.')}: ${value} may not be the number that was written`,
        {
          detail: tool.name,
          advice: 'write it as a string',
        },
      )
    // A schema would leave it out without a word.
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__'))
      throw new ShoalError(
        'bad-value',
        `${tool.name}: ${[...at, '__proto__'].join('.')} is not a name that can be given`,
        {
          detail: tool.name,
          advice: 'choose another',
        },
      )
    if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) open.push({ value: part, at: [...at, key] })
  }
}

const MOST_ISSUES = 5

function issuesOf({ issues }: z.ZodError): string {
  const shown = issues.slice(0, MOST_ISSUES).map(({ path, message }) => {
    const where = path.map(String).join('.')
    return where === '' ? message : `${where}: ${message}`
  })
  const rest = issues.length - shown.length
  return shown.join('; ') + (rest > 0 ? `; and ${rest} more` : '')
}
