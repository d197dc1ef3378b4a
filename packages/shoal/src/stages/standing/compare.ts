// A report beside a baseline: which problems are new, which were known, and which are gone. A finding is known by what it is and
// quotes; when its file is gone, the same finding in another file is taken for it, the most similar path first.
import type { Finding, Standing } from '@shoal/base/model/finding'
import { addTo } from '@shoal/base/model/lists'
import type { CrossFinding, RunReport } from '@shoal/base/model/report'
import type { Baseline, Compared, KnownFinding, KnownLink } from '@shoal/base/model/standing'
import { compareText } from '../rank.ts'
import { identityOf, keyOf, linkIdentities } from './identity.ts'

export interface ComparedReport {
  /** New ones first. */
  readonly report: RunReport & { readonly compared: Compared }
  /** What the baseline has of files that were not looked at: the next one must have it, too. */
  readonly kept: Baseline
}

export interface Comparing {
  /** The baseline as it was named. */
  readonly name: string
  /** A file that is not among those of the run is still there. */
  isThere(path: string): boolean
}

export function compareReport(report: RunReport, baseline: Baseline, { name, isThere }: Comparing): ComparedReport {
  const known = new KnownFindings(baseline.findings, fileStates(report, isThere))
  const problems = report.findings.filter(({ nature }) => nature === 'problem')
  // What stands where it stood is settled first, so that nothing that has moved takes its place.
  const matches = new Map(problems.map(finding => [finding, finding.places.map(place => known.take(finding, place))]))
  for (const [finding, found] of matches)
    for (const [k, place] of finding.places.entries())
      found[k] ??= known.takeMoved(place.path, identityOf(finding, place.evidence))
  // What was accepted is neither new nor fixed.
  for (const { path, id } of report.suppressed ?? []) known.pass(path, id)
  const links = new KnownLinks(baseline.links)
  for (const { id } of report.suppressed ?? []) links.pass(id)
  const findings = report.findings.map(one => withStanding(one, standingOf(matches.get(one))))
  const crossFile = report.crossFile.map(one =>
    one.nature === 'problem' ? withStanding(one, links.standing(one)) : one,
  )
  const all = [...findings, ...crossFile]
  const left = known.left()
  const leftLinks = links.left(path => known.isUnknown(path))
  const compared: Compared = {
    baseline: name,
    new: all.filter(({ standing }) => standing?.state === 'new').length,
    unchanged: all.filter(({ standing }) => standing?.state === 'unchanged').length,
    fixed: [
      ...left.fixed,
      ...leftLinks.fixed.map(link => ({ ...link, rule: `cross-file.${link.kind}`, path: null, count: 1 })),
    ],
    unknown: left.unknown.length + leftLinks.unknown.length,
  }
  return {
    report: { ...report, findings: newFirst(findings), crossFile: newFirst(crossFile), compared },
    kept: { findings: left.unknown, links: leftLinks.unknown },
  }
}

function withStanding<T extends Finding | CrossFinding>(one: T, standing: Standing | null): T {
  return standing === null ? one : { ...one, standing: { ...one.standing, ...standing } }
}

function standingOf(matches: readonly (KnownFinding | null)[] | undefined): Standing | null {
  if (!matches) return null
  const days = matches.flatMap(match => match?.firstSeen ?? []).sort(compareText)
  const newPlaces = matches.filter(match => match === null).length
  return { state: newPlaces > 0 ? 'new' : 'unchanged', firstSeen: days[0] ?? null, newPlaces }
}

function newFirst<T extends Finding | CrossFinding>(all: readonly T[]): T[] {
  const isNew = ({ standing }: T) => standing?.state === 'new'
  return [...all.filter(isNew), ...all.filter(one => !isNew(one))]
}

interface FileStates {
  /** It was read, whole. */
  wasRead(path: string): boolean
  /** It is neither among the files of the run nor on the disk. */
  isGone(path: string): boolean
  /** Not everything that was found is listed. */
  readonly isCut: boolean
}

function fileStates(report: RunReport, isThere: (path: string) => boolean): FileStates {
  const failed = new Set(report.failed.map(({ what }) => what))
  const read = new Set(report.files.map(({ path }) => path).filter(path => !failed.has(path)))
  const isCut =
    report.partial !== null ||
    report.perType.reduce((sum, { findingCount }) => sum + findingCount, 0) > report.findings.length ||
    report.findings.some(({ placeCount, places }) => placeCount > places.length)
  return { wasRead: path => read.has(path), isGone: path => !read.has(path) && !isThere(path), isCut }
}

