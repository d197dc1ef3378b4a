// A coding agent's command line as a row of data: what is put on it, and how what it prints is understood.
import * as z from 'zod'

/** Where a value stands in a JSON document: names joined by dots; `*` stands for every name, and such values are added up. */
const path = z.string({ error: 'must be text' }).regex(/^[\w*-]+(?:\.[\w*-]+){0,9}$/, 'must be names joined by dots')
const words = z.array(z.string({ error: 'must be text' }), { error: 'must be a list of words' })

const replyKeys = z.strictObject({
  /** `json`: one document. `jsonl`: one on each line. `text`: what is printed is the answer. */
  form: z.enum(['json', 'jsonl', 'text'], { error: 'must be json, jsonl or text' }),
  /** The last words of the agent; of several the last one. */
  text: z.exactOptional(path),
  /** Lines of `jsonl` that hold the text: each path has this value there. */
  text_when: z.exactOptional(z.record(path, z.string())),
  /** A result that fits the schema it was given, where the command line can see to that. */
  value: z.exactOptional(path),
  /** What went wrong: the first of these that is there. */
  error: z.exactOptional(z.array(path)),
  /** True there: it failed, whatever else it says. */
  failed: z.exactOptional(path),
  cost_usd: z.exactOptional(path),
  turns: z.exactOptional(path),
  /** Of `jsonl`, what it says and does meanwhile: shown to who watches. */
  says: z.exactOptional(z.array(path)),
  /** Of `jsonl`, another value for each turn. */
  turn: z.exactOptional(path),
  /** Added up. */
  tokens: z.exactOptional(z.array(path)),
  /** Of a turn of `jsonl`: what it cost so far is reckoned from it, by the list prices of the provider's models. `input` is without the cache. */
  usage: z.exactOptional(
    z.strictObject({
      provider: z.string({ error: 'must be text' }),
      model: path,
      input: path,
      output: path,
      cache_read: z.exactOptional(path),
      cache_write: z.exactOptional(path),
    }),
  ),
})

/** What a config file may add. */
export const agentRow = z.strictObject({
  /** The program and what it is always given. The prompt is written to its standard input. */
  command: z.tuple([z.string().min(1, 'must not be empty')], z.string(), { error: 'must be a list of words' }),
  /** Added where a model is named, which stands for `{model}`. */
  model: z.exactOptional(words),
  /** Added where it may only read, and where it may change files. */
  read: z.exactOptional(words),
  write: z.exactOptional(words),
  /** Added where the run has a directory that its members share, which stands for `{directory}`: many agents reach only what lies below where they work. */
  directory: z.exactOptional(words),
  /** Added where a result has a schema: `{schema}` is its JSON. */
  schema: z.exactOptional(words),
  /** Added where a task has a budget: `{usd}` is what it may cost. */
  max_cost: z.exactOptional(words),
  reply: replyKeys,
})

export type AgentRow = Readonly<z.infer<typeof agentRow>>

/** What a task asks of the command line. */
export interface AgentCall {
  readonly access: 'read' | 'write'
  /** That is there. */
  readonly directory: string | null
  readonly model: string | null
  /** JSON text. */
  readonly schema: string | null
  readonly maxCostUsd: number | null
  /** Put behind all others. */
  readonly args: readonly string[]
}

/** The words of the command line. A word that is asked for is put in whole, wherever it stands: no shell reads it. */
export function commandLine(row: AgentRow, call: AgentCall): readonly [string, ...string[]] {
  const filled = (parts: readonly string[] | undefined, name: string, value: string | null) =>
    value === null ? [] : (parts ?? []).map(part => part.replaceAll(`{${name}}`, () => value))
  return [
    ...row.command,
    ...((call.access === 'read' ? row.read : row.write) ?? []),
    ...filled(row.directory, 'directory', call.directory),
    ...filled(row.model, 'model', call.model),
    ...filled(row.schema, 'schema', call.schema),
    ...filled(row.max_cost, 'usd', call.maxCostUsd === null ? null : String(call.maxCostUsd)),
    ...call.args,
  ]
}
