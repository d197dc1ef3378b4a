// Questions for a list: which values, which rows, when, who; and for yes or no.
import { havingOf } from './figures.ts'
import { type ColumnBinding, type Context, freeColumns, keyOf, takeField } from './keys.ts'
import { type Draft, isAdditive } from './ranking.ts'
import { isMeasure, isTime } from './schema.ts'

const WHO = /\bwho\b/i
const WHEN = /\bwhen\b/i

/** "genres borrowed by Ann": that it was done, and not when. */
function isVerb({ own, asked }: Context, binding: ColumnBinding): boolean {
  const { tokens, text } = own.reading
  const next = tokens[binding.span.to]?.lower ?? ''
  return (
    binding !== asked &&
    binding.fields.every(isTime) &&
    !WHEN.test(text) &&
    /(?:ed|en|ought|ent)$/.test(tokens[binding.span.to - 1]!.lower) &&
    /^(?:by|from|to|in|on|at)$/.test(next)
  )
}

/** "drivers with licence C1": the column says again what its value says. */
function isFixed({ own, asked }: Context, binding: ColumnBinding): boolean {
  const fixed = own.conditions.flatMap(({ what }) =>
    what.kind === 'values' && !what.not && what.values.length === 1 ? [what.field] : [],
  )
  return binding !== asked && binding.fields.some(field => fixed.includes(field))
}

export function listing(context: Context): Draft | null {
  const { own, used, asked } = context
  const { conditions } = own
  const named = freeColumns(context, () => true)
  const having = havingOf(context)
  if (having) {
    const key = named[0] ? keyOf(own, named[0]) : null
    // "who has more than one": rows are not those who have them.
    if (!named[0] || !key) return null
    used.add(named[0])
    return {
      shape: 'figures',
      keys: [key],
      measures: [{ kind: 'count' }],
      having,
      order: { by: 'measure', descending: true },
    }
  }
  const isEntity =
    own.bindings.some(one => one.kind === 'entity' && one.table === own.table) ||
    // "functions" are rows of one kind.
    conditions.some(({ what }) => what.kind === 'values' && what.field.role === 'format')
  if (own.marks.yesNo)
    return conditions.length === 0 ? null : { shape: 'figures', keys: [], measures: [{ kind: 'count' }] }
  const [figure] = named
  // "net amount invoiced in March": a sum; "price of the Widget": the value that one row has.
  const isLookUp = conditions.some(
    ({ what }) => what.kind !== 'related' && what.kind !== 'period' && what.field.distinct > what.field.present / 2,
  )
  if (figure?.fields.some(isMeasure) && conditions.length > 0 && !isLookUp && named.length === 1) {
    const field = takeField(context, figure, isMeasure)
    // "fertility in Brazil in 1980": what the rows say; several of them are an answer to no question for one.
    if (!isAdditive(field)) {
      const told = conditions.flatMap(({ what }) =>
        what.kind === 'values' && what.values.length > 1 ? [what.field] : [],
      )
      return { shape: 'values', show: [...told, field], isOne: true }
    }
    own.weakness += 0.2
    return { shape: 'figures', keys: [], measures: [{ kind: 'statistic', statistic: 'sum', field, p: 0 }] }
  }
  // "compare the spend of North and South"
  if (figure && own.marks.versus.length > 0 && figure.fields.some(field => isMeasure(field) && isAdditive(field))) {
    own.weakness += 0.2
    return {
      shape: 'figures',
      keys: [],
      measures: [{ kind: 'statistic', statistic: 'sum', field: takeField(context, figure, isMeasure), p: 0 }],
    }
  }
  // "ticket revenue": what it is in all.
  if (
    figure &&
    named.length === 1 &&
    conditions.length === 0 &&
    figure.fields.some(isMeasure) &&
    figure.fields.every(isAdditive) &&
    !asked
  ) {
    own.weakness += 0.2
    return {
      shape: 'figures',
      measures: [{ kind: 'statistic', statistic: 'sum', field: takeField(context, figure, isMeasure), p: 0 }],
    }
  }
  const hasFixed = named.some(binding => isFixed(context, binding))
  const asking = named.filter(binding => !isVerb(context, binding) && !isFixed(context, binding))
  const fields = asking.map(binding => takeField(context, binding, () => true))
  for (const binding of named.filter(one => !asking.includes(one)))
    if (isFixed(context, binding)) used.add(binding)
    else own.add(binding.span, { kind: 'missing', field: takeField(context, binding, isTime), not: true })
  // "… and their timestamps": the time of each, and not which times there are.
  const isOfEach =
    own.table.relation.kind === 'entries' &&
    named.some(({ span }) => /^(?:their|its|the)$/.test(own.reading.tokens[span.from - 1]?.lower ?? '')) &&
    fields.some(isTime)
  const time = WHEN.test(own.reading.text) || isOfEach ? own.timeField() : null
  // "when did Ann leave": of those who are still there nothing says when.
  if (time && conditions.length > 0 && time.present < time.relation.rows && !time.role)
    own.add({ from: 0, to: 0 }, { kind: 'missing', field: time, not: true })
  if (time && conditions.length > 0)
    return { shape: 'rows', show: [time, ...fields], order: { by: time, descending: false } }
  if (fields.length > 0 && (asked?.kind === 'column' || conditions.length > 0)) {
    if (conditions.length === 0 && fields.some(isMeasure)) return null
    const several = conditions.flatMap(({ what }) =>
      what.kind === 'values' && what.values.length > 1 ? [what.field] : [],
    )
    return { shape: 'values', show: [...new Set([...several, ...fields])] }
  }
  if (own.marks.howMuch) return null
  // "backups that took more than half an hour": entries that say so, and that a figure tells apart.
  const isSaid =
    conditions.some(({ what }) => what.kind === 'contains') && conditions.some(({ what }) => what.kind === 'number')
  // "fines above 3": rows by what they are asked for first.
  const [begin] = own.bindings
  const isSized =
    begin?.kind === 'column' &&
    begin.fields.some(isMeasure) &&
    used.has(begin) &&
    conditions.some(one => one.what.kind === 'number')
  const isSpoken =
    isEntity || hasFixed || isSaid || isSized || WHO.test(own.reading.text) || own.table.relation.versions !== undefined
  // Rows of several files one after the other are no answer to what is asked of both.
  const isOfFiles = conditions.some(
    ({ what }) => what.kind === 'period' && what.field.role === 'file' && what.parts.length > 1,
  )
  if (isSpoken && conditions.length > 0 && !isOfFiles) {
    // "strikes in 1998" wants to know how many.
    // "hives that were weak" are rows.
    const isBare =
      !asked &&
      !own.table.relation.versions &&
      !/^(?:show|list|give|find|get|print|which|what|who|where)\b|^(?:all |the )?[\p{L}-]{2,40} (?:that|which|who|whose|with|without|built|made|\p{L}{2,20}ed)\b/iu.test(
        own.reading.text,
      )
    return isBare ? { shape: 'figures', keys: [], measures: [{ kind: 'count' }] } : { shape: 'rows', show: [] }
  }
  return null
}
