// Logs that are rotated: `app.log`, `app.log.1`, `app.log.2.gz` are one series, told by their names.
import { addTo } from '../model/lists.ts'
import { withoutCodec } from './packed-name.ts'

/** Oldest first. */
export interface LogSeries {
  /** `app.log` */
  readonly name: string
  readonly paths: readonly string[]
}

const NUMBERED = /^(.+?)[.-](?:(\d{1,4})|(\d{4}-?\d{2}-?\d{2}(?:[-T_]?\d{2,6})?))(\.log)?$/

/** Of two files or more, by directory; a name that is no series by itself belongs to none. */
export function logSeries(paths: readonly string[]): LogSeries[] {
  const series = new Map<string, { readonly path: string; readonly age: number; readonly date: string }[]>()
  const plain = new Map<string, string>()
  for (const path of paths) {
    const name = withoutCodec(path)
    const [, stem, number, date, ending = ''] = NUMBERED.exec(name) ?? []
    if (stem === undefined) {
      plain.set(name, path)
      continue
    }
    const key = stem + ending
    const one = { path, age: Number(number ?? 0), date: date ?? '' }
    addTo(series, key, one)
  }
  return [...series].flatMap(([name, rotated]) => {
    const newest = plain.get(name)
    if (rotated.length + (newest === undefined ? 0 : 1) < 2) return []
    const ordered = rotated.sort((a, b) => b.age - a.age || (a.date < b.date ? -1 : 1)).map(({ path }) => path)
    return [{ name, paths: newest === undefined ? ordered : [...ordered, newest] }]
  })
}
