// The text work of a synthesis by a model: findings are shown, replies are read and checked, and what is the same is united.
import { unlimitedCallBudget } from '../../../../build/base/model/language-model.js'
import { synthesiseTypeByModel } from '../../../../build/shoal/stages/model-synthesis/one-type.js'
import { readReply } from '../../../../build/shoal/stages/model-synthesis/reply.js'
import { briefOf } from '../../../../build/shoal/text/question.js'
import { findingOf, reportOf } from './reports.mjs'

const { signal } = new AbortController()
const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 }
/** It cites what it is shown, and says that each is the same as the next, the last first. */
const model = {
  id: 'stub:small',
  hasTools: false,
  async call({ turns }) {
    const said = turns.flatMap(turn => (turn.role === 'user' ? turn.passages.map(({ text }) => text) : [])).join('\n')
    const refs = [...said.matchAll(/^([AFC]\d+) \[/gm)].map(([, ref]) => ref)
    const sentences = refs.slice(0, 8).map(ref => ({ text: `see 12 and 3.5 of ${ref}`, cites: refs.slice(0, 50) }))
    const same = refs.slice(1).map((ref, k) => [refs[k], ref])
    const text = JSON.stringify({ answer: sentences, summary: sentences, same: same.reverse(), missing: [said] })
    return { ok: true, reply: { text, toolCalls: [], finish: 'stop', usage } }
  },
}

const agent = { name: 'a', description: 'a', modelClass: 'sonnet', tools: [], color: null, instructions: 'Merge.' }

/** A finding for every 64 characters of the text, or one with all of it. */
export async function synthesise({ text, isOne }) {
  const findings = isOne
    ? [findingOf(text, 0)]
    : Array.from({ length: text.length / 64 }, (_, k) => findingOf(text.slice(k * 64, k * 64 + 64), k))
  const context = { signal, task: 'synthesize-1', callBudget: unlimitedCallBudget }
  const cache = { once: async (_, make) => ({ value: await make(), isCached: false }) }
  await synthesiseTypeByModel(reportOf(findings), {
    agent: { ...agent, version: '1', origin: 'built-in' },
    model,
    brief: briefOf('Why do payments fail?'),
    context,
    cache,
    inputTokens: 12_000,
    notes: { missing: [text], answers: [] },
  })
  // And a reply that is nothing but this text.
  readReply(text)
  readReply(JSON.stringify({ answer: text, summary: [text], missing: text }))
}
