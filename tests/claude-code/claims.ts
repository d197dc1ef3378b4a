// What a session of the client has to show, each claim with the figure that shows it.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { FABRICATED, lieIn } from './analyst.ts'
import type { Ended } from './client.ts'
import { answersOf } from './conversation.ts'
import type { Product, ReportedFinding } from './product.ts'
import type { Script } from './script.ts'
import { type AgentSession, mostAtOnce, sessionsIn } from './sessions.ts'

export interface Claim {
  readonly claim: string
  readonly holds: boolean
  readonly shown: string
}

export interface Proof {
  /** How many chunks and batches the requirement book counts in the directory. */
  readonly tasks: number
  readonly cwd: string
  readonly isUnchanged: boolean
  readonly ended: Ended
  readonly script: Script
  readonly product: Product
}

const MOST_AT_ONCE = 15

/** The last one is what the client puts there for tools that are not loaded. */
const HARMLESS =
  /^(Read|Grep|Glob|mcp__plugin_shoal_shoal__(read_chunk|submit_findings|findings|synthesize)|DeferredToolPlaceholder)$/

export function claimsOf(proof: Proof): Claim[] {
  return [...endClaims(proof), ...taskClaims(proof), ...evidenceClaims(proof), ...contextClaims(proof)]
}

function endClaims({ ended, script, product, isUnchanged }: Proof): Claim[] {
  const result = ended.events.findLast(event => event.type === 'result')
  return [
    {
      claim: 'the client ends well',
      holds: ended.status === 0 && result?.is_error === false,
      shown:
        script.problems[0] ?? `status ${ended.status}, ${ended.seconds.toFixed(1)} s, ${script.turns.length} turns`,
    },
    {
      claim: 'its last word is what `shoal report` says',
      holds: String(result?.result).trim() === product.markdown.trim(),
      shown: `${product.markdown.length} characters`,
    },
    { claim: 'no file of the directory was changed', holds: isUnchanged, shown: '' },
    { claim: 'nothing is left running', holds: ended.leftRunning.length === 0, shown: ended.leftRunning.join('; ') },
  ]
}

function taskClaims({ tasks, ended, script, product }: Proof): Claim[] {
  const analyses = product.tasks.filter(({ id }) => id.startsWith('analyze-'))
  const open = product.tasks.filter(({ status }) => status !== 'completed')
  const sessions = sessionsIn(script.turns)
  const analysts = sessions.filter(isAnalyst)
  const done = new Set(analysts.map(({ task }) => task))
  const synthesizers = sessions.filter(({ role }) => role === 'rlm-synthesizer')
  const ours = [...analysts, ...synthesizers]
  const peak = Math.max(mostAtOnce(sessions), ...ended.events.map(backgroundAgents))
  return [
    {
      claim: `the plan has the ${tasks} tasks of the requirement book`,
      holds: analyses.length === tasks,
      shown: `${analyses.length}`,
    },
    {
      claim: 'all are completed, each chunk and batch by an agent of its own',
      holds: open.length === 0 && analysts.length === tasks && analyses.every(({ id }) => done.has(id)),
      shown: `${analysts.length} agents; ${product.coverage.tasks_completed} tasks with the syntheses`,
    },
    {
      claim: 'they can read and hand in, and nothing else',
      holds: ours.every(({ last }) => [...last.conversation.loaded].every(tool => HARMLESS.test(tool))),
      shown: '',
    },
    { claim: 'synthesizers work on top', holds: synthesizers.length > 0, shown: `${synthesizers.length}` },
    { claim: `at most ${MOST_AT_ONCE} at a time`, holds: peak > 1 && peak <= MOST_AT_ONCE, shown: `${peak}` },
  ]
}

interface Submitted {
  readonly status: string
  readonly accepted: number
  readonly rejected: readonly unknown[]
}

