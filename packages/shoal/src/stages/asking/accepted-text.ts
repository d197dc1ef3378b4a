// What an agent is told of its answer once it is kept: each sentence with its places, to be handed on, and to be read once more.
import type { AskReport } from '@shoal/base/model/asking'
import { clipped } from './ask-tool.ts'
import { saysWhy } from './claim-words.ts'

export function acceptedText({ run, sentences, notes, missing, challengedBy }: AskReport): string {
  const lines = sentences.map(({ text, cites }, k) => {
    const own = notes.filter(({ id }) => cites.includes(id))
    const places = own.flatMap(({ quotes }) => quotes.map(({ path, line }) => `${path}:${line}`))
    const results = own.flatMap(note => note.results)
    return `${k + 1}. ${text} (${[...new Set([...places, ...results])].join(', ')})`
  })
  const open = missing.map(one => `open: ${one}`)
  const isCausal = sentences.some(({ text }) => saysWhy(text))
  return clipped(
    [
      `Accepted, and kept in run ${run}. Give the user the sentences with their places; \`shoal report ${run}\` shows all of it.`,
      ...lines,
      ...open,
      ...(isCausal && challengedBy === undefined
        ? [
            `Nobody has challenged it. It says why: have an agent that has not seen your steps call challenge with run "${run}" and object; without one, do so yourself. Then call answer again with what you change, and \`keep\` for the rest; the last one counts.`,
          ]
        : []),
    ].join('\n'),
  )
}
