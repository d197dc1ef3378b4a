// Findings that only show when files are seen together: cycles of imports, blocks that files share, definitions that no
// file uses, modules that everything hangs on.
import type { FindingDraft, Rule } from '@shoal/base/model/finding'
import type { Goal } from '@shoal/base/model/goal'
import { pushAll } from '@shoal/base/model/lists'
import { formatCount } from '@shoal/base/text/printable'
import { sharedFingerprints } from '../../../text/code/duplicates/fingerprints.ts'
import { type Block, type SharedBlock, sharedBlocks } from '../../../text/code/duplicates/shared-blocks.ts'
import { languageOf } from '../../../text/code/languages/registry.ts'
import { DUPLICATE, overlaps } from './duplicate-findings.ts'
import type { FiledFigures } from './figures.ts'
import type { Edge, ImportGraph } from './import-graph.ts'
import { digestOf, UsedNames } from './links.ts'
import { weigh } from './weigh.ts'

export type PathedFinding = FindingDraft & { readonly path: string }

const CYCLE: Rule = {
  id: 'code.import-cycle',
  concern: 'architecture',
  title: 'Modules that import each other in a circle',
  explanation:
    'None of them can be loaded, tested or changed without the others, and one of them sees names that are not there yet. Move what they share into a module of its own, or turn one import round.',
  cwe: 'CWE-1047',
}
const UNUSED: Rule = {
  id: 'code.unused-definition',
  concern: 'quality',
  title: 'A definition that no file uses',
  explanation:
    'Nothing in the files that were read refers to it. Remove it, unless it is called from outside: by a command, a framework, a user of the library.',
  cwe: 'CWE-561',
}
const HUB: Rule = {
  id: 'code.hub-module',
  concern: 'architecture',
  title: 'A module with too many ties',
  explanation: 'It imports so many others that nearly every change reaches it. Split it by what its parts are for.',
  cwe: 'CWE-1048',
}

export function cycleFindings(
  files: readonly FiledFigures[],
  cycles: readonly Edge[][],
  goals: readonly Goal[],
): PathedFinding[] {
  return apart(cycles).map(([cycle, ...others]) => {
    const first = cycle![0]!
    const names = [...cycle!.map(({ from }) => files[from]!.path), files[first.from]!.path]
    const all = new Set([cycle!, ...others].flatMap(edges => edges.map(({ from }) => files[from]!.path)))
    const more =
      others.length === 0
        ? ''
        : ` ${others.length} more ${others.length === 1 ? 'cycle shares' : 'cycles share'} files with it: ${all.size} files in all.`
    return {
      path: files[first.from]!.path,
      type: 'dependency',
      key: `${CYCLE.id}:${names.join('>')}`,
      summary: `Import cycle of ${cycle!.length} files: ${names.join(' → ')} (lines ${cycle!.map(({ at }) => at.line).join(', ')}).${more}`,
      severity: loadsInOrder(files[first.from]!) ? 'medium' : 'low',
      confidence: 'high',
      nature: 'problem',
      line: first.at.line,
      evidence: first.at.quote,
      scope: 'module',
      rule: CYCLE,
      count: cycle!.length,
      stats: {
        files: names.slice(0, -1),
        lines: cycle!.map(({ at }) => at.line),
        quotes: cycle!.map(({ at }) => at.quote),
        cycles: 1 + others.length,
        files_in_all: all.size,
      },
      topics: ['import cycle', 'circular import', 'dependency', ...names.slice(0, 4)],
      weight: weigh(goals, { architecture: 0.95, otherwise: 0.6 }),
    }
  })
}

/** Compilers of packages and headers with guards take cycles as they are. */
function loadsInOrder({ figures: { language } }: FiledFigures): boolean {
  return !/^(?:package|include)$/.test(languageOf(language ?? '').importsBy ?? '')
}

