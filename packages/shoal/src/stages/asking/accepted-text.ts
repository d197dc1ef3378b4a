// What an agent is told of its answer once it is kept: each sentence with its places, to be handed on, and to be read once more.
import type { AskReport } from '@shoal/base/model/asking'
import { clipped } from './ask-tool.ts'

export function acceptedText({ run, sentences, notes, missing, challengedBy, stopped }: AskReport): string {
  const lines = sentences.map(({ text, cites }, k) => {
    const own = notes.filter(({ id }) => cites.includes(id))
    const places = own.flatMap(({ quotes }) => quotes.map(({ path, line }) => `${path}:${line}`))
    const results = own.flatMap(note => note.results)
    return `${k + 1}. ${text} (${[...new Set([...places, ...results])].join(', ')})`
  })
  const open = missing.map(one => `open: ${one}`)
  return clipped(
    [
      `Accepted, and kept in run ${run}. Give the user the sentences with their places; \`shoal report ${run}\` shows all of it.`,
      ...lines,
      ...open,
      ...(challengedBy === undefined && stopped === null
        ? ['Its quotes and numbers were checked; nobody has challenged what it makes of them.']
        : []),
      ...(stopped !== null
        ? [
            `Until it is challenged it counts as an answer in part: it says why. Have an agent that has not seen your steps call challenge with run "${run}" and object; without one, do so yourself. Call answer again with what that changes, and \`keep\` for the rest; the last one counts. Tell the user what nobody has challenged.`,
          ]
        : []),
    ].join('\n'),
  )
}
