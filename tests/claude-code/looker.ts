// The lead by script that looks itself, as the command tells it: overview, steps, a note that is refused and then kept, the answer. And the
// incident that it looks into, with its truth.

import type { StubAction } from '../../packages/shoal/tests/models/stub/exchange.ts'
import type { WorkedDirectory } from '../worked/planted.ts'
import { type Call, type Conversation, call, TOOL_PREFIX } from './conversation.ts'
import { askedFor } from './lead.ts'

const LINES = 4_000
const isFailed = (k: number) => k > 2_100 && k % 10 === 0

/** Three files; a reload that makes the pool smaller, and what fails from then on. */
export const incident: WorkedDirectory = {
  query: 'Why do orders fail, and how many did?',
  files: {
    'app.log': Array.from({ length: LINES }, (_, k) => {
      const at = new Date(Date.UTC(2026, 4, 4, 6, 0, k)).toISOString()
      if (k === 2_000) return `${at} INFO config reloaded: pool-size=5`
      return isFailed(k)
        ? `${at} ERROR order ${k} failed: no free connection in the pool`
        : `${at} INFO order ${k} was taken and is on its way`
    }),
    'before.yaml': ['pool-size: 50', 'timeout: 30'],
    'after.yaml': ['pool-size: 5', 'timeout: 30'],
  },
  planted: [],
}

export const FAILED = Array.from({ length: LINES }, (_, k) => k).filter(isFailed).length
export const FABRICATED_QUOTE = 'the pool was set to 5 by mistake'
export const SENTENCE = `${FAILED} orders failed for want of a connection because a reload had set pool-size to 5.`

const NEEDED = ['overview', 'search', 'read', 'sql', 'diff', 'run', 'note', 'answer'].map(tool => TOOL_PREFIX + tool)

export function lookTurn(conversation: Conversation): StubAction {
  const { calls, loaded } = conversation
  const unknown = NEEDED.filter(tool => !loaded.has(tool))
  if (unknown.length > 0 && !calls.some(({ tool }) => tool === 'ToolSearch'))
    return { toolCalls: [{ name: 'ToolSearch', input: { query: `select:${unknown.join()}`, max_results: 10 } }] }
  const of = (tool: string) => calls.filter(one => one.tool === tool)
  const [opened] = of('overview')
  if (!opened) {
    const { paths, query } = askedFor(conversation.told)
    return call('overview', { paths, question: query })
  }
  const run = runIn(opened)
  if (of('sql').length === 0)
    return {
      toolCalls: [
        {
          name: `${TOOL_PREFIX}sql`,
          input: { run, query: "SELECT count(*) AS failed FROM entries WHERE level = 'ERROR'" },
        },
        { name: `${TOOL_PREFIX}search`, input: { run, query: 'config reloaded' } },
        { name: `${TOOL_PREFIX}diff`, input: { run, before: 'data/before.yaml', after: 'data/after.yaml' } },
        { name: `${TOOL_PREFIX}run`, input: { run, code: 'read("data/app.log", 2101, 2112).text.length' } },
      ],
    }
  const quote = { path: 'data/app.log', line: 2_001 }
  const claim = 'A reload set pool-size to 5'
  if (of('note').length === 0) return call('note', { run, claim, quotes: [{ ...quote, quote: FABRICATED_QUOTE }] })
  if (of('note').length === 1)
    return call('note', { run, claim, quotes: [{ ...quote, quote: 'config reloaded: pool-size=5' }] })
  if (of('answer').length === 0) {
    const shows = { path: 'data/app.log', line: 2_111, quote: 'failed: no free connection in the pool' }
    return call('answer', {
      run,
      sentences: [{ text: SENTENCE, cites: ['N1'], results: [idOf(of('sql')[0]!)], quotes: [shows] }],
    })
  }
  return { text: of('answer')[0]!.shown ?? '' }
}

/** The name that the overview begins with. */
export function runIn({ shown }: Call): string {
  const [, run] = /Run (\S+), result R1\./.exec(shown ?? '') ?? []
  if (run === undefined) throw new Error(`overview answered: ${shown?.slice(0, 400)}`)
  return run
}

/** Calls of one message may come in any order. */
function idOf({ shown, tool }: Call): string {
  const [id] = /\bR\d+(?=:)/.exec(shown ?? '') ?? []
  if (id === undefined) throw new Error(`${tool} answered: ${shown?.slice(0, 400)}`)
  return id
}
