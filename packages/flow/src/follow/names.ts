// What names of variables, constants and types say by themselves.

const UNTRUSTED =
  /^_?(?:raw_?)?(?:(?:untrusted|tainted|client|attacker)_?data|(?:user|untrusted|tainted|client|attacker)_?(?:input|supplied\w*|controlled\w*|value|string|text)s?)$/i
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
