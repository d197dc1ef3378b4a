// Questions made by a grammar that knows the truth: a table of drawn rows, a wording, and what a plain reckoning over the rows comes
// to. Whatever the wording, the program answers right or does not claim to have answered.
import { draws } from '../data/random.mjs'
import { DOMAINS } from './domains.mjs'
import { joined, secondTable, sqlOfSecond } from './joins.mjs'

const ROWS = 60
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June']

/** A table and questions about it, the same for the same seed. */
export function generated(seed, count = 60) {
  const draw = draws(seed)
  const domain = draw.pick(DOMAINS)
  const one = { draw, domain, ...rowsOf(domain, draw) }
  // Every third table has another beside it.
  const second = draw.chance(1 / 3) ? secondTable(one) : null
  const world = { ...one, second }
  const kinds = second ? [...KINDS, joined, joined, joined, joined, joined, joined] : KINDS
  const questions = []
  for (let tries = 0; questions.length < count && tries < count * 20; tries++) {
    const next = draw.pick(kinds)(world)
    if (next && !questions.some(({ question }) => question === next.question)) questions.push(next)
  }
  const tables = [
    { name: domain.table, sql: sqlOf(domain, world.rows) },
    ...(second ? [{ name: second.name, sql: sqlOfSecond(second) }] : []),
  ]
  return { tables, questions }
}

function rowsOf({ columns }, draw) {
  const names = Object.keys(columns)
  const numbers = names.filter(name => columns[name].low !== undefined)
  const cell = (name, k) => {
    const { key, values, low, high, days } = columns[name]
    if (key) return `${key}${100 + k}`
    if (values) return draw.pick(values)
    // The last figure is not always known.
    if (name === numbers.at(-1) && draw.chance(0.1)) return null
    return days ? `2024-0${draw.int(1, 6)}-${String(draw.int(1, 28)).padStart(2, '0')}` : draw.int(low, high)
  }
  const rows = Array.from({ length: ROWS }, (_, k) => Object.fromEntries(names.map(name => [name, cell(name, k)])))
  return {
    rows,
    numbers,
    key: names.find(name => columns[name].key),
    groups: names.filter(name => columns[name].values),
    date: names.find(name => columns[name].days),
  }
}

function sqlOf({ columns }, rows) {
  const literal = (name, value) =>
    value === null ? 'NULL' : columns[name].days ? `DATE '${value}'` : typeof value === 'number' ? value : `'${value}'`
  const list = rows.map(row => `(${Object.entries(row).map(([name, value]) => literal(name, value))})`)
  return `SELECT * FROM (VALUES ${list.join(', ')}) AS t(${Object.keys(columns).map(name => `"${name}"`)})`
}

// What rows are meant.

/** Words before and behind what rows are called, and which rows are meant by them. */
function some(world) {
  const { draw } = world
  const kind = draw.pick(['all', 'all', 'value', 'value', 'number', 'month', 'not', 'two'])
  if (kind === 'all') return { ...spoken(world, '', ''), rows: world.rows }
  if (kind === 'two') {
    const [one, other] = [ofValue(world), draw.chance(0.5) ? ofNumber(world) : ofMonth(world)]
    return {
      ...spoken(world, one.before, `${one.behind}${other.behind}`),
      rows: one.rows.filter(row => other.rows.includes(row)),
    }
  }
  const own = { value: ofValue, number: ofNumber, month: ofMonth, not: ofOthers }[kind](world)
  return { ...spoken(world, own.before, own.behind), rows: own.rows }
}

function spoken({ domain: { many, one } }, before, behind) {
  return { many: `${before}${many}${behind}`, one: `${before}${one}${behind}` }
}

function ofValue({ draw, domain: { columns }, rows, groups }) {
  const name = draw.pick(groups)
  const value = draw.pick(columns[name].values)
  const said = draw.chance(0.3) ? value.toLowerCase() : value
  const own = rows.filter(row => row[name] === value)
  if (columns[name].is) return { before: `${said} `, behind: '', rows: own, name, value }
  return { before: '', behind: ` ${draw.pick(columns[name].with).replace('{}', said)}`, rows: own, name, value }
}

