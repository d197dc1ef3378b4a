// A worker that is a coding agent's command line: told its task as text, its envelope read for result, cost and error.
import { mkdir } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { ShoalError, toShoalError } from '@shoal/base/model/errors'
import type { Json } from '@shoal/base/model/json'
import type { Ending } from '@shoal/base/model/task'
import type { Assignment, Worker } from '@shoal/base/model/worker'
import { plural } from '@shoal/base/text/printable'
import { excerpt, requestEnvironment } from '../command-protocol.ts'
import { oneLine } from '../rules.ts'
import { failedExit, PROGRAM_BOUNDS, runProgram, type Said } from '../run-program.ts'
import { AgentBudget, microUsd } from './agent-budget.ts'
import { type AgentReply, readAgentLine, readAgentReply } from './agent-reply.ts'
import { type AgentRow, commandLine } from './agent-row.ts'
import { agentPresets } from './presets.ts'
import { type Repair, taskPrompt } from './prompt.ts'
import { type Check, readResult, schemaCheck } from './result.ts'
import { TurnUsage } from './turn-usage.ts'

export interface AgentSpec {
  /** `claude`, `codex`, `gemini`, or a row of your own. */
  readonly agent: string | AgentRow
  readonly cwd: string
  /** As the agent names it. */
  readonly model?: string
  /** What it is told before its task. */
  readonly prompt?: string
  /** Whether it may change files. In phase `plan` it never may. `read` if left out. */
  readonly access?: 'read' | 'write'
  /** A JSON Schema that the result must fit; one that does not is asked for once more. */
  readonly schema?: Json
  /** In dollars, for one task: given to agents that can keep to it, and set aside from the run's budget. */
  readonly maxCostUsd?: number
  /** Of one task: an agent that tells its turns while it works is ended when it takes more. Set aside from the run's budget. */
  readonly maxTurns?: number
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Thirty minutes. */
  readonly timeoutMs?: number
  readonly graceMs?: number
}

const AGENT_TIMEOUT_MS = 1_800_000

/** Throws `bad-value` for an agent that is not known and for a schema that cannot be checked. */
export function agentWorker(spec: AgentSpec): Worker {
  const row = rowOf(spec.agent)
  const check = spec.schema === undefined ? null : checkOf(spec.schema)
  const env = { ...process.env, ...spec.env }
  return {
    kind: 'agent',
    work: (assignment, signal) => new AgentTask({ spec, row, check, env }, assignment, signal).work(),
  }
}

function rowOf(agent: AgentSpec['agent']): AgentRow {
  if (typeof agent !== 'string') return agent
  if (Object.hasOwn(agentPresets, agent)) return agentPresets[agent]!
  throw new ShoalError('bad-value', `there is no coding agent ${JSON.stringify(agent)}`, {
    detail: agent,
    advice: `the agents are ${Object.keys(agentPresets).join(', ')}; others are rows, of the pattern file or of \`codingAgents\` in the config file`,
  })
}

function checkOf(schema: Json): Check {
  try {
    return schemaCheck(schema)
  } catch (thrown) {
    throw new ShoalError('bad-value', `the schema cannot be checked: ${toShoalError(thrown).message}`)
  }
}

interface Hired {
  readonly spec: AgentSpec
  readonly row: AgentRow
  readonly check: Check | null
  readonly env: NodeJS.ProcessEnv
}

/** What is shared of the run's directory. Who works in a copy that lies in it may not reach those of others: only the messages. */
function reachable(directory: string, inbox: string, cwd: string): string {
  const isWithin = `${resolve(cwd)}${sep}`.startsWith(`${resolve(directory)}${sep}`)
  return isWithin ? dirname(inbox) : directory
}

/** One task: at most two calls, the second to mend an answer that does not fit the schema. */
class AgentTask {
  private spent = { costUsd: 0, turns: 0, tokens: 0 }
  private repair: Repair | null = null
  private readonly seen = new TurnUsage()
  private readonly overLimit = new AbortController()
  private budget: AgentBudget | null = null

  constructor(
    private readonly hired: Hired,
    private readonly assignment: Assignment,
    private readonly signal: AbortSignal,
  ) {}

