// The time that a text is, all of it: fields of records, attributes, cells.
import { STAMPS, type StampGap, type StampKind } from './stamps.ts'

export interface ReadStamp {
  /** Milliseconds; null when it is no time. */
  readonly at: number | null
  readonly lacks: StampGap
}

const WHOLE = STAMPS.filter(({ part }) => part === 'both').map(kind => ({
  pattern: new RegExp(`^(?:${kind.pattern})$`),
  kind,
}))
const COUNTED = /^[12]\d{15}(?:\d{3})?$/
const NONE: ReadStamp = { at: null, lacks: 'nothing' }

/** A reader that remembers how the last time was written: the next one is written alike. */
export function stampReader(): (text: string) => ReadStamp {
  let last: { readonly pattern: RegExp; readonly kind: StampKind } | undefined
  return text => {
    // journald counts microseconds, Loki nanoseconds.
    if (COUNTED.test(text)) return { at: Number(text.slice(0, 16)) / 1000, lacks: 'nothing' }
    if (!last?.pattern.test(text)) last = WHOLE.find(({ pattern }) => pattern.test(text))
    return last ? { at: last.kind.read(text), lacks: last.kind.lacks } : NONE
  }
}
