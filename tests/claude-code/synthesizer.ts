// A synthesizer by script: reads the findings of its content type, or of all, writes two sentences that cite some of
// them, and replies with one line.
import type { StubAction } from '../../packages/shoal/tests/models/stub/exchange.ts'
import { answersOf, type Conversation, call } from './conversation.ts'

interface FindingsPage {
  readonly findings: readonly { readonly id: string; readonly path: string; readonly type: string }[]
  readonly next_cursor: string | null
}

interface Synthesized {
  readonly status: string
  readonly rejected?: readonly unknown[]
}

const MOST_PAGES = 3

export function synthesizerTurn(conversation: Conversation): StubAction {
  const run = /\brun\W+(\w[\w.-]*\w)/.exec(conversation.told)![1]!
  const type = /\bcontent_type\W+(\w+)/.exec(conversation.told)?.[1]
  const scope = { run, ...(type === undefined ? {} : { content_type: type }) }

  const pages = answersOf<FindingsPage>(conversation, 'findings')
  const last = pages.at(-1)
  if (last === undefined) return call('findings', scope)
  if (last.next_cursor !== null && pages.length < MOST_PAGES)
    return call('findings', { ...scope, cursor: last.next_cursor })

  const [answer] = answersOf<Synthesized>(conversation, 'synthesize')
  if (answer === undefined) return call('synthesize', { run, synthesis: synthesisOf(pages, type) })
  const refused = answer.rejected?.length ?? 0
  return { text: `Synthesis of ${type ?? 'all types'} ${answer.status}: ${refused} sentences refused` }
}

function synthesisOf(pages: readonly FindingsPage[], type: string | undefined) {
  const all = pages.flatMap(({ findings }) => findings)
  const cited = all.slice(0, 3).map(({ id }) => id)
  const other = all.find(({ path }) => path !== all[0]?.path)
  return {
    ...(type === undefined ? {} : { content_type: type }),
    answer: [{ text: `Agents looked at ${type ?? 'every type'} and found what is cited here.`, findings: cited }],
    summary: [{ text: 'What was found is spread over the files.', findings: cited.slice(0, 2) }],
    recommendations: [{ text: 'Look at the cited lines first.', findings: cited.slice(0, 1) }],
    connections: other ? [{ text: 'Both files show the same habit.', findings: [all[0]!.id, other.id] }] : [],
    missing: [],
  }
}
