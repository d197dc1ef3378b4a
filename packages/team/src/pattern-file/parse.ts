// Reads a pattern file: YAML, checked to the last key, into plain JSON from which a team can be drafted at any time.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, resolve } from 'node:path'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import { isRecord, shown } from '@shoal/base/model/option-values'
import { NAME_PATTERN } from '@shoal/base/model/team'
import { nearest } from '@shoal/base/text/nearest'
import { agentPresets } from '../agents/presets.ts'
import { schemaCheck } from '../agents/result.ts'
import type { Pattern } from '../patterns/pattern.ts'
import { withAgentFiles } from './agent-files.ts'
import { type ConfiguredAgents, withConfigured } from './configured-agents.ts'
import { mistakesOf } from './issues.ts'
import { about, type Mistake, mistakesError } from './mistake.ts'
import { type PatternName, patterns, type Spec } from './patterns.ts'
import { lookUpTasks } from './task-source.ts'
import { workersIn } from './workers-in.ts'
import { type Lines, readYaml } from './yaml-tree.ts'

const SIZE_LIMIT = 1_000_000

/** Plain JSON. A run keeps it as its definition and is drafted from it again when it is resumed. */
export type PatternFile = {
  /** As it was named, for people. */
  readonly path: string
  /** The absolute directory that the file's paths and commands start from. */
  readonly dir: string
  /** The file with its name filled in and its tasks listed. */
  readonly spec: Spec & { readonly name: string }
}

/** Reads a file; `path` is relative to `cwd`, and is shown as it is given. */
export function readPatternFile(path: string, cwd: string, agents: ConfiguredAgents = {}): PatternFile {
  return parsePatternFile(readBytes(path, cwd), { path, dir: dirname(resolve(cwd, path)), agents })
}

export interface FilePlace {
  readonly path: string
  readonly dir: string
  /** Coding agents of the config file. */
  readonly agents?: ConfiguredAgents
}

/** Throws `pattern-invalid` with the line and the mistake, and `config-invalid` for an agent of the config file. */
export function parsePatternFile(content: string | Uint8Array, { path, dir, agents = {} }: FilePlace): PatternFile {
  const fail = (mistakes: readonly Mistake[]) => mistakesError(path, mistakes)
  const wrong = (line: number, what: string) => fail([{ line, path: [], what }])
  if (content.length > SIZE_LIMIT) throw wrong(1, 'a pattern file has at most 1 MB')
  const tree = readYaml(typeof content === 'string' ? content : decode(content, line => wrong(line, 'not UTF-8 text')))
  if (!('value' in tree)) throw fail(tree)
  if (tree.value === null) throw wrong(1, 'the file is empty — it starts with "pattern: NAME"')
  if (!isRecord(tree.value)) throw wrong(tree.lineOf([]), `must be a mapping; it is ${shown(tree.value)}`)
  const checked = check(withConfigured(tree.value, agents), dir, tree)
  if (checked.mistakes) throw fail(checked.mistakes)
  return { path, dir, spec: named(checked.spec, path) }
}

/** A definition that a run has kept, perhaps by another version. Throws `pattern-invalid` when it is not understood. */
export function storedPatternFile(definition: Json): PatternFile {
  const { path, dir, spec } = isRecord(definition) ? definition : {}
  if (typeof path !== 'string' || typeof dir !== 'string' || !isRecord(spec))
    throw new ShoalError('pattern-invalid', 'the run was not started from a pattern file')
  const checked = check(spec, dir, { lineOf: () => 0, lineOfKey: () => 0 })
  if (!checked.mistakes) return { path, dir, spec: named(checked.spec, path) }
  const { path: where, what } = checked.mistakes[0]!
  throw new ShoalError('pattern-invalid', `the run's definition is not understood: ${about(where)}${what}`, {
    detail: path,
    advice: 'resume it with the version of shoal that started it, or start it anew',
  })
}

type Checked =
  | { readonly spec: Spec; readonly mistakes?: never }
  | { readonly spec?: never; readonly mistakes: readonly Mistake[] }

