// Holds the layers and the habits of ARCHITECTURE.md over every source.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { PACKAGES, sourceFiles, surfaceFiles } from '../scripts/packages.mjs'

/** An import goes only to a lower level; what stands on one level does not import each other. A package, or a folder of the product. */
const LEVELS: Readonly<Record<string, number>> = {
  base: 0,
  flow: 1,
  'shoal/text': 2,
  'shoal/config': 2,
  team: 3,
  'shoal/content': 3,
  'shoal/stages': 3,
  'shoal/models': 3,
  'shoal/sql': 3,
  'shoal/question': 3,
  'shoal/forms': 3,
  page: 4,
  'shoal/run': 4,
  'shoal/web': 5,
  'shoal/mcp': 5,
  'shoal/plugin': 5,
  'shoal/cli': 6,
}

const BARRELS = [
  'packages/shoal/src/index.ts',
  'packages/shoal/src/team.ts',
  'packages/shoal/src/test.ts',
  'packages/shoal/src/content/registry.ts',
]

/** Files that are started, in a process or in a browser. */
const ENTRIES = ['packages/shoal/src/bin.ts', 'packages/page/src/report.tsx', 'packages/page/src/live.tsx']

const root = fileURLToPath(new URL('..', import.meta.url))

interface SourceFile {
  readonly path: string
  readonly text: string
  readonly tree: ts.SourceFile
  /** Every specifier: values, types, re-exports and dynamic imports. */
  readonly imports: readonly string[]
}

const files: readonly SourceFile[] = sourceFiles(root).map(path => {
  const text = readFileSync(join(root, path), 'utf8')
  return {
    path,
    text,
    tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
    imports: ts
      .preProcessFile(text, true, true)
      .importedFiles.map(({ fileName }) => fileName)
      // The bundler looks for style sheets, and fails without them.
      .filter(name => !(isOfPage(path) && name.endsWith('.css'))),
  }
})

const surface = surfaceFiles(root)

/** The source that an import means; null for what is installed. */
function imported(path: string, specifier: string): string | null {
  if (isRelative(specifier)) return join(dirname(path), specifier)
  return specifier.startsWith('@shoal/') ? (surface(specifier) ?? specifier) : null
}

const graph = new Map(
  files.map(({ path, imports }) => [
    path,
    imports.map(specifier => imported(path, specifier)).filter(target => target !== null),
  ]),
)

/** They open files of our own: programs, pages, caches, copies. What users name is opened by `packages/shoal/src/text/open-real.ts` alone. */
const OPENERS = [
  'packages/shoal/src/forms/unpack.ts',
  'packages/shoal/src/mcp/teams/places.ts',
  'packages/shoal/src/run/analysis/partial.ts',
  'packages/shoal/src/run/analysis/progress-file.ts',
  'packages/shoal/src/run/ask/sandbox-worker.ts',
  'packages/shoal/src/run/cache-files.ts',
  'packages/shoal/src/run/files.ts',
  'packages/shoal/src/run/kept/kept-place.ts',
  'packages/shoal/src/run/kept/kept-results.ts',
  'packages/shoal/src/run/object-store.ts',
  'packages/shoal/src/run/relations/build-claim.ts',
  'packages/shoal/src/run/relations/build-unit.ts',
  'packages/shoal/src/run/relations/known-files.ts',
  'packages/shoal/src/run/relations/parquet-files.ts',
  'packages/shoal/src/run/relations/relation-cache.ts',
  'packages/shoal/src/run/remote/bucket.ts',
  'packages/shoal/src/run/remote/fetch-remote.ts',
  'packages/shoal/src/run/remote/git.ts',
  'packages/shoal/src/run/remote/mirror.ts',
  'packages/shoal/src/run/report-page/bundle.ts',
  'packages/shoal/src/run/run-place.ts',
  'packages/shoal/src/run/s3/credentials.ts',
  'packages/shoal/src/run/unpacking/store-stream.ts',
  'packages/shoal/src/run/unpacking/store.ts',
  'packages/shoal/src/run/workers-file.ts',
  'packages/shoal/src/sql/plain-path.ts',
  'packages/shoal/src/sql/private-directory.ts',
  'packages/shoal/src/sql/text-file.ts',
  'packages/shoal/src/stages/deliver.ts',
  'packages/shoal/src/text/code/parser.ts',
  'packages/shoal/src/text/dialects.ts',
  'packages/shoal/src/text/open-real.ts',
  'packages/shoal/src/text/scan/kernel.ts',
  'packages/shoal/src/text/table/kernel.ts',
  'packages/shoal/src/text/table/spill.ts',
]