/** Places of the baseline that nobody has taken yet. */
class KnownFindings {
  private readonly byPlace = new Map<string, { readonly of: KnownFinding; left: number }>()
  private readonly gone = new Map<string, { readonly of: KnownFinding; left: number }[]>()

  constructor(
    findings: readonly KnownFinding[],
    private readonly files: FileStates,
  ) {
    for (const of of findings) {
      const entry = { of, left: of.count }
      this.byPlace.set(keyOf(of.path, of.id), entry)
      if (!files.isGone(of.path)) continue
      addTo(this.gone, of.id, entry)
    }
  }

  take(finding: Finding, { path, evidence }: { readonly path: string; readonly evidence: string }) {
    return taken(this.byPlace.get(keyOf(path, identityOf(finding, evidence))))
  }

  /** What was accepted takes its place without a word. */
  pass(path: string, id: string): void {
    taken(this.byPlace.get(keyOf(path, id))) ?? this.takeMoved(path, id)
  }

  /** Of the files that are gone, the one whose path is most like this one. */
  takeMoved(path: string, id: string): KnownFinding | null {
    const open = (this.gone.get(id) ?? []).filter(({ left }) => left > 0)
    if (open.length === 0) return null
    return taken(
      open.reduce((best, next) => (likeness(next.of.path, path) > likeness(best.of.path, path) ? next : best)),
    )
  }

  left(): { readonly fixed: KnownFinding[]; readonly unknown: KnownFinding[] } {
    const left = [...this.byPlace.values()].filter(one => one.left > 0).map(one => ({ ...one.of, count: one.left }))
    const unknown = left.filter(({ path }) => this.isUnknown(path))
    const isUnknown = new Set(unknown)
    return { fixed: left.filter(one => !isUnknown.has(one)), unknown }
  }

  /** Nobody looked, or not at all of it. */
  isUnknown(path: string): boolean {
    return this.files.isCut || (!this.files.wasRead(path) && !this.files.isGone(path))
  }
}

function taken(entry: { readonly of: KnownFinding; left: number } | undefined): KnownFinding | null {
  if (!entry || entry.left === 0) return null
  entry.left--
  return entry.of
}

/** Steps from the end that two paths share, then from the start. */
function likeness(a: string, b: string): number {
  const [one, other] = [a.split('/'), b.split('/')]
  const shared = (from: (steps: readonly string[], k: number) => string | undefined) => {
    let k = 0
    while (k < Math.min(one.length, other.length) && from(one, k) === from(other, k)) k++
    return k
  }
  return 1000 * shared((steps, k) => steps.at(-1 - k)) + shared((steps, k) => steps[k])
}

/**
 * A link is new when it has an end that no known link of its kind has beside one of its other ends; it is fixed when none of its
 * ends is left.
 */
class KnownLinks {
  private readonly byEnd = new Map<string, Set<KnownLink>>()
  private readonly met = new Set<KnownLink>()

  constructor(private readonly links: readonly KnownLink[]) {
    for (const link of links) for (const id of link.ids) this.byEnd.set(id, (this.byEnd.get(id) ?? new Set()).add(link))
  }

  pass(id: string): void {
    for (const link of this.byEnd.get(id) ?? []) this.met.add(link)
  }

  standing(link: CrossFinding): Standing {
    const ids = linkIdentities(link)
    const met = [...new Set(ids.flatMap(id => [...(this.byEnd.get(id) ?? [])]))]
    for (const one of met) this.met.add(one)
    const known = new Set(met.flatMap(one => one.ids))
    const newPlaces = ids.filter(id => !known.has(id)).length
    const days = met.map(({ firstSeen }) => firstSeen).sort(compareText)
    return { state: newPlaces > 0 ? 'new' : 'unchanged', firstSeen: days[0] ?? null, newPlaces }
  }

  left(isUnknown: (path: string) => boolean): { readonly fixed: KnownLink[]; readonly unknown: KnownLink[] } {
    const left = this.links.filter(link => !this.met.has(link))
    const unknown = left.filter(({ files }) => files.some(isUnknown))
    return { fixed: left.filter(link => !unknown.includes(link)), unknown }
  }
}