function evidenceClaims({ script, product, cwd }: Proof): Claim[] {
  const submissions = sessionsIn(script.turns)
    .filter(isAnalyst)
    .map(({ task, last }) => ({ task, answers: answersOf<Submitted>(last.conversation, 'submit_findings') }))
  const liars = submissions.filter(({ task }) => lieIn(task!) !== 'none')
  const refused = submissions.filter(({ answers }) => answers.some(({ rejected }) => rejected.length > 0))
  const corrected = refused.filter(({ answers }) => answers.at(-1)!.status === 'complete')
  const accepted = submissions.flatMap(({ answers }) => answers).reduce((sum, one) => sum + one.accepted, 0)
  const unfounded = product.findings.filter(finding => !isFounded(finding, cwd))
  const byAgents = product.findings.filter(({ by }) => by !== undefined)
  const placesByAgents = byAgents.reduce((sum, { place_count }) => sum + place_count, 0)
  return [
    {
      claim: 'every fabricated quote is refused, and no true one',
      holds: liars.length > 0 && refused.length === liars.length && refused.every(one => liars.includes(one)),
      shown: `${refused.length} refused of ${liars.length} fabricated`,
    },
    {
      claim: 'every refusal is corrected by its agent',
      holds: corrected.length === refused.length,
      shown: `${corrected.length} of ${refused.length}`,
    },
    {
      claim: 'every quote of the report stands in its file',
      holds: unfounded.length === 0 && !product.markdown.includes(FABRICATED),
      shown: `${product.findings.length - unfounded.length} of ${product.findings.length} findings`,
    },
    {
      claim: 'what was accepted from agents is in the report, all of it',
      holds: accepted > 0 && placesByAgents === accepted,
      shown: `${placesByAgents} of ${accepted} quotes, in ${byAgents.length} findings`,
    },
  ]
}

/** Of the lead as it is before it asks for the report, which does hold findings. */
function contextClaims({ script, tasks }: Proof): Claim[] {
  const { request, conversation } = script.turns.findLast(
    turn => turn.role === 'lead' && !turn.conversation.calls.some(({ tool }) => tool === 'report'),
  )!
  const context = stringsIn(request.messages).join('\n')
  const sessions = sessionsIn(script.turns).filter(isAnalyst)
  const read = sessions.flatMap(linesRead)
  const said = sessions.flatMap(wordsSubmitted)
  const leaked = [...read, ...said].filter(text => context.includes(text))
  const lines = conversation.notices.flatMap(
    ({ result }) => result.match(/[^"\n]*\bcomplete: \d+ finding[^"\n]*/g) ?? [],
  )
  const answers = conversation.calls.filter(({ tool }) => OF_OURS.has(tool)).map(({ shown }) => shown ?? '')
  return [
    {
      claim: 'the lead gets one line per chunk',
      holds: lines.length === tasks,
      shown: `${lines.length} lines, ${lengthOf(lines)} characters`,
    },
    {
      claim: 'its context holds no line of a chunk and no finding of an agent',
      holds: leaked.length === 0,
      shown:
        leaked[0] ??
        `${context.length} characters, of them from shoal ${lengthOf([...lines, ...answers])}; agents read ${lengthOf(sessions.flatMap(pagesRead))}`,
    },
  ]
}

function isAnalyst({ task }: AgentSession): boolean {
  return task !== null
}

function backgroundAgents({ subtype, tasks }: Record<string, unknown>): number {
  return subtype === 'background_tasks_changed' && Array.isArray(tasks) ? tasks.length : 0
}

/** The program says that it verified the quote, and the file says so too. */
function isFounded({ verified, path, evidence }: ReportedFinding, cwd: string): boolean {
  if (!verified || evidence.includes(FABRICATED)) return false
  return evidence.includes('[masked]') || readFileSync(resolve(cwd, path), 'utf8').includes(evidence)
}

/** Tools whose answers reach the lead before the report. */
const OF_OURS: ReadonlySet<string> = new Set(['plan', 'synthesize'])

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0)
}

/** Long enough not to stand in a prompt by chance. */
const LEAST_TELLING = 30

function pagesRead({ last }: AgentSession): string[] {
  return answersOf<{ text: string }>(last.conversation, 'read_chunk').map(({ text }) => text)
}

function linesRead(session: AgentSession): string[] {
  return pagesRead(session)
    .flatMap(text => text.split('\n'))
    .map(line => line.slice(line.indexOf('|') + 1).trim())
    .filter(line => line.length >= LEAST_TELLING)
}

function wordsSubmitted({ last }: AgentSession): string[] {
  return last.conversation.calls
    .filter(({ tool }) => tool === 'submit_findings')
    .flatMap(({ input }) => (input as { reports: { findings: { summary: string; evidence: string }[] }[] }).reports)
    .flatMap(({ findings }) => findings)
    .flatMap(({ summary, evidence }) => [summary, ...(evidence.length < LEAST_TELLING ? [] : [evidence])])
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}
