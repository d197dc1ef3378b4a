// Follows functions that are passed to others.
import type { Call } from '../rules/language-rules.ts'
import { elementOf, join, mixed, onlyString, Trust, UNKNOWN, type Value } from '../values.ts'
import { bindEntry } from './entry.ts'
import type { Machine } from './machine.ts'
import { checkPage } from './returns.ts'
import { Scope } from './scope.ts'

/** Functions that are passed to others are run on what the others hold: `list.forEach(each => …)`. */
export function callBack(machine: Machine, args: readonly Value[], receiver: Value | null, path: string): void {
  const isRoute = machine.index.routeCalls.has(path) && onlyString(args[0])?.startsWith('/') === true
  for (const value of args) {
    const { fn } = value
    if (!fn || !machine.canFollow(fn) || !machine.isRelevant(fn)) continue
    const declared = machine.functions.get(fn.name)?.includes(fn)
    if (declared && fn.name !== '') continue
    const base = machine.scope
    const way = machine.branch(() => {
      const inner = new Scope(machine.scope)
      bindEntry(machine, fn, inner, elementFor(receiver))
      const page = machine.follow(fn, inner)
      if (isRoute) checkPage(machine, page, fn.node)
      for (const [name, written] of inner.own) {
        const old = base.get(name)
        if (old && !fn.parameters.some(parameter => parameter.name === name))
          machine.scope.set(name, join(old, written))
      }
    })
    machine.rejoin([new Map(), way])
  }
}

/** What a socket hands to its listener: `socket.on('message', data => …)`. */
export function isMessage({ method, args, receiver }: Call): boolean {
  if (!/^(?:on|once|addEventListener|onmessage)$/.test(method)) return false
  const event = onlyString(args[0])
  return event === 'message' || (event === 'data' && /request|socket|ws|conn/i.test(receiver?.path ?? ''))
}

function elementFor(receiver: Value | null): Value {
  if (!receiver) return UNKNOWN
  const element = elementOf(receiver)
  if (element) return element
  return receiver.trust > Trust.parameter ? mixed([receiver]) : UNKNOWN
}
