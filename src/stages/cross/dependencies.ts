// Packages that a manifest asks for beside the ones that code imports.
import type { CrossCheck, CrossDraft, Located } from './check.ts'
import { groupBy } from './grouping.ts'
import { importName, isNeverImported, isPythonManifest, isScript, isScriptManifest, Modules } from './modules.ts'
import { counted, listed } from './names.ts'
import { unquoted } from './quantities.ts'

interface Ecosystem {
  readonly isManifest: (path: string) => boolean
  readonly isOf: (anchor: Located) => boolean
}

const ECOSYSTEMS: readonly Ecosystem[] = [
  { isManifest: isPythonManifest, isOf: ({ language }) => language === 'python' },
  { isManifest: isScriptManifest, isOf: ({ language }) => isScript(language) },
]

export const checkDependencies: CrossCheck = anchors => {
  const modules = new Modules(anchors.paths, anchors.unread)
  return ECOSYSTEMS.flatMap(({ isManifest, isOf }) => {
    const declared = anchors.of('dependency').filter(({ file }) => isManifest(file))
    const imports = anchors.of('import').filter(isOf)
    if (declared.length === 0 || imports.length === 0) return []
    const packages = imports.flatMap(from => {
      const target = modules.resolve(from)
      return target.to === 'package' ? [{ from, name: target.name }] : []
    })
    // Tests, examples and templates bring their own; and a package may import itself.
    const self = new Set(
      anchors
        .of('config-key')
        .filter(({ file, path, name }) => isManifest(file) && (path ?? name).replace(/^\$\./, '') === 'name')
        .map(({ value = '' }) => importName(unquoted(value))),
    )
    const own = packages.filter(({ from, name }) => !anchors.files.isAside(from.file) && !self.has(importName(name)))
    // Code may stand in folders that were not read.
    const isWhole = !anchors.unread.some(path =>
      /(?:^|\/)(?:dist|build|out|lib|target|src|static|public)\/$/.test(path),
    )
    return [...undeclared(own, declared), ...(isWhole ? unused(declared, packages, imports) : [])]
  })
}

function undeclared(packages: readonly { from: Located; name: string }[], declared: readonly Located[]): CrossDraft[] {
  const known = new Set(declared.map(({ name }) => importName(name)))
  const isKnown = (name: string) =>
    known.has(importName(name)) || [...prefixes(importName(name))].some(part => known.has(part))
  const missing = groupBy(
    packages.filter(({ name }) => !isKnown(name)),
    ({ name }) => name,
  )
  const manifest = declared[0]!
  return [...missing].map(([name, uses]) => ({
    kind: 'undeclared-dependency',
    summary: `${listed([...new Set(uses.map(({ from }) => from.file))])} imports ${name}, which ${manifest.file} does not ask for`,
    severity: 'medium' as const,
    nature: 'problem' as const,
    ends: [...uses.slice(0, 3).map(({ from }) => from), manifest],
    more: uses.slice(3).map(({ from }) => from),
    topics: [name, 'dependency', 'import'],
    weight: 0.6,
  }))
}

function unused(
  declared: readonly Located[],
  packages: readonly { name: string }[],
  imports: readonly Located[],
): CrossDraft[] {
  const imported = new Set(packages.flatMap(({ name }) => [importName(name), ...prefixes(importName(name))]))
  const idle = declared.filter(({ name }) => !imported.has(importName(name)) && !isNeverImported(name))
  return [...groupBy(idle, ({ file }) => file)].flatMap(([file, own]) => {
    // A manifest of which nothing is imported belongs to code that was not read.
    if (own.length === declared.length || own.length > 0.8 * declared.length) return []
    return [
      {
        kind: 'unused-dependency',
        summary: `${file} asks for ${counted(own.length, 'package')} that no file read here imports: ${listed(own.map(({ name }) => name))}`,
        severity: 'low' as const,
        nature: 'problem' as const,
        ends: [...own.slice(0, 6), imports[0]!],
        more: own.slice(6),
        topics: [...own.slice(0, 10).map(({ name }) => name), 'dependency', 'unused'],
        weight: 0.4,
      },
    ]
  })
}

/** `google_cloud` may be declared as one of its parts. */
function prefixes(name: string): string[] {
  const steps = name.split('_')
  return steps.slice(1).map((_, k) => steps.slice(0, k + 1).join('_'))
}
