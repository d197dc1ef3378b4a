// Bursts of errors that go on over the files of a rotated log.
import type { SurveyedFile, TypeSynthesis } from '@shoal/base/model/analyst'
import { severities } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import { largest } from '@shoal/base/model/lists'
import type { LogSeries } from '@shoal/base/text/log-series'
import { asObject, type Figures, numberOf } from './figure-values.ts'
import { counted, number } from './wording.ts'

export interface WholeBurst {
  readonly finding: TypeSynthesis['findings'][number]
  readonly parts: NonNullable<TypeSynthesis['parts']>
}

/** A burst at the end of one file of a rotated log, which goes on at the beginning of the next, is one. */
export function burstsThatGoOn(files: readonly SurveyedFile[], series: readonly LogSeries[]): WholeBurst[] {
  return series.flatMap(({ name, paths }) => {
    const bursts = paths.flatMap(path =>
      (files.find(file => file.path === path)?.findings ?? []).flatMap(finding => {
        const stats = asObject((finding.stats ?? null) as Json)
        const [from, to] = [Date.parse(String(stats.from)), Date.parse(String(stats.to))]
        const isTold = finding.type === 'burst' && stats.what === 'errors' && from <= to
        return isTold ? [{ path, finding, stats, from, to, count: finding.count }] : []
      }),
    )
    const joined: (typeof bursts)[] = []
    for (const burst of bursts.sort((a, b) => a.from - b.from)) {
      const before = joined.at(-1)?.at(-1)
      const goesOn = before && before.path !== burst.path && burst.from <= before.to + BUCKETS * bucketMs(before, burst)
      if (goesOn) joined.at(-1)!.push(burst)
      else joined.push([burst])
    }
    return joined.flatMap(parts => {
      const [first, last] = [parts[0]!, parts.at(-1)!]
      if (parts.length < 2) return []
      const count = parts.reduce((sum, part) => sum + part.count, 0)
      const { line, evidence } = first.finding
      const severity = severities.find(one => parts.some(({ finding }) => finding.severity === one))!
      const finding = {
        type: 'burst',
        key: `series-burst:${name}:${first.from}`,
        summary: `One burst of errors over ${counted(parts.length, 'file')} of the series ${name}: ${number(count)}, from ${String(first.stats.first_entry)} to ${String(last.stats.last_entry ?? last.stats.to)}`,
        severity,
        confidence: 'high' as const,
        nature: 'problem' as const,
        advice: 'Find out what set off the burst',
        line,
        evidence,
        count,
        topics: ['burst', 'error'],
        weight: 1,
        stats: {
          files: parts.map(({ path }) => path),
          from: first.stats.from!,
          to: last.stats.to!,
          parts: parts.map(({ path, finding: { line: at, summary } }) => ({ path, line: at, summary })),
        },
        path: first.path,
      }
      return [{ finding, parts: parts.map(({ path, finding: { key } }) => ({ path, key })) }]
    })
  })
}

/** So many buckets of time may lie between two parts of one burst. */
const BUCKETS = 2

function bucketMs(...bursts: readonly { readonly stats: Figures }[]): number {
  return largest(bursts.map(({ stats }) => numberOf(stats.bucket_seconds) * 1000))
}