function ofOthers({ draw, domain: { columns }, rows, groups }) {
  const name = draw.pick(groups)
  const value = draw.pick(columns[name].values)
  const own = rows.filter(row => row[name] !== value)
  const wordings = columns[name].is
    ? ['that are not {}', 'that were not {}', 'which are not {}']
    : [
        `not ${columns[name].with[0]}`,
        `except ${columns[name].say[0]} {}`,
        `where the ${columns[name].say[0]} is not {}`,
      ]
  return { before: '', behind: ` ${draw.pick(wordings).replace('{}', value)}`, rows: own }
}

function ofNumber({ draw, domain: { columns }, rows, numbers }) {
  const name = draw.pick(numbers)
  const { low, high, say, unit } = columns[name]
  const least = draw.int(low + 1, high - 1)
  const amount = unit && draw.chance(0.4) ? `${least} ${unit}` : `${least}`
  const [words, fits] = draw.pick([
    ['with {m} over {n}', value => value > least],
    ['with a {m} above {n}', value => value > least],
    ['with a {m} of more than {n}', value => value > least],
    ['with a {m} of at least {n}', value => value >= least],
    ['with {m} under {n}', value => value < least],
    ['whose {m} is below {n}', value => value < least],
    ['where the {m} is at most {n}', value => value <= least],
    ['with a {m} of no more than {n}', value => value <= least],
  ])
  const own = rows.filter(row => row[name] !== null && fits(row[name]))
  return {
    before: '',
    behind: ` ${(say[0].endsWith('s') ? words.replace('with a', 'with') : words).replace('{m}', say[0]).replace('{n}', amount)}`,
    rows: own,
  }
}

function ofMonth({ draw, domain: { columns }, rows, date }) {
  const month = draw.int(1, 6)
  const own = rows.filter(row => row[date].startsWith(`2024-0${month}`))
  const words = draw.pick(['in {}', '{did} in {}', 'from {}', 'during {}', '{did} in {} 2024'])
  return {
    before: '',
    behind: ` ${words.replace('{did}', columns[date].did).replace('{}', MONTHS[month - 1])}`,
    rows: own,
  }
}

// What is asked of them.

const known = (rows, name) => rows.map(row => row[name]).filter(value => value !== null)
const sum = list => list.reduce((all, value) => all + value, 0)
const STATISTICS = [
  { words: ['total', 'overall', 'combined', 'summed up'], of: sum },
  { words: ['average', 'mean', 'avg'], of: list => sum(list) / list.length },
  { words: ['median'], of: median },
  { words: ['highest', 'largest', 'maximum', 'biggest'], of: list => Math.max(...list) },
  { words: ['lowest', 'smallest', 'minimum'], of: list => Math.min(...list) },
]

