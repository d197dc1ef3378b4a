// What a schema finds wrong with a value, as mistakes: said in the words of the file, on the line where it is.

import { shown } from '@shoal/base/model/option-values'
import { nearest } from '@shoal/base/text/nearest'
import type * as z from 'zod'
import type { Mistake, Path } from './mistake.ts'
import type { Lines } from './yaml-tree.ts'

type Issue = z.core.$ZodIssue

/** `value` is what the schema was given; `lines` knows where it is. */
export function mistakesOf(issues: readonly Issue[], value: unknown, lines: Lines): readonly Mistake[] {
  const plain = issues.flatMap(issue => within(issue, []))
  const unknown = plain.flatMap(issue => (issue.code === 'unrecognized_keys' ? unknownKeys(issue) : []))
  // A key that is missing because it is misspelt is one mistake.
  const meant = new Set(unknown.map(({ path, suggestion }) => JSON.stringify([...path.slice(0, -1), suggestion])))
  const isMisspelt = ({ path }: Issue) => isMissing(value, path) && meant.has(JSON.stringify(path))
  const others = plain
    .filter(issue => issue.code !== 'unrecognized_keys' && !isMisspelt(issue))
    .map(issue => wrongValue(issue, value, lines))
  return [...unknown.map(({ path, what }) => ({ line: lines.lineOfKey(path), path, what })), ...others]
}

/** Of a value that fits no form, the form that was meant: the only one that does not refuse it outright. */
function within(issue: Issue, around: Path): Issue[] {
  const path = [...around, ...issue.path]
  const here = { ...issue, path } as Issue
  if (issue.code !== 'invalid_union') return [here]
  const meant = issue.errors.filter(
    form => !form.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  )
  return meant.length === 1 ? meant[0]!.flatMap(inner => within(inner, path)) : [here]
}

function unknownKeys({ keys, path, message }: Extract<Issue, { code: 'unrecognized_keys' }>) {
  const known = message.split(', ')
  return keys.map(key => {
    const suggestion = nearest(key, known)
    const help = suggestion === null ? `the keys are ${message}` : `did you mean "${suggestion}"?`
    return { path: [...path, key], suggestion, what: `unknown key — ${help}` }
  })
}

function wrongValue(issue: Issue, value: unknown, lines: Lines): Mistake {
  const { path } = issue
  if (!isMissing(value, path))
    return { line: lines.lineOf(path), path, what: complete(messageOf(issue), valueAt(value, path)) }
  const around = path.slice(0, -1)
  const last = path.at(-1)!
  const what = typeof last === 'number' ? 'must not be empty' : `"${String(last)}" is missing`
  return { line: lines.lineOf(around), path: around, what }
}

/** The value is not there, though what it should be in is. */
function isMissing(value: unknown, path: Path): boolean {
  const around = valueAt(value, path.slice(0, -1))
  return path.length > 0 && typeof around === 'object' && around !== null && !Object.hasOwn(around, path.at(-1)!)
}

function messageOf(issue: Issue): string {
  return issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message
}

function complete(message: string, found: unknown): string {
  if (!message.startsWith('must be')) return message
  const quotes = message === 'must be text' && /^(number|boolean)$/.test(typeof found) ? ' — put it in quotes' : ''
  return `${message}; it is ${found === null ? 'empty' : shown(found)}${quotes}`
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown> | null)?.[part], value)
}
