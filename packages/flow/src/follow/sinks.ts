// Asks the rules about calls, options and properties that were reached, with the values that reach them.
import type { Node } from 'web-tree-sitter'
import type { Code, FunctionCode } from '../code.ts'
import { hasFixedHost, isOwnPath } from '../rules/checks.ts'
import { type Call, lookUp, lookUpChain, type SinkRow } from '../rules/language-rules.ts'
import { RULE_KINDS, type RuleKind, type RuleName, Use, type Weight } from '../rules/rule-table.ts'
import { isWrittenSecret, secretWeight } from '../rules/secret-names.ts'
import { exposure, HOLE, Trust, type Value } from '../values.ts'
import type { Machine } from './machine.ts'

const SQL =
  /\b(?:select|insert|update|delete|drop|create|alter|replace|merge|call|exec|grant|from|where|into|values|union|truncate|like)\b/i
/** A class that queries by a method of its own is the layer below those who know where values come from. */
const OWN_METHOD = /^\$?(?:this|self)\.\w+$/
/** What such statements are given are names of tables and columns, which no user of a program types. */
const DEFINES = /^\s*(?:alter|analyze|comment\s+on|create|drop|grant|lock|rename|revoke|truncate|vacuum)\b/i
/** A value that stands in quotes or behind a comparison is data, and belongs into a parameter. */
const DATA_HOLE = new RegExp(`(?:['"%]|[=<>(,]|\\blike|\\bvalues)\\s*\\(?['"]?%?${HOLE}`, 'i')

const DOUBTED: Weight = { severity: 'low', confidence: 'low' }
const ENVIRONMENT = /\b(?:get_?)?env(?:iron)?\b/i
const ARGUMENTS = /\bargv\b|\bargs\b|parse_args|\bstdin\b/i
const UPLOADED =
  /\.(?:path|filepath|tmp_name|tempfile|tempFilePath|temporary_file_path)(?:\(\))?(?:\.(?:\[\]|\d{1,4})){0,3}$/i
/** The address that was asked for is one of this site, and so is, or is the visitor's own, the one that led here. */
const OWN_ADDRESS =
  /\blocation(?:\.(?:href|pathname))?$|\bHTTP_REFERER\b|\brefer+er\b|UrlReferrer|(?:\.|\[')(?:path|originalUrl|baseUrl|full_path|get_full_path|getRequestURI|getRequestURL|getServletPath|RequestURI|URL\.Path|get_host|fullpath|path_info|REQUEST_URI|PHP_SELF|request_uri|build_absolute_uri|pathname)(?:\(\)|'\])?$/
const FIXED_FOLDER = new RegExp(`^[^${HOLE}\\s:]{1,80}[/\\\\][^${HOLE}\\s]{0,80}${HOLE}`)

export function checkCall(machine: Machine, call: Call): void {
  const { sinks } = machine.index
  for (const row of lookUp(sinks, call.path, call.isNew) ?? []) checkSink(machine, row, call)
  for (const row of call.isNew ? [] : (lookUpChain(sinks, call.path) ?? [])) checkSink(machine, row, call)
  for (const { rule, check } of lookUp(machine.index.checks, call.path, call.isNew) ?? []) {
    const verdict = check(call)
    if (verdict) reportFact(machine, rule, verdict, call.node, shortName(call))
  }
  const secret = lookUp(machine.index.secrets, call.path, call.isNew)
  if (secret && valuesFor(secret, call).some(isWrittenSecret))
    reportFact(machine, 'hardcoded-secret', { severity: 'high', confidence: 'medium' }, call.node, shortName(call))
  for (const [name, value] of call.named) checkSetting(machine, name, value, call.node, `${call.path}:${name}`)
}

function checkSink(machine: Machine, row: SinkRow, call: Call): void {
  if (row.needs && !machine.mentions(row.needs)) return
  for (const value of valuesFor(row, call)) {
    if (row.least !== undefined && exposure(value, RULE_KINDS[row.rule].use).trust < row.least) continue
    if (!row.when || row.when(call, value)) flows(machine, row.rule, value, call.node, shortName(call))
  }
}

function valuesFor({ args = [0] }: Pick<SinkRow, 'args'>, call: Call): readonly Value[] {
  if (args === 'all') return [...call.args, ...call.named.values()]
  const names = args.filter(at => typeof at === 'string')
  const found = args.flatMap(at => {
    if (typeof at === 'string') return [call.named.get(at)]
    const value = at === -1 ? call.receiver : call.args[at]
    // Of an object with options only those count that the row names.
    return value?.entries && names.length > 0 ? names.map(name => value.entries!.get(name)) : [value]
  })
  return found.filter(value => value !== undefined && value !== null)
}

/** A value ends up where a rule looks. */
export function flows(machine: Machine, rule: RuleName, value: Value, node: Node, subject: string): void {
  const kind: RuleKind = RULE_KINDS[rule]
  const worst = exposure(value, kind.use)
  if (isExempt(rule, value)) return
  const weigh = rule === 'sql-injection' ? queryWeight : rule === 'path-traversal' ? pathWeight : plainWeight
  const found = weigh(kind, value, worst.trust)
  if (!found) return
  const isLayer = rule === 'sql-injection' && worst.trust === Trust.parameter && OWN_METHOD.test(subject)
  const weight: Weight = isOwn(machine, rule, value, worst) || isLayer ? { ...found, severity: 'low' } : found
  machine.report({ rule, node, weight, subject, value: worst, fn: machine.frame.fn })
}

/** An address whose host is written here, and a path of this site, lead nowhere else; the server names uploaded files. */
function isExempt(rule: RuleName, value: Value): boolean {
  if (rule === 'ssrf') return hasFixedHost(value)
  if (rule === 'path-traversal') return isUploaded(value)
  return rule === 'open-redirect' && (isOwnPath(value) || OWN_ADDRESS.test(value.origin?.label ?? ''))
}

