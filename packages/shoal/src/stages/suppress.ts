// Takes away what notes and the config file accept: every place for itself, each with its reason.
import type { Finding, Place } from '@shoal/base/model/finding'
import type { ConfiguredIgnore, IgnoreNote, PlacedNote, Suppressed } from '@shoal/base/model/ignore'
import type { CrossFinding } from '@shoal/base/model/report'
import { placeName } from '@shoal/base/report/places'
import { globMatcher } from '@shoal/base/text/glob'
import { identityOf, linkIdentities, ruleOf } from './standing/identity.ts'

type By = Pick<Suppressed, 'by' | 'reason'>

export class Suppressions {
  readonly suppressed: Suppressed[] = []
  private readonly notes = new Map<string, readonly IgnoreNote[]>()
  private readonly entries: readonly (ConfiguredIgnore & { matches(path: string): boolean })[]

  constructor(configured: readonly ConfiguredIgnore[] = []) {
    this.entries = configured.map(entry => ({
      ...entry,
      matches:
        entry.path === undefined
          ? () => true
          : globMatcher(entry.path, { dot: true, basename: !entry.path.includes('/') }),
    }))
  }

  note(path: string, notes: readonly IgnoreNote[]): void {
    this.notes.set(path, notes)
  }

  /** In a file of the config only one that gives a reason is honoured; of these, the first that fits. */
  withoutIgnored(findings: readonly Finding[]): Finding[] {
    if (this.notes.size + this.entries.length === 0) return [...findings]
    return findings.flatMap(finding => {
      if (finding.nature !== 'problem') return [finding]
      const rules = [ruleOf(finding), finding.type]
      const kept = finding.places.filter(place => {
        const by = this.byOf(rules, place)
        if (by) this.add(finding, place, by)
        return by === null
      })
      if (kept.length === finding.places.length) return [finding]
      return kept.length === 0 ? [] : [withPlaces(finding, kept)]
    })
  }

  /** A link goes when one of its ends is accepted. */
  linksWithoutIgnored(links: readonly CrossFinding[]): CrossFinding[] {
    if (this.notes.size + this.entries.length === 0) return [...links]
    return links.filter(link => {
      if (link.nature !== 'problem') return true
      const rules = [`cross-file.${link.kind}`, link.kind]
      for (const end of link.evidence) {
        const by = this.byOf(rules, { ...end, endLine: end.line })
        if (!by) continue
        const { severity, summary } = link
        const id = linkIdentities(link)[0] ?? ''
        this.suppressed.push({ rule: rules[0]!, severity, summary, path: end.path, line: end.line, id, ...by })
        return false
      }
      return true
    })
  }

  private add(finding: Finding, { path, line, evidence }: Place, by: By): void {
    const { severity, summary } = finding
    const id = identityOf(finding, evidence)
    this.suppressed.push({ rule: ruleOf(finding), severity, summary, path, line, id, ...by })
  }

  private byOf(rules: readonly string[], { path, line, endLine }: Pick<Place, 'path' | 'line' | 'endLine'>): By | null {
    const note = this.notes
      .get(path)
      ?.find(one => one.reason !== null && one.rules.some(isOf(rules)) && line <= one.target && one.target <= endLine)
    if (note) return { reason: note.reason!, by: { note: note.line } }
    const entry = this.entries.findIndex(one => isOf(rules)(one.rule) && one.matches(path))
    return entry === -1 ? null : { reason: this.entries[entry]!.reason, by: { entry } }
  }
}

function isOf(rules: readonly string[]): (rule: string) => boolean {
  return rule => rules.includes(rule)
}

/** Its own place is the first that is left. */
function withPlaces(finding: Finding, places: readonly Place[]): Finding {
  const [{ path, line, endLine, evidence }] = places as [Place]
  const gone = finding.places.length - places.length
  return {
    ...finding,
    path,
    line,
    endLine,
    evidence,
    places,
    placeCount: finding.placeCount - gone,
    count: Math.max(places.length, finding.count - gone),
  }
}

/** What is wrong with notes and entries, one sentence each: those without a reason or a rule, and those that nothing needs. */
export function ignoreWarnings(
  notes: readonly PlacedNote[],
  configured: readonly ConfiguredIgnore[],
  suppressed: readonly Suppressed[],
): string[] {
  const used = new Set(suppressed.map(({ by, path }) => ('note' in by ? `${path}\0${by.note}` : by.entry)))
  const SHAPE = '`shoal-ignore RULE: reason`'
  const ofNotes = notes.flatMap(({ path, line, rules, reason }) => {
    const at = `shoal-ignore at ${placeName({ path, line })}`
    if (rules.length === 0) return [`${at} names no rule and is not honoured; write ${SHAPE}`]
    if (reason === null) return [`${at} gives no reason and is not honoured; write ${SHAPE}`]
    return used.has(`${path}\0${line}`) ? [] : [`${at} is not needed: no ${rules.join(' or ')} is found there`]
  })
  const ofEntries = configured.flatMap(({ rule, path }, k) =>
    used.has(k) ? [] : [`the entry of "suppress" for ${rule}${path === undefined ? '' : ` in ${path}`} is not needed`],
  )
  return [...ofNotes, ...ofEntries]
}
