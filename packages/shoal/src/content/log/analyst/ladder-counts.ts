// Counts per value with a bound on how many values there are: beyond it all values are made coarser by a step (a path
// loses its last part, an address its last number). What is kept depends on the values alone, not on their order, so
// counts of parts of a file unite into those of the whole.
import { counted } from './wording.ts'

/** How often a value came, and where first and last. */
export interface Tallied {
  count: number
  firstLine: number
  firstOffset: number
  /** Milliseconds, NaN where the entry has no time. */
  firstTime: number
  lastLine: number
  lastTime: number
}

export interface LadderData {
  readonly step: number
  readonly values: Map<string, Tallied>
}

/** Makes a value coarser; step 0 leaves it as it is. Coarsening by one step after another is coarsening by the last. */
export type Coarsen = (value: string, step: number) => string

export class LadderCounts {
  private step = 0
  private values = new Map<string, Tallied>()

  constructor(
    private readonly most: number,
    private readonly coarsen: Coarsen,
  ) {}

  add(value: string, line: number, offset: number, time: number): void {
    const key = this.step === 0 ? value : this.coarsen(value, this.step)
    const seen = this.values.get(key)
    if (seen) {
      seen.count++
      seen.lastLine = line
      seen.lastTime = time
    } else {
      this.values.set(key, {
        count: 1,
        firstLine: line,
        firstOffset: offset,
        firstTime: time,
        lastLine: line,
        lastTime: time,
      })
      if (this.values.size > this.most) this.shrink()
    }
  }

  /** Adds the counts of a later part of the file. */
  merge(later: LadderData): void {
    while (this.step < later.step) this.shrink()
    for (const [value, tallied] of later.values) unite(this.values, this.coarsen(value, this.step), tallied)
    while (this.values.size > this.most) this.shrink()
  }

  data(): LadderData {
    return { step: this.step, values: this.values }
  }

  private shrink(): void {
    this.step++
    const before = this.values
    this.values = new Map()
    for (const [value, tallied] of before) unite(this.values, this.coarsen(value, this.step), tallied)
  }
}

/** `4 addresses`; of groups it is not known how many they stand for. */
export function differing({ values, step }: LadderData, one: string, many: string): string {
  return step === 0 ? counted(values.size, one, many) : `too many ${many} to count, which are told in groups`
}

/** The values by count, the most frequent first; equals in order of the alphabet. */
export function ranked({ values }: LadderData): [value: string, tallied: Tallied][] {
  return [...values].sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1))
}

function unite(values: Map<string, Tallied>, key: string, tallied: Tallied): void {
  const seen = values.get(key)
  if (!seen) {
    values.set(key, { ...tallied })
    return
  }
  seen.count += tallied.count
  if (tallied.firstLine < seen.firstLine) {
    seen.firstLine = tallied.firstLine
    seen.firstOffset = tallied.firstOffset
    seen.firstTime = tallied.firstTime
  }
  if (tallied.lastLine > seen.lastLine) {
    seen.lastLine = tallied.lastLine
    seen.lastTime = tallied.lastTime
  }
}

/** `/orders/17?x=1` step by step to fewer parts: at most six at first. */
export function coarserPath(path: string, step: number): string {
  const parts = path.split('/')
  const most = Math.max(1, 7 - step)
  return parts.length > most ? `${parts.slice(0, most).join('/')}/…` : path
}

/** An address, then its first three numbers, then two. */
export function coarserAddress(address: string, step: number): string {
  const by = address.includes(':') && !address.includes('.') ? ':' : '.'
  const parts = address.split(by)
  const most = Math.max(1, 4 - step)
  return step > 0 && parts.length > most ? `${parts.slice(0, most).join(by)}${by}*` : address
}

/** A number with fewer and fewer digits. */
export function coarserNumber(number: string, step: number): string {
  const value = Number(number)
  if (step === 0 || value === 0) return number
  const unit = 10 ** (Math.floor(Math.log10(value) + 1e-9) - Math.max(0, 3 - step))
  return String(Number((Math.floor(value / unit + 1e-9) * unit).toPrecision(6)))
}

/** A name, or that there were too many names. */
export function coarserName(name: string, step: number): string {
  return step === 0 ? name : '*'
}
