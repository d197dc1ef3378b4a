// Gets the figures that a plan wants: from the profile, from what was summed up while reading, or by a second look.
import type { SourceText } from '../../../model/source.ts'
import { quantilesOf } from '../../../text/table/quantiles.ts'
import { arithmeticRules, type RuleCheck } from './arithmetic.ts'
import { CleanSums } from './clean-sums.ts'
import { MOST_VALUES, type TallySpec } from './group-tally.ts'
import type { Group, Grouping, RowFilter } from './groups.ts'
import { type Looked, type LookSpec, lookAgain, type RankedRow } from './look.ts'
import type { ColumnProfile, TableProfile } from './profile.ts'
import { type Plan, unappliedFilter } from './question/plan.ts'

export interface Asked {
  /** As far as it could be followed. */
  readonly plan: Plan
  /** Rows that meet the conditions and the first of them; null without conditions. */
  readonly matched: { readonly rows: number; readonly first: number | null } | null
  readonly groupings: readonly Grouping[]
  readonly ranked: readonly RankedRow[]
}

/** What the first pass summed up: groups, restricted to the rows of the filter, and how many rows that are. */
export interface FirstPass {
  readonly groupings: readonly Grouping[]
  readonly filter: RowFilter
  readonly matched: { readonly rows: number; readonly first: number | null } | null
}

interface Gathered {
  readonly asked: Asked | null
  readonly checks: readonly RuleCheck[]
  /** Null where no column has values that stand for "missing", or the rows could not be read a second time. */
  readonly clean: CleanSums | null
}

/** Null stands for no question; what the table itself makes worth a second look is looked at all the same. */
export async function gather(
  plan: Plan | null,
  profile: TableProfile,
  firstPass: FirstPass,
  source: SourceText,
  signal: AbortSignal,
): Promise<Gathered> {
  const rules = await arithmeticRules(profile, source)
  const sums = new CleanSums(profile)
  const clean = sums.columns.length > 0 ? sums : null
  const look = (spec: Partial<LookSpec>) => lookAgain(profile, source, { ...NOTHING, ...spec }, signal)
  const quick = plan && summedUp(plan, firstPass)
  if (!plan || quick) {
    if (rules.length === 0 && !clean) return { asked: quick, checks: [], clean }
    const looked = await look({ rules, clean })
    return { asked: quick, checks: looked?.checks ?? [], clean: looked && clean }
  }
  const looked = await look({ ...lookOf(plan), rules, clean })
  if (!looked) return { asked: failed(plan), checks: [], clean: null }
  const { checks } = looked
  // A word that is found nowhere is no condition.
  const lost = plan.clauses.filter(({ kind }, k) => kind === 'word' && looked.hits[k] === 0)
  if (lost.length === 0) return { asked: resultOf(plan, looked), checks, clean }
  const rest = {
    ...plan,
    clauses: plan.clauses.filter(clause => !lost.includes(clause)),
    unapplied: [...plan.unapplied, ...lost.flatMap(({ asked }) => asked).map(unappliedFilter)],
  }
  const known = summedUp(rest, firstPass)
  if (known) return { asked: known, checks, clean }
  const again = await look(lookOf(rest))
  return { asked: again ? resultOf(rest, again) : failed(rest), checks, clean }
}

const NOTHING: LookSpec = { clauses: [], tallies: [], ranked: null, rules: [], clean: null }

function lookOf(plan: Plan): Partial<LookSpec> {
  return { clauses: plan.clauses, tallies: talliesOf(plan), ranked: rankedOf(plan) }
}

function failed(plan: Plan): Asked {
  const unapplied = [...plan.unapplied, 'the rows could not be read a second time']
  return { plan: { ...plan, clauses: [], unapplied }, matched: null, groupings: [], ranked: [] }
}

