// What TypeScript's own checker says of names: every identifier of every file with the places that define it.
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { judge, pick } from './judge.mjs'

const SCRIPT = /\.[cm]?[jt]sx?$/

export async function typescriptSays(root, ours, { sample, random }) {
  const paths = [...new Set([...ours.uses, ...ours.symbols, ...ours.imports].map(({ path }) => path))].filter(path =>
    SCRIPT.test(path),
  )
  const options = optionsOf(root)
  const program = ts.createProgram(
    paths.map(path => join(root, path)),
    options,
  )
  const checker = program.getTypeChecker()
  const here = new Set(paths)
  const uses = new Map()
  const definitions = new Map()
  for (const path of paths) {
    const file = program.getSourceFile(join(root, path))
    if (file) readFile(file, path)
  }
  const own = rows => rows.filter(({ path }) => here.has(path))
  const judged = {
    symbols: judgeSymbols(own(ours.symbols)),
    uses: judgeUses(own(ours.uses)),
    calls: judgeUses(
      own(ours.uses).filter(({ kind }) => kind === 'call'),
      true,
    ),
    imports: judgeImports(own(ours.imports)),
  }
  return {
    counts: Object.fromEntries(Object.entries(judged).map(([what, { counts }]) => [what, counts])),
    wrong: Object.entries(judged).flatMap(([what, { wrong }]) => wrong.map(line => `${what}: ${line}`)),
  }

  function readFile(file, path) {
    const visit = node => {
      if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
        const key = `${path}:${lineOf(file, node)}:${node.text}`
        if (isName(node)) {
          const place = definitions.get(key)
          definitions.set(key, { isKept: isKept(node.parent) || place?.isKept })
        }
        const found = placesOf(node)
        if (
          !isName(node) ||
          ts.isImportSpecifier(node.parent) ||
          ts.isImportClause(node.parent) ||
          ts.isNamespaceImport(node.parent)
        )
          uses.set(key, [...(uses.get(key) ?? []), { ...found, isCall: isCallee(node) }])
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
  }

  function placesOf(node) {
    let symbol =
      ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node
        ? checker.getShorthandAssignmentValueSymbol(node.parent)
        : checker.getSymbolAtLocation(node)
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
    const declarations = symbol?.declarations ?? []
    const places = declarations.map(one => {
      const file = one.getSourceFile()
      const path = relative(root, file.fileName).replaceAll('\\', '/')
      const name = ts.isSourceFile(one) ? null : (ts.getNameOfDeclaration(one) ?? one)
      return { path, line: name === null ? 1 : lineOf(file, name), isKept: ts.isSourceFile(one) || isKept(one) }
    })
    return { places, isKnown: declarations.length > 0 }
  }

  function judgeUses(rows, callsOnly = false) {
    const stated = new Map()
    for (const { path, line, name, target_path, target_line } of rows) {
      const key = `${path}:${line}:${name}`
      stated.set(key, [...(stated.get(key) ?? []), target_line === null ? null : `${target_path}:${target_line}`])
    }
    const wanted = [...uses]
      .filter(([, all]) => all.some(one => (!callsOnly || one.isCall) && isOurs(one)))
      .map(([key]) => key)
    const keys = [...new Set([...wanted, ...[...stated].filter(([, all]) => all.some(Boolean)).map(([key]) => key)])]
    return judge(pick(keys, sample, random), key => {
      const told = (stated.get(key) ?? []).filter(Boolean)
      const known = uses.get(key) ?? []
      if (told.length === 0) return 'open'
      const places = known.flatMap(one => one.places.map(({ path, line }) => `${path}:${line}`))
      if (known.length > 0 && known.every(one => !one.isKnown)) return 'unknown'
      return told.every(one => places.includes(one)) || `${key} stated ${told} is ${[...new Set(places)].slice(0, 3)}`
    })
  }

  function isOurs({ places }) {
    return places.some(({ path, isKept }) => isKept && here.has(path))
  }

  function judgeSymbols(rows) {
    // The checker has no name for a constructor.
    const stated = new Set(
      rows.filter(({ name }) => name !== 'constructor').map(({ path, line, name }) => `${path}:${line}:${name}`),
    )
    const keys = [...new Set([...stated, ...[...definitions].filter(([, one]) => one.isKept).map(([key]) => key)])]
    return judge(pick(keys, sample, random), key => {
      if (!stated.has(key)) return 'open'
      return definitions.has(key) || `${key} is no definition`
    })
  }

  function judgeImports(rows) {
    return judge(pick(rows, sample, random), ({ path, line, module, name, resolved }) => {
      const found = ts.resolveModuleName(module, join(root, path), options, ts.sys).resolvedModule?.resolvedFileName
      const expected = found === undefined ? null : relative(root, found).replaceAll('\\', '/')
      if (resolved === null) return expected !== null && here.has(expected) ? 'open' : 'empty'
      if (expected === null) return 'unknown'
      return resolved === expected || `${path}:${line} ${name} from ${module} stated ${resolved} is ${expected}`
    })
  }
}

function optionsOf(root) {
  const config = join(root, 'tsconfig.json')
  const read = existsSync(config)
    ? ts.getParsedCommandLineOfConfigFile(config, {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} })
    : null
  const basic = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ESNext,
  }
  return { ...basic, ...read?.options, allowJs: true, noEmit: true, skipLibCheck: true, maxNodeModuleJsDepth: 0 }
}

function lineOf(file, node) {
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
}

/** It names what its parent declares. */
function isName(node) {
  return ts.isDeclaration(node.parent)
    ? ts.getNameOfDeclaration(node.parent) === node &&
        !ts.isShorthandPropertyAssignment(node.parent) &&
        !ts.isExportSpecifier(node.parent)
    : false
}

/** Something that other code may name: no parameter, no variable of a function, no key of an object. */
function isKept(declaration) {
  if (
    ts.isParameter(declaration) ||
    ts.isTypeParameterDeclaration(declaration) ||
    ts.isImportSpecifier(declaration) ||
    ts.isImportClause(declaration) ||
    ts.isNamespaceImport(declaration) ||
    ts.isExportSpecifier(declaration) ||
    ts.isNamespaceExport(declaration) ||
    ts.isImportEqualsDeclaration(declaration) ||
    ts.isBinaryExpression(declaration)
  )
    return false
  if (
    ts.isPropertyAssignment(declaration) ||
    ts.isShorthandPropertyAssignment(declaration) ||
    ts.isObjectLiteralExpression(declaration.parent)
  )
    return false
  for (let at = declaration.parent; at && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionLike(at) || ts.isTypeLiteralNode(at) || ts.isBlock(at) || ts.isMappedTypeNode(at)) return false
  }
  return true
}

function isCallee(node) {
  const outer = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node ? node.parent : node
  return (ts.isCallExpression(outer.parent) || ts.isNewExpression(outer.parent)) && outer.parent.expression === outer
}
