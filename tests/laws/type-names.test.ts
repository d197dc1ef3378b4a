// Nothing outside `content/` names a content type: what differs between types is a field of `ContentType`. So a type of the user's own
// that extends another is treated as that one is, everywhere.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { builtInTypes } from '../../packages/shoal/src/content/registry.ts'
import { sourceFiles } from '../../scripts/packages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const NAMES: ReadonlySet<string> = new Set(builtInTypes.map(({ name }) => name))
/** Names that are nothing else: where one stands, a type is named. */
const OWN: ReadonlySet<string> = new Set(['source_code', 'structured_data'])

/** It may only shrink. */
const ALLOWED: Readonly<Record<string, string>> = {
  'packages/base/src/report/words.ts': 'a report knows the names of types and not the types: which logs are one series',
  'packages/shoal/src/question/file-names.ts': 'words for files in questions',
}

it('a content type is named in content/ only', () => {
  const naming = sourceFiles(root).filter(
    (path: string) => !path.startsWith('packages/shoal/src/content/') && namedTypes(path).length > 0,
  )
  expect(naming.sort()).toEqual(Object.keys(ALLOWED).sort())
})

function namedTypes(path: string): string[] {
  const found: string[] = []
  const tree = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && NAMES.has(node.text) && isOfType(node)) found.push(node.text)
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && OWN.has(node.name.text))
      found.push(node.name.text)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** Compared with a type, looked up as one, or in a list with a name that is nothing else. */
function isOfType(node: ts.StringLiteralLike): boolean {
  if (OWN.has(node.text)) return true
  const { parent } = node
  if (ts.isBinaryExpression(parent)) return /\b(?:contentType|content_type|type\.name)$/.test(otherSide(parent, node))
  if (ts.isCaseClause(parent))
    return /\b(?:contentType|content_type|type\.name)$/.test(parent.parent.parent.expression.getText())
  if (ts.isCallExpression(parent)) return /\bregistry\.(?:get|typeOf)$/.test(parent.expression.getText())
  return (
    ts.isArrayLiteralExpression(parent) &&
    parent.elements.filter(one => ts.isStringLiteral(one) && NAMES.has(one.text)).length > 2
  )
}

function otherSide({ left, right }: ts.BinaryExpression, node: ts.Node): string {
  return (left === node ? right : left).getText().replace(/[)!?]+$/, '')
}
