// Has one pack of records labelled: asked once, and once more for what the reply left open.
import type { Json } from '@shoal/base/model/json'
import type { LabelSet } from '@shoal/base/model/label'
import type { CallContext, LanguageModel } from '@shoal/base/model/language-model'
import { sizeOf } from '../asking/turns.ts'
import { turnsRoom } from '../model-room.ts'
import type { PackOutcome } from './label-book.ts'
import { labelRequest, type NumberedRecord } from './label-prompt.ts'
import type { JudgedRecord } from './part-records.ts'
import { readLabels } from './read-labels.ts'

export interface Asking {
  readonly model: LanguageModel
  readonly set: LabelSet
  readonly context: Omit<CallContext, 'purpose'>
  /** Who hears how the labels of a reply fared; for the record of calls. */
  onVerdict?(verdict: Json): void
}

export async function askPack(pack: readonly JudgedRecord[], asking: Asking): Promise<PackOutcome> {
  const { model, set, context, onVerdict } = asking
  const labels = new Map<string, string>()
  let open: readonly NumberedRecord[] = pack.map((record, k) => ({ ...record, id: k + 1 }))
  let complaint: string | null = null
  for (const purpose of ['labels', 'repair'] as const) {
    const request = labelRequest(set, open, complaint)
    if (open.length > 1 && sizeOf(request.turns) > turnsRoom(model, request)) return await askHalves(pack, asking)
    const outcome = await model.call(request, { ...context, purpose })
    if (!outcome.ok) return outcome.failure.kind === 'too-long' && open.length > 1 ? askHalves(pack, asking) : outcome
    const read = readLabels(
      outcome.reply.text,
      open.map(({ id }) => id),
      set,
    )
    for (const { id, digest } of open) {
      const label = read.labels.get(id)
      if (label !== undefined) labels.set(digest, label)
    }
    onVerdict?.({ records: open.length, labelled: read.labels.size, complaint: read.complaint })
    complaint = read.complaint
    if (complaint === null) break
    open = open.filter(({ id }) => !read.labels.has(id))
  }
  return { ok: true, labels }
}

/** For models whose context does not hold a whole pack. */
async function askHalves(pack: readonly JudgedRecord[], asking: Asking): Promise<PackOutcome> {
  const middle = Math.ceil(pack.length / 2)
  const first = await askPack(pack.slice(0, middle), asking)
  if (!first.ok) return first
  const second = await askPack(pack.slice(middle), asking)
  return second.ok ? { ok: true, labels: new Map([...first.labels, ...second.labels]) } : second
}
