// Models label, code counts: every record of some chunks gets one label of the set, and each chunk's report the counts.
import type { RecordSpan } from '@shoal/base/model/content-type'
import type { ReadingOutcome, ReadingPart } from '@shoal/base/model/model-work'
import type { Brief } from '@shoal/base/model/question'
import type { AnalystReport } from '@shoal/base/model/report'
import type { SourceText } from '@shoal/base/model/source'
import { FileSecrets } from '../../text/gate/file-secrets.ts'
import { type SweptSecrets, secretsOf } from '../../text/gate/secret-hider.ts'
import { bodyRange } from '../../text/line-spans.ts'
import { isTelling } from '../../text/quotes/locate.ts'
import { addVerifications } from '../verification.ts'
import { verifyFindings } from '../verify.ts'
import { type Asking, askPack } from './ask-pack.ts'
import type { LabelBook } from './label-book.ts'
import { type LabelledPlace, labelDrafts, mergeChecked } from './label-finding.ts'
import { UNLABELLED } from './label-set.ts'
import { type JudgedRecord, type RecordType, readRecords } from './part-records.ts'
import { Tallying } from './tally.ts'

/** What is to be labelled, by whom, and who pays. */
export interface Labelling extends Asking {
  readonly brief: Brief
  /** All of one content type. */
  readonly parts: readonly ReadingPart[]
  readonly type: RecordType
  /** One for all labelling of a run: no record is sent twice. */
  readonly book: LabelBook
}

/**
 * One report for each part: what the built-in analyst found, and how often each label was given. Throws only for I/O
 * and abort. What was labelled before a failure is kept in the book.
 */
export async function labelParts(labelling: Labelling): Promise<ReadingOutcome> {
  const { parts, book } = labelling
  const counted: Counted[] = []
  for (const part of parts) counted.push(await countRecords(part, labelling))
  const unique = new Map(counted.flatMap(({ groups }) => [...groups]))
  const settled = await book.settle([...unique.values()], pack => askPack(pack, labelling))
  if (!settled.ok) return { status: 'failed', failure: settled.failure }
  const reports: AnalystReport[] = []
  for (const [k, part] of parts.entries()) reports.push(await reportOf(part, counted[k]!, labelling))
  return { status: 'read', reports, isCached: settled.isCached, isShownWhole: false, closing: null }
}

/** Records that are equal in what is judged: the first of them, and how many there are. */
interface EqualRecords extends JudgedRecord, LabelledPlace {
  /** How many there are of each value that is grouped by. */
  readonly byGroup: ReadonlyMap<string, number>
}

/** The records of a chunk, equal ones together, by digest. */
interface Counted {
  readonly groups: ReadonlyMap<string, EqualRecords>
  readonly secrets: SweptSecrets
}

async function countRecords(part: ReadingPart, { set, type, context }: Labelling): Promise<Counted> {
  const { about, chunk, facts } = part
  const source = part.openSource()
  try {
    const secrets = await secretsOf(part, source, context.signal)
    const { fields, groupBy } = set
    const records = readRecords(source, chunk, { type, facts, fields, secrets })
    const { end } = bodyRange(source, chunk.body)
    const groups = new Map<string, EqualRecords & { count: number; readonly byGroup: Map<string, number> }>()
    for (const span of records.spans()) {
      if (isNamed(set.notRecords, `${about.path}:${span.line}`)) continue
      const record = records.judged(span)
      if (!record) continue
      const place = { line: span.line, quote: '', count: 0, byGroup: new Map<string, number>() }
      const known = groups.get(record.digest)
      const equal = known ?? { ...record, ...place, quote: quoteOf(source, span, end) }
      if (!known) groups.set(record.digest, equal)
      equal.count++
      if (groupBy === null) continue
      const group = records.field(span, groupBy) ?? ''
      equal.byGroup.set(group, (equal.byGroup.get(group) ?? 0) + 1)
    }
    return { groups, secrets }
  } finally {
    source.close()
  }
}

/** By the end of its path too: models leave out directories that all have in common. */
function isNamed(places: readonly string[], place: string): boolean {
  return places.some(named => place === named || place.endsWith(`/${named}`))
}

const LONGEST_QUOTE = 300

/** A record that says too little to be found again is quoted with what follows it. */
function quoteOf(source: SourceText, span: RecordSpan, bodyEnd: number): string {
  const upTo = (end: number) => {
    // A character takes up to four units, and the last one that is read may be half of one.
    const text = source.text(span.start, Math.min(end, span.start + 4 * LONGEST_QUOTE))
    return text
      .slice(0, LONGEST_QUOTE)
      .replace(/\p{Cs}|(?<!\ufffd)\ufffd+$/gu, '')
      .trim()
  }
  const quote = upTo(span.end)
  return isTelling(quote) ? quote : upTo(bodyEnd)
}

async function reportOf(part: ReadingPart, counted: Counted, labelling: Labelling): Promise<AnalystReport> {
  const { report } = part
  if (counted.groups.size === 0) return report
  const { tally, findings: checked, verification, rejected } = await checkedLabels(part, counted, labelling)
  const { findings, examples } = mergeChecked(checked)
  return {
    ...report,
    relevant: true,
    findings: [...report.findings, ...findings],
    labelled: { tally, examples, by: labelling.model.id },
    verification: addVerifications([report.verification, verification]),
    rejected: [...report.rejected, ...rejected],
  }
}

async function checkedLabels(
  part: ReadingPart,
  { groups, secrets }: Counted,
  { set, book, brief, model, context: { signal } }: Labelling,
) {
  const counts = new Map<string, LabelledPlace>()
  const tallying = new Tallying()
  for (const equal of groups.values()) {
    const label = book.labelOf(equal.digest) ?? UNLABELLED
    const known = counts.get(label)
    counts.set(label, known ? { ...known, count: known.count + equal.count } : equal)
    tallying.addEqual(label, equal)
  }
  const { about, chunk } = part
  const source = part.openSource()
  try {
    const checked = await verifyFindings(labelDrafts(counts, set, model.id), source, {
      about,
      chunk: { id: chunk.id, index: chunk.index, continuation: chunk.continuation, ...chunk.body },
      brief,
      secrets: new FileSecrets(secrets.sweep),
      signal,
    })
    return { ...checked, tally: tallying.done() }
  } finally {
    source.close()
  }
}
