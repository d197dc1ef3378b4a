// What counts of labels say to a question, as sentences: every one follows from the counts, and what is equal is told as equal.
import type { LabelCount, LabelTally, TallyForm } from '@shoal/base/model/label'
import { formatCount, plural, printable } from '@shoal/base/text/printable'
import { UNLABELLED } from './label-set.ts'
import { countOf, totalOf } from './tally.ts'

export interface ToldOver {
  /** Labels that were chosen, without those that every set has. */
  readonly own: readonly string[]
  /** What groups are of, `user`; null where nothing is grouped by. */
  readonly groupBy: string | null
}

/** Groups that a sentence lists. */
const MOST_GROUPS = 12

/** One sentence, or a few, for each form; of two that say the same the first. */
export function tellTally(tally: LabelTally, forms: readonly TallyForm[], over: ToldOver): string[] {
  const told = forms.map(form => (form.perGroup && over.groupBy !== null ? toldByGroup : toldOfAll)(tally, form, over))
  return [...new Set(told.filter(text => text !== ''))]
}

/** What is ranked: a label with its records, or a group with those of its records that have the labels. */
interface Standing {
  readonly name: string
  readonly count: number
  /** Records there are: of all, or of the group. */
  readonly of: number
}

function toldOfAll({ total, counts }: LabelTally, form: TallyForm, { own }: ToldOver): string {
  const labels = form.labels.length > 0 ? form.labels : own
  const standings = labels.map(name => ({ name, count: countOf(counts, [name]), of: total }))
  const ofAll = (count: number) => `${formatCount(count)} of ${plural(total, 'record')} (${percent(count, total)})`
  switch (form.tell) {
    case 'counts':
      return ''
    case 'count':
      return `${orList(labels)}: ${ofAll(countOf(counts, labels))}.`
    case 'compare':
      return compared(standings)
    default: {
      if (totalOf(counts.filter(({ label }) => labels.includes(label))) === 0)
        return `No record is labelled ${orList(labels)}.`
      const ranks = ranked(standings, false, form.tell === 'least')
      if (form.tell === 'top') {
        const { shown, note } = firstRanks(ranks, form.n)
        return `The ${formatCount(form.n)} most common: ${shown.map(rank => `${eachText(rank)} (${percent(rank[0]!.count, total)})`).join(', ')}.${note}`
      }
      const [first, second] = ranks
      const what = `${form.tell === 'most' ? 'Most' : 'Least'} common ${first!.length === 1 ? 'is' : 'are'} ${andList(namesOf(first!))}`
      const each = first!.length === 1 ? '' : ' each'
      return `${what}, with ${ofAll(first![0]!.count)}${each}${behind(form.tell, second)}.`
    }
  }
}

function toldByGroup(tally: LabelTally, form: TallyForm, over: ToldOver): string {
  const { groups } = tally
  const by = `By ${printable(over.groupBy!)}`
  if (form.tell === 'counts') return `${by}: ${listed(groups, ({ group, counts }) => countsText(group, counts, over))}.`
  if (form.tell === 'compare') return comparedByGroup(tally, form, over)
  if (form.labels.length === 0 && form.tell !== 'count') return commonByGroup(tally, form, over)
  const labels = form.labels.length > 0 ? form.labels : over.own
  const standings = groups.map(({ group, counts }) => ({
    name: nameOf(group, over),
    count: countOf(counts, labels),
    of: totalOf(counts),
  }))
  const what = orList(labels)
  if (form.tell === 'count') {
    const { shown } = firstRanks(ranked(standings, form.byShare, false), standings.length)
    return `${by}, ${what}: ${listed(shown.flat(), one => `${one.name} ${shareText(one)}`)}.`
  }
  if (standings.every(({ count }) => count === 0)) return `${by}: no record is labelled ${what}.`
  const ranks = ranked(standings, form.byShare, form.tell === 'least')
  const most = form.tell === 'least' ? ['fewest', 'lowest'] : ['most', 'highest']
  const head = `${by}, ${form.byShare ? `the ${most[1]} share of` : most[0]} records labelled ${what}`
  if (form.tell === 'top') {
    const { shown, note } = firstRanks(ranks, form.n)
    return `${head}: ${listed(shown.flat(), one => `${one.name} ${shareText(one)}`, ', ', Math.max(form.n, MOST_GROUPS))}.${note}`
  }
  const [first, second] = ranks
  const tie = first!.length === 1 ? '' : `, equal in ${form.byShare ? 'share' : 'number'}`
  const next = second === undefined ? '' : ` (next ${listed(second, one => `${one.name} ${shareText(one)}`, ', ', 3)})`
  return `${head}: ${listed(first!, one => `${one.name} ${shareText(one)}`, ', ')}${tie}${next}.`
}

/** `12 of 30 (40%)`. */
function shareText({ count, of }: Standing): string {
  return `${formatCount(count)} of ${formatCount(of)} (${percent(count, of)})`
}

/** The most or least common labels of each group. */
function commonByGroup({ groups }: LabelTally, form: TallyForm, over: ToldOver): string {
  const word = form.tell === 'least' ? 'Least' : 'Most'
  const all = listed(groups, ({ group, counts }) => {
    const of = totalOf(counts)
    const standings = over.own.map(name => ({ name, count: countOf(counts, [name]), of }))
    if (standings.every(({ count }) => count === 0)) return `${nameOf(group, over)} none of ${plural(of, 'record')}`
    const ranks = ranked(standings, false, form.tell === 'least')
    const { shown } = firstRanks(ranks, form.tell === 'top' ? form.n : 1)
    return `${nameOf(group, over)} ${shown.map(eachText).join(', ')} of ${plural(of, 'record')}`
  })
  return `${word} common by ${printable(over.groupBy!)}: ${all}.`
}

