// What the parameters of a function may be when somebody outside of the file calls it.
import type { FunctionCode, Parameter } from '../code.ts'
import { HARMLESS, pathValue, Trust, tainted, type Value } from '../values.ts'
import type { Machine } from './machine.ts'
import { isNumberType, isUntrustedName } from './names.ts'
import type { Scope } from './scope.ts'

const SELF = /^(?:self|this|cls|&self|&mut self)$/

const RESPONSE_TYPE = /^(?:\w*Response|Reply|ResponseWriter)$/
const RESPONSE_NAME = /^(?:res|resp|response|reply|httpResponse)$/

/** Binds the parameters; `given` is what a function that is passed to another gets as its first, or null for any caller. */
export function bindEntry(machine: Machine, fn: FunctionCode, scope: Scope, given: Value | null): void {
  const { rules } = machine.index
  const isRoute = rules.routeNotes.test(fn.notes) || (!fn.isPrivate && rules.routeOwners.test(fn.owner))
  const first = SELF.test(fn.parameters[0]?.name ?? '') ? 1 : 0
  for (const [i, parameter] of fn.parameters.entries()) {
    scope.set(parameter.name, entryValue(machine, fn, parameter, { isRoute, given, isFirst: i === 0, at: i - first }))
  }
}

function entryValue(
  machine: Machine,
  fn: FunctionCode,
  parameter: Parameter,
  { isRoute, given, isFirst, at }: { isRoute: boolean; given: Value | null; isFirst: boolean; at: number },
): Value {
  const { rules } = machine.index
  const { name, type, notes } = parameter
  const origin = { label: name, line: fn.node.startPosition.row + 1 }
  if (SELF.test(name)) return machine.scope.get(name) ?? pathValue(name)
  if (rules.requestTypes.test(type) || (!isKnownType(type) && rules.requestNames.test(name)))
    return pathValue('request')
  if (RESPONSE_TYPE.test(type) || (!isKnownType(type) && RESPONSE_NAME.test(name))) return pathValue('response')
  const source = machine.index.sources.get(name)
  if (source) return tainted(source.trust, origin, name)
  if (isNumberType(type)) return { ...HARMLESS, path: name }
  const path = type || name
  if (isRoute || rules.boundNotes.test(notes) || rules.boundTypes.test(type) || isUntrustedName(name))
    return tainted(Trust.remote, origin, path)
  if (given) return isFirst ? { ...given, path: given.path || path } : pathValue(path)
  if (!machine.assumes) return tainted(Trust.parameter, origin, path)
  const via = { kind: 'parameter', fn: fn.name, owner: fn.owner, at } as const
  return tainted(Trust.remote, { ...origin, via }, path)
}

/** A type that is written down and says more than that it is anything. */
function isKnownType(type: string): boolean {
  return type !== '' && !/^(?:any|unknown|object|dynamic|var)$/i.test(type)
}
