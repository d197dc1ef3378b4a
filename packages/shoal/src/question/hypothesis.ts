// One way to read a question: with rows of one table as what is spoken of, and the tables that its keys lead to. Binds the words,
// and gives to each mark of the question the columns that stand beside it.

import { stem } from '@shoal/base/text/stem'
import {
  type Binding,
  entityScore,
  type FoundValue,
  namedElements,
  namedFields,
  spansOf,
  type ValueIndex,
} from './bind.ts'
import { WENT } from './change-words.ts'
import { alike, contraryOf, isEmptyWord, isLightVerb, isSoftWord, LEAVING } from './lexicon.ts'
import { type Marks, withoutMarks } from './marks.ts'
import { normal } from './normal.ts'
import type { Condition, Join } from './query.ts'
import type { Scale } from './scales.ts'
import { type Field, isMeasure, isName, isTime, type Table } from './schema.ts'
import { LATER } from './spans.ts'
import { phraseAt, type Reading, type Span, type Token } from './tokens.ts'

export interface Placed<T> {
  readonly span: Span
  readonly what: T
}

/** Words that may stand between a name and what belongs to it. */
const BETWEEN = new Set(
  'a an the of in on at is are was were be been with has have had that which to for as its their than equal equals being by from and'.split(
    ' ',
  ),
)

export class Hypothesis {
  readonly bindings: Binding[] = []
  readonly conditions: Placed<Condition>[] = []
  /** What might be meant as well and was not chosen; how unsure the bindings are. */
  readonly doubts: string[] = []
  weakness = 0
  /** Why no figure can be given, whatever else is understood. */
  blocked: string | null = null
  /** Ambiguities that change what comes out. */
  readonly ambiguous: string[] = []
  /** Columns that might be meant as well; whether that changes what comes out is seen by asking for it. */
  readonly choices: string[] = []
  /** "each title", of what rows cannot be told by. */
  unkeyed = false
  private readonly spent = new Set<Span>()
  private readonly joined = new Map<Table, Join>()

  constructor(
    readonly reading: Reading,
    public marks: Marks,
    readonly table: Table,
    /** Tables that a row leads to, one row each; and tables whose rows lead here. */
    readonly up: readonly Join[],
    readonly down: readonly Join[],
    readonly values: ValueIndex,
    /** Of columns that are named as well the first is taken, or the second. */
    private readonly choice: 0 | 1 = 0,
  ) {
    this.bind()
  }

  get joins(): Join[] {
    return [...this.joined.values()]
  }

  get tables(): Table[] {
    return [this.table, ...this.up.map(({ table }) => table)]
  }

  /** The join that a field needs becomes part of the query. */
  use(field: Field): Field {
    if (field.relation === this.table.relation) return field
    const join = this.up.find(({ table }) => table.relation === field.relation)
    if (join) this.follow(join)
    return field
  }

  private follow(join: Join): void {
    if (join.via) this.follow(join.via)
    this.joined.set(join.table, join)
  }

  /** A mark that is part of the query; the words of all others were not used. */
  spend(...spans: readonly (Span | null | undefined)[]): void {
    for (const span of spans) if (span) this.spent.add(span)
  }

  isSpent(span: Span): boolean {
    return this.spent.has(span)
  }

  /** Words that say something together, whatever single ones ask for. */
  dropMarks(span: Span): void {
    this.marks = withoutMarks(this.marks, span)
  }

  add(span: Span, what: Condition): void {
    this.conditions.push({ span, what })
  }

  private bind(): void {
    const { howScaled } = this.marks
    const measured = howScaled && this.reading.isFree(howScaled.span) ? this.scaled(howScaled.scale) : null
    if (measured) {
      this.bindings.push({ kind: 'column', span: howScaled!.span, fields: [measured.field], score: 0.9 })
      this.reading.take(howScaled!.span, 'column')
    }
    for (const span of spansOf(this.reading)) {
      if (!this.reading.isFree(span)) continue
      const binding = this.best(span)
      if (!binding) continue
      this.bindings.push(binding)
      this.reading.take(span, binding.kind)
    }
    this.bindings.sort((a, b) => a.span.from - b.span.from)
  }