describe('files of users', () => {
  it('are opened in one place, which checks what it opened', () => {
    const opens =
      /\b(?:openSync|opendir(?:Sync)?|readFile(?:Sync)?|readdir(?:Sync)?|createReadStream|copyFile(?:Sync)?)\b/
    const fromSystem = ({ text }: SourceFile) =>
      [...text.matchAll(/import (?:\{([^}]*)\}|[^{}]*?) from 'node:fs(?:\/promises)?'/g)].some(
        ([, names]) => names === undefined || opens.test(names),
      )
    const jailed = files.filter(({ path }) =>
      /^(?:base|flow|shoal\/(?:text|content|forms|stages|run|sql|mcp|web))$/.test(folderOf(path)),
    )
    expect(jailed.filter(fromSystem).map(({ path }) => path)).toEqual(OPENERS)
  })
})

/** They find secrets, to report them or to collect what is hidden; none of them hides any. */
const FINDERS = [
  'packages/base/src/text/quote-in-lines.ts',
  'packages/flow/src/rules/secret-names.ts',
  'packages/flow/src/secret-shapes.ts',
  'packages/shoal/src/content/config/analyst.ts',
  'packages/shoal/src/content/config/analyst/judged-setting.ts',
  'packages/shoal/src/run/quoted-lines.ts',
  'packages/shoal/src/run/report-page/file-excerpts.ts',
  'packages/shoal/src/run/report-page/quotes.ts',
  'packages/shoal/src/run/report-page/secrets-behind-quotes.ts',
  'packages/shoal/src/run/search.ts',
  'packages/shoal/src/run/search/lines.ts',
  'packages/shoal/src/run/search/shown-line.ts',
  'packages/shoal/src/run/search/words.ts',
  'packages/shoal/src/run/text-page/hidden-quotes.ts',
  'packages/shoal/src/run/text-page/text-page.ts',
  'packages/shoal/src/stages/synthesise-type.ts',
  'packages/shoal/src/stages/verify/secret-findings.ts',
  'packages/shoal/src/text/file-role.ts',
  'packages/shoal/src/text/held-values.ts',
  'packages/shoal/src/text/quotes/behind-mask.ts',
]

/** What hides. */
const HIDERS = /\b(?:maskSecrets|maskValue|hideSpans|placesIn|KnownSecrets|sweepSecrets)\b/

/** They read text of users' files above the scanners. Each says what becomes of it. */
const READERS: Readonly<Record<string, string>> = {
  'packages/shoal/src/run/data/csv-reading.ts': 'looks at the first rows; those it copies are hidden by number',
  'packages/shoal/src/run/diff/line-rows.ts': 'compares; lines are shown by the gate',
  'packages/shoal/src/run/diff/own-lines.ts': 'hashes, with a salt of the process',
  'packages/shoal/src/run/search/blocks.ts': 'matches; lines are shown by the gate',
  'packages/shoal/src/run/search/shown-line.ts': 'shows lines by the gate',
  'packages/shoal/src/stages/borrowed-text.ts': 'hashes',
  'packages/shoal/src/stages/cross/verify-ends.ts': 'compares',
  'packages/shoal/src/stages/deliver.ts': 'reads from whatever source it is given',
  'packages/shoal/src/stages/labels/label-parts.ts': 'quotes, which the evidence gate hides',
  'packages/shoal/src/stages/labels/part-records.ts': 'shows records by the gate',
  'packages/shoal/src/stages/reading/part-view.ts': 'shows chunks by the gate',
  'packages/shoal/src/stages/synthesise-type.ts': 'quotes, which the evidence gate hides',
  'packages/shoal/src/stages/tools/grep-tool.ts': 'matches; lines are shown by the gate',
}