  async work(): Promise<Ending> {
    const { maxCostUsd, maxTurns } = this.hired.spec
    try {
      this.budget = await AgentBudget.open(
        this.assignment.callBudget,
        { costUsd: maxCostUsd ?? 0, turns: maxTurns ?? 1 },
        reason => this.overLimit.abort(`${reason}, so the agent was ended`),
      )
    } catch (thrown) {
      const { code, message } = toShoalError(thrown)
      const reason = code === 'budget-reached' ? `${message}, so no agent was started` : message
      return { status: 'failed', reason: oneLine(reason), final: true }
    }
    try {
      const first = await this.call()
      return this.told(this.repair === null || this.signal.aborted ? first : await this.call())
    } finally {
      const { costUsd, turns, tokens } = this.spent
      // One that is ended tells no cost: then what was set aside counts, and what its turns were seen to cost.
      const setAside = this.overLimit.signal.aborted ? (maxCostUsd ?? 0) : 0
      const cost = costUsd > 0 ? Math.max(costUsd, setAside) : Math.max(this.seen.costUsd() ?? 0, setAside)
      await this.budget.settle({
        micro_usd: microUsd(cost),
        tokens: Math.round(tokens > 0 ? tokens : this.seen.tokens()),
        turns: Math.round(Math.max(turns, this.seen.count)),
      })
    }
  }

  private async call(): Promise<Ending> {
    const { spec, row, env } = this.hired
    const { assignment, signal } = this
    const access = assignment.phase === 'plan' ? 'read' : (spec.access ?? 'read')
    const schema = assignment.phase === 'plan' ? null : (spec.schema ?? null)
    const told = requestEnvironment(assignment, env)
    const cwd = assignment.cwd ?? spec.cwd
    const [runDirectory, inbox] = [env.SHOAL_RUN_DIR, told.SHOAL_INBOX]
    const directory = runDirectory && inbox ? reachable(runDirectory, inbox, cwd) : null
    let request: string
    try {
      if (directory !== null) await mkdir(directory, { recursive: true, mode: 0o700 })
      request = await taskPrompt(
        assignment,
        {
          instructions: spec.prompt ?? null,
          schema,
          access,
          ...(inbox && { inbox }),
          ...(directory !== null && directory === runDirectory && { directory }),
        },
        this.repair,
      )
    } catch (thrown) {
      return { status: 'failed', reason: oneLine(`cannot be told its task: ${toShoalError(thrown).message}`) }
    }
    const last = this.repair
    this.repair = null
    const ending = await runProgram({
      command: commandLine(row, {
        access,
        directory,
        model: spec.model ?? null,
        schema: schema === null ? null : JSON.stringify(schema),
        maxCostUsd: spec.maxCostUsd ?? null,
        args: spec.args ?? [],
      }),
      spec: {
        ...PROGRAM_BOUNDS,
        timeoutMs: spec.timeoutMs ?? AGENT_TIMEOUT_MS,
        graceMs: spec.graceMs ?? PROGRAM_BOUNDS.graceMs,
        cwd,
        env: { ...env, ...told },
      },
      request,
      ...(row.reply.form === 'jsonl' && { keepLine: this.keepLine }),
      onErrorLine: line => assignment.onGlimpse?.({ line }),
      understand: (said, code) => this.understood(said, code, last === null),
      signal: AbortSignal.any([signal, this.overLimit.signal]),
    })
    const { aborted, reason } = this.overLimit.signal
    if (!aborted || signal.aborted || ending.status === 'completed') return ending
    return { status: 'failed', reason: oneLine(String(reason)), final: true }
  }

  private readonly keepLine = (line: string): boolean => {
    const { counts, says, turn, used } = readAgentLine(this.hired.row, line)
    const { seen } = this
    if (turn !== null) seen.take(turn, used)
    const costUsd = seen.costUsd()
    this.assignment.onGlimpse?.({
      turns: seen.count,
      tokens: seen.tokens(),
      ...(costUsd !== null && { costUsd }),
      ...(says !== '' && { line: says }),
    })
    const over = this.overOwnLimit(seen.count, costUsd ?? 0)
    if (over !== null) this.overLimit.abort(over)
    else this.budget?.use({ costUsd: costUsd ?? 0, turns: seen.count })
    return counts
  }