function median(list) {
  const sorted = [...list].sort((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2
}

const ask = (kind, question, expect) => ({ kind, question, expect })
/** Rows that are missing, or of which there is no figure, tell nothing of a wording. */
const isThin = rows => rows.length < 2

function count(world) {
  const { many, rows } = some(world)
  const wording = world.draw.pick([
    'how many {} are there?',
    'how many {}',
    'number of {}',
    'what is the number of {}?',
    'count the {}',
    'How many {} do we have?',
    'how many {} in total?',
    'what is the total number of {}',
  ])
  return ask('count', wording.replace('{}', many), { value: rows.length })
}

function statistic(world) {
  const { draw, domain, numbers } = world
  const { many, rows } = some(world)
  const name = draw.pick(numbers)
  const [figure] = domain.columns[name].say
  const { words, of } = draw.pick(STATISTICS)
  const list = known(rows, name)
  if (isThin(list)) return null
  const wording = draw.pick([
    '{s} {m} of {r}',
    'what is the {s} {m} of {r}?',
    'what was the {s} {m} of all {r}?',
    '{s} {m} for {r}',
    'tell me the {s} {m} of the {r}',
    'for {r}, what is the {s} {m}?',
  ])
  const question = wording.replace('{s}', draw.pick(words)).replace('{m}', figure).replace('{r}', many)
  return ask('statistic', question, { value: of(list) })
}

function behind(world) {
  const { draw, domain, numbers } = world
  const { many, rows } = some(world)
  const name = draw.pick(numbers)
  const [figure] = domain.columns[name].say
  const list = known(rows, name)
  if (isThin(list)) return null
  const [wording, value] = draw.pick([
    ['what is the {m} of {r} on average?', sum(list) / list.length],
    ['what {m} do {r} have on average?', sum(list) / list.length],
    ['what {m} do {r} have in total?', sum(list)],
    ['how much {m} did {r} have in total?', sum(list)],
    ['what does the {m} of {r} add up to?', sum(list)],
    ['sum of the {m} over all {r}', sum(list)],
  ])
  return ask('behind', wording.replace('{m}', figure).replace('{r}', many), { value })
}

function grouped({ groups, rows, draw, domain }, of) {
  const name = draw.pick(groups)
  const values = [...new Set(rows.map(row => row[name]))]
  return {
    name,
    said: domain.columns[name].say[0],
    figures: values.map(value => [value, of(rows.filter(row => row[name] === value))]),
  }
}

function byGroup(world) {
  const { draw, domain, numbers } = world
  const { many, rows } = some(world)
  const name = draw.pick(numbers)
  const { words, of } = draw.pick(STATISTICS)
  const isCount = draw.chance(0.4)
  const { said, figures } = grouped({ ...world, rows }, own =>
    isCount ? own.length : known(own, name).length > 0 ? of(known(own, name)) : Number.NaN,
  )
  if (figures.length < 2 || figures.some(([, figure]) => !Number.isFinite(figure))) return null
  const wording = isCount
    ? draw.pick([
        'how many {r} per {c}?',
        '{r} by {c}',
        'number of {r} for each {c}',
        'how many {r} does each {c} have?',
        'count {r} by {c}',
      ])
    : draw.pick([
        '{s} {m} of {r} by {c}',
        '{s} {m} of {r} per {c}',
        'what is the {s} {m} of {r} for each {c}?',
        'for each {c}, the {s} {m} of {r}',
      ])
  const question = fill(wording, { s: draw.pick(words), m: domain.columns[name].say[0], r: many, c: said })
  return ask('group', question, { rows: figures })
}

function fill(wording, words) {
  return Object.entries(words).reduce((text, [name, word]) => text.replace(`{${name}}`, word), wording)
}

function several(said) {
  if (said === 'species') return said
  return said.endsWith('y') ? `${said.slice(0, -1)}ies` : `${said}${said.endsWith('s') ? 'es' : 's'}`
}

/** The one group that has most, or least; none where several have as much. */
function winner(figures, up) {
  const sorted = [...figures].sort((a, b) => (up ? b[1] - a[1] : a[1] - b[1]))
  return sorted.length < 2 || sorted[0][1] === sorted[1][1] ? null : sorted[0][0]
}

function topGroup(world) {
  const { draw, domain, numbers } = world
  const { many, rows } = some(world)
  const name = draw.pick(numbers)
  const up = draw.chance(0.7)
  const way = draw.pick(['count', 'total', 'average'])
  const of = own =>
    way === 'count' ? own.length : way === 'total' ? sum(known(own, name)) : STATISTICS[1].of(known(own, name))
  const { said, figures, name: group } = grouped({ ...world, rows }, of)
  const value = winner(
    figures.filter(([, figure]) => Number.isFinite(figure)),
    up,
  )
  if (value === null) return null
  const who = domain.columns[group].person ? ['who'] : []
  const subject = draw.pick([`which ${said}`, `what ${said}`, ...who])
  const wording =
    way === 'count'
      ? draw.pick([
          `{w} has the ${up ? 'most' : 'fewest'} {r}?`,
          `{w} had the ${up ? 'most' : 'fewest'} {r}?`,
          `{w} has ${up ? 'most' : 'the smallest number of'} {r}?`,
        ])
      : draw.pick([
          `{w} has the ${up ? 'highest' : 'lowest'} ${way} {m} of {r}?`,
          `{w} has the ${up ? 'largest' : 'smallest'} ${way} {m} for {r}?`,
          ...(way === 'total' && up ? ['{w} has the most {m} in total for {r}?'] : []),
        ])
  return ask('winner', fill(wording, { w: subject, m: domain.columns[name].say[0], r: many }), { value })
}

function topRow(world) {
  const { draw, domain, numbers, key } = world
  const { many, one, rows } = some(world)
  const name = draw.pick(numbers)
  const { top, bottom, say } = domain.columns[name]
  const up = !bottom || draw.chance(0.6)
  const adjective = up ? top : bottom
  const own = rows.filter(row => row[name] !== null).map(row => [row[key], row[name]])
  const value = winner(own, up)
  if (value === null) return null
  const wording = adjective
    ? draw.pick([
        `what is the ${adjective} {o}?`,
        `which {o} is the ${adjective}?`,
        `which of the {r} is the ${adjective}?`,
      ])
    : draw.pick(['which {o} has the highest {m}?', 'the {o} with the highest {m}', 'what {o} has the largest {m}?'])
  return ask('row', fill(wording, { o: one, r: many, m: say[0] }), { value })
}

function ranked(world) {
  const { draw, domain, numbers } = world
  const { many, rows } = some(world)
  const name = draw.pick(numbers)
  const way = draw.pick(['count', 'total', 'average'])
  const of = own =>
    way === 'count' ? own.length : way === 'total' ? sum(known(own, name)) : STATISTICS[1].of(known(own, name))
  const { said, figures } = grouped({ ...world, rows }, of)
  const sorted = figures.filter(([, figure]) => Number.isFinite(figure)).sort((a, b) => b[1] - a[1])
  if (sorted.length < 3 || new Set(sorted.map(([, figure]) => figure)).size < sorted.length) return null
  const wording =
    way === 'count'
      ? draw.pick(['top 2 {c}s by number of {r}', 'the two {c}s with the most {r}', 'which 2 {c}s have the most {r}?'])
      : draw.pick([
          'top 2 {c}s by {w} {m} of {r}',
          'the 2 {c}s with the highest {w} {m} of {r}',
          'which two {c}s have the highest {w} {m} of {r}?',
        ])
  const expect = { rows: sorted.slice(0, 2).map(([value]) => [value]), ordered: true }
  return ask(
    'ranked',
    fill(wording.replace('{c}s', several(said)), { w: way, m: domain.columns[name].say[0], r: many }),
    expect,
  )
}

function share(world) {
  const { draw, domain, rows } = world
  const own = ofValue(world)
  const value = (100 * own.rows.length) / rows.length
  const { is } = domain.columns[own.name]
  const part = is ? `are ${own.value}` : `are${own.behind}`
  const wording = draw.pick([
    'what share of {r} {p}?',
    'what percentage of the {r} {p}?',
    'what percent of {r} {p}?',
    'which proportion of all {r} {p}?',
  ])
  return ask('share', fill(wording, { r: domain.many, p: part }), { value, percent: true })
}

function distinct(world) {
  const { draw } = world
  const { many, rows } = some(world)
  const { said, figures } = grouped({ ...world, rows }, () => 1)
  const wording = draw.pick([
    'how many different {c}s have {r}?',
    'how many {c}s are there among {r}?',
    'number of distinct {c}s of {r}',
    'how many unique {c}s for {r}',
  ])
  return ask('distinct', fill(wording.replace('{c}s', several(said)), { r: many }), { value: figures.length })
}

function versus(world) {
  const { draw, domain, groups, numbers, rows } = world
  const group = draw.pick(groups)
  const [one, other] = draw.shuffle(domain.columns[group].values)
  const name = draw.pick(numbers)
  const of = value =>
    known(
      rows.filter(row => row[group] === value),
      name,
    )
  const mean = value => STATISTICS[1].of(of(value))
  const many = domain.many
  const text = domain.columns[group].is
    ? `${one} or ${other} ${many}`
    : `${many} ${domain.columns[group].with[0].replace('{}', one)} or ${other}`
  return draw.pick([
    () =>
      ask('versus', `are there more ${text}?`, {
        any: [
          {
            value:
              winner(
                [one, other].map(value => [value, rows.filter(row => row[group] === value).length]),
                true,
              ) ?? one,
          },
          { rows: [one, other].map(value => [value, rows.filter(row => row[group] === value).length]) },
        ],
      }),
    () =>
      ask('versus', `average ${domain.columns[name].say[0]} of ${many}: ${one} vs ${other}`, {
        rows: [
          [one, mean(one)],
          [other, mean(other)],
        ],
      }),
    () =>
      ask('versus', `compare the average ${domain.columns[name].say[0]} of ${one} and ${other}`, {
        rows: [
          [one, mean(one)],
          [other, mean(other)],
        ],
      }),
    () =>
      ask('versus', `total ${domain.columns[name].say[0]} of ${many}, ${one} against ${other}`, {
        rows: [
          [one, sum(of(one))],
          [other, sum(of(other))],
        ],
      }),
  ])()
}

function having(world) {
  const { draw } = world
  const { many, rows } = some(world)
  const { said, figures } = grouped({ ...world, rows }, own => own.length)
  const least = draw.int(2, 18)
  const own = figures.filter(([, figure]) => figure > least)
  if (own.length === 0) return null
  const s = several(said)
  return draw.chance(0.5)
    ? ask('having', `which ${s} have more than ${least} ${many}?`, { rows: own.map(([value]) => [value]) })
    : ask('having', `how many ${s} have more than ${least} ${many}?`, { value: own.length })
}

function missing(world) {
  const { draw, domain, numbers } = world
  const name = numbers.at(-1)
  const lacks = world.rows.filter(row => row[name] === null).length
  const [figure] = domain.columns[name].say
  const [wording, value] = draw.pick([
    ['how many {r} have no {m}?', lacks],
    ['how many {r} without {m}?', lacks],
    ['number of {r} where the {m} is missing', lacks],
    ['how many {r} have {m} filled in?', world.rows.length - lacks],
    ['for how many {r} is the {m} not known?', lacks],
  ])
  return ask('missing', fill(wording, { r: domain.many, m: figure }), { value })
}

function times(world) {
  const { draw, domain, date } = world
  const { many, rows } = some(world)
  const months = [...new Set(rows.map(row => row[date].slice(0, 7)))].map(month => [
    month,
    rows.filter(row => row[date].startsWith(month)).length,
  ])
  if (rows.length < 3) return null
  const sorted = rows.map(row => row[date]).sort()
  const best = winner(months, true)
  const named = month => [month, MONTHS[Number(month.slice(5)) - 1]]
  const { did } = domain.columns[date]
  return draw.pick([
    () => ask('times', `${many} per month`, { rows: months.map(([month, n]) => [named(month), n]) }),
    () => (best ? ask('times', `which month had the most ${many}?`, { value: named(best) }) : null),
    () => ask('times', `when was the last of the ${many} ${did}?`, { value: sorted.at(-1) }),
    () => ask('times', `when was the first of the ${many} ${did}?`, { value: sorted[0] }),
  ])()
}

/** What the data do not have: there is nothing to claim. */
function unknown(world) {
  const { draw, domain, numbers } = world
  const { many } = some(world)
  const figure = domain.columns[draw.pick(numbers)].say[0]
  const group = domain.columns[draw.pick(world.groups)].say[0]
  const wording = draw.pick([
    'how many purple {r}?',
    'how many insured {r} are there?',
    'average humidity of {r}',
    'how many {r} by Zorro?',
    'what is the total {m} of urgent {r}?',
    'which {c} has the most stolen {r}?',
    '{r} per warehouse',
    'which {c} has the highest voltage?',
    'how many {r} were cancelled?',
    'average {m} of {r} by nationality',
    'how many {r} with insurance?',
    'total {m} of refunded {r} by {c}',
    'how many {r} did Zorro have?',
    'which {r} were audited?',
    'top 3 plumbers by {m}',
    'what is the {m} of {r} after tax?',
    'how many {r} on a full moon?',
    'how many {r} were overdue?',
    'how many {r} weekly on average per inspector?',
  ])
  return ask('unknown', fill(wording, { r: many, m: figure, c: group }), { refuse: true })
}

const KINDS = [
  count,
  count,
  statistic,
  statistic,
  behind,
  byGroup,
  byGroup,
  topGroup,
  topGroup,
  topRow,
  ranked,
  share,
  distinct,
  versus,
  having,
  missing,
  times,
  unknown,
  unknown,
]
