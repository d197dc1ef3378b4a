// The lead by script, as the command tells it: plan, one background agent per task, a stage at a time, then synthesize,
// synthesizers on top, and the report. It knows only what it was told and what its calls brought.
import type { Json } from '@shoal/base/model/json'
import type { StubAction, StubToolCall } from '../../packages/shoal/tests/models/stub/exchange.ts'
import { answersOf, between, type Call, type Conversation, call, TOOL_PREFIX } from './conversation.ts'

interface Planned {
  readonly run: string
  readonly stages: number
  readonly stage: { readonly tasks: readonly PlannedTask[] }
}

interface PlannedTask {
  readonly agent: string
  readonly what: string
  readonly prompt: string
}

interface Synthesized {
  readonly per_type: readonly { readonly content_type: string }[]
}

interface ReportPage {
  readonly text: string
  readonly next_cursor: string | null
}

export function leadTurn(conversation: Conversation): StubAction {
  return toolsLoaded(conversation) ?? stagesDone(conversation) ?? synthesesDone(conversation) ?? reported(conversation)
}

const NEEDED = ['plan', 'synthesize', 'report'].map(tool => TOOL_PREFIX + tool)

/** Tools of plugins are known by name only until they are looked up. */
function toolsLoaded({ loaded, calls }: Conversation): StubAction | null {
  const unknown = NEEDED.filter(tool => !loaded.has(tool))
  if (unknown.length === 0 || calls.some(({ tool }) => tool === 'ToolSearch')) return null
  return { toolCalls: [{ name: 'ToolSearch', input: { query: `select:${unknown.join()}`, max_results: 5 } }] }
}

/** Stage by stage, and then once more what is still open, if anything is. */
function stagesDone(conversation: Conversation): StubAction | null {
  const plans = answersOf<Planned>(conversation, 'plan')
  const last = plans.at(-1)
  if (last === undefined) return call('plan', askedFor(conversation.told))
  const wanted = tasksOf(plans)
  const started = agentsIn(conversation).slice(0, wanted.length)
  if (started.length < wanted.length) return { toolCalls: wanted.slice(started.length).map(start) }
  const waiting = waitingFor(conversation, started)
  if (waiting) return waiting
  if (plans.length > last.stages) return null
  return call('plan', { run: last.run, ...(plans.length < last.stages ? { stage: plans.length + 1 } : {}) })
}

function tasksOf(plans: readonly Planned[]): PlannedTask[] {
  return plans.flatMap(({ stage }) => stage.tasks)
}

/** First each type, all at once, then, if there are several, across them. */
function synthesesDone(conversation: Conversation): StubAction | null {
  const plans = answersOf<Planned>(conversation, 'plan')
  const { run } = plans[0]!
  const [synthesized] = answersOf<Synthesized>(conversation, 'synthesize')
  if (synthesized === undefined) return call('synthesize', { run })
  const types = synthesized.per_type.map(({ content_type }) => content_type)
  const synthesizers = agentsIn(conversation).slice(tasksOf(plans).length)
  if (synthesizers.length === 0) return { toolCalls: types.map(type => start(synthesizer(run, type))) }
  const waiting = waitingFor(conversation, synthesizers)
  if (waiting) return waiting
  if (types.length === 1 || synthesizers.length > types.length) return null
  return { toolCalls: [start(synthesizer(run, null))] }
}

/** The other way of the command: a workflow of the plugin does all between the plan and the report. */
export function fanOutTurn(conversation: Conversation): StubAction {
  return toolsLoaded(conversation) ?? workflowDone(conversation) ?? reported(conversation)
}

function workflowDone(conversation: Conversation): StubAction | null {
  const [planned] = answersOf<Planned>(conversation, 'plan')
  if (planned === undefined) return call('plan', askedFor(conversation.told))
  const workflows = conversation.calls.filter(({ tool }) => tool === 'Workflow')
  if (workflows.length > 0) return waitingFor(conversation, workflows)
  const args = { run: planned.run, stages: planned.stages, tasks: planned.stage.tasks } as unknown as Json
  return { toolCalls: [{ name: 'Workflow', input: { name: 'shoal:rlm-fan-out', args } }] }
}

function reported(conversation: Conversation): StubAction {
  const { run } = answersOf<Planned>(conversation, 'plan')[0]!
  const pages = answersOf<ReportPage>(conversation, 'report')
  const last = pages.at(-1)
  if (last === undefined) return call('report', { run, format: 'md' })
  if (last.next_cursor !== null) return call('report', { run, format: 'md', cursor: last.next_cursor })
  return { text: pages.map(({ text }) => text).join('') }
}

/** The words behind the command: a path, and the question. */
export function askedFor(told: string): { paths: string[]; query: string } {
  const [path = '', ...words] = between(told, '<command-args>', '</command-args>').split(' ')
  if (path === '') throw new Error('the client did not run the command')
  return { paths: [path], query: words.join(' ') }
}

function agentsIn({ calls }: Conversation): Call[] {
  return calls.filter(({ tool }) => tool === 'Agent')
}

/** To wait is to end one's turn: the client wakes the lead when agents are done. */
function waitingFor({ notices }: Conversation, agents: readonly Call[]): StubAction | null {
  const ended = new Set(notices.map(({ callId }) => callId))
  const done = agents.filter(({ id }) => ended.has(id)).length
  return done === agents.length ? null : { text: `${done} of ${agents.length} are done.` }
}

function start({ agent, what, prompt }: PlannedTask): StubToolCall {
  const input: Json = { subagent_type: `shoal:${agent}`, description: what, prompt, run_in_background: true }
  return { name: 'Agent', input }
}

function synthesizer(run: string, type: string | null): PlannedTask {
  const what = type === null ? 'Synthesize across types' : `Synthesize ${type}`
  const scope = type === null ? 'all content types together' : `content_type ${type}`
  return { agent: 'rlm-synthesizer', what, prompt: `run ${run}, ${scope}` }
}
