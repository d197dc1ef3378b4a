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
  /** For `jq` with `JQ_ARGS`. */
  readonly program: string
}

/** Lines are read as text, so that a broken one stops nothing: it is passed over, as are values that are no records. */
export const JQ_ARGS = ['-n', '-R', '-c'] as const
const RECORDS = 'inputs | fromjson? | objects'

export function jqRecipes(classes: Partial<Record<FieldClass, readonly string[]>>): Recipe[] {
  const recipes: Recipe[] = []
  const add = (name: string, program: string) => recipes.push({ name, program })
  const first = (kind: FieldClass) => (classes[kind]?.[0] === undefined ? undefined : reached(classes[kind][0]))
  const [level, time, source, error, status] = [
    first('level'),
    first('timestamp'),
    first('source'),
    first('error'),
    first('status'),
  ]
  const shown = [time, level, first('message'), error].filter(field => field !== undefined)
  if (level) {
    add(
      'errors',
      `${RECORDS} | select((${level} // "") | tostring | test("err|fatal|crit"; "i")) | [${shown.join(', ')}]`,
    )
    add('count by level', countBy(level))
  }
  if (error) add('records with an error', `${RECORDS} | select(${error} != null) | [${shown.join(', ')}]`)
  if (status) add('count by status', countBy(status))
  if (source) add('count by source', countBy(source))
  if (source && level)
    add(
      'count by source and level',
      `[${RECORDS}] | group_by([${source}, ${level}]) | map({source: (.[0] | ${source}), level: (.[0] | ${level}), count: length})`,
    )
  if (time) add('first and last time', `[${RECORDS} | ${time} // empty] | {first: min, last: max, count: length}`)
  return recipes
}

function countBy(field: string): string {
  return `[${RECORDS}] | group_by(${field}) | map({value: (.[0] | ${field}), count: length}) | sort_by(-.count)`
}

/** Also where what should hold it is an object in some records only. */
function reached(path: string): string {
  return depth(path) > (path.startsWith('.[') ? 3 : 2) ? `(try ${path} catch null)` : path
}

/** `$.meta["a b"]` → `.meta["a b"]` */
function jqPath(path: string): string {
  const rest = path.slice(1)
  return rest.startsWith('[') ? `.${rest}` : rest
}

function depth(path: string): number {
  return path.split(/\.|\[/).length
}