/** Cycles that share files have one cause; of each such group the shortest first. */
function apart(cycles: readonly Edge[][]): Edge[][][] {
  const groups: { readonly files: Set<number>; readonly cycles: Edge[][] }[] = []
  for (const cycle of [...cycles].sort((a, b) => a.length - b.length)) {
    const own = cycle.map(({ from }) => from)
    const [group, ...joined] = groups.filter(({ files }) => own.some(file => files.has(file)))
    if (!group) {
      groups.push({ files: new Set(own), cycles: [cycle] })
      continue
    }
    for (const other of joined) {
      for (const file of other.files) group.files.add(file)
      pushAll(group.cycles, other.cycles)
      groups.splice(groups.indexOf(other), 1)
    }
    for (const file of own) group.files.add(file)
    group.cycles.push(cycle)
  }
  const order = new Map(cycles.map((cycle, k) => [cycle, k]))
  return groups.map(group => group.cycles).sort((a, b) => order.get(a[0]!)! - order.get(b[0]!)!)
}

const SHARED_LINES = 8
const SHARED = 40
const LARGE = 60

export function sharedFindings(files: readonly FiledFigures[], goals: readonly Goal[]): PathedFinding[] {
  const prints = sharedFingerprints(files.map(({ figures: { links } }) => (links.test ? '' : links.fingerprints)))
  return united(sharedBlocks(prints, SHARED_LINES, SHARED)).flatMap(([a, b, ...others]) => {
    const quote = placeOf(files[a.file]!, a)
    if (!quote) return []
    const lines = Math.min(a.endLine - a.line, b.endLine - b.line) + 1
    const other = placeOf(files[b.file]!, b)
    return {
      path: files[a.file]!.path,
      type: 'antipattern',
      key: `${DUPLICATE.id}:${files[a.file]!.path}:${a.line}:${files[b.file]!.path}:${b.line}`,
      summary: `About ${lines} lines stand in ${others.length === 0 ? 'two' : 2 + others.length} files: ${where(files, a)} and ${where(files, b)}${
        others.length === 0
          ? ''
          : `, and in ${others
              .slice(0, 3)
              .map(block => files[block.file]!.path)
              .join(', ')}${others.length > 3 ? ` and ${others.length - 3} more` : ''}`
      }, names apart.`,
      severity: lines >= LARGE ? 'medium' : 'low',
      confidence: 'medium',
      nature: 'problem',
      line: quote.line,
      endLine: Math.max(quote.line, a.endLine),
      evidence: quote.quote,
      scope: quote.scope,
      rule: DUPLICATE,
      stats: {
        lines,
        first: { path: files[a.file]!.path, lines: [a.line, a.endLine] },
        second: { path: files[b.file]!.path, lines: [b.line, b.endLine], ...(other ? { quote: other.quote } : {}) },
      },
      topics: ['duplicate', 'copy', ...(quote.name ? [quote.name] : [])],
      weight: weigh(goals, { quality: 0.75, architecture: 0.75, general: 0.45, otherwise: 0.25 }),
    }
  })
}

/** A block that many files share is told once: pairs that meet in a file at the same lines are one. */
function united(pairs: readonly SharedBlock[]): (readonly [Block, Block, ...Block[]])[] {
  const groups: [Block, Block, ...Block[]][] = []
  for (const { a, b } of pairs) {
    const has = (group: readonly Block[], block: Block) =>
      group.some(other => other.file === block.file && overlaps(other, block))
    const group = groups.find(blocks => has(blocks, a) || has(blocks, b))
    if (!group) groups.push([a, b])
    else for (const block of [a, b]) if (!group.some(({ file }) => file === block.file)) group.push(block)
  }
  return groups
}

function where(files: readonly FiledFigures[], { file, line, endLine }: Block): string {
  return `${files[file]!.path}:${line}–${endLine}`
}

/** The function a block stands in, which is what can be quoted; null for a block outside of any. */
function placeOf(
  { figures }: FiledFigures,
  { line, endLine }: Block,
): { line: number; quote: string; scope: string; name: string } | null {
  const around = figures.functions
    .filter(one => one.line <= line && one.end_line >= line)
    .reduce<(typeof figures.functions)[number] | null>(
      (best, one) => (!best || one.line >= best.line ? one : best),
      null,
    )
  const within = around ?? figures.functions.find(one => one.line >= line && one.line <= endLine) ?? null
  if (!within) return null
  const name = within.scope ? `${within.scope}.${within.name}` : within.name
  return { line: within.line, quote: within.signature, scope: `function:${name}`, name }
}

