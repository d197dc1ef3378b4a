// Files that are named in other files: the ones that are there, and the ones that are not.
import { groupBy } from '@shoal/base/model/lists'
import { baseName } from '@shoal/base/text/paths'
import { folderOf, joined } from '../../text/code/graph/manifests.ts'
import type { AnchorIndex, CrossCheck, CrossDraft, Located } from './check.ts'
import { counted, listed } from './names.ts'

/** Kinds of files that are kept and not made by running something. */
const KEPT =
  /\.(csv|tsv|jsonl?|ndjson|ya?ml|toml|ini|conf|md|rst|py|[cm]?[jt]sx?|go|rs|java|rb|php|sh|sql|xml|html?|proto|tf)$/i

/** `[text](target)`. */
const LINK = /\]\([^)]{0,300}$|\]\([^)]{1,300}\)/
const IMAGE = /\.(?:png|jpe?g|gif|svg|webp|avif|ico)$/i

/** More files than this that name files which are not there are one finding. */
const MANY = 3

export const checkPaths: CrossCheck = anchors => {
  const named = [...anchors.of('path'), ...pathsInSettings(anchors)].filter(({ name }) => isPlain(name))
  if (named.length === 0) return []
  const paths = new Set(anchors.paths)
  const imports = new Set(anchors.of('import').map(({ file, line }) => `${file}:${line}`))
  const bases = new Set([...anchors.paths, ...anchors.unread].map(baseName))
  const there: Located[] = []
  const lost: Located[] = []
  for (const anchor of named) {
    const folder = anchor.file.includes('/') ? anchor.file.slice(0, anchor.file.lastIndexOf('/')) : ''
    const found = paths.has(joined(folder, anchor.name)) || bases.has(baseName(anchor.name))
    if (imports.has(`${anchor.file}:${anchor.line}`)) continue
    if (found && baseName(anchor.name) !== baseName(anchor.file)) there.push(anchor)
    else if (!found && isExpected(anchor, anchors) && !mayBeUnread(anchor.name, anchors.unread)) lost.push(anchor)
  }
  // Images are not read, and there all the same.
  const kept = new Set(
    [...anchors.paths, ...anchors.unread].flatMap(path => [folderOf(path), placeOf(folderOf(path), path)]),
  )
  const known = groupBy(there, ({ file }) => file)
  const unknown = groupBy(lost, ({ file }) => file)
  const isOurs = (file: string) => distinctNames(known.get(file)) >= distinctNames(unknown.get(file))
  const sure = lost.filter(one => keeps(one, kept) || isOfThisTree(one, isOurs(one.file)))
  // What several programs name is made by one of them.
  const namers = groupBy(
    named.filter(({ inCode }) => inCode),
    ({ name }) => baseName(name),
  )
  const unmade = sure.filter(({ name }) => new Set(namers.get(baseName(name))?.map(({ file }) => file)).size < 2)
  return [...missing(unmade, there, anchors.paths), ...linked(there)]
}

/** `"input": "data/orders.csv"` names a file, whoever read the setting. */
function pathsInSettings(anchors: AnchorIndex): Located[] {
  const known = new Set(anchors.of('path').map(({ file, line }) => `${file}:${line}`))
  return anchors
    .of('config-key')
    .filter(({ value = '', file, line }) => KEPT.test(value) && !known.has(`${file}:${line}`))
    .map(anchor => ({ ...anchor, name: anchor.value! }))
}

function missing(lost: readonly Located[], there: readonly Located[], paths: readonly string[]): CrossDraft[] {
  // Where hardly any name leads to a file, the files lie elsewhere.
  if (there.length === 0 || lost.length > 3 * there.length + 3) return []
  const byFile = [...groupBy(lost, ({ file }) => file)]
  const groups = byFile.length > MANY ? [lost] : byFile.map(([, own]) => own)
  return groups
    .filter(own => own.length > 0)
    .map(own => {
      const names = [...new Set(own.map(({ name }) => name))]
      const sources = [...new Set(own.map(({ file }) => file))]
      const alike = there.find(anchor => anchor.file === sources[0]) ?? there[0]!
      return {
        kind: 'missing-file',
        summary: `${listed(sources, 3)} ${sources.length === 1 ? 'names' : 'name'} ${listed(names)}, which ${names.length === 1 ? 'is' : 'are'} not among the ${counted(paths.length, 'file')} read`,
        severity: 'low' as const,
        nature: 'problem' as const,
        ends: [...own.slice(0, 5), alike],
        more: own.slice(5),
        topics: [...names.slice(0, 10), 'path', 'file', 'missing'],
        weight: 0.4,
      }
    })
}

