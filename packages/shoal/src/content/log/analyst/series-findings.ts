// What the files of a rotated log say as the one log that they are: errors from the first file to the last, silences at the seams, and kinds
// of entry that begin or cease with a file only because it does.
import type { SurveyedFile, TypeSynthesis } from '@shoal/base/model/analyst'
import { type Finding, type FindingDraft, severities } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { addTo, largest } from '@shoal/base/model/lists'
import type { LogSeries } from '@shoal/base/text/log-series'
import { countSilences } from '../../../text/timeline/order.ts'
import { FEWEST_STEADY, isAwayForLong } from './changes.ts'
import { asArray, asObject, type Figures, figuresOf, numberOf } from './figure-values.ts'
import { burstsThatGoOn } from './series-bursts.ts'
import { MANY } from './trouble-findings.ts'
import { counted, duration, number, short } from './wording.ts'

export interface SeriesFindings {
  readonly findings: TypeSynthesis['findings']
  /** Findings of single files that these stand for, or that are not so when the whole series is seen. */
  readonly parts: NonNullable<TypeSynthesis['parts']>
}

/** One file of a series. */
interface Part {
  readonly file: SurveyedFile
  readonly pace: Figures
  readonly from: number
  readonly to: number
  readonly templates: ReadonlyMap<string, Figures>
  /** When what is no trouble came first and last. */
  readonly calm: ReadonlyMap<string, { readonly count: number; readonly first: number; readonly last: number }>
}

export function seriesFindings(files: readonly SurveyedFile[], series: readonly LogSeries[]): SeriesFindings {
  const byPath = new Map(files.map(file => [file.path, file]))
  const all = series.flatMap(({ name, paths }): SeriesFindings[] => {
    const parts = paths.flatMap(path => byPath.get(path) ?? []).map(partOf)
    const isOrdered = parts.every(({ from, to }, k) => from <= to && (k === 0 || parts[k - 1]!.to <= from))
    const errors = clusters(name, parts)
    return isOrdered ? [errors, span(name, parts), silences(name, parts), ceased(name, parts), notNew(parts)] : [errors]
  })
  for (const { finding, parts } of burstsThatGoOn(files, series)) all.push({ findings: [finding], parts })
  return { findings: all.flatMap(({ findings }) => findings), parts: all.flatMap(({ parts }) => parts) }
}

function partOf(file: SurveyedFile): Part {
  const figures = figuresOf(file)
  const pace = asObject(figures.pace)
  const templates = asArray(figures.templates).map(asObject)
  const timeOf = (value: Json | undefined) => (typeof value === 'number' ? value : Number.NaN)
  const calm = asArray(pace.calm).map(asArray)
  return {
    file,
    pace,
    from: timeOf(pace.first_ms),
    to: timeOf(pace.last_ms),
    templates: new Map(templates.map(template => [String(template.template), template])),
    calm: new Map(
      calm.map(([name, count, first, last]) => [
        String(name),
        { count: numberOf(count), first: timeOf(first), last: timeOf(last) },
      ]),
    ),
  }
}

function statsOf({ stats }: Finding): Figures {
  return asObject((stats ?? null) as Json)
}

const placed = ({ path, key }: Finding) => ({ path, key })

/** The finding that several of one file each are parts of, quoted from the first. */
function united(
  of: Pick<FindingDraft, 'key' | 'summary' | 'stats' | 'severity'>,
  parts: readonly Finding[],
): SeriesFindings {
  const [first] = parts
  const { type, confidence, nature, advice, line, evidence, path, weight, topics = [] } = first!
  const count = parts.reduce((sum, part) => sum + part.count, 0)
  const own = { type, confidence, nature, line, evidence, path, weight, topics, count, ...(advice && { advice }) }
  return { findings: [{ ...own, ...of }], parts: parts.map(placed) }
}

