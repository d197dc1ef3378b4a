// The page about the library, from its sources: every export with its declaration and the comment that stands above it.
import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { surfaceFiles } from './packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const fileOf = surfaceFiles(root)

const ENTRIES = [
  ['shoal', 'packages/shoal/src/index.ts'],
  ['shoal/team', 'packages/shoal/src/team.ts'],
  ['shoal/test', 'packages/shoal/src/test.ts'],
]

export function libraryPage() {
  return [
    '# The library: every export',
    '<!-- Written by `npm run docs` from packages/shoal/src/index.ts, packages/shoal/src/team.ts and packages/shoal/src/test.ts. -->',
    'What each is for and how they go together: [the library](library.md).',
    ...ENTRIES.flatMap(([name, file]) => entrySections(name, join(root, file))),
  ]
    .join('\n\n')
    .concat('\n')
}

function entrySections(name, file) {
  const found = exportsOf(file).sort((a, b) => a.name.localeCompare(b.name, 'en'))
  const sections = isType => found.filter(one => one.isType === isType).flatMap(exportSection)
  return [`## \`${name}\``, '### Functions and values', ...sections(false), '### Types', ...sections(true)]
}

/** Both entries only hand on what other files declare, each by its name. */
function exportsOf(file) {
  return parsed(file).statements.flatMap(statement => {
    const name = statement.moduleSpecifier.text
    const source = parsed(name.startsWith('.') ? join(dirname(file), name) : join(root, fileOf(name)))
    return statement.exportClause.elements.map(element => {
      const name = element.name.text
      const declaration = source.statements.find(one => nameOf(one) === (element.propertyName?.text ?? name))
      return { name, isType: statement.isTypeOnly || element.isTypeOnly, source, declaration }
    })
  })
}

const trees = new Map()

function parsed(file) {
  if (!trees.has(file))
    trees.set(file, ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true))
  return trees.get(file)
}

function nameOf(statement) {
  return ts.isVariableStatement(statement) ? statement.declarationList.declarations[0].name.text : statement.name?.text
}

function exportSection({ name, source, declaration }) {
  const comment = declaration.jsDoc?.map(doc => ts.getTextOfJSDocComment(doc.comment) ?? '').join('\n') ?? ''
  const file = relative(root, source.fileName).split(sep).join('/')
  return [
    `#### \`${name}\``,
    ...(comment === '' ? [] : [comment.replace(/\s*\n(?! *[-*] )/g, ' ')]),
    `\`\`\`ts\n${declarationText(declaration, source)}\n\`\`\``,
    `[${file}](../${file})`,
  ]
}

/** As it stands in the source, without `export` and without what a function or a class does inside. */
function declarationText(declaration, source) {
  if (ts.isClassDeclaration(declaration)) return classText(declaration, source)
  const end = ts.isFunctionDeclaration(declaration) ? declaration.body.getStart(source) : declaration.getEnd()
  const text = source.text.slice(declaration.getStart(source), end).trimEnd()
  return text.replace(/^export (async )?/, '')
}

/** The public face of a class. */
function classText(declaration, source) {
  const heritage = declaration.heritageClauses?.map(clause => ` ${clause.getText(source)}`).join('') ?? ''
  const members = declaration.members.flatMap(member => {
    const modifiers = ts.canHaveModifiers(member) ? (ts.getModifiers(member) ?? []) : []
    if (modifiers.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)) return []
    const end = member.body ? member.body.getStart(source) : member.getEnd()
    return [`  ${source.text.slice(member.getStart(source), end).trimEnd()}`]
  })
  return [`class ${declaration.name.text}${heritage} {`, ...members, '}'].join('\n')
}
