// What is still open once everything was read and summed up is looked up step by step, with the tools of `shoal ask`: in a few calls, and
// only as long as they bring something new. Every step is kept with the run, so that it is never done, or paid for, twice.
import type { AskOutcome } from '@shoal/base/model/asking'
import type { Finding } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import type { CallContext, LanguageModel, ModelFailure, ModelRequest } from '@shoal/base/model/language-model'
import type { ResultCache } from '@shoal/base/model/model-work'
import type { Claim, ModelSynthesis } from '@shoal/base/model/report'
import { inputText } from '@shoal/base/report/input-text'
import { printable } from '@shoal/base/text/printable'
import { z } from 'zod'
import { type AskEnd, askLoop } from '../../stages/asking/loop.ts'
import { withToolsInWords } from '../../stages/asking/tools-in-words.ts'
import { leftOpen } from '../../stages/model-synthesis/left-open.ts'
import { shownText } from '../../text/gate/shown.ts'
import { shownValue } from '../../text/gate/shown-value.ts'
import { digestText } from '../../text/text-digest.ts'
import { actionsOver } from '../ask/actions.ts'
import type { FileSet, FileSetOptions } from '../ask/file-set.ts'
import { overviewOf } from '../ask/overview.ts'
import type { StepStore } from '../ask/steps.ts'
import { toolsOver } from '../ask/tools.ts'
import { listed, storedKind } from '../stored-value.ts'

export interface Looking {
  readonly question: string
  /** What the synthesis says it does not know. */
  readonly open: readonly string[]
  readonly findings: readonly Finding[]
  readonly rounds: number
  /** Characters that may be sent, in all calls together. */
  readonly most: number
  /** Characters that the turns of one call may have. */
  readonly room: number
  readonly model: LanguageModel
  readonly context: Omit<CallContext, 'purpose'>
  readonly cache: ResultCache
  /** For what is of this run alone. */
  readonly steps: ResultCache
  readonly files: FileSet
  readonly options: FileSetOptions
}

/** With less context than this there is no room for tools and what they say. */
export const LEAST_WINDOW = 16_000

/** Calls of a round. */
const STEPS_A_ROUND = 8
const MOST_FOUND = 25
const MOST_OVERVIEW = 6_000
const MOST_SUMMARY = 240
/** Counted up when what the model is told changes. */
const VERSION = 2

/** What was noted before a call failed stands, and is not kept for others. */
export interface Looked {
  readonly outcome: AskOutcome
  readonly isCached: boolean
  /** The call that ended it; null when none failed. */
  readonly failure: ModelFailure | null
}

const askOutcomes = storedKind<AskOutcome>(
  'what was looked up',
  z.looseObject({ status: z.string(), sentences: listed, notes: listed, steps: listed }),
)

export async function lookFurther(looking: Looking): Promise<Looked> {
  const { question, open, findings, rounds, most, room, model, cache, files } = looking
  const depends = {
    version: VERSION,
    question,
    open: [...open],
    found: digestText(JSON.stringify(findings.map(({ id }) => id))),
    files: files.digest(),
    rounds,
    most,
    room,
  }
  let ended: AskEnd | null = null
  const { value, isCached } = await cache.once<Json>({ kind: 'look', model: model.id, depends }, async () => {
    ended = await look(looking)
    return ended.failure === null ? askOutcomes.toJson(shownValue(ended.outcome)) : null
  })
  if (value !== null) return { outcome: askOutcomes.read(value)!, isCached, failure: null }
  // Whoever waited for another's steps, which failed, takes them itself.
  const { outcome, failure } = ended ?? (await look(looking))
  return { outcome: shownValue(outcome), isCached: false, failure }
}

async function look(looking: Looking) {
  const { question, open, findings, rounds, most, room, model, context, steps, files, options } = looking
  let sent = 0
  const counted: LanguageModel = {
    ...model,
    call: async (request, given) => {
      sent += sizeOf(request)
      return await model.call(request, given)
    },
  }
  // Everything was read before: no other model reads passages.
  const store = storeOf(steps)
  const tools = toolsOver(files, actionsOver(files, options, null), store)
  try {
    const overview = await store.once({ tool: 'overview', input: question, digest: files.digest() }, () =>
      overviewOf(question, files),
    )
    return await askLoop({
      question: questionOf(question, open),
      overview: overviewText(findings, overview.value, room / 2),
      whole: null,
      model: withToolsInWords(counted),
      tools: tools.all,
      finder: files,
      context,
      maxSteps: STEPS_A_ROUND * rounds,
      room,
      spent: () => sent / most,
    })
  } finally {
    tools.close()
  }
}

function questionOf(question: string, open: readonly string[]): string {
  const list = open.map(one => `\n- ${printable(one)}`).join('')
  return `${shownText(question)}\n\nAll files were read, and what was found stands above. Still open:${list}\n\nLook for that alone, in as few steps as you can; answer only with what is new. If nothing is, answer with no sentences and say in \`missing\` what is open.`
}

/** In at most `room` characters: half of it is for what was found. */
function overviewText(findings: readonly Finding[], overview: string, room: number): string {
  let left = room / 2
  const found = findings
    .slice(0, MOST_FOUND)
    .map(({ summary, path, line }) => `- ${printable(summary).slice(0, MOST_SUMMARY)} (${printable(path)}:${line})`)
    .filter(line => (left -= line.length) >= 0)
  const known = overview.slice(0, Math.min(MOST_OVERVIEW, room / 2))
  return [...(found.length > 0 ? ['Found so far:', ...found, ''] : []), known].join('\n')
}

/** As much of it as a model has to read. */
function sizeOf({ system, turns, tools }: ModelRequest): number {
  return system.length + JSON.stringify(turns).length + JSON.stringify(tools).length
}

/** Steps that are kept with the run, by what they depend on. */
function storeOf(cache: ResultCache): StepStore {
  return {
    async once(step, make) {
      const depends = [step.tool, step.input, step.digest]
      const { value, isCached } = await cache.once({ kind: 'step', model: '', depends }, make)
      return { value: value!, isNew: !isCached }
    },
  }
}

/**
 * What a synthesis says, with what was looked up since: the sentences of the answer, or what was noted where it ended before there were any.
 */
export function withLooked(
  reading: ModelSynthesis,
  { sentences, missing, rival, notes, steps, stopped }: AskOutcome,
): ModelSynthesis {
  const byId = new Map(notes.map(note => [note.id, note]))
  const noted = notes.map(({ id, claim }) => ({ text: claim, cites: [id], objection: null }))
  const claims = (sentences.length > 0 ? sentences : noted).map(({ text, cites, objection }): Claim => {
    const proofs = cites.flatMap(id => byId.get(id) ?? [])
    const evidence = proofs.flatMap(({ quotes }) => quotes.map(({ path, line, quote }) => ({ path, line, quote })))
    const results = new Set(proofs.flatMap(proof => proof.results))
    const step = steps.find(({ result }) => result !== null && results.has(result))
    return {
      text: evidence.length > 0 || !step ? text : `${text} (${step.tool}: ${inputText(step)})`,
      evidence,
      findings: [],
      ...(objection !== null && { objection }),
    }
  })
  const other = rival === null ? [] : [`Another explanation fits as well: ${rival}`]
  // Where nothing was answered, all is as open as before.
  const left = sentences.length > 0 ? missing : [...reading.missing, ...missing]
  const ended = stopped === null ? [] : [`Looking further ended early: ${stopped}`]
  return { ...reading, answer: [...reading.answer, ...claims], missing: leftOpen([...left, ...other, ...ended], []) }
}