/** One kind of error in several files is one, with its first entry in the oldest and its last in the newest. */
function clusters(name: string, parts: readonly Part[]): SeriesFindings {
  const byKey = new Map<string, Finding[]>()
  for (const { file } of parts)
    for (const finding of file.findings)
      if (finding.type === 'error_cluster' && statsOf(finding).template !== undefined)
        addTo(byKey, finding.key, finding)
  const told = [...byKey].flatMap(([key, own]): SeriesFindings[] => {
    if (own.length < 2) return []
    const [first, last] = [statsOf(own[0]!), statsOf(own.at(-1)!)]
    const count = own.reduce((sum, part) => sum + part.count, 0)
    const { text, template, level, error_class: errorClass, message, root_frame: frame } = first
    const because = errorClass ? `, ${String(errorClass)}${message ? `: ${short(String(message), 80)}` : ''}` : ''
    const where = frame ? `, raised at ${String(frame)}` : ''
    const times =
      first.first_time && last.last_time ? `; first ${String(first.first_time)}, last ${String(last.last_time)}` : ''
    const what = level === 'warn' ? counted(count, 'entry', 'entries') : counted(count, 'error')
    const gravest = severities.find(one => own.some(({ severity }) => severity === one))!
    return [
      united(
        {
          key: `series:${name}:${key}`,
          summary: `${what} “${short(String(text ?? template), 160)}”${because}${where}${times}; in ${number(own.length)} of ${counted(parts.length, 'file')} of the series ${name}`,
          severity: level !== 'warn' && count >= MANY ? 'high' : gravest,
          stats: {
            ...(first as Record<string, Json>),
            last_time: last.last_time ?? null,
            last_line: last.last_line ?? null,
            share_of_entries: count / parts.reduce((sum, { file }) => sum + numberOf(figuresOf(file).entries), 0),
            by_file: Object.fromEntries(own.map(one => [one.path, { count: one.count, ...statsOf(one) }])),
          },
        },
        own,
      ),
    ]
  })
  return { findings: told.flatMap(({ findings }) => findings), parts: told.flatMap(one => one.parts) }
}

function span(name: string, parts: readonly Part[]): SeriesFindings {
  const own = parts.flatMap(({ file }) => file.findings.filter(({ type }) => type === 'time_span'))
  if (own.length < parts.length) return NOTHING
  const entries = own.reduce((sum, { count }) => sum + count, 0)
  const [first, last] = [parts[0]!, parts.at(-1)!]
  const [from, to] = [figuresOf(first.file).from, figuresOf(last.file).to]
  const summary = `${counted(entries, 'entry', 'entries')} over ${duration(last.to - first.from)}, from ${String(from)} to ${String(to)}, in ${counted(parts.length, 'file')} of the series ${name}`
  return united({ key: `series:${name}:time-span`, summary, severity: 'low' }, own)
}

const NOTHING: SeriesFindings = { findings: [], parts: [] }

/** Between the last entry of a file and the first of the next, judged as any other silence of the whole log. */
function silences(name: string, parts: readonly Part[]): SeriesFindings {
  const seams = parts.slice(1).map((after, k) => ({ before: parts[k]!, after, length: after.from - parts[k]!.to }))
  const inside = parts.flatMap(({ pace }) => asArray(pace.longest_seconds).map(seconds => numberOf(seconds) * 1000))
  const longest = [...inside, ...seams.map(({ length }) => length)].sort((a, b) => b - a)
  const order = {
    steps: parts.reduce((sum, { pace }) => sum + numberOf(pace.steps) + 1, -1),
    total: parts.at(-1)!.to - parts[0]!.from,
    usual: largest(parts.map(({ pace }) => numberOf(pace.usual_seconds) * 1000)),
  }
  const silent = longest.slice(0, countSilences(longest, order))
  const shortest = silent.at(-1) ?? Number.POSITIVE_INFINITY
  const pace = (order.total - silent.reduce((sum, one) => sum + one, 0)) / order.steps
  const findings = seams.flatMap(({ before, after, length }): SeriesFindings['findings'] => {
    // The first entry of a file is what its span of time quotes.
    const first = after.file.findings.find(({ type }) => type === 'time_span')
    if (length < shortest || !first) return []
    const [from, to] = [figuresOf(before.file).to, figuresOf(after.file).from]
    return [
      {
        type: 'gap',
        key: `series:${name}:gap:${after.from}`,
        summary: `Nothing was logged for ${duration(length)}, from ${String(from)} (the end of ${before.file.path}) to ${String(to)} (line ${number(first.line)}), where the series ${name} was rotated; entries usually come every ${duration(pace)}`,
        severity: 'medium',
        confidence: 'high',
        nature: 'problem',
        advice: 'Find out whether the program stood still, or a file of the series is missing',
        line: first.line,
        evidence: first.evidence,
        topics: ['gap', 'silence', 'outage'],
        weight: 0.7,
        stats: {
          seconds: length / 1000,
          from: from ?? null,
          to: to ?? null,
          files: [before.file.path, after.file.path],
        },
        path: after.file.path,
      },
    ]
  })
  return { findings, parts: [] }
}

