// Reads the parser's tree into flat arrays, with what the node types of its grammar mean.

import { lookup } from '@shoal/base/model/lookup'
import type { Tree } from 'web-tree-sitter'
import { languageOf } from '../languages/registry.ts'
import { Kind } from './syntax-kinds.ts'
import { type Grammar, SyntaxTree } from './syntax-tree.ts'

const grammars = new Map<string, Grammar>()

/** Null for a tree of more than `most` nodes. The tree is not deleted. */
export function readTree(tree: Tree, text: string, language: string, most = 4e6): SyntaxTree | null {
  let grammar = grammars.get(language)
  if (!grammar) {
    grammar = readGrammar(tree.language, language)
    grammars.set(language, grammar)
  }
  const read = new SyntaxTree(text, language, grammar)
  return read.fill(tree, most) ? read : null
}

function readGrammar(language: Tree['language'], name: string): Grammar {
  const byType = new Map<string, number>()
  for (const [kind, types] of Object.entries(languageOf(name).syntax ?? {}))
    for (const type of types.split(' '))
      byType.set(type, (byType.get(type) ?? 0) | lookup(Kind as Readonly<Record<string, number>>, kind)!)
  const count = language.nodeTypeCount
  const kinds = new Int32Array(count)
  const named = new Uint8Array(count)
  const names: string[] = []
  for (let id = 0; id < count; id++) {
    const type = language.nodeTypeForId(id) ?? ''
    named[id] = language.nodeTypeIsNamed(id) ? 1 : 0
    names.push(type)
    const kind = byType.get(type) ?? 0
    // `class` and `module` are keywords, too; only operators are wanted as tokens.
    kinds[id] = named[id] ? kind : kind & Kind.operator
  }
  const fields = new Map<string, number>()
  for (let id = 1; id <= language.fieldCount; id++) {
    const field = language.fieldNameForId(id)
    if (field) fields.set(field, id)
  }
  return { kinds, names, named, fields }
}
