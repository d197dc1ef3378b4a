// Packages that a manifest asks for beside the ones that code imports.
import { groupBy } from '@shoal/base/model/lists'
import { baseName } from '@shoal/base/text/paths'
import type { AnchorIndex, CrossCheck, CrossDraft, Located } from './check.ts'
import { importName, isNeverImported, isPythonManifest, isScript, isScriptManifest, Modules } from './modules.ts'
import { counted, listed } from './names.ts'
import { unquoted } from './quantities.ts'
import { isBeside } from './releases.ts'

interface Ecosystem {
  readonly isManifest: (path: string) => boolean
  readonly isOf: (anchor: Located) => boolean
}

const ECOSYSTEMS: readonly Ecosystem[] = [
  { isManifest: isPythonManifest, isOf: ({ language }) => language === 'python' },
  { isManifest: isScriptManifest, isOf: ({ language }) => isScript(language) },
]

interface Use {
  readonly from: Located
  readonly name: string
}

export const checkDependencies: CrossCheck = anchors => {
  const modules = new Modules(anchors.paths, anchors.unread)
  return ECOSYSTEMS.flatMap(({ isManifest, isOf }) => {
    const declared = anchors.of('dependency').filter(({ file }) => isManifest(file))
    const imports = anchors.of('import').filter(isOf)
    const forRunning = declared.filter(one => isForRunning(one) && !anchors.files.isAside(one.file))
    if (forRunning.length === 0 || imports.length === 0) return []
    const packages = imports.flatMap(from => {
      const target = modules.resolve(from)
      return target.to === 'package' ? [{ from, name: target.name }] : []
    })
    // A manifest that is a program, or asks in a way that is not read, may ask for anything.
    const read = new Set(declared.map(({ file }) => file))
    const isAllRead = anchors.paths.every(
      path => !isManifest(path) || isScriptManifest(path) || read.has(path) || anchors.files.isAside(path),
    )
    return [
      ...(isAllRead ? undeclared(ownUses(packages, anchors, isManifest), declared, forRunning) : []),
      ...(anchors.isAllCodeRead ? unused(forRunning, packages, anchors) : []),
    ]
  })
}

/** What the program needs when it runs, not what tests, builds and documents do. */
function isForRunning({ path = '', file }: Located): boolean {
  return /^(?:\$\.)?(?:\w+\.)*(?:dependencies|require)(?:[.[]|$)|^$/.test(path) && !ASIDE.test(baseName(file))
}

const ASIDE =
  /(?:^|[._-])(?:tests?|testing|dev|develop(?:ment)?|docs?|lint|ci|build|check|style|typing|extras?|optional)(?:[._-]|$)/i

/** Imports that the program itself cannot do without. Tests and templates bring their own; and a package may import itself. */
function ownUses(packages: readonly Use[], anchors: AnchorIndex, isManifest: Ecosystem['isManifest']): Use[] {
  const self = new Set(
    anchors
      .of('config-key')
      .filter(({ file, path, name }) => isManifest(file) && (path ?? name).replace(/^\$\./, '') === 'name')
      .map(({ value = '' }) => importName(unquoted(value))),
  )
  return packages.filter(
    ({ from, name }) => !from.conditional && !anchors.files.isAside(from.file) && !self.has(importName(name)),
  )
}

function undeclared(uses: readonly Use[], declared: readonly Located[], forRunning: readonly Located[]): CrossDraft[] {
  const known = new Set(declared.map(({ name }) => importName(name)))
  const isKnown = (name: string) =>
    known.has(importName(name)) || [...prefixes(importName(name))].some(part => known.has(part))
  const missing = groupBy(
    uses.filter(({ name }) => !isKnown(name)),
    ({ name }) => name,
  )
  return [...missing].flatMap(([name, all]) => {
    // A file asks for its packages in a manifest beside it or above it.
    const manifest = forRunning.find(({ file }) => isBeside(file, all[0]!.from.file))
    if (!manifest) return []
    return [
      {
        kind: 'undeclared-dependency' as const,
        summary: `${listed([...new Set(all.map(({ from }) => from.file))])} imports ${name}, which ${manifest.file} does not ask for`,
        severity: 'medium' as const,
        nature: 'problem' as const,
        ends: [...all.slice(0, 3).map(({ from }) => from), manifest],
        more: all.slice(3).map(({ from }) => from),
        topics: [name, 'dependency', 'import'],
        weight: 0.6,
      },
    ]
  })
}

function unused(forRunning: readonly Located[], packages: readonly Use[], anchors: AnchorIndex): CrossDraft[] {
  const imported = new Set(packages.flatMap(({ name }) => [importName(name), ...prefixes(importName(name))]))
  const idle = forRunning.filter(({ name }) => !imported.has(importName(name)) && !isNeverImported(name))
  if (idle.length === 0) return []
  const said = namesSaid(anchors)
  // Several of one family are loaded by a name that is put together: `tool-make-model`, `tool-make-policy`.
  const families = groupBy(idle, ({ name }) => name.replace(/[-/_.][^-/_.]+$/, ''))
  const isOneOfMany = (name: string) => families.get(name.replace(/[-/_.][^-/_.]+$/, ''))!.length > 1
  const unsaid = idle.filter(({ name }) => !said.has(importName(name)) && !isOneOfMany(name))
  const asked = groupBy(forRunning, ({ file }) => file)
  return [...groupBy(unsaid, ({ file }) => file)].flatMap(([file, own]) => {
    const use = packages.find(({ from }) => isBeside(file, from.file))
    // A manifest of which little is imported belongs to code that was not read.
    if (!use || 2 * own.length > asked.get(file)!.length) return []
    return [
      {
        kind: 'unused-dependency' as const,
        summary: `${file} asks for ${counted(own.length, 'package')} that no file read here imports or names: ${listed(own.map(({ name }) => name))}`,
        severity: 'low' as const,
        nature: 'problem' as const,
        ends: [...own.slice(0, 6), use.from],
        more: own.slice(6),
        topics: [...own.slice(0, 10).map(({ name }) => name), 'dependency', 'unused'],
        weight: 0.4,
      },
    ]
  })
}

/** Packages are also run by scripts, and loaded by names in settings, paths and texts. */
function namesSaid(anchors: AnchorIndex): Set<string> {
  const said = new Set<string>()
  const manifests = new Set(anchors.of('dependency').map(({ file, line }) => `${file}:${line}`))
  for (const { file, line, name, value = '', quote } of anchors.of(...SAYING)) {
    if (manifests.has(`${file}:${line}`)) continue
    for (const [word] of `${name} ${value} ${quote}`.matchAll(/@?[\w.-]{2,80}(?:\/[\w.-]{1,80})*/g)) {
      said.add(importName(word))
      for (const step of word.split('/')) said.add(importName(step))
    }
  }
  return said
}

const SAYING = [
  'config-key',
  'field',
  'literal',
  'path',
  'url',
  'env-definition',
  'log-call',
  'raise',
  'reference',
] as const

/** `google_cloud` may be declared as one of its parts. */
function prefixes(name: string): string[] {
  const steps = name.split('_')
  return steps.slice(1).map((_, k) => steps.slice(0, k + 1).join('_'))
}
