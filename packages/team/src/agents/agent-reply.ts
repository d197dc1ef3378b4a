// What a coding agent printed, understood by its row: its last words, its result, what it cost, or what went wrong.
import type { Json } from '@shoal/base/model/json'
import { lookup } from '@shoal/base/model/lookup'
import { parseExactly } from '@shoal/base/text/numeral'
import type { AgentRow } from './agent-row.ts'
import type { UsedTokens } from './turn-usage.ts'

export interface AgentReply {
  /** Its last words; null where it said none. */
  readonly text: string | null
  /** A result that the command line itself has held to the schema. */
  readonly value?: Json
  /** Why it failed, in its own words. */
  readonly error: string | null
  readonly costUsd: number | null
  readonly turns: number | null
  readonly tokens: number | null
}

const SILENT: AgentReply = { text: null, error: null, costUsd: null, turns: null, tokens: null }

/** Total: what is not what the row expects has no text. */
export function readAgentReply({ reply }: AgentRow, output: string): AgentReply {
  if (reply.form === 'text') return { ...SILENT, text: output.trim() === '' ? null : output }
  const documents = reply.form === 'json' ? documentsIn([output]) : documentsIn(output.split('\n'))
  const all = (path: string | undefined) => (path === undefined ? [] : documents.flatMap(one => valuesAt(one, path)))
  const spoken = documents.filter(one =>
    Object.entries(reply.text_when ?? {}).every(([path, wanted]) => valuesAt(one, path).includes(wanted)),
  )
  const text = spoken
    .flatMap(one => (reply.text === undefined ? [] : valuesAt(one, reply.text)))
    .filter(value => typeof value === 'string')
    .at(-1)
  const value = all(reply.value).at(-1)
  const hasFailed = all(reply.failed).includes(true)
  const isSaid = (said: unknown) => typeof said === 'string' && said.trim() !== ''
  const complaint = (reply.error ?? []).flatMap(path => all(path).findLast(isSaid) ?? [])[0]
  const isError = reply.failed === undefined ? text === undefined && complaint !== undefined : hasFailed
  return {
    text: text ?? null,
    ...(value === undefined || value === null ? {} : { value: value as Json }),
    error: isError ? String(complaint ?? 'it says that it failed, and not why') : null,
    costUsd: sumOf(all(reply.cost_usd)),
    turns: sumOf(all(reply.turns)),
    tokens: sumOf((reply.tokens ?? []).flatMap(all)),
  }
}

/** What a line of `jsonl` shows of the work, and whether it counts for the reply. One that is no JSON does: it may be a complaint. */
export function readAgentLine({ reply }: AgentRow, line: string): AgentLine {
  let document: unknown
  try {
    document = JSON.parse(line)
  } catch {
    return { counts: true, says: '', turn: null, used: null }
  }
  const { text, value, failed, cost_usd, turns, error = [], tokens = [], says = [], turn } = reply
  const paths = [text, value, failed, cost_usd, turns, ...error, ...tokens]
  const said = says.flatMap(path => valuesAt(document, path)).filter(value => typeof value === 'string')
  return {
    counts: paths.some(path => path !== undefined && valuesAt(document, path).length > 0),
    says: said.join(' '),
    turn:
      turn === undefined
        ? null
        : ((valuesAt(document, turn).find(value => typeof value === 'string') as string) ?? null),
    used: usedIn(document, reply.usage),
  }
}

function usedIn(document: unknown, paths: AgentRow['reply']['usage']): UsedTokens | null {
  if (paths === undefined) return null
  const [model] = valuesAt(document, paths.model)
  const count = (path: string | undefined) => (path === undefined ? null : sumOf(valuesAt(document, path)))
  const [input, output] = [count(paths.input), count(paths.output)]
  if (typeof model !== 'string' || input === null || output === null) return null
  const [cacheRead, cacheWrite] = [count(paths.cache_read) ?? 0, count(paths.cache_write) ?? 0]
  const all = { input: input + cacheRead + cacheWrite, output, cacheRead, cacheWrite }
  return { ...all, model: `${paths.provider}:${model}` }
}

export interface AgentLine {
  readonly counts: boolean
  readonly says: string
  /** The name of its turn. */
  readonly turn: string | null
  /** What the turn used so far. */
  readonly used: UsedTokens | null
}

/** Lines that are no JSON are what some tools print beside it. */
function documentsIn(texts: readonly string[]): readonly unknown[] {
  return texts.flatMap(text => {
    try {
      return text.trim() === '' ? [] : [parseExactly(text)]
    } catch {
      return []
    }
  })
}

function valuesAt(document: unknown, path: string): readonly unknown[] {
  return path
    .split('.')
    .reduce<readonly unknown[]>((values, name) => values.flatMap(value => within(value, name)), [document])
}

function within(value: unknown, name: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if (name === '*') return Object.values(value)
  const found = lookup(value as Readonly<Record<string, unknown>>, name)
  return found === undefined ? [] : [found]
}

function sumOf(values: readonly unknown[]): number | null {
  const numbers = values.filter(value => typeof value === 'number' && Number.isFinite(value) && value >= 0) as number[]
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0)
}