function resultOf(plan: Plan, looked: Looked): Asked {
  const tallies = talliesOf(plan)
  const groupings = looked.groupings.flatMap(grouping => grouping ?? [])
  const lost = tallies.filter((_, k) => looked.groupings[k] === null).map(({ group }) => group!.column.name)
  const unkept = groupings.some(({ groups }) => groups.some(({ n, quantile }) => n > 0 && quantile === null))
  const wantsQuantiles = plan.statistics.some(({ kind }) => kind === 'quantile')
  return {
    plan: {
      ...plan,
      unapplied: [
        ...plan.unapplied,
        ...[...new Set(lost)].map(name => `\`${name}\` has too many values to group by`),
        ...(wantsQuantiles && unkept && tallies.some(({ values }) => values)
          ? [
              `the ${plan.statistics.find(({ kind }) => kind === 'quantile')!.word} is not computed over more than ${MOST_VALUES.toLocaleString('en-US')} values`,
            ]
          : []),
      ],
    },
    matched: plan.clauses.length === 0 ? null : { rows: looked.rows, first: looked.first },
    groupings,
    ranked: looked.ranked,
  }
}

/** Figures that the profile does not have: those of groups, and of the rows of a filter. */
function talliesOf({ clauses, groups, measures, statistics, ranking, gaps }: Plan): TallySpec[] {
  const filtered = clauses.length > 0
  const values = statistics.some(({ kind }) => kind === 'quantile')
  const measured = statistics.length > 0 ? measures : []
  const counted = groups.filter(
    ({ column, grain }) =>
      filtered || grain || (measured.length === 0 && (ranking !== null || column.merged.values === null)),
  )
  // Where no figure is named, a number is described, which takes its quantiles.
  const described = statistics.length > 0 ? measured : measures.slice(0, 1)
  return [
    ...(filtered ? described : []).map(measure => ({
      group: null,
      measure,
      values: values || statistics.length === 0,
    })),
    ...counted.map(group => ({ group, measure: null, values: false })),
    ...groups.flatMap(group =>
      measured.filter(measure => measure !== group.column).map(measure => ({ group, measure, values })),
    ),
    ...gaps.map(column => ({ group: { column, grain: null }, measure: null, values: false })),
  ]
}

/** The farthest values of every column are known with their rows. */
function rankedOf({ ranksRows, measures, ranking }: Plan): LookSpec['ranked'] {
  const measure = measures[0]
  return ranksRows && measure && ranking ? { measure, most: Math.max(1, ranking.most), low: ranking.low } : null
}

/** What the first pass has, where it has all that is wanted. */
function summedUp(plan: Plan, { groupings, filter, matched }: FirstPass): Asked | null {
  const { clauses } = plan
  const ranked = rankedOf(plan)
  if (ranked && clauses.length > 0) return null
  const wanted = clauses.flatMap(({ kind, marks }) =>
    kind === 'value' ? marks.map(({ column, term }) => `${column}:${term}`) : [kind],
  )
  const marked = new Set(filter.marks.map(({ column, term }) => `${column}:${term}`))
  if (wanted.length !== marked.size || wanted.some(mark => !marked.has(mark))) return null
  const found: Grouping[] = []
  for (const { group, measure, values } of talliesOf(plan)) {
    const grouping = groupings.find(
      one =>
        (one.group?.index ?? -1) === (group?.column.index ?? -1) &&
        (one.measure?.index ?? -1) === (measure?.index ?? -1),
    )
    if (values || group?.grain || !grouping) return null
    found.push(grouping)
  }
  const series = ranked?.measure.numbers?.series
  return {
    plan,
    matched: clauses.length === 0 ? null : matched,
    groupings: found,
    ranked: (ranked?.low ? series?.lows : series?.highs)?.slice(0, ranked?.most ?? 0) ?? [],
  }
}

/** A column over all rows, as a group. */
export function wholeColumn(column: ColumnProfile, rows: number): Group | null {
  const { numbers, merged } = column
  if (!numbers) return null
  const { total, min, max } = numbers.series
  return {
    value: null,
    rows,
    n: total,
    sum: numbers.sum,
    mean: numbers.mean,
    min,
    max,
    first: 0,
    quantile: share => quantilesOf(merged.eachNumber, total, [share])[0]!,
  }
}
