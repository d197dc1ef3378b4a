// What names of variables, constants and types say by themselves.
import { constant, type Value } from '../values.ts'

const NAMED_TRUE = /(?:^|_|[a-z])(?:TRUE|True)$/
const NAMED_FALSE = /(?:^|_|[a-z])(?:FALSE|False)$/
const EITHER = /True_?Or_?False$/i
const UNTRUSTED =
  /^_?(?:raw_?)?(?:user|untrusted|tainted|client|attacker)_?(?:input|data|supplied\w*|controlled\w*|value|string|text)s?$/i
const NUMBERS = [
  'u?int(?:8|16|32|64|eger)?|Int(?:eger|32|64)?|[iu](?:8|16|32|64|size)|u?long|Long|u?short|Short|s?byte|Byte',
  'float(?:32|64)?|Float|f32|f64|double|Double|decimal|Decimal|bool(?:ean)?|Bool(?:ean)?|number|size_t|ssize_t',
  'UUID|Guid|BigDecimal|BigInteger|Date|datetime|LocalDate|ObjectId',
]
const NUMBER = new RegExp(`^(?:${NUMBERS.join('|')})$`)

/** A type whose values cannot carry text. */
export function isNumberType(type: string): boolean {
  return NUMBER.test(type)
}

/** `user_input` and the like: the writer says that it is not to be trusted. */
export function isUntrustedName(name: string): boolean {
  return UNTRUSTED.test(name)
}

/** A name in capitals is a constant by custom. */
export function isConstantName(name: string): boolean {
  return /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*$/.test(name) && name.length > 1
}

/** A constant or function of another file that says its value: `STATIC_FINAL_TRUE`. */
export function namedTruth(name: string): Value | undefined {
  if (EITHER.test(name)) return undefined
  if (NAMED_TRUE.test(name)) return constant(true)
  return NAMED_FALSE.test(name) ? constant(false) : undefined
}
