// Errors that logs and data show, traced to the code that raises or defines them.
import { groupBy } from '@shoal/base/model/lists'
import type { AnchorIndex, CrossCheck, CrossDraft, Located } from './check.ts'
import { counted, listed } from './names.ts'
import { PatternIndex } from './templates.ts'

/** Errors of languages and their libraries: nobody's code defines them, and anybody's may raise them. */
const COMMON =
  /^(Error|Exception|TypeError|ValueError|KeyError|IndexError|AttributeError|RuntimeError|NameError|OSError|IOError|ImportError|ReferenceError|SyntaxError|RangeError|ZeroDivisionError|TimeoutError|ConnectionError|\w*NullPointerException|\w*IllegalArgumentException|\w*IllegalStateException|\w*IOException|panic)$/

export const checkErrorOrigin: CrossCheck = anchors => {
  const seen = anchors.of('error-seen')
  const raises = anchors.of('raise').filter(({ inCode }) => inCode)
  if (seen.length === 0 || !anchors.paths.some(path => path !== seen[0]!.file)) return []
  const byClass = groupBy(
    raises.filter(({ value }) => value),
    ({ value }) => lastName(value!),
  )
  const byMessage = new PatternIndex(raises.map(raise => ({ text: raise.name, of: raise })))
  const classes = new Map(anchors.of('definition').map(definition => [lastName(definition.name), definition]))
  const imported = importedNames(anchors)
  const drafts: CrossDraft[] = []
  const lost: Located[] = []
  for (const error of firstOfEach(seen)) {
    const name = lastName(error.name)
    const message = byMessage.find(error.name) ?? (error.value ? byMessage.find(error.value) : null)
    const raise = message ?? (COMMON.test(name) ? undefined : byClass.get(name)?.[0])
    const definition = COMMON.test(name) ? undefined : classes.get(name)
    if (raise) drafts.push(origin(error, raise, 'raised'))
    else if (definition) drafts.push(origin(error, definition, 'defined'))
    else if (imported.has(name) && !COMMON.test(name)) drafts.push(origin(error, imported.get(name)!, 'imported'))
    else lost.push(error)
  }
  return [...onePerPlace(drafts), ...untraced(lost, drafts)]
}

/** The class and the message of one error lead to the same line. */
function onePerPlace(drafts: readonly CrossDraft[]): CrossDraft[] {
  const places = groupBy(drafts, ({ ends }) => ends.map(({ file, line }) => `${file}:${line}`).join(' '))
  return [...places.values()].map(group => group[0]!)
}

function origin(error: Located, place: Located, how: string): CrossDraft {
  return {
    kind: 'error-origin',
    summary: `${error.name.slice(0, 120)}, seen in ${error.file}, is ${how} at ${place.file}:${place.line}`,
    severity: 'medium',
    nature: 'fact',
    ends: [error, place],
    topics: [error.name, lastName(error.name), 'error', 'exception', 'cause'],
    weight: how === 'raised' ? 0.8 : 0.6,
  }
}

function untraced(lost: readonly Located[], traced: readonly CrossDraft[]): CrossDraft[] {
  // An error has a class and a message: one of them traced is enough.
  const known = new Set(traced.map(({ ends }) => `${ends[0]!.file}:${ends[0]!.line}`))
  const own = lost.filter(
    ({ name, file, line }) =>
      /\p{Lu}[\p{Lt}\p{Lm}\p{Lo}]*\p{Ll}|\s/u.test(name) &&
      !COMMON.test(lastName(name)) &&
      !known.has(`${file}:${line}`),
  )
  if (own.length === 0 || traced.length === 0) return []
  return [
    {
      kind: 'error-without-origin',
      summary: `${counted(own.length, 'error is', 'errors are')} seen but neither raised nor defined in the code read here: ${listed(own.map(({ name }) => name.slice(0, 60)))}`,
      severity: 'low',
      nature: 'fact',
      ends: own.slice(0, 5),
      more: own.slice(5),
      topics: [...own.slice(0, 8).map(({ name }) => name), 'error', 'origin'],
      weight: 0.3,
    },
  ]
}

function importedNames(anchors: AnchorIndex): Map<string, Located> {
  const names = new Map<string, Located>()
  for (const anchor of anchors.of('import'))
    for (const name of (anchor.value ?? '').split(',')) if (name.trim() !== '') names.set(lastName(name.trim()), anchor)
  return names
}

function firstOfEach(seen: readonly Located[]): Located[] {
  return [...groupBy(seen, ({ name, file }) => `${name}\0${file}`).values()].map(group => group[0]!)
}

/** `java.net.SocketTimeoutException: read` → SocketTimeoutException. */
function lastName(name: string): string {
  const head = /^[\w$.:\\]+/.exec(name.trim())?.[0].replace(/(?<![.:])[.:]+$/, '') ?? name
  return head.split(/[.:\\]+/).at(-1)!
}