/** They write to the world: to people, clients, models or the disk. Each says what has passed the gate. */
const WRITERS: Readonly<Record<string, string>> = {
  'packages/shoal/src/cli/browser.ts': 'an address',
  'packages/shoal/src/cli/document.ts': 'documents, made of what the ledger holds or the gate gave',
  'packages/shoal/src/cli/init.ts': 'settings, all of them comments of our own',
  'packages/shoal/src/forms/unpack.ts':
    'what packed files hold, to a directory that only its owner enters; readers see it behind the gate',
  'packages/shoal/src/mcp/http.ts': 'what the SDK says',
  'packages/shoal/src/mcp/server.ts': 'answers and progress, each through the gate',
  'packages/shoal/src/mcp/stdio.ts': 'what the SDK says',
  'packages/shoal/src/mcp/teams/places.ts': 'names of directories',
  'packages/shoal/src/models/cache-entry.ts': 'replies to requests that passed the gate',
  'packages/shoal/src/models/line-file.ts': 'calls, whose requests passed the gate',
  'packages/shoal/src/plugin/mcp-session.ts': 'calls of our own, to try a server',
  'packages/shoal/src/plugin/plugin-directory.ts': 'files of our own',
  'packages/shoal/src/plugin/probe-server.ts': 'files of our own',
  'packages/shoal/src/run/analysis/partial.ts': 'results, as the ledger holds them',
  'packages/shoal/src/run/analysis/progress-file.ts': 'numbers',
  'packages/shoal/src/run/ask/sandbox.ts': 'what tools say, which passed the gate, to code that reaches nothing else',
  'packages/shoal/src/run/inbox-files.ts': 'messages, masked here',
  'packages/shoal/src/run/kept/kept-results.ts':
    'looks and cuts, which hold no text; surveys behind the gate; rows of relations, hidden before',
  'packages/shoal/src/run/model-tools.ts': 'what a model gives to be written: all that it knows has passed the gate',
  'packages/shoal/src/run/object-store.ts': 'what the store of the ledger holds, which has passed the gate',
  'packages/shoal/src/run/relations/build-claim.ts': 'the machine and the id of a process',
  'packages/shoal/src/run/relations/known-files.ts': 'stamps and hashes',
  'packages/shoal/src/run/relations/relation-cache.ts':
    'names and types of columns; rows are written by the engine, hidden before',
  'packages/shoal/src/run/remote/bucket.ts': 'names of objects that were left out, with reasons',
  'packages/shoal/src/run/remote/fetch-remote.ts': 'marks by which a server knows a file again',
  'packages/shoal/src/run/remote/git.ts':
    'an empty list; git writes the files, to a directory that only its owner enters',
  'packages/shoal/src/run/remote/mirror.ts':
    'objects as they are, to a directory that only its owner enters, and their keys',
  'packages/shoal/src/run/run-place.ts':
    'what the store of the ledger holds of a run, in a copy that goes with the process',
  'packages/shoal/src/run/subcall.ts': 'a chunk that was handed over as text, deleted when it is read',
  'packages/shoal/src/run/unpacking/store-stream.ts': 'standard input, to a directory that only its owner enters',
  'packages/shoal/src/run/unpacking/store.ts': 'names of members',
  'packages/shoal/src/run/worker/monitor.ts': 'figures',
  'packages/shoal/src/run/workers-file.ts': 'what workers say, masked here',
  'packages/shoal/src/sql/engine-watch-worker.ts': 'a word',
  'packages/shoal/src/sql/engine-worker.ts': 'rows, to the process that hides them',
  'packages/shoal/src/sql/text-file.ts': 'a copy for the engine, deleted with it',
  'packages/shoal/src/stages/deliver.ts': 'chunks that people ask for: their own text, on their own disk',
  'packages/shoal/src/text/table/spill.ts': 'numbers and keys of a count, deleted with it',
  'packages/shoal/src/web/event-stream.ts': 'values, each through the gate',
  'packages/shoal/src/web/server.ts': 'values, each through the gate, and pages of reports',
  'packages/team/src/sqlite/blobs.ts': 'what members hand in; an analysis hands in what passed the gate',
  'packages/team/src/worktrees/apply.ts': 'parts of a patch while it is tried; private, and gone at once',
  'packages/team/src/worktrees/collect.ts': 'changes of files as a patch, exact or of no use; private to the run',
}