/** What came steadily up to a file and stands in no newer one; what a newer one has did not cease. */
function ceased(name: string, parts: readonly Part[]): SeriesFindings {
  const goesOn = parts.flatMap(({ file }, k) =>
    file.findings.filter(finding => {
      const { template } = statsOf(finding)
      return finding.type === 'ceased' && parts.slice(k + 1).some(later => later.templates.has(String(template)))
    }),
  )
  const start = parts[0]!.from
  const end = parts.at(-1)!.to
  const findings = [...parts[0]!.calm.keys()].flatMap((template): SeriesFindings['findings'] => {
    const upTo = parts.findIndex(({ templates }) => !templates.has(template))
    const own = parts.slice(0, Math.max(0, upTo)).flatMap(part => {
      const came = part.calm.get(template)
      return came ? [{ ...part, ...came, seen: part.templates.get(template)! }] : []
    })
    const isGone = parts.slice(upTo).every(({ templates }) => !templates.has(template))
    const [oldest, newest] = [own[0], own.at(-1)]
    if (!oldest || !newest || !isGone || own.length < upTo) return []
    const count = own.reduce((sum, part) => sum + part.count, 0)
    const pace = (newest.last - oldest.first) / (count - 1)
    const isSteady = own.every(({ first, last, from, to }, k) => {
      const least = k === own.length - 1 ? 0 : (to - from) * MOST_OF_FILE
      return first - from <= (to - from) * (1 - MOST_OF_FILE) && last - first >= least
    })
    if (count < FEWEST_STEADY || !isSteady || newest.file.findings.some(finding => hasStopped(finding, template)))
      return []
    if (!isAwayForLong({ silent: end - newest.last, pace, total: end - start })) return []
    const { example } = newest.seen
    if (typeof example !== 'string') return []
    return [
      {
        type: 'ceased',
        key: `series:${name}:ceased:${template}`,
        summary: `“${short(template, 120)}” came every ${duration(pace)} (${counted(count, 'time')}) and stopped at ${String(newest.seen.last_time)} (line ${number(numberOf(newest.seen.last_line))} of ${newest.file.path}), ${duration(end - newest.last)} before the end of the series ${name}`,
        severity: 'medium',
        confidence: 'medium',
        nature: 'problem',
        advice: 'Find out why the entry does not come any more',
        line: numberOf(newest.seen.first_line),
        evidence: example,
        count,
        topics: ['stopped', 'silence'],
        weight: 0.55,
        stats: { template, pace_seconds: pace / 1000, silent_seconds: (end - newest.last) / 1000 },
        path: newest.file.path,
      },
    ]
  })
  return { findings, parts: goesOn.map(placed) }
}

/** What is steady is there for so much of a file. */
const MOST_OF_FILE = 0.9

function hasStopped(finding: Finding, template: string): boolean {
  const stats = statsOf(finding)
  return stats.template === template && (finding.type === 'ceased' || numberOf(stats.stopped_beats_before_end) > 0)
}

/** What begins late in a file is not new where an older file has it. */
function notNew(parts: readonly Part[]): SeriesFindings {
  const known = parts.flatMap(({ file }, k) => {
    const older = parts.slice(0, k)
    const isKnown = (template: Json | undefined) => older.some(({ templates }) => templates.has(String(template)))
    return file.findings.filter(finding => {
      const { template, templates } = statsOf(finding)
      if (finding.type === 'started') return isKnown(template)
      const all = asArray(templates)
      return finding.type === 'new_template' && all.length > 0 && all.every(one => isKnown(asObject(one).template))
    })
  })
  return { findings: [], parts: known.map(placed) }
}
