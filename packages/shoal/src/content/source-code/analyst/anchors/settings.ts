// Anchors of what the code is told from outside: environment variables, settings, fields of records.
import { languageOf } from '../../../../text/code/languages/registry.ts'
import { bindingTarget } from '../../../../text/code/symbols/bindings.ts'
import type { Call } from '../../../../text/code/symbols/calls.ts'
import { stringValue } from '../../../../text/code/symbols/string-value.ts'
import { Kind } from '../../../../text/code/symbols/syntax-kinds.ts'
import type { CodeReading } from '../reading.ts'
import type { AnchorSink } from './anchor-list.ts'

const ENV_CALLS =
  /^(?:os\.getenv|os\.environ\.(?:get|pop|setdefault)|environ\.get|getenv|std\.getenv|System\.getenv|os\.(?:Getenv|LookupEnv)|ENV\.(?:fetch|dig|\[\])|(?:std\.)?env\.var(?:_os)?|env|Environment\.GetEnvironmentVariable|System\.get_env|System\.fetch_env!?|Deno\.env\.get|Bun\.env\.get|process\.env\.get|config\.env|sys\.env(?:\.get(?:OrElse)?)?|dotenv\.get|secure_getenv)$/
const ENV_OBJECTS = /^(?:os\.environ|environ|process\.env|import\.meta\.env|ENV|\$?_ENV|\$?_SERVER|Bun\.env|env)$/
/** Objects whose name says that they hold settings. */
const CONFIG_OBJECTS =
  /(?:^|[._])(?:viper|koanf|nconf|convict|dynaconf|\w{0,60}(?:config|conf|cfg|settings|options|opts|prefs|preferences|properties|props)|(?:config|conf|cfg|settings|options|opts)\w{0,60})(?:\(\))?$/i
const CONFIG_GETTERS =
  /^(?:(?:must_?)?get_?(?:str|string|int|integer|uint|long|short|byte|bool|boolean|float|double|decimal|number|duration|time|date|list|array|slice|map|string_?(?:slice|list|array|map)|value|property|section|path|url)?(?:16|32|64)?|getOrDefault|getOrThrow|fetch|dig|has|require|value)$/i
/** Objects whose name says that they hold one record of data. */
const RECORD_OBJECTS =
  /(?:^|[._])(?:row|rows|rec|record|records|entry|item|event|order|user|customer|product|payload|body|data|json|doc|document|obj|msg|message|df|frame|line|attrs|fields|params|result|res|response|resp|event_data|metadata|meta|values|r|d|o|e|it)(?:\w{0,60}(?:row|record|data|dict|df|json|obj|event))?$/i
const FIELD_GETTERS = /^(?:get|fetch|getString|getInt|getLong|getDouble|getBoolean|pop|dig|getAsString|optString)$/
const KEY = /^[A-Za-z_][\w.:/-]{0,80}$/

export function settingAnchors(reading: CodeReading, anchors: AnchorSink): void {
  const loaded = loadedNames(reading)
  const written = new Set(reading.index.bindings.map(node => bindingTarget(reading.tree, node)))
  for (const call of reading.calls) fromCall(reading, call, loaded, anchors)
  for (const node of reading.index.subscripts) fromSubscript(reading, node, loaded, anchors, written)
  for (const node of reading.index.members) fromMember(reading, node, anchors, written)
  if (reading.tree.language === 'bash') fromShell(reading, anchors)
}

/** Variables that were read from a settings file in this source. */
function loadedNames({ tree, index }: CodeReading): ReadonlySet<string> {
  const names = new Set<string>()
  for (const node of index.bindings) {
    const left = ['left', 'name'].map(field => tree.field(node, field)).find(at => at >= 0)
    const right = ['right', 'value'].map(field => tree.field(node, field)).find(at => at >= 0)
    if (left === undefined || right === undefined || tree.ends[left]! - tree.starts[left]! > 60) continue
    if (
      /^(?:await\s+)?(?:yaml|YAML|toml|tomllib|tomli|configparser|ini|json5|hjson|jsyaml|Config|ConfigFactory|hocon)\b[\w.]*(?:load|parse|read|safe_load|ConfigParser)/i.test(
        tree.textOf(right, 80),
      )
    )
      names.add(tree.textOf(left, 60))
  }
  return names
}

