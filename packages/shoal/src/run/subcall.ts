// The leaf of the rlm-subcall documents: one chunk, by path or as text, and a query; what of the chunk bears on the query, with
// verbatim quotes. Read by the exact program of its content type: no model, no run, no other file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAbout } from '@shoal/base/model/concern'
import { ShoalError } from '@shoal/base/model/errors'
import type { Finding } from '@shoal/base/model/finding'
import { aimOf, type Goal } from '@shoal/base/model/goal'
import type { Intent } from '@shoal/base/model/question'
import { dangerOf, namedDangers } from '@shoal/flow/named-dangers'
import type { Settings } from '../config/resolve.ts'
import { openPrivateDirectory } from '../sql/private-directory.ts'
import { shownText } from '../text/gate/shown.ts'
import { briefOf, readQuestion } from '../text/question.ts'
import { readGoals } from '../text/question-goals.ts'
import { partsOf } from '../text/question-parts.ts'
import { type Profile, profileFile } from './profile.ts'
import { registryFor } from './registry.ts'
import { entryText, passagesOf, type Relevant } from './subcall-passages.ts'

export interface SubcallInput {
  /** What to extract, find or analyze. */
  readonly query: string
  /** The chunk: a file, or its text. */
  readonly chunk: { readonly path: string } | { readonly text: string }
  /** Given back as it is; the path, or `chunk`, when left out. */
  readonly chunkId?: string
  /** About the file or what the query is after. It tells the content type where the chunk does not, and the goal where the query does not. */
  readonly context?: string
}

/** As the documents have it; keys and all. */
export interface SubcallReport {
  readonly chunk_id: string
  readonly relevant: readonly Relevant[]
  /** What this chunk alone cannot tell. */
  readonly missing: readonly string[]
  readonly suggested_queries: readonly string[]
  /** The answer, if the chunk alone settles the query. */
  readonly complete_answer: string | null
}

interface SubcallMeans {
  readonly settings: Settings
  readonly signal: AbortSignal
  /** The cache directory of shoal. */
  readonly cache: string
}

export async function subcall(input: SubcallInput, means: SubcallMeans): Promise<SubcallReport> {
  checkInput(input)
  const { chunk, query, context = '' } = input
  const { goal } = means.settings
  const goals = goal.length > 0 ? goal : goalsOf(query, context)
  const settings = { ...means.settings, goal: goals }
  const chunkId = input.chunkId ?? ('path' in chunk ? chunk.path : 'chunk')
  const made =
    'path' in chunk
      ? await tellChunk(chunk.path, input, { ...means, settings })
      : await tellText(chunk.text, input, { ...means, settings })
  return { chunk_id: chunkId, ...made }
}

type Told = Omit<SubcallReport, 'chunk_id'>

/** Programs without types call it too. */
function checkInput({ chunk, query }: Partial<SubcallInput>): void {
  const given: Readonly<Record<string, unknown>> = { ...chunk }
  if (typeof given.path !== 'string' && typeof given.text !== 'string')
    throw new ShoalError('missing-argument', 'subcall needs `chunk`: {path} or {text}', { detail: 'chunk' })
  if (typeof query !== 'string')
    throw new ShoalError('missing-argument', 'subcall needs a `query`', { detail: 'query' })
}

/** Analysts read files: the text is one for as long as it is read. */
async function tellText(
  text: string,
  input: SubcallInput,
  { settings, signal }: Omit<SubcallMeans, 'cache'>,
): Promise<Told> {
  const directory = openPrivateDirectory()
  try {
    // Without an ending: what the text is must be told by itself, or by the context.
    const file = join(directory.path, 'chunk')
    writeFileSync(file, text, { mode: 0o600 })
    const { within: _, ...open } = settings
    return await tellChunk(file, input, { settings: open, signal, cache: join(directory.path, 'cache') })
  } finally {
    directory.remove()
  }
}

/** Plain sentences, each with its quote and line. */
export function subcallText({ chunk_id, relevant, missing, complete_answer }: SubcallReport): string {
  const told = relevant.map(
    ({ point, evidence, line, confidence }) => `${point} (line ${line}: “${evidence}”; ${confidence} confidence)`,
  )
  return [
    ...(complete_answer === null ? [] : [complete_answer]),
    ...(told.length > 0 ? told : [`Nothing in ${chunk_id} bears on the query.`]),
    ...missing.map(text => `Missing: ${text}`),
  ].join('\n')
}

async function tellChunk(path: string, input: SubcallInput, means: SubcallMeans): Promise<Told> {
  const profile = await readChunk(path, input, means)
  const told = reportOf(profile, input.query, means.settings.goal)
  if (told.relevant.length > 0 || !registryFor(means.settings).typeOf(profile.contentType).hasPassages) return told
  const relevant = await passagesOf(path, input.query, means)
  return relevant.length === 0 ? told : { ...told, relevant }
}

