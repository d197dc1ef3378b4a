// Figures of one field by the values of another, for the fields a question names: counted while the records are read.
import type { Question } from '../../model/question.ts'
import { askedFor } from './asked.ts'
import type { RecordWatch, WatchedRecord } from './census.ts'
import { addTo, createSum, type ExactSum, mergeSums } from './exact-sum.ts'
import { Labels } from './labels.ts'
import { INTEGER, NUMBER } from './tape.ts'

/** Fields that are watched for a question, and distinct values that they are grouped by. */
const MOST_ASKED = 5
const MOST_GROUPS = 2000

export interface Group {
  readonly label: string
  /** Records of the group that have a number to reckon with. */
  count: number
  readonly sum: ExactSum
  min: number
  max: number
  at: number
  line: number
}

export interface GroupTally {
  readonly by: string
  readonly of: string
  /** By value; null when there are too many to group by. */
  groups: Map<string, Group> | null
}

/** By the paths of both fields. */
export type GroupTallies = Map<string, GroupTally>

export class GroupWatch implements RecordWatch {
  readonly room: number
  readonly tallies: GroupTallies = new Map()
  private readonly paths: string[]
  /** Watched paths that the question names. */
  private readonly asked: number[] = []
  /** The tallies again, by the numbers of both paths. */
  private readonly pairs: GroupTally[] = []
  private readonly labels = new Labels()

  /** `fixed` are watched too, under their own numbers, for whoever wants them. */
  constructor(
    private readonly question: Question,
    fixed: readonly string[] = [],
  ) {
    this.paths = [...fixed]
    this.room = fixed.length + MOST_ASKED
    for (const [k, path] of fixed.entries())
      if (path !== '' && fixed.indexOf(path) === k && this.isAsked(path) && this.asked.length < MOST_ASKED)
        this.asked.push(k)
  }

  indexOf(within: string): number {
    const known = this.paths.indexOf(within)
    if (known >= 0) return known
    if (this.asked.length === MOST_ASKED || this.paths.length === this.room || !this.isAsked(within)) return -1
    this.asked.push(this.paths.length)
    return this.paths.push(within) - 1
  }

  private isAsked(within: string): boolean {
    return askedFor(this.question, nameOf(within)) > 0
  }

  onRecord(record: WatchedRecord): void {
    const { asked } = this
    const { kind } = record.tape
    for (const of of asked) {
      const token = record.seen[of]!
      if (token < 0 || (kind[token] !== INTEGER && kind[token] !== NUMBER)) continue
      for (const by of asked)
        if (by !== of && record.seen[by]! >= 0 && kind[record.seen[by]!] !== NUMBER) this.add(record, by, of)
    }
  }

  private add({ tape, buffer, seen, at, line }: WatchedRecord, by: number, of: number): void {
    const { groups } = this.tallyOf(by, of)
    if (groups === null) return
    const label = this.labels.of(buffer, tape, seen[by]!)
    let group = groups.get(label)
    if (!group) {
      if (groups.size === MOST_GROUPS) {
        this.tallyOf(by, of).groups = null
        return
      }
      const [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
      group = { label, count: 0, sum: createSum(), min, max, at, line }
      groups.set(label, group)
    }
    const value = tape.num[seen[of]!]!
    if (!Number.isFinite(value)) return
    group.count++
    addTo(group.sum, value)
    if (value < group.min) group.min = value
    if (value > group.max) group.max = value
  }

  private tallyOf(by: number, of: number): GroupTally {
    const known = this.pairs[by * this.room + of]
    if (known) return known
    const tally = { by: this.paths[by]!, of: this.paths[of]!, groups: new Map() }
    this.pairs[by * this.room + of] = tally
    this.tallies.set(`${tally.by} ${tally.of}`, tally)
    return tally
  }
}

export function mergeGroups(into: GroupTallies, from: GroupTallies): void {
  for (const [key, tally] of from) {
    const own = into.get(key)
    if (!own) {
      into.set(key, tally)
      continue
    }
    for (const [label, group] of tally.groups ?? []) {
      const mine = own.groups?.get(label)
      if (!mine) own.groups?.set(label, group)
      else {
        mine.count += group.count
        mergeSums(mine.sum, group.sum)
        mine.min = Math.min(mine.min, group.min)
        mine.max = Math.max(mine.max, group.max)
      }
    }
    if (tally.groups === null || (own.groups && own.groups.size > MOST_GROUPS)) own.groups = null
  }
}

/** The last name of a path: `.user["first name"]` → `first name`. */
export function nameOf(within: string): string {
  const quoted = /\["((?:[^"\\]|\\.)*)"\]$/.exec(within)
  if (quoted) return JSON.parse(`"${quoted[1]}"`) as string
  return within.slice(within.lastIndexOf('.') + 1)
}