  /** What one task may take. An agent that is told what it may cost keeps to that by itself: list prices say it only about. */
  private overOwnLimit(turns: number, costUsd: number): string | null {
    const { maxTurns = Number.POSITIVE_INFINITY, maxCostUsd = Number.POSITIVE_INFINITY } = this.hired.spec
    if (turns > maxTurns) return `took more than the ${plural(maxTurns, 'turn')} it may (max_turns), and was ended`
    if (this.hired.row.max_cost !== undefined || costUsd <= maxCostUsd) return null
    return `cost about $${costUsd.toFixed(4)}, more than the $${maxCostUsd} it may (max_cost), and was ended`
  }

  private understood(said: Said, code: number, mayRepair: boolean): Ending {
    const output = new TextDecoder().decode(said.output)
    const reply = readAgentReply(this.hired.row, output)
    this.spent = {
      costUsd: this.spent.costUsd + (reply.costUsd ?? 0),
      turns: this.spent.turns + (reply.turns ?? 0),
      tokens: this.spent.tokens + (reply.tokens ?? 0),
    }
    if (reply.error !== null) return { status: 'failed', reason: oneLine(reply.error) }
    if (code !== 0) return failedExit(said, code)
    return this.resultOf(reply, mayRepair, output)
  }

  private resultOf(reply: AgentReply, mayRepair: boolean, output: string): Ending {
    const { check } = this.hired
    const isPlan = this.assignment.phase === 'plan'
    const text = reply.text ?? (reply.value === undefined ? null : JSON.stringify(reply.value))
    if (text === null) return { status: 'failed', reason: noAnswer(output) }
    if (isPlan) {
      const plan = readResult(text, null)
      return 'value' in plan ? { status: 'planned', plan: plan.value } : { status: 'failed', reason: plan.fault }
    }
    const read = readResult(reply.value === undefined ? text : JSON.stringify(reply.value), check)
    if ('fault' in read) {
      if (mayRepair) this.repair = { reply: text, fault: read.fault }
      return { status: 'failed', reason: oneLine(`its answer does not fit: ${read.fault}`), log: text }
    }
    return { status: 'completed', result: read.value, ...(read.hasWordsAround ? { log: text } : {}) }
  }

  /** The line for the lead says what it took. */
  private told(ending: Ending): Ending {
    if (ending.status !== 'completed' && ending.status !== 'planned') return ending
    const { costUsd, turns } = this.spent
    const took = [
      ...(turns > 0 ? [`${turns} ${turns === 1 ? 'turn' : 'turns'}`] : []),
      ...(costUsd > 0 ? [`$${costUsd.toFixed(costUsd < 0.1 ? 4 : 2)}`] : []),
    ].join(', ')
    const value = ending.status === 'completed' ? ending.result : ending.plan
    const words = firstWords(value)
    const summary = oneLine(took === '' ? words : words === '' ? took : `${words} (${took})`)
    return summary === '' ? ending : { ...ending, summary }
  }
}

function noAnswer(output: string): string {
  return oneLine(
    output.trim() === ''
      ? 'it gave no answer'
      : `it gave no answer where its row looks for one; it wrote: ${excerpt(output.trim())}`,
  )
}

const SUMMARY_LENGTH = 120

/** The field `summary`, or the first line of a text. */
function firstWords(value: Json): string {
  const said =
    typeof value === 'string'
      ? value
      : value !== null && typeof value === 'object' && !Array.isArray(value)
        ? ((value as Readonly<Record<string, Json>>).summary ?? (value as Readonly<Record<string, Json>>).text)
        : null
  if (typeof said !== 'string') return ''
  const line = said
    .trim()
    .split(/[\r\n]/, 1)[0]!
    .replace(/^#{1,6}[ \t]+/, '')
  return line.length > SUMMARY_LENGTH ? `${line.slice(0, SUMMARY_LENGTH)}…` : line
}
