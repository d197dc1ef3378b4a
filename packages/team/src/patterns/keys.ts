// The keys that pattern files share, and what becomes of them: a command or a coding agent in a file is a worker in a draft.
// A message that starts with "must be" is completed by what the value is.

import type { Json } from '@shoal/base/model/json'
import { LEAD, NAME_PATTERN } from '@shoal/base/model/team'
import type { Worker } from '@shoal/base/model/worker'
import * as z from 'zod'
import { agentRow } from '../agents/agent-row.ts'
import { milliseconds } from './duration.ts'

/** A mapping that has these keys and no others. Of an unknown key it says which ones there are, for a suggestion. */
export function mapping<T extends z.ZodRawShape>(shape: T) {
  return z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : 'must be a mapping'),
  })
}

export function list<T extends z.ZodType>(element: T, error = 'must be a list') {
  return z.array(element, { error }).nonempty('must not be empty')
}

export function count(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z.int({ error }).min(min, error).max(max, error)
}

/** Kept as it is written, so that what is stored is a pattern file again. */
export function duration(min: string, max: string) {
  const error = `must be a duration from ${min} to ${max}, such as 30s, 5m or 2h`
  return z.string({ error }).refine(
    written => {
      const ms = milliseconds(written)
      return ms !== null && ms >= milliseconds(min)! && ms <= milliseconds(max)!
    },
    { error },
  )
}

/** What a process can be given: no zero character. */
const word = z.string({ error: 'must be text' }).regex(/^[^\0]*$/, 'must be text without a zero character')
export const text = word.regex(/\S/, 'must not be empty')
export const line = text
  .regex(/^[^\r\n]*$/, 'must be one line of text')
  .max(1000, 'must be text of at most 1000 characters')

/** The id of a task. */
export const taskName = text.refine(isTaskId, 'must be one line of at most 200 characters')
export const taskNames = z.exactOptional(z.array(taskName, { error: 'must be a list' }))

const name = z
  .string({ error: 'must be text' })
  .regex(NAME_PATTERN, 'must be of letters, digits, ".", "_" and "-", at most 64, not starting with "." or "-"')

/** The name of a member, of its role and of its task. */
export const memberName = name.refine(
  given => given !== LEAD,
  `"${LEAD}" is the name of every team's lead; choose another`,
)

const json = z.custom<Json>(value => value !== undefined)

const variables = z.record(z.string().regex(/^[^=\0]+$/, 'must be the name of a variable'), word, {
  error: 'must be a mapping of names to texts',
})

/** A record would leave that name out without a word. */
const environment = z
  .custom<Readonly<Record<string, string>>>(
    value => typeof value !== 'object' || value === null || !Object.hasOwn(value, '__proto__'),
    'must not name a variable "__proto__"',
  )
  .pipe(variables)

/** What is run. A list is started as it is; one text is given to `sh -c`. */
const command = z.union([text, z.tuple([text], word, { error: 'must be a list' })], {
  error: 'must be a list of words, or one text for the shell',
})

const amount = z.number({ error: 'must be a number of dollars' }).positive('must be more than 0').max(1_000_000)

/** Where something is done, from the directory of the file. */
export const cwd = z.exactOptional(text)

/** What a language model may use where it works: looks, and a write that stays there. */
const modelTools = ['search', 'read', 'sql', 'diff', 'write'] as const
export type ModelTool = (typeof modelTools)[number]

/** What does the work: a `command`, an `agent`, or a `model` alone. */
const performerKeys = {
  command: z.exactOptional(command),
  /** A coding agent's command line: one that is known, or one of `agents` at the top of the file. */
  agent: z.exactOptional(name),
  /** After it the program is ended, with all that it started. */
  timeout: z.exactOptional(duration('1ms', '24h')),
  env: z.exactOptional(environment),
  /** Where it is run; the directory of the file if left out. */
  cwd,
  /** How a command's standard output is read. */
  output: z.exactOptional(z.enum(['json', 'text'], { error: 'must be json or text' })),
  /** Of an agent, as it names it; without one, the language model that does the work: `anthropic:haiku`. */
  model: z.exactOptional(text),
  /** The rest is for agents and models. */
  prompt: z.exactOptional(text),
  /** A Markdown file that it is told before the prompt, as agents of Claude Code have them; the run keeps its text. */
  agent_file: z.exactOptional(text),
  access: z.exactOptional(z.enum(['read', 'write'], { error: 'must be read or write' })),
  schema: z.exactOptional(
    z.custom<Json>(value => typeof value === 'object' && value !== null && !Array.isArray(value), 'must be a mapping'),
  ),
  max_cost: z.exactOptional(amount),
  max_turns: z.exactOptional(count(1, 100_000)),
  args: z.exactOptional(z.array(word, { error: 'must be a list of words' })),
  /** Of a program in phase plan: whether a file that it changes fails the task, or is told to the lead with the plan. */
  plan: z.exactOptional(z.enum(['read-only', 'noticed'], { error: 'must be read-only or noticed' })),
  /** Of a model. */
  tools: z.exactOptional(list(z.enum(modelTools, { error: `must be ${modelTools.join(', ')}` }))),
}

