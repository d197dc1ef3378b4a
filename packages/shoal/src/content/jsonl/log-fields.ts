// Which field of a JSON log record says what, by its name and type, and jq recipes that use them.
import type { Shape } from '../../text/json-shape.ts'

export type FieldClass = 'timestamp' | 'level' | 'error' | 'identifier' | 'message' | 'status' | 'source'

/** The last name of a path decides; the first class that fits wins. */
const NAMES: readonly (readonly [FieldClass, RegExp])[] = [
  ['timestamp', /^(@?timestamp|ts|time|datetime|date|@t|created_?at|event_?time|logged_?at|asctime)$/i],
  ['level', /^(level|lvl|severity|loglevel|log_level|levelname|priority|@l)$/i],
  ['error', /^(err|error|exception|exc|exc_info|stack|stack_?trace|traceback|error_?(message|code|type)|cause)$/i],
  ['status', /^(status|status_?code|http_?status|code|response_?code|exit_?code|outcome)$/i],
  ['message', /^(msg|message|text|event|@m|body|log|short_message)$/i],
  [
    'source',
    /^(service|service_?name|logger|logger_?name|source|app|application|component|module|host|hostname|pod|container|caller)$/i,
  ],
  ['identifier', /(^id$|_id$|Id$|uuid|^(request|trace|span|session|correlation|user)$)/],
]

/** The fields of each class as jq paths, shallow ones first. */
export function classifyFields(shape: Shape): Partial<Record<FieldClass, string[]>> {
  const classes: Partial<Record<FieldClass, string[]>> = {}
  const paths = [...shape.keys()].filter(path => path !== '$' && !path.includes('[]'))
  for (const path of paths.sort((a, b) => depth(a) - depth(b))) {
    const name = /(?:\.([\w$]+)|\["((?:[^"\\]|\\.)*)"\])$/.exec(path)
    const found = NAMES.find(([, pattern]) => pattern.test(name?.[1] ?? name?.[2] ?? ''))
    if (found) (classes[found[0]] ??= []).push(jqPath(path))
  }
  return classes
}

export interface Recipe {
  readonly name: string
  /** A jq program for `jq -c`, or with `-s` where it says so. */
  readonly program: string
  readonly slurp: boolean
}

export function jqRecipes(classes: Partial<Record<FieldClass, readonly string[]>>): Recipe[] {
  const recipes: Recipe[] = []
  const add = (name: string, program: string, slurp = false) => recipes.push({ name, program, slurp })
  const level = classes.level?.[0]
  const time = classes.timestamp?.[0]
  const source = classes.source?.[0]
  const shown = [time, level, classes.message?.[0], classes.error?.[0]].filter(field => field !== undefined)
  if (level) {
    add('errors', `select((${level} // "") | tostring | test("err|fatal|crit"; "i")) | [${shown.join(', ')}]`)
    add('count by level', countBy(level), true)
  }
  if (classes.error?.[0]) add('records with an error', `select(${classes.error[0]} != null) | [${shown.join(', ')}]`)
  if (classes.status?.[0]) add('count by status', countBy(classes.status[0]), true)
  if (source) add('count by source', countBy(source), true)
  if (source && level)
    add(
      'count by source and level',
      `group_by([${source}, ${level}]) | map({source: (.[0] | ${source}), level: (.[0] | ${level}), count: length})`,
      true,
    )
  if (time) add('first and last time', `map(${time} // empty) | {first: min, last: max, count: length}`, true)
  return recipes
}

function countBy(field: string): string {
  return `group_by(${field}) | map({value: (.[0] | ${field}), count: length}) | sort_by(-.count)`
}

/** `$.meta["a b"]` → `.meta["a b"]` */
function jqPath(path: string): string {
  const rest = path.slice(1)
  return rest.startsWith('[') ? `.${rest}` : rest
}

function depth(path: string): number {
  return path.split(/\.|\[/).length
}