describe('secrets', () => {
  const ofSecrets = /(?:base\/src|shoal\/src\/text)\/secrets\//
  const isGate = (path: string) => path.startsWith('packages/shoal/src/text/gate/') || ofSecrets.test(path)
  const outside = files.filter(({ path }) => !isGate(path))

  it('are hidden by the gate alone', () => {
    const importing = outside.filter(({ path }) => graph.get(path)!.some(to => ofSecrets.test(to)))
    expect(importing.map(({ path }) => path)).toEqual(FINDERS)
    const hiding = importing.flatMap(({ path, text }) =>
      [...text.matchAll(/import (?:type )?\{([^}]*)\} from '([^']*)'/g)]
        .filter(([, names, from]) => ofSecrets.test(imported(path, from!) ?? '') && HIDERS.test(names!))
        .map(([line]) => `${path}: ${line}`),
    )
    expect(hiding).toEqual([])
  })

  it('nobody else says that a text may be shown', () => {
    const saying = outside.filter(({ text }) => /\bas (?:unknown as )?(?:readonly )?Shown\b/.test(text))
    // A part of a line that may be shown may be shown.
    expect(saying.map(({ path }) => path)).toEqual(['packages/shoal/src/stages/tools/chunk-lines.ts'])
  })

  it('every reader of files is known, with what becomes of the text', () => {
    const reads = /\bsource\.text\(|\bwalkText\(/
    const above = outside.filter(({ path }) => /^shoal\/(?:stages|run|mcp|web|cli|models)$/.test(folderOf(path)))
    expect(above.filter(({ text }) => reads.test(text)).map(({ path }) => path)).toEqual(Object.keys(READERS))
  })

  it('every writer is known, with what has passed the gate', () => {
    const writes =
      /\b(?:writeFile(?:Sync)?|writeSync|appendFile(?:Sync)?|createWriteStream|createServer|serveStdio)\(|\bresponse\.(?:write|end)\(|\bnotify\(|(?<!stderr|stdout)\.writeHead\(/
    const all = files.filter(
      ({ path, text }) =>
        writes.test(text) &&
        !isOfPage(path) &&
        !path.startsWith('packages/shoal/src/text/code/') &&
        !path.startsWith('packages/shoal/src/content/'),
    )
    expect(all.map(({ path }) => path)).toEqual(Object.keys(WRITERS))
  })

  it.each([
    ['packages/shoal/src/mcp/answer.ts', ['shownValue', 'shownText']],
    ['packages/shoal/src/mcp/resources.ts', ['shownValue']],
    ['packages/shoal/src/mcp/progress.ts', ['shownText']],
    ['packages/shoal/src/web/server.ts', ['shownValue', 'shownText']],
    ['packages/shoal/src/web/event-stream.ts', ['shownValue']],
    ['packages/shoal/src/web/error-page.ts', ['shownText']],
    ['packages/shoal/src/models/gated.ts', ['shownText']],
    ['packages/shoal/src/cli/gated-stream.ts', ['shownText']],
    ['packages/shoal/src/run/analysis/do-task.ts', ['shownText']],
    ['packages/shoal/src/run/analysis/gated.ts', ['FileSecrets']],
  ])('%s passes the gate', (path, names) => {
    const { text } = files.find(file => file.path === path)!
    expect(names.filter(name => !new RegExp(`import \\{[^}]*\\b${name}\\b`).test(text))).toEqual([])
  })
})

describe('layers', () => {
  it('every package and folder has a level, and only the entries lie beside the folders', () => {
    const folders = new Set(files.map(({ path }) => folderOf(path)))
    expect([...folders].filter(folder => folder !== '' && !(folder in LEVELS))).toEqual([])
    const entries = files.filter(({ path }) => folderOf(path) === '').map(({ path }) => path)
    const names = ['bin', 'index', 'team', 'test'].map(name => `packages/shoal/src/${name}.ts`)
    expect(names).toEqual(expect.arrayContaining(entries))
  })

  it('a package sees another only through its surface, and a surface offers nothing that nobody uses', () => {
    const packageOf = (path: string) => path.split('/')[1]
    const past = files.flatMap(({ path, imports }) =>
      imports
        .filter(specifier => isRelative(specifier) && packageOf(join(dirname(path), specifier)) !== packageOf(path))
        .map(specifier => `${path}: ${specifier}`),
    )
    expect(past).toEqual([])
    const used = new Set(files.flatMap(({ imports }) => imports.filter(name => name.startsWith('@shoal/'))))
    const offered = PACKAGES.flatMap(name =>
      Object.keys(manifestOf(name).exports).map(entry => `@shoal/${name}${entry.slice(1)}`),
    )
    expect(offered.filter(entry => !used.has(entry))).toEqual([])
  })

  it.each(PACKAGES)('%s names the packages it imports', name => {
    const own = files.filter(({ path }) => path.startsWith(`packages/${name}/`))
    const others = own.flatMap(({ imports }) => imports.filter(one => one.startsWith('@shoal/')).map(packageOf))
    expect(Object.keys(manifestOf(name).dependencies ?? {})).toEqual([...new Set(others)].sort())
  })

  it('no import goes upwards or sideways', () => {
    const wrong = [...graph].flatMap(([from, targets]) =>
      targets.filter(to => !mayImport(from, to)).map(to => `${from} → ${to}`),
    )
    expect(wrong).toEqual([])
  })

  it('no cycle, types included', () => {
    expect(findCycle(graph)).toBeNull()
  })

  it('finds a cycle where there is one', () => {
    const cycle = findCycle(
      new Map([
        ['a', ['b']],
        ['b', ['c', 'd']],
        ['c', []],
        ['d', ['b']],
      ]),
    )
    expect(cycle).toEqual(['b', 'd', 'b'])
  })

  it('imports name existing files with their .ts ending, node modules with node:, and declared packages', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const atRunTime = { ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies }
    const declared = (path: string, specifier: string) =>
      // What runs in a browser is bundled, so that nobody has to install what it is made of.
      isOfPage(path)
        ? Object.hasOwn(manifest.devDependencies, packageOf(specifier))
        : specifier.startsWith('node:') || Object.hasOwn(atRunTime, packageOf(specifier))
    const wrong = files.flatMap(({ path, imports }) =>
      imports
        .filter(specifier => {
          const target = imported(path, specifier)
          return target === null ? !declared(path, specifier) : !graph.has(target)
        })
        .map(specifier => `${path}: ${specifier}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('habits', () => {
  it('no long file', () => {
    const long = files.filter(({ text }) => lineCount(text) > 400)
    expect(long.map(({ path, text }) => `${path}: ${lineCount(text)}`)).toEqual([])
  })

  it('no function over 120 lines', () => {
    expect(files.flatMap(({ tree }) => longFunctions(tree, 120))).toEqual([])
  })

  it('no barrels and no default exports', () => {
    const wrong = files.flatMap(({ path, tree }) =>
      tree.statements
        .filter(
          statement =>
            (ts.isExportDeclaration(statement) && statement.moduleSpecifier && !BARRELS.includes(path)) ||
            ts.isExportAssignment(statement) ||
            hasDefaultModifier(statement),
        )
        .map(statement => `${path}: ${statement.getText().split('\n')[0]}`),
    )
    expect(wrong).toEqual([])
  })

  it('no import has an effect', () => {
    const wrong = files
      .filter(({ path }) => !ENTRIES.includes(path) && !/[/-]worker\.ts$/.test(path))
      .flatMap(({ path, tree }) =>
        tree.statements
          .filter(
            statement => isEffect(statement) && !(isOfPage(path) && /^import '.*\.css'/.test(statement.getText())),
          )
          .map(statement => `${path}: ${statement.getText().split('\n')[0]}`),
      )
    expect(wrong).toEqual([])
  })

  it('names are kebab-case, and no folder is named after a TypeScript category', () => {
    const parts = files.flatMap(({ path }) =>
      path
        .replace(/(\.d)?\.tsx?$/, '')
        .split('/')
        .map(part => ({ path, part })),
    )
    expect(parts.filter(({ part }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part))).toEqual([])
    const folders = files.flatMap(({ path }) => dirname(path).split('/'))
    expect(
      folders.filter(name => ['utils', 'util', 'helpers', 'types', 'interfaces', 'lib', 'common'].includes(name)),
    ).toEqual([])
  })

  it('every file of more than a few lines says at its top what lives there', () => {
    const bare = files.filter(({ text }) => lineCount(text) > 40 && !/^(#!.*\n)?\/[/*]/.test(text))
    expect(bare.map(({ path }) => path)).toEqual([])
  })
})

function isOfPage(path: string): boolean {
  return path.startsWith('packages/page/')
}

/** A package, or a folder of the product; empty for its entries. */
function folderOf(path: string): string {
  const [, name, , folder, ...rest] = path.split('/')
  if (name !== 'shoal') return name!
  return rest.length === 0 ? '' : `shoal/${folder}`
}

interface Manifest {
  readonly exports: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
}

function mayImport(from: string, to: string): boolean {
  const [here, there] = [folderOf(from), folderOf(to)]
  if (here === '') return there !== ''
  return here === there || (LEVELS[there] ?? Number.POSITIVE_INFINITY) < LEVELS[here]!
}

/** The first cycle found, as the way round it. */
function findCycle(edges: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const done = new Set<string>()
  const way: string[] = []
  const visit = (node: string): readonly string[] | null => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node]
    if (done.has(node)) return null
    way.push(node)
    for (const next of edges.get(node) ?? []) {
      const cycle = visit(next)
      if (cycle) return cycle
    }
    way.pop()
    done.add(node)
    return null
  }
  for (const node of edges.keys()) {
    const cycle = visit(node)
    if (cycle) return cycle
  }
  return null
}

function longFunctions(tree: ts.SourceFile, limit: number): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const first = tree.getLineAndCharacterOfPosition(node.getStart()).line
      const last = tree.getLineAndCharacterOfPosition(node.getEnd()).line
      if (last - first + 1 > limit) found.push(`${tree.fileName}:${first + 1} has ${last - first + 1} lines`)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function isEffect(statement: ts.Statement): boolean {
  const sideEffectImport = ts.isImportDeclaration(statement) && statement.importClause === undefined
  const control =
    ts.isIfStatement(statement) || ts.isIterationStatement(statement, false) || ts.isTryStatement(statement)
  return sideEffectImport || control || ts.isExpressionStatement(statement)
}

function hasDefaultModifier(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
  )
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith('.')
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function lineCount(text: string): number {
  return text.split('\n').length - 1
}
