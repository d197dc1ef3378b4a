// A stream for people that passes the gate: progress, warnings and errors repeat names, arguments and what others said.
import type { Writable } from 'node:stream'
import { shownText } from '../text/gate/shown.ts'

const TARGETS = new WeakMap<Writable, Writable>()

/** For a secret of our own that somebody has to be told, such as the token of a server. */
export function ungated(stream: Writable): Writable {
  return TARGETS.get(stream) ?? stream
}

/** The same stream, with secrets hidden in every text that is written to it. */
export function gatedStream<S extends Writable>(stream: S): S {
  const gated = new Proxy(stream, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (name === 'write' || name === 'end')
        return (first?: unknown, ...rest: unknown[]) =>
          (value as (...all: unknown[]) => unknown).call(
            target,
            typeof first === 'string' ? shownText(first) : first,
            ...rest,
          )
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  TARGETS.set(gated, stream)
  return gated
}