function linked(there: readonly Located[]): CrossDraft[] {
  if (there.length === 0) return []
  const targets = [...groupBy(there, ({ name }) => baseName(name))].sort((a, b) => b[1].length - a[1].length)
  const examples = targets
    .slice(0, 4)
    .map(([name, from]) => `${name} in ${listed([...new Set(from.map(({ file }) => file))], 2)}`)
  return [
    {
      kind: 'file-references',
      summary: `${counted(targets.length, 'file is', 'files are')} named in other files: ${listed(examples)}`,
      severity: 'low',
      nature: 'fact',
      ends: targets.slice(0, 6).map(([, from]) => from[0]!),
      topics: ['path', 'file', 'reference', ...targets.slice(0, 5).map(([name]) => name)],
      weight: 0.2,
    },
  ]
}

/** Code names files that it writes, too, and examples: only what it reads must be there. */
function isExpected({ name, inCode, quote, file }: Located, { files }: AnchorIndex): boolean {
  const isImage = IMAGE.test(name) && !inCode && LINK.test(quote)
  if ((!KEPT.test(name) && !isImage) || name.includes('node_modules/') || /(?:^|\/)[-_.](?!\.?\/)/.test(name))
    return false
  // What a reader is to write is called so.
  if (/(?:^|[._-])(?:examples?|samples?|my\w*|your\w*|foo|bar|hello\w*|demo)(?=[._-])/i.test(baseName(name)))
    return false
  // Tests make files, and a changelog tells of those that went.
  if ((inCode && files.isAside(file)) || files.isTimeless(file)) return false
  // What tells how to work on the project is left out of what it publishes.
  if (files.isTimeless(name)) return false
  return (
    !inCode || (/\b(open|read|load|parse|source|include|require)\w*\s*\(/i.test(quote) && !/["']w[b+]?["']/.test(quote))
  )
}

/**
 * The folder is there and holds files of this kind. A name alone, or a folder that nobody has, may be of the reader's own
 * project, of another program, or made by running something.
 */
function keeps({ name, file, quote }: Located, kept: ReadonlySet<string>): boolean {
  const folders = ancestorsOf(folderOf(file))
  // A link leads from where it stands.
  if (LINK.test(quote)) {
    const folder = folderOf(joined(folders[0]!, name))
    return kept.has(IMAGE.test(name) ? folder : placeOf(folder, name))
  }
  return name.includes('/') && folders.some(folder => kept.has(placeOf(folderOf(joined(folder, name)), name)))
}

/** A setting, or a README that names as many files that are here. */
function isOfThisTree({ name, file, inCode, inSettings }: Located, isOurs: boolean): boolean {
  if (inCode || !name.includes('/')) return false
  return inSettings || (isOurs && /^readme\b/i.test(baseName(file)))
}

function distinctNames(anchors: readonly Located[] = []): number {
  return new Set(anchors.map(({ name }) => name)).size
}

function placeOf(folder: string, path: string): string {
  return `${folder}\0${path.slice(path.lastIndexOf('.') + 1).toLowerCase()}`
}

function ancestorsOf(folder: string): string[] {
  const steps = folder === '' ? [] : folder.split('/')
  return [...steps.map((_, k) => steps.slice(0, steps.length - k).join('/')), '']
}

/** A relative path without placeholders. */
function isPlain(name: string): boolean {
  return (
    /^[\w.@-][\w./@-]*\.\w{1,8}$/.test(name) &&
    !name.startsWith('/') &&
    !name.includes('//') &&
    !/^\d+(\.\d+)+$/.test(name)
  )
}

function mayBeUnread(name: string, unread: readonly string[]): boolean {
  return unread.some(path => path.endsWith('/') && name.startsWith(`${baseName(path.slice(0, -1))}/`))
}