/** Over this share of unused definitions the files are a part of something, or a library. */
const LIBRARY = 0.35
const TOLD = 40

export function unusedFindings(files: readonly FiledFigures[], goals: readonly Goal[]): PathedFinding[] {
  // Of a file with very many names nobody knows what it uses: then nothing is said to be unused.
  if (files.some(({ figures }) => figures.links.names === null)) return []
  const all = files.flatMap(({ path, figures }) => figures.links.unused.map(place => ({ ...place, path })))
  const digests = all.map(({ name }) => digestOf(name.split('.').at(-1)!))
  const used = new UsedNames(digests)
  for (const { figures } of files) used.read(figures.links.names!)
  const unused = all.filter((_, k) => !used.has(digests[k]!))
  const candidates = files.reduce((sum, { figures }) => sum + figures.links.candidates, 0)
  if (unused.length === 0) return []
  const isProgram = unused.length <= Math.max(1, candidates * LIBRARY)
  if (!isProgram || unused.length > TOLD) return [manyUnused(unused, candidates)]
  return unused.map(({ path, name, kind, line, end_line, quote, exported }) => ({
    path,
    type: 'dead_code',
    key: `${UNUSED.id}:${path}:${name}`,
    summary: `The ${kind} \`${name}\` is used nowhere in the ${files.length === 1 ? 'file that was read' : `${formatCount(files.length)} source files that were read`}.`,
    severity: 'low',
    confidence: exported ? 'low' : 'medium',
    nature: 'problem',
    line,
    endLine: end_line,
    evidence: quote,
    scope: `${kind === 'method' ? 'function' : kind}:${name}`,
    rule: UNUSED,
    topics: ['dead code', 'unused', name],
    weight: weigh(goals, { quality: 0.7, architecture: 0.7, general: 0.45, otherwise: 0.25 }),
  }))
}

function manyUnused(
  unused: readonly { path: string; name: string; kind: string; line: number; end_line: number; quote: string }[],
  candidates: number,
): PathedFinding {
  const first = unused[0]!
  return {
    path: first.path,
    type: 'api_surface',
    key: `${UNUSED.id}:many`,
    summary: `${unused.length} of ${candidates} top-level definitions are used nowhere in the files that were read, as in a library: ${unused
      .slice(0, 6)
      .map(({ name, path, line }) => `${name} (${path}:${line})`)
      .join(', ')} …`,
    severity: 'low',
    confidence: 'low',
    nature: 'fact',
    line: first.line,
    evidence: first.quote,
    scope: `${first.kind}:${first.name}`,
    rule: UNUSED,
    count: unused.length,
    stats: {
      unused: unused.length,
      candidates,
      names: unused.slice(0, 100).map(({ name, path, line }) => `${path}:${line} ${name}`),
    },
    topics: ['dead code', 'unused', 'api'],
    weight: 0.3,
  }
}

const HUB_IMPORTS = 25

export function hubFindings(
  files: readonly FiledFigures[],
  { out }: ImportGraph,
  goals: readonly Goal[],
): PathedFinding[] {
  return out.flatMap((edges, file) => {
    const { path, figures } = files[file]!
    const first = edges[0]
    if (edges.length <= HUB_IMPORTS || !first || figures.links.test) return []
    return {
      path,
      type: 'dependency',
      key: `${HUB.id}:${path}`,
      summary: `${path} imports ${edges.length} other files of the project.`,
      severity: 'low',
      confidence: 'high',
      nature: 'problem',
      line: first.at.line,
      evidence: first.at.quote,
      scope: 'module',
      rule: HUB,
      stats: { imports: edges.length },
      topics: ['coupling', 'dependency'],
      weight: weigh(goals, { architecture: 0.8, otherwise: 0.3 }),
    }
  })
}
