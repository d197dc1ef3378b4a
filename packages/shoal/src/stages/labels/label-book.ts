// The labels of a run: each record is sent once, however many chunks hold it and ask for it at a time.
import type { LabelStore } from '@shoal/base/model/label'
import type { ModelFailure } from '@shoal/base/model/language-model'
import { UNLABELLED } from './label-set.ts'
import { packRecords } from './pack-records.ts'
import type { JudgedRecord } from './part-records.ts'

/** The labels of a pack by digest of the record; those that were not given, even when asked again, are left out. */
export type PackOutcome =
  | { readonly ok: true; readonly labels: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly failure: ModelFailure }

export type AskPack = (pack: readonly JudgedRecord[]) => Promise<PackOutcome>

/** `isCached`: nothing had to be asked. */
export type Settled =
  | { readonly ok: true; readonly isCached: boolean }
  | { readonly ok: false; readonly failure: ModelFailure }

/** Packs of one chunk that are under way at a time. */
const AT_A_TIME = 4

export class LabelBook {
  private readonly underWay = new Map<string, Promise<unknown>>()

  constructor(private readonly store: LabelStore) {}

  /** Undefined until it is settled; `UNLABELLED` for what was given up. */
  labelOf(digest: string): string | undefined {
    return this.store.get(digest)
  }

  /** Has every record labelled or given up. What was labelled before a failure is kept. */
  async settle(records: readonly JudgedRecord[], ask: AskPack): Promise<Settled> {
    let isCached = true
    for (;;) {
      const open = records.filter(({ digest }) => this.labelOf(digest) === undefined)
      if (open.length === 0) return { ok: true, isCached }
      const mine = open.filter(({ digest }) => !this.underWay.has(digest))
      if (mine.length === 0) {
        // Others may fail; then what they leave open is asked for here.
        await Promise.allSettled(new Set(open.map(({ digest }) => this.underWay.get(digest))))
        continue
      }
      isCached = false
      const failure = await this.claim(mine, ask)
      if (failure) return { ok: false, failure }
    }
  }

  private async claim(mine: readonly JudgedRecord[], ask: AskPack): Promise<ModelFailure | null> {
    const asking = this.askAll(packRecords(mine), ask)
    for (const { digest } of mine) this.underWay.set(digest, asking)
    try {
      return await asking
    } finally {
      for (const { digest } of mine) this.underWay.delete(digest)
    }
  }

  /** Stops at the first failure, once what is under way has ended. */
  private async askAll(packs: readonly (readonly JudgedRecord[])[], ask: AskPack): Promise<ModelFailure | null> {
    const waiting = [...packs].reverse()
    let failure: ModelFailure | null = null
    const work = async () => {
      for (let pack = waiting.pop(); pack && !failure; pack = waiting.pop()) {
        const outcome = await ask(pack)
        if (!outcome.ok) {
          failure = outcome.failure
          return
        }
        await this.store.add(outcome.labels)
        const open = pack.filter(({ digest }) => !outcome.labels.has(digest))
        await this.store.addForRun(new Map(open.map(({ digest }) => [digest, UNLABELLED])))
      }
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, work))
    return failure
  }
}