function fromCall(reading: CodeReading, call: Call, loaded: ReadonlySet<string>, anchors: AnchorSink): void {
  const { tree } = reading
  const first = call.arguments[0]
  if (first === undefined) return
  const key = stringValue(tree, first)
  if (key === null || !KEY.test(key)) return
  const second = call.arguments[1]
  const fallback = second === undefined ? fallbackOf(reading, call.node) : literalText(reading, second)
  const more = fallback === null ? {} : { value: fallback }
  if (ENV_CALLS.test(call.callee) && !(call.callee === 'env' && !/^[A-Z]/.test(key)))
    anchors.add('env-use', key, call.node, more)
  else if (CONFIG_GETTERS.test(call.name) && isConfig(call.receiver, loaded)) addSetting(anchors, key, call.node, more)
  else if (FIELD_GETTERS.test(call.name) && RECORD_OBJECTS.test(call.receiver) && /^[A-Za-z_]\w*$/.test(key))
    anchors.add('field-use', key, call.node)
}

function fromSubscript(
  reading: CodeReading,
  node: number,
  loaded: ReadonlySet<string>,
  anchors: AnchorSink,
  written: ReadonlySet<number>,
): void {
  const { tree } = reading
  const key = subscriptKey(reading, node)
  if (key === null || !KEY.test(key)) return
  const steps = [key]
  let object = tree.first(node)
  while (object >= 0 && tree.is(object, Kind.subscript)) {
    const outer = subscriptKey(reading, object)
    if (outer === null) return
    steps.unshift(outer)
    object = tree.first(object)
  }
  if (object < 0 || tree.ends[object]! - tree.starts[object]! > 80) return
  const name = plain(tree.textOf(object, 80))
  // A deeper step of the same chain says it all.
  if (
    tree.is(tree.parents[node]!, Kind.subscript) &&
    tree.first(tree.parents[node]!) === node &&
    subscriptKey(reading, tree.parents[node]!) !== null
  )
    return
  const fallback = fallbackOf(reading, node)
  const more = fallback === null ? {} : { value: fallback }
  if (ENV_OBJECTS.test(name)) {
    if (!/^\$?_SERVER$/.test(name)) anchors.add('env-use', key, node, more)
  } else if (isConfig(name, loaded)) {
    if (written.has(node)) setHere(anchors, key, node)
    else addSetting(anchors, steps.join('.'), node, more)
  } else if (/^[A-Za-z_]\w*$/.test(key)) for (const step of steps) anchors.add('field-use', step, node)
}

function subscriptKey({ tree }: CodeReading, node: number): string | null {
  for (let child = tree.next(tree.first(node)); child >= 0; child = tree.next(child)) {
    const at = tree.is(child, Kind.string)
      ? child
      : (tree.namedChildren(child).find(c => tree.is(c, Kind.string)) ?? -1)
    const inner = at >= 0 ? at : (tree.namedChildren(child)[0] ?? child)
    const deeper = tree.is(inner, Kind.string) ? inner : (tree.namedChildren(inner)[0] ?? inner)
    const value = stringValue(tree, deeper)
    if (value !== null) return value
  }
  return null
}