/** Where the server put an uploaded file. */
export function isUploaded({ path }: Value): boolean {
  return UPLOADED.test(path) && /files?\b/i.test(path)
}

function weightOf(kind: RuleKind, trust: Trust): Weight | undefined {
  switch (trust) {
    case Trust.remote:
      return kind.remote
    case Trust.local:
      return kind.local
    case Trust.parameter:
      return kind.parameter
    case Trust.unknown:
      return kind.unknown
  }
  return undefined
}

/** Whoever runs the program decides on its environment, and may hand it a whole command or page. Programs in C may run for others. */
function isOwn({ index }: Machine, rule: RuleName, value: Value, { trust, origin }: Value): boolean {
  if (trust !== Trust.local || index.rules.buffers) return false
  const label = origin?.label ?? ''
  return ENVIRONMENT.test(label) || (ARGUMENTS.test(label) && (rule === 'xss' || isWhole(value)))
}

function isWhole({ pattern, items }: Value): boolean {
  return (pattern === null || pattern === HOLE) && !items
}

/** What a function is handed whole is for its callers to answer; text that it puts together itself is not. */
function plainWeight(kind: RuleKind, value: Value, trust: Trust): Weight | undefined {
  const isPassed = trust === Trust.parameter && kind.use !== Use.format && isWhole(value)
  return isPassed && kind.parameter ? DOUBTED : weightOf(kind, trust)
}

/**
 * A function may take a whole query as its argument; what counts then is text that is put together here. A value in the
 * place of a name is less likely from outside than one in the place of data.
 */
function queryWeight(kind: RuleKind, value: Value, trust: Trust): Weight | undefined {
  const weight = weightOf(kind, trust)
  if (trust === Trust.remote) return weight
  const pattern = value.pattern ?? ''
  if (trust === Trust.parameter && DEFINES.test(pattern)) return DOUBTED
  if (!pattern.includes(HOLE) || !SQL.test(pattern)) return trust === Trust.local ? DOUBTED : undefined
  if (DATA_HOLE.test(pattern)) return weight
  if (trust === Trust.local) return DOUBTED
  return trust === Trust.parameter ? { severity: 'medium', confidence: 'low' } : undefined
}

/** A function, or a program, may take any path as its argument; one that looks below a folder of its own means to stay there. */
function pathWeight(kind: RuleKind, value: Value, trust: Trust): Weight | undefined {
  if (trust < Trust.remote && !FIXED_FOLDER.test(value.pattern ?? '')) return undefined
  return weightOf(kind, trust)
}

/** `within` is the literal that holds the setting: a rule that several of its settings break is broken once. */
export function checkSetting(
  machine: Machine,
  name: string,
  value: Value,
  node: Node,
  place: string,
  within: Node | null = null,
): void {
  for (const { rule, check } of machine.index.settings.get(name) ?? []) {
    const verdict = check(value, place, machine.source)
    if (verdict) reportFact(machine, rule, verdict, node, name, within)
  }
  const secret = secretWeight(name.replace(/^[$@:]+/, ''), value, place)
  if (secret)
    machine.report({ rule: 'hardcoded-secret', node, weight: secret, subject: name, value: null, fn: machine.frame.fn })
}

export function checkProperty(machine: Machine, target: Code, value: Value, node: Node, place: string): void {
  const path = target.kind === 'member' ? target.name : target.kind === 'index' ? '[]' : ''
  const object = target.kind === 'member' || target.kind === 'index' ? target.object : null
  if (!object) return
  const owner = machine.run(object).path || machine.text(object.node)
  const row = lookUp(machine.index.properties, `${owner}.${path}`) ?? machine.index.properties.get(path)
  if (row && (!row.when || row.when(value, place))) flows(machine, row.rule, value, node, place)
}

export function reportFact(
  machine: Machine,
  rule: RuleName,
  verdict: true | Weight,
  node: Node,
  subject: string,
  within: Node | null = null,
): void {
  const isChosen = rule === 'disabled-tls-check' && isAskedFor(machine, node)
  const weight = isChosen ? DOUBTED : verdict === true ? RULE_KINDS[rule].remote : verdict
  machine.report({ rule, node, weight, subject, value: null, fn: machine.frame.fn }, within ?? node)
}

/** `if (options.insecure)`: whoever runs the program has chosen it. */
const CHOSEN = /insecure|verif|skip|self_?(?:sign|cert)|cert_?req|no_?check|trust_?all|\bunsafe/i
const HIGHEST = 6

function isAskedFor(machine: Machine, node: Node): boolean {
  let at = node.parent
  for (let k = 0; k < HIGHEST && at && !/function|method|lambda/.test(at.type); k++, at = at.parent) {
    const condition = at.childForFieldName('condition')
    if (condition && condition.endIndex <= node.startIndex && CHOSEN.test(machine.text(condition))) return true
  }
  return false
}

/** A method that must refuse some of what it is asked, and never does. */
export function checkMethod(machine: Machine, fn: FunctionCode): void {
  for (const { rule, types, check } of machine.index.methods.get(fn.name) ?? []) {
    if (types.test(fn.parameters.map(({ type }) => type).join(' ')) && check(fn.body()))
      machine.report({ rule, node: fn.node, weight: RULE_KINDS[rule].remote, subject: fn.name, value: null, fn })
  }
}

function shortName({ path, isNew }: Call): string {
  const short = path
    .replace(/^(?:\?\.|.*\/)/, '')
    .split('.')
    .slice(-2)
    .join('.')
  return `${isNew ? 'new ' : ''}${short}`
}
