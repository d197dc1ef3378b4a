// Parses YAML with effort in proportion to its length: what is nested too deep is refused before anything recurses into it.

import { yamlTokens } from '@shoal/base/model/yaml-tokens'
import { type Alias, Composer, type Document, isAlias, isCollection, isPair, isScalar } from 'yaml'

/** Deeper than any file that people write, and far from the depth at which a recursion would run out of stack. */
export const DEEPEST = 100

export interface YamlProblem {
  readonly code: string
  readonly offset: number
  readonly message: string
}

export interface YamlDocument {
  readonly contents: unknown
  /** In order of their place. */
  readonly problems: readonly YamlProblem[]
}

/** Null when it is nested deeper than `DEEPEST`. */
export function parseYaml(text: string): YamlDocument[] | null {
  // The package compares each key of a map with all before it: that keys are unique is checked here.
  const composer = new Composer({ uniqueKeys: false, strict: true, logLevel: 'silent' })
  const documents: YamlDocument[] = []
  const take = (document: Document.Parsed) => documents.push(checked(document))
  const tokens = yamlTokens(text, DEEPEST)
  let token = tokens.next()
  for (; !token.done; token = tokens.next()) for (const document of composer.next(token.value)) take(document)
  if (token.value !== null) return null
  for (const document of composer.end(false, text.length)) take(document)
  return documents
}

function checked({ contents, errors }: Document.Parsed): YamlDocument {
  const problems = errors.map(({ code, pos, message }): YamlProblem => ({ code, offset: pos[0], message }))
  const anchors = new Set<string>()
  const aliases: Alias.Parsed[] = []
  const open: unknown[] = [contents]
  for (let node = open.pop(); open.length > 0 || node; node = open.pop()) {
    if (isAlias(node)) aliases.push(node as Alias.Parsed)
    else if (isPair(node)) open.push(node.key, node.value)
    else if (isScalar(node) || isCollection(node)) {
      if (node.anchor) anchors.add(node.anchor)
      if (isCollection(node)) {
        repeatedKeys(node.items, problems)
        for (const item of node.items) open.push(item)
      }
    }
  }
  for (const { source, range } of aliases)
    if (!anchors.has(source)) problems.push({ code: 'UNKNOWN_ALIAS', offset: range[0], message: source })
  return { contents, problems: problems.sort((a, b) => a.offset - b.offset) }
}

function repeatedKeys(items: readonly unknown[], problems: YamlProblem[]): void {
  const seen = new Set<unknown>()
  for (const pair of items) {
    if (!isPair(pair) || !isScalar(pair.key)) continue
    const { value, range } = pair.key
    if (seen.has(value)) problems.push({ code: 'DUPLICATE_KEY', offset: range?.[0] ?? 0, message: '' })
    seen.add(value)
  }
}