/** Keys that a kind of worker has no use for. */
const FOREIGN = {
  command: ['model', 'prompt', 'agent_file', 'access', 'schema', 'max_cost', 'max_turns', 'args', 'tools'],
  agent: ['output', 'tools'],
  model: ['output', 'access', 'max_turns', 'args', 'env', 'timeout', 'plan'],
} as const

/** A mapping that says who does the work, and nothing that this one cannot heed. */
function performing<T extends z.ZodRawShape>(shape: T) {
  return mapping({ ...shape, ...performerKeys }).superRefine((value, context) => {
    const said = value as Readonly<Partial<Record<keyof typeof performerKeys, unknown>>>
    const complain = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message })
    const kind = (['command', 'agent', 'model'] as const).find(key => said[key] !== undefined)
    if (kind === undefined) return complain('command', 'must be there')
    if (kind === 'command' && said.agent !== undefined) return complain('agent', 'cannot stand beside "command"')
    for (const key of FOREIGN[kind]) if (said[key] !== undefined) complain(key, `is not for a worker with "${kind}"`)
  })
}

const effortKeys = {
  /** How often a failed task is tried again by itself. */
  retries: z.exactOptional(count(0, 100)),
}

/** What a task says of itself. */
export const taskKeys = {
  /** One line: what is to be done. */
  subject: z.exactOptional(line),
  description: z.exactOptional(text),
  input: z.exactOptional(json),
}

/** For patterns whose tasks are about one thing: given to every task that has no input of its own. */
export const sharedKeys = { input: z.exactOptional(json) }

/** Who decides, and has no task of its own. */
export const performer = performing({})
/** Who does any of several tasks. */
export const worker = performing(effortKeys)
/** One task with its own worker. */
export const job = performing({ ...taskKeys, ...effortKeys })
export const namedJob = performing({ name: memberName, ...taskKeys, ...effortKeys })

export const workers = z.exactOptional(count(1, 1000))

/** At the top of every pattern file. */
export function patternKeys<P extends string>(pattern: P) {
  return {
    pattern: z.literal(pattern),
    /** The name of the team; the file's name without its ending if left out. */
    name: z.exactOptional(name),
    /** One line for people. */
    purpose: z.exactOptional(line),
    /** How many tasks may be worked on at a time. */
    concurrency: z.exactOptional(count(1, 1000)),
    /** How long a member counts as alive without a heartbeat. */
    lease: z.exactOptional(duration('1s', '24h')),
    /** What all agents of a run may cost together, in dollars. */
    max_cost: z.exactOptional(amount),
    /** How many turns all agents of a run may take together. */
    max_turns: z.exactOptional(count(1, 1_000_000)),
    /** Command lines of coding agents that are not known by themselves. */
    agents: z.exactOptional(z.record(name, agentRow, { error: 'must be a mapping of names to command lines' })),
  }
}

/** What the ledger takes as the id of a task. */
export function isTaskId(given: string): boolean {
  return given.length <= 200 && /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u.test(given)
}

/** Who does the work, as a file says it. */
export type Performer = z.infer<typeof performer>

/** The same with a worker in its place. */
export type Hired<T> = { readonly [K in keyof T as Exclude<K, keyof Performer>]: T[K] } & { readonly worker: Worker }
/** Makes a worker of what a file says. */
export type Hire = <T extends Performer>(job: T) => Hired<T>

export type Job = Hired<z.infer<typeof job>>
export type NamedJob = Hired<z.infer<typeof namedJob>>
/** A worker with the retries of the tasks that it does. */
export type Hand = Hired<z.infer<typeof worker>>