  private best(span: Span): Binding | null {
    const tokens = this.reading.tokens.slice(span.from, span.to)
    const length = span.to - span.from
    const [first] = tokens
    const isNumber = length === 1 && first!.kind === 'number'
    const least = length > 1 ? 0.75 : 0.5
    const isEmpty = length === 1 && first!.kind === 'word' && isEmptyWord(first!.lower)
    const isSoft = length === 1 && first!.kind === 'word' && isSoftWord(first!.lower)
    const candidates: Binding[] = []
    for (const [k, tables] of [[this.table], this.up.map(({ table }) => table)].entries()) {
      if (isNumber) break
      const { fields, score } = namedFields(this.reading, span, tables)
      // "timed out" is what entries say, and not `time`.
      if (k === 0 && this.table.relation.kind === 'entries' && phraseAt(this.reading.tokens, span.from) !== null)
        continue
      // Of a log, what few entries have is named by its whole name.
      const isRare = (one: Field) => one.relation.kind === 'entries' && one.present * 20 < one.relation.rows
      if (score < 0.85 && fields.every(isRare)) continue
      const far = score - k * 0.05
      if (fields.length > 0 && far >= (isEmpty ? 0.93 : isSoft && !isLightVerb(first!.lower) ? 0.6 : 0))
        // What rows are called counts rows, not the keys by which they are told apart.
        candidates.push({ kind: 'column', span, fields, score: fields.every(({ isKey }) => isKey) ? far - 0.06 : far })
    }
    if (candidates.length === 0 && !isNumber && !isEmpty) {
      const fields = namedElements(this.reading, span, [this.table])
      if (fields.length > 0) candidates.push({ kind: 'column', span, fields, score: 0.6 })
    }
    const reach = new Map(this.tables.map((table, k) => [table.relation, k === 0 ? 0 : 0.05]))
    // "how long does it take to deliver" says what for, and not which.
    const isPurpose = length === 1 && this.reading.tokens[span.from - 1]?.lower === 'to' && this.marks.howLong !== null
    const found = (this.values.get(`${span.from}-${span.to}`) ?? []).filter(
      ({ field, score }) =>
        reach.has(field.relation) &&
        !(isPurpose && score < 1) &&
        // Somebody called a film "Made": that is not what "made" says.
        !(isSoft && field.values === null && first!.text === first!.lower),
    )
    if (found.length > 0 && (!isEmpty || first!.kind === 'quoted')) {
      const surest = (one: FoundValue) => one.score - reach.get(one.field.relation)!
      const best = found.reduce((a, b) => (surest(b) > surest(a) ? b : a))
      // "open" is a status before it is a form of `opened`.
      const isExact = length === 1 && best.values.some(text => normal(text) === first!.lower)
      const named = candidates.find(
        one => one.kind === 'column' && one.fields.every(({ column }) => column.name.toLowerCase() !== first!.lower),
      )
      const least = isExact && named ? named.score + 0.01 : 0
      const score = Math.max(least, surest(best) - 0.01 - (isNumber ? 0.2 : isSoft ? 0.2 : 0))
      candidates.push({ kind: 'value', span, found: ranked(found, best), score })
    }
    if (!isNumber)
      for (const table of [this.table, ...this.up.map(join => join.table), ...this.down.map(join => join.table)]) {
        const score = entityScore(this.reading, span, table) - (table === this.table ? 0 : 0.04)
        if (score > 0.5 && !(isEmpty && score < 0.95)) candidates.push({ kind: 'entity', span, table, score })
      }
    if (!isNumber && this.table.wholes.includes(tokens.map(({ stem: own }) => own).join(' ')))
      candidates.push({ kind: 'whole', span, score: 0.9 })
    if (candidates.length === 0 && length === 1) {
      const fields = this.contraryFields(first!.lower)
      if (fields.length > 0) candidates.push({ kind: 'column', span, fields, score: 0.7, not: true })
    }
    const [best] = candidates.sort((a, b) => b.score - a.score)
    return best && best.score >= least ? best : null
  }

  /** Of yes and no, and of times that are there when it is so: "unpaid" of `paid_on`. */
  private contraryFields(lower: string): Field[] {
    const base = contraryOf(lower)
    if (base === null) return []
    const said = stem(base)
    return this.table.fields.filter(
      field => field.core[0] === said && field.core.length === 1 && (field.truth !== null || isTime(field)),
    )
  }

  /** The field of a binding that fits a use; several that fit as well are a doubt. */
  pick(fields: readonly Field[], fits: (field: Field) => boolean): Field | null {
    const fitting = this.told(fields.filter(fits))
    const [first, other] = fitting
    if (!first) return null
    if (other) {
      this.weakness += 0.5
      this.choices.push(`\`${other.column.name}\` instead of \`${first.column.name}\``)
    }
    return this.use(this.choice === 1 && other ? other : first)
  }

  /** Of two that may be meant the first; whether the other would give another answer is seen by asking for it. */
  choose<T>([first, other]: readonly [T, T], doubt: string): T {
    this.choices.push(doubt)
    return this.choice === 1 ? other : first
  }

