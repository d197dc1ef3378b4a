// What a command is told on stdin and in its environment, and how what it wrote is read: JSON in, JSON out.
import { join } from 'node:path'
import type { Json } from '@shoal/base/model/json'
import { lookup } from '@shoal/base/model/lookup'
import type { Ending } from '@shoal/base/model/task'
import type { Assignment, BlockerResult } from '@shoal/base/model/worker'
import { alteredNumeral } from '@shoal/base/text/numeral'
import { formatBytes, printable } from '@shoal/base/text/printable'
import { oneLine } from './rules.ts'

const SHOWN_OUTPUT = 100

/** JSON can be read at any depth, but not written again: that takes a call per level. */
const DEPTH_LIMIT = 1000

/** One line. Everything is written, however large: stdin has no limit. */
export function requestLine(
  assignment: Assignment,
  blockers: readonly BlockerResult[],
  messages: Awaited<ReturnType<Assignment['messages']>>,
): string {
  return `${JSON.stringify(requestOf(assignment, blockers, messages))}\n`
}

/** A task as every member hears of it that is a program, or is led by one. */
export function requestOf(
  { team, member, role, task, input, phase }: Assignment,
  blockers: readonly BlockerResult[],
  messages: Awaited<ReturnType<Assignment['messages']>>,
) {
  return {
    protocol: 1,
    team,
    member: { name: member, role },
    task: {
      id: task.id,
      subject: task.subject,
      description: task.description,
      active_form: task.activeForm,
      attempt: task.attempts,
      last_failure: task.attempts > 1 ? task.reason : null,
      phase,
      plan: task.approval?.plan ?? null,
      feedback: task.approval?.feedback ?? null,
    },
    input,
    blocked_by: blockers.map(({ id, subject, status, result }) => ({ id, subject, status, result })),
    messages: messages.map(({ from, text }) => ({ from, text })),
  }
}

/** `env`: what the worker has beside it; where it names the run's directory, the member has a file of messages there. */
export function requestEnvironment(
  { team, member, task, phase }: Assignment,
  { SHOAL_RUN_DIR: directory }: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return {
    SHOAL_TEAM: team,
    SHOAL_TASK: task.id,
    SHOAL_MEMBER: member,
    SHOAL_ATTEMPT: String(task.attempts),
    SHOAL_PHASE: phase,
    ...(directory ? { SHOAL_INBOX: inboxFile(directory, member) } : {}),
  }
}

/** Where messages are added that come while the member works. */
export function inboxFile(directory: string, member: string): string {
  return join(directory, 'inbox', `${member}.jsonl`)
}

/** The ending of a command that exited with 0. */
export function readAnswer(stdout: Buffer, output: 'json' | 'text', phase: Assignment['phase']): Ending {
  if (output === 'text') return answer({ text: new TextDecoder().decode(stdout) }, phase)
  const text = decodeStrictly(stdout)
  if (text === null) return { status: 'failed', reason: 'expected JSON on stdout, got bytes that are not UTF-8' }
  if (text.trim() === '') return answer(null, phase)
  let value: Json
  try {
    value = JSON.parse(text)
  } catch {
    return { status: 'failed', reason: `expected JSON on stdout, got: ${excerpt(text)}` }
  }
  const altered = alteredNumeral(text)
  if (altered !== null)
    return {
      status: 'failed',
      reason: `a number on stdout would be altered: ${excerpt(altered)}; write it as a string`,
    }
  return answer(value, phase)
}

function answer(value: Json, phase: Assignment['phase']): Ending {
  if (isDeeperThan(value, DEPTH_LIMIT))
    return { status: 'failed', reason: `the JSON on stdout has more than ${DEPTH_LIMIT} levels` }
  const summary = summaryOf(value)
  if (phase === 'work') return { status: 'completed', result: value, ...summary }
  if (value === null) return { status: 'failed', reason: 'expected a plan on stdout, got nothing' }
  return { status: 'planned', plan: value, ...summary }
}

/** Makes no lists on its way: for a large result they would cost as much as reading it. */
function isDeeperThan(value: Json, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some(item => isDeeperThan(item, levels - 1))
  const fields = value as Readonly<Record<string, Json>>
  for (const key in fields) if (isDeeperThan(lookup(fields, key)!, levels - 1)) return true
  return false
}

/** The first line of the field `summary`, where the value has one. */
export function summaryOf(value: Json): { readonly summary?: string } {
  if (value === null || typeof value !== 'object' || !('summary' in value)) return {}
  const { summary } = value
  if (typeof summary !== 'string') return {}
  const [first = ''] = summary.trim().split(/[\r\n]/, 1)
  return first === '' ? {} : { summary: oneLine(first) }
}

function decodeStrictly(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The beginning of what a program wrote, fit for a reason. */
export function excerpt(text: string): string {
  const characters = Array.from(text.trimStart().slice(0, 2 * SHOWN_OUTPUT + 2))
  const shown = printable(characters.slice(0, SHOWN_OUTPUT).join(''))
  return characters.length > SHOWN_OUTPUT ? `${shown}…` : shown
}

/** The last line that says something, fit for a reason; '' when there is none. */
export function lastLine(text: string): string {
  return printable(
    text
      .trimEnd()
      .split(/[\r\n]/)
      .at(-1)
      ?.trim() ?? '',
  )
}

/** The end of a stream, decoded so that no character is torn, with a word on how much came before. */
export function decodeTail(tail: Buffer, cutBytes: number): string {
  if (cutBytes === 0) return new TextDecoder().decode(tail)
  let start = 0
  while (start < 3 && (tail[start]! & 0xc0) === 0x80) start++
  return `[${formatBytes(cutBytes + start)} cut]\n${new TextDecoder().decode(tail.subarray(start))}`
}
