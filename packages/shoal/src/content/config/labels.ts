// What a piece of configuration is called: by its section, the path of its key, or its block.
import type { SourceText } from '@shoal/base/model/source'
import type { Scope } from '../../text/structure/outline.ts'
import type { Cut } from '../../text/structure/piece-plan.ts'
import { scopeText } from '../../text/structure/structured-cut.ts'

type Name = (source: SourceText, scope: Scope) => string

/** `[section]`, `build: deps`, `FROM node:20 AS build`: the line as it is written. */
export function labelHeader(source: SourceText, cut: Cut): string {
  return labelBy(cut, scope => scopeText(source, scope))
}

/** `server`, `http › server`: headers of blocks without their brace. */
export function labelBlock(source: SourceText, cut: Cut): string {
  const name: Name = (text, scope) => scopeText(text, scope).replace(/(?<!\s)\s*\{.*$/s, '') || '{ }'
  return labelBy(cut, scope =>
    path(scope)
      .map(at => name(source, at))
      .join(' › '),
  )
}

/** `services.web:`, `jobs[3]`, `document 2`. */
export function labelKey(source: SourceText, cut: Cut): string {
  return labelBy(cut, scope => {
    const text = scopeText(source, scope)
    if (!scope.parent) return /^---(\s|$)/.test(text) ? `document ${scope.ordinal}` : topLevel(text)
    const steps = path(scope).map(at => keyStep(source, at))
    return `${steps.join('').replace(/^\./, '')}${text.startsWith('- ') ? '' : ':'}`
  })
}

function topLevel(text: string): string {
  return text.startsWith('-') ? text : `${keyName(text)}:`
}

function keyStep(source: SourceText, scope: Scope): string {
  const text = scopeText(source, scope)
  return text.startsWith('-') ? `[${scope.ordinal}]` : `.${keyName(text)}`
}

function keyName(text: string): string {
  return /^("[^"]*"|'[^']*'|(?:[^\s:]|:(?!\s|$)|\s+(?!\s|:(?:\s|$)))*)\s*:(?:\s|$)/.exec(text)?.[1] ?? text
}

function labelBy({ mark, first }: Cut, name: (scope: Scope) => string): string {
  if (mark.opens) return name(mark.opens)
  if (mark.scope) return `${name(mark.scope)} (continued)`
  return first ? name(first) : 'top of the file'
}

function path(scope: Scope): Scope[] {
  return scope.parent ? [...path(scope.parent), scope] : [scope]
}