function compared(standings: readonly Standing[]): string {
  const counts = standings.map(({ name, count }) => `${name} ${formatCount(count)}`).join(', ')
  const [a, b] = standings
  if (standings.length < 2) return `${counts}.`
  if (standings.length === 2) return `${counts}: ${differenceText(a!, b!)}.`
  const ranks = ranked(standings, false, false)
  return `${counts}: ${ranks.map(rank => andList(namesOf(rank))).join(', then ')}.`
}

function differenceText(a: Standing, b: Standing): string {
  if (a.count === b.count) return `as many ${a.name} as ${b.name}`
  const [more, less] = a.count > b.count ? [a, b] : [b, a]
  return `${formatCount(more.count - less.count)} more ${more.name} than ${less.name}`
}

function comparedByGroup({ groups }: LabelTally, { labels }: TallyForm, over: ToldOver): string {
  const by = `By ${printable(over.groupBy!)}`
  const standingsOf = (counts: readonly LabelCount[]) =>
    (labels.length > 0 ? labels : over.own).map(name => ({ name, count: countOf(counts, [name]), of: totalOf(counts) }))
  const all = groups.map(({ group, counts }) => ({ group, standings: standingsOf(counts) }))
  const text = listed(all, ({ group, standings }) => `${nameOf(group, over)} ${compared(standings).slice(0, -1)}`)
  if (labels.length !== 2) return `${by}: ${text}.`
  const ahead = (sign: number) => all.filter(({ standings: [a, b] }) => Math.sign(a!.count - b!.count) === sign).length
  const [a, b] = labels
  return `${by}: ${text}. ${a} is ahead in ${formatCount(ahead(1))}, ${b} in ${formatCount(ahead(-1))}, equal in ${formatCount(ahead(0))}.`
}

/** In order; those of equal standing together. */
function ranked(standings: readonly Standing[], byShare: boolean, leastFirst: boolean): Standing[][] {
  // Shares are compared as whole numbers: no two that are equal differ by rounding.
  const less = (a: Standing, b: Standing) => (byShare ? b.count * a.of - a.count * b.of : b.count - a.count)
  const sorted = [...standings].sort((a, b) => (leastFirst ? less(b, a) : less(a, b)))
  const ranks: Standing[][] = []
  for (const one of sorted) {
    const rank = ranks.at(-1)
    if (rank && less(rank[0]!, one) === 0) rank.push(one)
    else ranks.push([one])
  }
  return ranks
}

/** As many as `n` standings take, with all that are equal to the last. */
function firstRanks(ranks: readonly Standing[][], n: number): { readonly shown: Standing[][]; readonly note: string } {
  const shown: Standing[][] = []
  let before = 0
  for (const rank of ranks) {
    if (before >= n) break
    shown.push(rank)
    before += rank.length
  }
  const last = shown.at(-1) ?? []
  const tied = last.length > MOST_GROUPS ? formatCount(last.length) : andList(namesOf(last))
  const note = before > n ? ` ${tied} share place ${formatCount(before - last.length + 1)}.` : ''
  return { shown, note }
}

function behind(tell: TallyForm['tell'], next: readonly Standing[] | undefined): string {
  if (next === undefined) return ''
  const each = next.length === 1 ? '' : ' each'
  return `, ${tell === 'most' ? 'ahead of' : 'behind'} ${andList(namesOf(next))} with ${formatCount(next[0]!.count)}${each}`
}

/** `billing 5`, `billing and praise 5 each`. */
function eachText(rank: readonly Standing[]): string {
  return `${andList(namesOf(rank))} ${formatCount(rank[0]!.count)}${rank.length === 1 ? '' : ' each'}`
}

function countsText(group: string, counts: readonly LabelCount[], over: ToldOver): string {
  const own = counts.map(({ label, count }) => `${label} ${formatCount(count)}`).join(', ')
  return `${nameOf(group, over)} ${formatCount(totalOf(counts))} (${own})`
}

function nameOf(group: string, { groupBy }: ToldOver): string {
  return group === '' ? `(no ${printable(groupBy ?? 'value')})` : printable(group)
}

function listed<T>(all: readonly T[], text: (one: T) => string, between = '; ', most = MOST_GROUPS): string {
  const more = all.length - most
  return all.slice(0, most).map(text).join(between) + (more > 0 ? `${between}and ${formatCount(more)} more` : '')
}

function namesOf(standings: readonly Standing[]): string[] {
  return standings.map(({ name }) => name)
}

function andList(names: readonly string[], word = 'and'): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`
}

function orList(names: readonly string[]): string {
  return andList(names, 'or')
}

/** `46.2%`; never 0% or 100% of what is neither none nor all. */
export function percent(count: number, total: number): string {
  const share = total === 0 ? 0 : (100 * count) / total
  if (count > 0 && share < 0.1) return '<0.1%'
  if (count < total && share > 99.9) return '>99.9%'
  return `${Number(share.toFixed(1))}%`
}

/** How many records have no label; null when all have one. */
export function unlabelledText({ total, counts }: LabelTally): string | null {
  const unlabelled = countOf(counts, [UNLABELLED])
  return unlabelled === 0
    ? null
    : `${plural(unlabelled, 'record')} (${percent(unlabelled, total)}) got no usable label.`
}
