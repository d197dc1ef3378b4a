// Finds every regular expression of the source. Literals are read off the syntax tree. What `new RegExp` is given is learnt by
// loading the modules with each such place made to report; a place inside a function, which may be given anything later,
// must be accounted for in allowed.mjs.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import ts from 'typescript'
import { ownPackages, PACKAGES } from '../packages.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const cacheFolder = join(root, 'node_modules/.cache/shoal-patterns')

/**
 * `patterns`: { source, flags, places, isSwept }, each once. `isSwept`: used from match to match over the whole text.
 * `loose`: places that build patterns while the program runs. `faults`: what this program cannot follow.
 */
export async function collectPatterns() {
  const found = sourceFiles().map(file => readPatterns(file, readFileSync(join(root, file), 'utf8')))
  const built = await builtAtLoad(found.filter(({ constructions }) => constructions.length > 0))
  const seen = [...found.flatMap(({ literals }) => literals), ...built.filter(one => one.source !== undefined)]
  const reported = new Set(built.map(one => one.place))
  const constructions = found.flatMap(each => each.constructions)
  return {
    patterns: united(seen),
    loose: constructions
      .filter(({ isInFunction }) => isInFunction)
      .map(({ file, place, text }) => ({ file, place, text })),
    faults: [
      ...found.flatMap(each => each.faults),
      ...constructions
        .filter(({ isInFunction, place }) => !isInFunction && !reported.has(place))
        .map(({ place }) => `${place} builds a pattern that was not seen when the module was loaded`),
    ],
  }
}

function sourceFiles() {
  const isCode = name => /\.(?:ts|tsx|mjs|js)$/.test(name) && !name.endsWith('.d.ts')
  const under = folder =>
    readdirSync(join(root, folder), { recursive: true })
      .filter(isCode)
      .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
  const sources = PACKAGES.flatMap(name => under(`packages/${name}/src`))
  return [...sources, ...under('workflows'), 'bin/shoal.mjs'].sort()
}

/** The patterns of one file by its syntax tree. */
export function readPatterns(file, text) {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const placeOf = node => `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
  const literals = []
  const constructions = []
  const faults = []
  visit(tree)
  return { file, text, literals, constructions, faults }

  function visit(node) {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      const flags = node.text.slice(end + 1)
      const isSwept = flags.includes('g') || methodGiven(node) === 'split'
      literals.push({ source: node.text.slice(1, end), flags, isSwept, place: placeOf(node) })
    } else if (ts.isIdentifier(node) && node.text === 'RegExp') {
      readName(node)
    } else if (ts.isStringLiteralLike(node) && /^(?:match|matchAll|search)$/.test(methodGiven(node) ?? '')) {
      faults.push(`${placeOf(node)} gives a string to ${methodGiven(node)}: write a pattern`)
    }
    ts.forEachChild(node, visit)
  }

  function readName(node) {
    const { parent } = node
    const isHarmless =
      ts.isTypeNode(parent) ||
      (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword) ||
      (ts.isPropertyAccessExpression(parent) && parent.name === node)
    if (isHarmless) return
    if (!(ts.isNewExpression(parent) && parent.expression === node)) {
      faults.push(`${placeOf(node)} uses RegExp in a way that is not followed: write new RegExp(…)`)
      return
    }
    constructions.push({
      file,
      place: placeOf(node),
      text: parent.getText(),
      start: node.getStart(),
      end: node.getEnd(),
      isInFunction: isInFunction(node),
    })
  }
}

/** `text.split(/,/)` → `split`: the method that a node is the first argument of. */
function methodGiven(node) {
  const { parent } = node
  const isFirst = ts.isCallExpression(parent) && parent.arguments[0] === node
  return isFirst && ts.isPropertyAccessExpression(parent.expression) ? parent.expression.name.text : undefined
}

function isInFunction(node) {
  for (let at = node.parent; at; at = at.parent) {
    if (ts.isFunctionLike(at)) return true
  }
  return false
}

/** Loads the modules that build patterns, bundled, with every `new RegExp` reporting where it stands and what it made. */
async function builtAtLoad(files) {
  const outfile = join(cacheFolder, `built-${process.pid}.mjs`)
  const byPath = new Map(files.map(each => [join(root, each.file), each]))
  mkdirSync(cacheFolder, { recursive: true })
  const reports = []
  globalThis.patternAt = place =>
    function reporting(pattern, flags) {
      const made = new RegExp(pattern, flags)
      reports.push({ source: made.source, flags: made.flags, isSwept: made.flags.includes('g'), place })
      return made
    }
  try {
    await build({
      stdin: {
        contents: [...files.map(({ file }) => `import './${file}'`), EXERCISED].join('\n'),
        resolveDir: root,
        loader: 'ts',
      },
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      outfile,
      logLevel: 'error',
      plugins: [
        ownPackages(root),
        { name: 'reporting', setup: bundler => bundler.onLoad({ filter: /\.[mc]?[jt]sx?$/ }, load) },
      ],
    })
    learnHeaders(await import(pathToFileURL(outfile).href))
  } finally {
    rmSync(outfile, { force: true })
  }
  return reports

  function load({ path }) {
    const file = byPath.get(path)
    if (file === undefined) return undefined
    let contents = file.text
    for (const { start, end, place } of file.constructions.toReversed()) {
      contents = `${contents.slice(0, start)}(globalThis.patternAt(${JSON.stringify(place)}))${contents.slice(end)}`
    }
    return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
  }
}

/** The reader of log headers puts its patterns together as it meets logs: it is shown those of the fixtures. */
const EXERCISED = "export { findHeader } from './packages/shoal/src/text/log/header.ts'"

function learnHeaders({ findHeader }) {
  const examples = readFileSync(join(root, 'fixtures/detect/logs.txt'), 'utf8').split(/^=.*$/m)
  const logs = readdirSync(join(root, 'fixtures/logs')).map(name =>
    readFileSync(join(root, 'fixtures/logs', name), 'utf8'),
  )
  for (const log of [...examples, ...logs]) findHeader(log.trim().split('\n').slice(0, 200))
}

function united(seen) {
  const byText = new Map()
  for (const { source, flags, isSwept, place } of seen) {
    const key = `/${source}/${flags}`
    const known = byText.get(key)
    if (known === undefined) byText.set(key, { source, flags, isSwept, places: [place] })
    else {
      known.places.push(place)
      known.isSwept ||= isSwept
    }
  }
  return [...byText.values()]
}
