// What is said of a report that was compared with a baseline, or is limited to what was changed.
import type { Finding } from '@shoal/base/model/finding'
import type { CrossFinding, RunReport } from '@shoal/base/model/report'
import { formatCount, plural } from '@shoal/base/text/printable'
import type { FileRole } from '../../text/file-role.ts'

const ROLE_WORDS: Readonly<Record<FileRole, string>> = {
  own: '',
  test: 'in a test',
  fixture: 'in test data',
  example: 'in an example',
  vendored: 'in vendored code',
  generated: 'in a generated file',
  catalog: 'in a catalog of texts',
}

/** It is about what is new or was changed; the rest is counted. */
export function isLimited({ compared, narrowed }: Pick<RunReport, 'compared' | 'narrowed'>): boolean {
  return compared !== undefined || narrowed !== undefined
}

export interface Limited {
  /** `New problems`. */
  readonly title: string
  readonly findings: readonly Finding[]
  readonly crossFile: readonly CrossFinding[]
  /** What there is beside them, one sentence each. */
  readonly notes: readonly string[]
  /** What is gone, one line each. */
  readonly fixed: readonly string[]
}

/** The problems that such a report is about. */
export function limitedTo(report: RunReport): Limited {
  const { compared, narrowed } = report
  const isMeant = ({ nature, standing }: Finding | CrossFinding) =>
    nature === 'problem' && (compared === undefined || standing?.state === 'new')
  return {
    title: `${compared ? 'New problems' : 'Problems'}${narrowed ? ' in changed files' : ''}`,
    findings: report.findings.filter(isMeant),
    crossFile: report.crossFile.filter(isMeant),
    notes: standingNotes(report),
    fixed: (compared?.fixed ?? []).map(
      ({ path, rule, summary, count, firstSeen }) =>
        `${path === null ? '' : `${path}: `}${summary} (${rule}${count > 1 ? `, ${formatCount(count)} places` : ''}, known since ${firstSeen})`,
    ),
  }
}

/** One sentence for the baseline, one for the commit. */
export function standingNotes({ compared, narrowed }: Pick<RunReport, 'compared' | 'narrowed'>): string[] {
  return [
    ...(compared
      ? [
          `Compared with ${compared.baseline}: ${formatCount(compared.new)} new, ${formatCount(compared.unchanged)} unchanged, ${formatCount(compared.fixed.length)} fixed${compared.unknown > 0 ? `; ${formatCount(compared.unknown)} not looked at in this run stay as they are` : ''}.`,
        ]
      : []),
    ...(narrowed ? [narrowedNote(narrowed)] : []),
  ]
}

function narrowedNote({ ref, commit, changed, deleted, elsewhere }: NonNullable<RunReport['narrowed']>): string {
  const { problems, facts, links } = elsewhere
  const rest = [plural(problems, 'problem'), plural(facts, 'fact'), `${plural(links, 'link')} between files`].join(', ')
  const gone =
    deleted.length === 0
      ? ''
      : ` Deleted: ${deleted.slice(0, 5).join(', ')}${deleted.length > 5 ? ` and ${formatCount(deleted.length - 5)} more` : ''}.`
  return `Changed since ${ref} (${commit.slice(0, 12)}): ${plural(changed.length, 'file')}. Elsewhere: ${rest}, not listed.${gone}`
}

/** `test code`, `new`, `since 2026-11-01`, `on a changed line`; '' for none. */
export function standingMark(one: Finding | CrossFinding): string {
  const { standing } = one
  const marks = [
    'role' in one && one.role !== undefined ? ROLE_WORDS[one.role as FileRole] : '',
    standing?.state === 'unchanged' ? `known since ${standing.firstSeen}` : '',
    standing?.state === 'new' && standing.firstSeen ? `${plural(standing.newPlaces ?? 1, 'new place')}` : '',
    standing?.onChangedLine ? 'on a changed line' : '',
  ]
  return marks.filter(mark => mark !== '').join(', ')
}