/** `settings.billing.timeout`, `process.env.HOME`: the whole chain, once. */
function fromMember(reading: CodeReading, node: number, anchors: AnchorSink, written: ReadonlySet<number>): void {
  const { tree } = reading
  if (languageOf(tree.language).declaresFields) return
  const parent = tree.parents[node]!
  if (tree.is(parent, Kind.member) || tree.ends[node]! - tree.starts[node]! > 160) return
  const chain = plain(tree.textOf(node, 160))
  const env = /^(?:process\.env|import\.meta\.env|Bun\.env)\.([A-Za-z_]\w*)$/.exec(chain)
  const fallback = fallbackOf(reading, node)
  const more = fallback === null ? {} : { value: fallback }
  if (env) {
    anchors.add('env-use', env[1]!, node, more)
    return
  }
  const [, object, rest] = /^(?:(?:self|this|app|current_app|ctx|c|s)\.)?(\w+)\.([A-Za-z_][\w.]*)$/.exec(chain) ?? []
  if (!object || !rest || !/^(?:\w*_?(?:config|conf|cfg|settings))$/i.test(object)) return
  const isCalled = tree.is(parent, Kind.call) && tree.first(parent) === node
  const steps = isCalled ? rest.split('.').slice(0, -1) : rest.split('.')
  if (steps.length === 0) return
  if (written.has(node)) setHere(anchors, steps.at(-1)!, node)
  else addSetting(anchors, steps.join('.'), node, more)
}

/** The program sets it itself: no file has to. */
function setHere(anchors: AnchorSink, name: string, node: number): void {
  anchors.add('definition', name, node, { value: 'setting' })
}

function addSetting(anchors: AnchorSink, path: string, node: number, more: { readonly value?: string }): void {
  const last = path.split(/[.:/]/).at(-1)!
  anchors.add('config-use', last || path, node, { ...more, path })
}

function isConfig(object: string, loaded: ReadonlySet<string>): boolean {
  return loaded.has(object) || CONFIG_OBJECTS.test(object)
}

/** What stands behind `or`, `||`, `??`, `?:` or `.unwrap_or(`. */
function fallbackOf(reading: CodeReading, node: number): string | null {
  const { tree } = reading
  const parent = tree.parents[node]!
  if (tree.is(parent, Kind.binary) && tree.field(parent, 'left') === node) {
    const right = tree.field(parent, 'right')
    const operator = tree.text.slice(tree.ends[node]!, tree.starts[right]!).trim()
    return /^(?:\|\||\?\?|or|\?:)$/.test(operator) ? literalText(reading, right) : null
  }
  const rest = tree.text.slice(tree.ends[node]!, tree.ends[node]! + 120)
  return (
    /^\s*\.(?:unwrap_or|orElse|getOrElse|unwrap_or_else)\(\s*(?:\|_?\w*\|\s*)?(?:String::from\()?["']([^"'\n]{0,80})["']/.exec(
      rest,
    )?.[1] ?? null
  )
}

function literalText({ tree }: CodeReading, node: number): string | null {
  const text = stringValue(tree, node)
  if (text !== null) return text
  return tree.is(node, Kind.number) || /^(?:true|false|none|null|nil|True|False|None)$/.test(tree.textOf(node, 12))
    ? tree.textOf(node, 40)
    : null
}

/** `$NAME` and `${NAME:-default}` in capitals that the script does not set itself. */
function fromShell(reading: CodeReading, anchors: AnchorSink): void {
  const { tree, index } = reading
  const own = new Set(index.bindings.map(node => tree.textOf(tree.field(node, 'name'), 80)))
  for (const [name, nodes] of index.names) {
    if (!/^[A-Z][A-Z0-9_]{2,}$/.test(name)) continue
    for (const node of nodes) {
      const expansion = tree.parents[node]!
      if (!/expansion/.test(tree.type(expansion))) continue
      const fallback = /^\$\{\w+:?[-=]([^}]{0,80})\}/.exec(tree.textOf(expansion, 120))?.[1]
      if (own.has(name) && fallback === undefined) continue
      anchors.add('env-use', name, node, fallback === undefined ? {} : { value: fallback.replace(/^["']|["']$/g, '') })
      break
    }
  }
}

function plain(chain: string): string {
  return chain
    .replace(/\s+/g, '')
    .replace(/\?\.|->|::|!\./g, '.')
    .replace(/[$!]/g, '')
}