  /** Of `home_goals` and `away_goals` those whose side the question says. */
  private told(fields: readonly Field[]): readonly Field[] {
    if (fields.length < 2) return fields
    const said = new Set(this.reading.tokens.map(({ stem: own }) => own))
    const own = fields.filter(({ parts }) =>
      parts.some(part => said.has(part) && !fields.every(other => other.parts.includes(part))),
    )
    const left = own.length > 0 ? own : fields
    // Of `Drug Code` and `Drug Name` people mean the second.
    const names = left.filter(isName)
    const isCode = ({ parts }: Field) => ['id', 'code', 'no', 'number', 'key'].includes(parts.at(-1) ?? '')
    return names.length === 1 && left.every(one => one === names[0] || isCode(one)) ? names : left
  }

  /** The binding that begins right after a place, words that say nothing aside. */
  after(at: number, reach = 3): Binding | null {
    for (let k = at; k < Math.min(this.reading.tokens.length, at + reach); k++) {
      const binding = this.bindings.find(({ span }) => span.from === k)
      if (binding) return binding
      if (!this.isPassable(k)) return null
    }
    return null
  }

  before(at: number, reach = 3): Binding | null {
    for (let k = at - 1; k >= Math.max(0, at - reach); k--) {
      const binding = this.bindings.find(({ span }) => span.to === k + 1)
      if (binding) return binding
      if (!this.isPassable(k)) return null
    }
    return null
  }

  private isPassable(k: number): boolean {
    const { lower, kind } = this.reading.tokens[k]!
    return (
      BETWEEN.has(lower) ||
      (this.reading.useOf(k) === null && kind !== 'name' && (isEmptyWord(lower) || isLightVerb(lower))) ||
      ['each', 'distinct', 'negation'].includes(this.reading.useOf(k) ?? '')
    )
  }

  /** Words that are used already, by what is asked. */
  takeWords(words: RegExp): void {
    for (const [k, { lower }] of this.reading.tokens.entries())
      if (words.test(lower)) this.reading.take({ from: k, to: k + 1 }, 'said')
  }

