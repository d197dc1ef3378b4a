// Notes in the order in which the answer cites them: ids without holes, whatever was tried and refused on the way.
import type { AskOutcome } from '@shoal/base/model/asking'

export function renumbered(outcome: AskOutcome): AskOutcome {
  const { sentences, notes } = outcome
  const cited = [...new Set(sentences.flatMap(({ cites }) => cites))]
  const order = [...cited, ...notes.map(({ id }) => id).filter(id => !cited.includes(id))]
  const named = new Map(order.map((id, k) => [id, `N${k + 1}`]))
  const byId = new Map(notes.map(note => [note.id, note]))
  return {
    ...outcome,
    sentences: sentences.map(sentence => ({ ...sentence, cites: sentence.cites.map(id => named.get(id)!) })),
    notes: order.map(id => ({ ...byId.get(id)!, id: named.get(id)! })),
  }
}
