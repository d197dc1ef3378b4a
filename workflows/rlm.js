// The fan-out of a planned run as a workflow of Claude Code: every task by an agent of its own, then the syntheses.
// Plain JavaScript without imports, files or clocks; agents do all that reaches outside. Given `{run, stages, tasks, query}`
// as `plan` answered, or a text `PATH question` (or `{path, question}`), for which it has the plan made.
export const meta = {
  name: 'rlm-fan-out',
  description: 'Workflow for large runs of shoal:rlm; args {run, stages, tasks, query} of plan, or "PATH question"',
  phases: [{ title: 'Plan' }, { title: 'Read' }, { title: 'Synthesise' }],
}

const TASKS = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      task: { type: 'string' },
      agent: { type: 'string' },
      what: { type: 'string' },
      prompt: { type: 'string' },
    },
    required: ['task', 'agent', 'what', 'prompt'],
  },
}
const PLANNED = {
  type: 'object',
  properties: { run: { type: 'string' }, stages: { type: 'integer' }, tasks: TASKS },
  required: ['run', 'stages', 'tasks'],
}
const MERGED = {
  type: 'object',
  properties: { status: { type: 'string' }, content_types: { type: 'array', items: { type: 'string' } } },
  required: ['status', 'content_types'],
}

/** In the line that `submit_findings` gives an agent to reply with. */
const DONE = /\bcomplete: /

const ofShoal = tool => `the tool ${tool} of the MCP server shoal (load it with ToolSearch)`

async function planned() {
  if (args?.run && args.tasks) return args
  const { path, question } = typeof args === 'string' ? split(args) : (args ?? {})
  if (!path) throw new Error('say what to read: {run, stages, tasks, query} of plan, or "PATH question"')
  const made = await plan({ paths: [path], ...(question ? { query: question } : {}) }, 'plan')
  return made && { ...made, query: question }
}

function plan(input, label) {
  const task = `Call ${ofShoal('plan')} with ${JSON.stringify(input)}.`
  const wanted = 'Give back its run, its stages, and the tasks of its stage as they are. Read no file.'
  return agent(`${task} ${wanted}`, { label, phase: 'Plan', schema: PLANNED, effort: 'low' })
}

function split(text) {
  const [, quoted, word, question] = /^\s*(?:"([^"]+)"|(\S+))\s*([\s\S]*)$/.exec(text) ?? []
  return { path: quoted ?? word, question: (question ?? '').trim() }
}

function read(tasks) {
  return parallel(
    tasks.map(({ agent: name, what, prompt }) => () => {
      return agent(prompt, { label: what, phase: 'Read', agentType: `shoal:${name}` })
    }),
  )
}

async function readStage(tasks) {
  const lines = await read(tasks)
  const failed = tasks.filter((_, at) => !DONE.test(lines[at] ?? ''))
  const again = failed.length > 0 ? await read(failed) : []
  const left = failed.filter((_, at) => !DONE.test(again[at] ?? ''))
  return { lines: [...lines, ...again].filter(line => DONE.test(line ?? '')), left: left.map(({ task }) => task) }
}

function synthesise(scope) {
  const asked = query ? `, question: ${query}` : ''
  return agent(`run ${run}, ${scope}${asked}`, { label: scope, phase: 'Synthesise', agentType: 'shoal:rlm-synthesizer' })
}

const { run, stages = 1, tasks, query } = (await planned()) ?? {}
if (!run) throw new Error('there is no plan')

const lines = []
const open = []
for (let stage = 1; stage <= stages; stage++) {
  const found = stage === 1 ? { tasks } : await plan({ run, stage }, `stage ${stage}`)
  if (!found) open.push(`stage ${stage}`)
  const ofStage = found?.tasks ?? []
  log(`stage ${stage} of ${stages}: ${ofStage.length} tasks`)
  const done = await readStage(ofStage)
  lines.push(...done.lines)
  open.push(...done.left)
}

const input = JSON.stringify({ run, ...(open.length > 0 ? { open_tasks: 'exact' } : {}) })
const merged = await agent(
  `Call ${ofShoal('synthesize')} with ${input}. Give back its status and the content_type of each entry of per_type.`,
  { label: 'merge', phase: 'Synthesise', schema: MERGED, effort: 'low' },
)
const types = merged?.content_types ?? []
await parallel(types.map(type => () => synthesise(`content_type ${type}`)))
if (types.length > 1) await synthesise('all content types together')

return { run, read: lines.length, open, content_types: types, lines, next: 'report {run}' }