  isNegated({ from }: Span): boolean {
    const mark = this.marks.negations.find(({ to }) => {
      if (to > from) return false
      // "never worked in tech", "did not pay by card": one verb that nothing else is said by.
      let verbs = /(?:^never|n't)$|^not$/.test(this.reading.tokens[to - 1]!.lower) ? 1 : 0
      for (let k = to; k < from; k++) {
        const { lower, kind } = this.reading.tokens[k]!
        if (BETWEEN.has(lower) || lower === 'yet' || lower === 'get') continue
        // "not delivered by Ann": by others.
        const isColumn = this.reading.useOf(k) === 'column'
        // "except courier Ann": the column of the value.
        if (
          isColumn &&
          k + 1 === from &&
          /^(?:except|excluding|besides|for|than|from)$/.test(this.reading.tokens[k - 1]!.lower)
        )
          continue
        const isBy = isColumn && this.reading.tokens[k + 1]?.lower === 'by'
        if (kind !== 'word' || (this.reading.useOf(k) !== null && !isBy) || verbs-- === 0) return false
      }
      return true
    })
    this.spend(mark)
    return mark !== undefined
  }

  /** The column of times that is meant: named, the only one, or the one that is never empty. */
  timeField(named: readonly Field[] = []): Field | null {
    const own = named.find(isTime)
    if (own) return this.use(own)
    const times = this.table.fields.filter(isTime)
    // An entry of a log has a time of its own, whatever times it tells of.
    const written = this.table.relation.kind === 'entries' && times.find(({ column }) => column.name === 'time')
    if (written) return written
    const words = new Set(this.reading.tokens.flatMap(({ stem }) => [stem, ...alike(stem)]))
    const spoken = times.filter(({ core }) => core.some(part => words.has(part)))
    const full = times.filter(({ present }) => present === this.table.relation.rows)
    // What is planned, and birthdays, are not when a row came about.
    const begun = full.filter(({ parts }) => !parts.some(part => LATER.has(part)))
    const choice = [spoken, times, full, begun].find(list => list.length === 1)
    if (choice) return choice[0]!
    const first = (full.length > 0 ? full : times)[0]
    if (first) {
      this.weakness += 0.3
      const other = times.find(field => field !== first)
      if (other) this.choices.push(`times of \`${other.column.name}\` instead of \`${first.column.name}\``)
      return this.choice === 1 && other ? other : first
    }
    const far = this.up.flatMap(({ table }) => table.fields.filter(isTime))
    return far.length === 1 ? this.use(far[0]!) : null
  }

  /** The figure that words like "expensive" speak of; what is hottest is so by `temp_max`, and not by `temp_min`. */
  scaleField(names: readonly string[], up: boolean | null = null, fits = (_: Field) => true): Field | null {
    const side =
      up === null ? [] : (up ? ['max', 'maximum', 'high', 'tmax'] : ['min', 'minimum', 'low', 'tmin']).map(stem)
    for (const tables of [[this.table], this.up.map(({ table }) => table)])
      for (const name of names) {
        const fitting = tables
          .flatMap(({ fields }) => fields)
          .filter(field => isMeasure(field) && field.parts.includes(stem(name)) && fits(field))
        const exact = fitting.filter(({ parts }) => parts.length === 1)
        const whole = exact.length > 0 ? exact : fitting.filter(({ core }) => core.length === 1)
        const own = whole.length > 0 ? whole : fitting
        const sided = own.filter(({ parts }) => parts.some(part => side.includes(part)))
        const best = sided.length === 1 ? sided : own
        if (best.length > 0) return this.pick(best, () => true)
      }
    return null
  }

  /** The same, and whether more of the figure is more of what is said. */
  scaled({ names, contrary = [], up }: Scale): { readonly field: Field; readonly up: boolean } | null {
    const field = this.scaleField(names, up)
    if (field) return { field, up }
    const other = this.scaleField(contrary, !up)
    return other && { field: other, up: !up }
  }

  /** The only figure of the table. */
  onlyMeasure(): Field | null {
    const measures = this.table.fields.filter(field => isMeasure(field) && !MADE.has(field.role ?? ''))
    return measures.length === 1 ? measures[0]! : null
  }

  /** "how many left in May": something ended, and rows that tell when they began do not tell of it. */
  private isLeaving(k: number): boolean {
    const [before, { lower }, next] = [this.reading.tokens[k - 1], this.reading.tokens[k]!, this.reading.tokens[k + 1]]
    if (!LEAVING.test(lower) || this.table.relation.kind !== 'table') return false
    if (
      /^(?:is|are|was|were|be)$/.test(before?.lower ?? '') ||
      /^(?:from|for|to|at|the|a|an|on|out)$/.test(next?.lower ?? '')
    )
      return false
    return this.marks.periods.length > 0 || /^(?:who|when)\b/i.test(this.reading.text)
  }

  unused(): Token[] {
    const moves = [...this.reading.text.matchAll(WENT)].map(({ index, 0: { length } }) => index + length)
    // "items" and "left" say nothing unless another table is called so, or a column that not all rows have.
    const isName = (one: Binding) =>
      one.kind === 'entity'
        ? one.table !== this.table && one.table.relation.kind === 'table'
        : one.kind === 'column' &&
          one.score >= 0.9 &&
          one.fields.every(({ present, relation }) => present < relation.rows)
    const names = this.bindings.filter(isName).flatMap(({ span }) => this.reading.tokens.slice(span.from, span.to))
    // What was done is what entries of a log tell: "how many emails were sent" is not all that is said of emails.
    const { tokens } = this.reading
    const isTold = (token: Token) =>
      this.table.relation.kind === 'entries' &&
      this.marks.count !== null &&
      isLightVerb(token.lower) &&
      /^(?:was|were|been|got)$/.test(tokens[tokens.indexOf(token) - 1]?.lower ?? '')
    const isLogin = (token: Token) =>
      /^log(?:s|ged|ging)?$/.test(token.lower) && /^(?:in|on|out)$/.test(tokens[tokens.indexOf(token) + 1]?.lower ?? '')
    // "out of stock", "still out": where it is not told by something, it is not all of them.
    const isOut = (token: Token) =>
      token.lower === 'out' && /^(?:is|are|was|were|still|be)$/.test(tokens[tokens.indexOf(token) - 1]?.lower ?? '')
    return this.reading.unused(
      token =>
        token.kind === 'word' &&
        !isOut(token) &&
        !isTold(token) &&
        !isLogin(token) &&
        !this.isLeaving(tokens.indexOf(token)) &&
        (isEmptyWord(token.lower) || (isSoftWord(token.lower) && !names.includes(token))) &&
        !moves.includes(token.end),
    )
  }
}

/** Figures that no column tells. */
const MADE: ReadonlySet<string> = new Set(['span', 'age', 'size'])

function ranked(found: readonly FoundValue[], best: FoundValue): FoundValue[] {
  return [best, ...found.filter(other => other !== best)]
}
