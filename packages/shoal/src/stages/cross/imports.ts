// Imports between files: where they lead, the ones that lead nowhere, and names that the other file does not have.
import { MOST_DEFINITIONS, MOST_IMPORTS } from '@shoal/base/model/anchor'
import { groupBy } from '@shoal/base/model/lists'
import { nearest } from '@shoal/base/text/nearest'
import type { AnchorIndex, CrossCheck, CrossDraft, Located } from './check.ts'
import { Modules } from './modules.ts'
import { counted, listed, wordsOf } from './names.ts'

export const checkImports: CrossCheck = anchors => {
  const imports = anchors.of('import').filter(({ inCode }) => inCode)
  if (imports.length === 0) return []
  const modules = new Modules(anchors.paths, anchors.unread)
  const links: { readonly from: Located; readonly path: string }[] = []
  const lost: Located[] = []
  for (const from of imports) {
    const target = modules.resolve(from)
    if (target.to === 'file' && target.path !== from.file) links.push({ from, path: target.path })
    else if (target.to === 'nothing' && !from.conditional && !/[$`{}*+]/.test(from.name)) lost.push(from)
  }
  return [...missingNames(links, anchors), ...unresolved(lost, links), ...linked(links)]
}

function unresolved(lost: readonly Located[], links: readonly { readonly from: Located }[]): CrossDraft[] {
  // Where most relative imports lead nowhere, only a part of the project was read.
  if (lost.length > 5 && lost.length > links.length) return []
  // A file of which most imports lead nowhere is a bundle, which brings its modules along.
  const found = groupBy(links, ({ from }) => from.file)
  const alone = [...groupBy(lost, ({ file }) => file)].flatMap(([file, own]) =>
    own.length > 2 && own.length > (found.get(file)?.length ?? 0) ? [] : own,
  )
  return [...groupBy(alone, ({ name }) => name).values()].map(uses => ({
    kind: 'unresolved-import',
    summary: `${listed([...new Set(uses.map(({ file }) => file))])} imports ${uses[0]!.name}, and there is no such file`,
    severity: 'medium' as const,
    nature: 'problem' as const,
    ends: uses.slice(0, 5),
    more: uses.slice(5),
    topics: [uses[0]!.name, 'import', 'dependency'],
    weight: 0.7,
  }))
}

/** `from utils import clean` where utils.py defines no clean. */
function missingNames(
  links: readonly { readonly from: Located; readonly path: string }[],
  anchors: AnchorIndex,
): CrossDraft[] {
  const defined = new Map<string, Set<string>>()
  const firstIn = new Map<string, Located>()
  const open = new Set<string>()
  for (const [role, most] of [['definition', MOST_DEFINITIONS] as const, ['import', MOST_IMPORTS] as const])
    for (const [file, own] of groupBy(anchors.of(role), anchor => anchor.file)) if (own.length >= most) open.add(file)
  for (const anchor of anchors.of('definition', 'literal', 'import')) {
    const names = defined.get(anchor.file) ?? new Set<string>()
    defined.set(anchor.file, names)
    if (anchor.role === 'definition' && !firstIn.has(anchor.file)) firstIn.set(anchor.file, anchor)
    if (anchor.role !== 'import') names.add(anchor.name.split('.').at(-1)!)
    else {
      for (const name of namesIn(anchor)) names.add(name)
      // What it is called here: `from http import cookiejar as cookielib`.
      for (const [, alias] of anchor.quote.matchAll(/\bas\s{1,9}(\w{1,80})/g)) names.add(alias!)
      names.add(anchor.name.split('.').at(-1)!)
      if (anchor.value === '*' || /\*/.test(anchor.quote)) open.add(anchor.file)
    }
  }
  const definitionsIn = groupBy(anchors.of('definition'), ({ file }) => file)
  return links.flatMap(({ from, path }) => {
    const names = defined.get(path)
    const definition = firstIn.get(path)
    // A package's __init__ and files that pass others on offer more than they define.
    if (!names || !definition || open.has(path) || /(__init__\.py|index\.\w+)$/.test(path)) return []
    const missing = namesIn(from).filter(name => !names.has(name) && name !== 'default' && !name.startsWith('__'))
    if (missing.length === 0 || !isCertain(from, missing)) return []
    const alike = nearestOf(missing[0]!, definitionsIn.get(path) ?? [])
    return [
      {
        kind: 'missing-export',
        summary: `${from.file} imports ${listed(missing)} from ${path}, which does not define ${missing.length === 1 ? 'it' : 'them'}${alike ? `; it has ${alike.name}` : ''}`,
        severity: 'high' as const,
        nature: 'problem' as const,
        ends: [from, alike ?? definition],
        topics: [...missing, 'import', 'dependency'],
        weight: 0.8,
      },
    ]
  })
}

/** The definition that may be what is meant now: spelled alike, or of the most words in common. */
function nearestOf(name: string, definitions: readonly Located[]): Located | null {
  const near = nearest(
    name,
    definitions.map(one => one.name),
  )
  const words = new Set(wordsOf(name))
  const common = (one: Located) => wordsOf(one.name).filter(word => words.has(word)).length
  const most = definitions.reduce<Located | null>(
    (best, one) => (common(one) > (best ? common(best) : 0) ? one : best),
    null,
  )
  return definitions.find(one => one.name === near) ?? most
}

/** The quote shows the names as they are in the other file, not what they are called here. */
function isCertain({ quote }: Located, missing: readonly string[]): boolean {
  return missing.every(name => new RegExp(`(?<!\\bas\\s{1,4})\\b${name.replace(/\W/g, '\\$&')}\\b`).test(quote))
}

function namesIn({ value = '' }: Located): string[] {
  return value
    .split(',')
    .map(name => name.trim())
    .filter(name => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name))
}

/** One fact that shows how the files hang together. */
function linked(links: readonly { readonly from: Located; readonly path: string }[]): CrossDraft[] {
  if (links.length === 0) return []
  const targets = [...groupBy(links, ({ path }) => path)].sort((a, b) => b[1].length - a[1].length)
  const most = targets
    .slice(0, 3)
    .map(([path, from]) => `${path} by ${counted(new Set(from.map(link => link.from.file)).size, 'file')}`)
  const sources = new Set(links.map(({ from }) => from.file))
  return [
    {
      kind: 'imports',
      summary: `${counted(sources.size, 'file imports', 'files import')} ${counted(targets.length, 'other file')} of the same project: ${listed(most)}`,
      severity: 'low',
      nature: 'fact',
      ends: targets.slice(0, 6).map(([, from]) => from[0]!.from),
      topics: ['import', 'dependency', 'architecture', ...targets.slice(0, 5).map(([path]) => path)],
      weight: 0.4,
    },
  ]
}