function check(value: Readonly<Record<string, unknown>>, dir: string, lines: Lines): Checked {
  const found = findPattern(value)
  if ('what' in found) return { mistakes: [{ line: lines.lineOf(found.path), ...found }] }
  const told = withAgentFiles(value, dir, lines)
  const looked = found.tasksFromFiles ? lookUpTasks(told.value, dir, lines) : { value: told.value, mistakes: [] }
  const { data, error } = found.keys.safeParse(looked.value)
  // What could not be looked up has been said already.
  const issues = (error?.issues ?? []).filter(({ path }) => looked.mistakes.length === 0 || path[0] !== 'tasks')
  const mistakes = [
    ...told.mistakes,
    ...looked.mistakes,
    ...mistakesOf(issues, looked.value, lines),
    ...workerMistakes(value, lines),
  ]
  return mistakes.length > 0 ? { mistakes } : { spec: data as Spec }
}

function findPattern(value: Readonly<Record<string, unknown>>): Pattern | Pick<Mistake, 'path' | 'what'> {
  const names = Object.keys(patterns)
  const known = `the patterns are ${names.join(', ')}`
  if (!Object.hasOwn(value, 'pattern')) return { path: [], what: `"pattern" is missing — ${known}` }
  const { pattern } = value
  if (typeof pattern !== 'string')
    return { path: ['pattern'], what: `must be text; it is ${shown(pattern)} — ${known}` }
  if (Object.hasOwn(patterns, pattern)) return patterns[pattern as PatternName] as unknown as Pattern
  const meant = nearest(pattern, names)
  const help = meant === null ? known : `did you mean "${meant}"?`
  return { path: ['pattern'], what: `there is no pattern ${shown(pattern)} — ${help}` }
}

/** Agents that nobody knows, and schemas that nothing can be held to. */
function workerMistakes(file: Readonly<Record<string, unknown>>, lines: Lines): readonly Mistake[] {
  const names = [...Object.keys(isRecord(file.agents) ? file.agents : {}), ...Object.keys(agentPresets)]
  return [...workersIn(file)].flatMap(({ worker: { agent, model, schema }, path }) => {
    const mistake = (key: string, what: string): Mistake => {
      const at = [...path, key]
      return { line: lines.lineOf(at), path: at, what }
    }
    const isHeld = (agent !== undefined || model !== undefined) && isRecord(schema)
    const fault = isHeld ? schemaFault(schema as Json) : null
    return [
      ...(typeof agent !== 'string' || names.includes(agent) ? [] : [mistake('agent', unknownAgent(agent, names))]),
      ...(fault === null ? [] : [mistake('schema', `cannot be checked: ${fault}`)]),
    ]
  })
}

function unknownAgent(agent: string, names: readonly string[]): string {
  const meant = nearest(agent, names)
  const help = meant === null ? `the agents are ${names.join(', ')}` : `did you mean "${meant}"?`
  return `there is no agent ${shown(agent)} — ${help}`
}

function schemaFault(schema: Json): string | null {
  try {
    schemaCheck(schema)
    return null
  } catch (thrown) {
    return toShoalError(thrown).message
  }
}

/** Without a name of its own, a file's is its name without the ending, where that can name a team. */
function named(spec: Spec, path: string): PatternFile['spec'] {
  const stem = basename(path, extname(path))
  return { ...spec, name: spec.name ?? (NAME_PATTERN.test(stem) ? stem : spec.pattern) } as PatternFile['spec']
}

/** Looks at the size first: what is named by mistake may be endless. */
function readBytes(path: string, cwd: string): Uint8Array {
  try {
    // Without waiting: a named pipe would be opened only when somebody writes to it.
    const file = openSync(resolve(cwd, path), constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const stats = fstatSync(file)
      if (stats.isDirectory()) throw new ShoalError('is-directory', `${path}: is a directory`, { detail: path })
      if (!stats.isFile()) throw new ShoalError('not-a-file', `${path}: not a regular file`, { detail: path })
      return stats.size > SIZE_LIMIT ? new Uint8Array(SIZE_LIMIT + 1) : readFileSync(file)
    } finally {
      closeSync(file)
    }
  } catch (thrown) {
    throw toShoalError(thrown, path)
  }
}

/** A line feed is never part of a longer character, so every line can be tried by itself to find the wrong one. */
function decode(bytes: Uint8Array, fail: (line: number) => ShoalError): string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    return decoder.decode(bytes)
  } catch {
    let line = 1
    for (let start = 0; start < bytes.length; line++) {
      const end = bytes.indexOf(10, start) + 1 || bytes.length
      try {
        decoder.decode(bytes.subarray(start, end))
      } catch {
        break
      }
      start = end
    }
    throw fail(line)
  }
}