async function readChunk(path: string, { query, context = '' }: SubcallInput, means: SubcallMeans): Promise<Profile> {
  const { settings } = means
  const made = await profileFile(path, { query, ...means })
  const told = registryFor(settings).typeOf(made.contentType).isShapeless ? typeNamed(context, settings) : null
  if (told === null || told === made.contentType) return made
  const overrides = [...settings.overrides, { glob: '**', type: told }]
  return await profileFile(path, { query, ...means, settings: { ...settings, overrides } })
}

/** What the context says the query is after, where the query itself does not. */
function goalsOf(query: string, context: string): readonly Goal[] {
  const { goals } = briefOf(query)
  return goals.some(goal => goal !== 'general') ? goals : aimOf(readGoals(context)).goals
}

/** The content type that the words name: its name, or what it is commonly called; null when they name none, or several. */
function typeNamed(context: string, settings: Settings): string | null {
  const told = registryFor(settings).types.filter(
    ({ name, called }) => called?.test(context) || (name.includes('_') && new RegExp(`\\b${name}\\b`).test(context)),
  )
  return told.length === 1 ? told[0]!.name : null
}

const FAIR = 0.5
const SURE = 0.75
/** Points of one report; a chunk that has more is told so. */
const MOST_POINTS = 200

/** What is counted, listed or compared over all of a document: one chunk has its share of it. */
const OVER_ALL: readonly Intent[] = [
  'count',
  'total',
  'distribution',
  'average',
  'extreme',
  'trend',
  'missing',
  'outliers',
  'duplicates',
  'correlation',
  'errors',
]

function reportOf(
  { answers, findings }: Profile,
  query: string,
  goals: readonly Goal[],
): Omit<SubcallReport, 'chunk_id'> {
  const question = readQuestion(query)
  const best = answers.filter(({ relevance }) => relevance >= FAIR).toSorted((a, b) => b.relevance - a.relevance)
  const whole = best.find(({ isWhole }) => isWhole)
  // What was counted as asked needs no other finding beside it.
  const isAnswered = best.some(({ relevance, evidence }) => relevance >= SURE && evidence.length > 0)
  const dangers = namedDangers(query)
  const points = distinct([
    ...findings
      .filter(finding =>
        whole
          ? isAsked(finding)
          : !isAnswered && ((dangers.size === 0 && finding.relevance >= FAIR) || isAfter(finding, goals, dangers)),
      )
      .flatMap(finding =>
        finding.places.map(({ line, evidence }) => ({
          point: isAsked(finding) ? entryText(evidence) : finding.summary,
          evidence,
          line,
          confidence: finding.confidence,
        })),
      ),
    ...best.flatMap(({ text, relevance, evidence }) =>
      evidence.map(({ line, quote }) => ({
        point: text,
        evidence: quote,
        line,
        confidence: relevance >= SURE ? ('high' as const) : ('medium' as const),
      })),
    ),
  ])
  const isOverAll = question.intents.some(intent => OVER_ALL.includes(intent)) || /\b(?:all|every|each)\b/i.test(query)
  const sure = best.find(({ relevance, amount }) => relevance >= SURE && amount?.count !== 0)
  const answered = new Set(best.map(({ part }) => part))
  const unanswered = partsOf(question).flatMap(({ text }) =>
    best.length > 0 && !answered.has(text!) ? [shownText(text!)] : [],
  )
  const isElsewhere = best.length === 0 || isOverAll
  return {
    relevant: points.slice(0, MOST_POINTS),
    missing: [
      ...(points.length > MOST_POINTS ? [`${points.length - MOST_POINTS} more points of this chunk`] : []),
      ...(isOverAll && points.length > 0 ? ['What other chunks hold of it: this is of one chunk alone'] : []),
      ...(best.length === 0 ? [`An answer to “${shownText(query)}”`] : []),
      ...unanswered.map(text => `An answer to “${text}”`),
    ],
    // What this chunk left open, in the words of the query: only that is known to be worth asking.
    suggested_queries: isElsewhere ? [shownText(query)] : unanswered,
    complete_answer: isOverAll ? null : (sure?.text ?? null),
  }
}

/** Entries or records that the query lists. */
function isAsked({ key }: Finding): boolean {
  return key.startsWith('asked:')
}

/** A problem of the kind that is looked for. */
function isAfter(finding: Finding, goals: readonly Goal[], dangers: ReadonlySet<string>): boolean {
  if (dangers.size > 0) return finding.rule !== undefined && dangers.has(dangerOf(finding.rule.id))
  return finding.nature === 'problem' && goals.some(goal => goal !== 'general' && isAbout(finding, goal))
}

/** By place and quote; the first point on it wins. */
function distinct(points: readonly Relevant[]): Relevant[] {
  const seen = new Set<string>()
  return points.filter(({ line, evidence }) => {
    const at = `${line}\0${evidence}`
    return !seen.has(at) && seen.add(at)
  })
}
