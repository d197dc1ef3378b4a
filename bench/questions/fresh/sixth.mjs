// The sixth questions: a pottery with a kiln, written when the reader was done and asked once; none of them was built against.
// node bench/questions/fresh/sixth.mjs writes held/sixth-*.json.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { draws, isoDay, isoSecond, table } from '../data/random.mjs'
import { counts, groups, mean, median, sum } from './asking.mjs'

const TOWNS = ['Delft', 'Meissen', 'Faenza', 'Sevres']
const WARES = ['bowl', 'vase', 'tile', 'teapot']

function made() {
  const d = draws('pottery-sixth')
  const sales = Array.from({ length: 120 }, (_, k) => {
    const pieces = d.int(1, 12)
    const unit_price = d.pick([7.5, 12, 24, 39.5, 85])
    return {
      sale_no: `S${2000 + k}`,
      sold_on: isoDay(Date.UTC(2024, 0, 3) + k * 2.6 * 86_400_000),
      buyer: d.pick(['Abel', 'Bruna', 'Cleo', 'Dag', 'Elsa']),
      town: d.pick(TOWNS),
      ware: d.pick(WARES),
      pieces,
      unit_price,
      amount: pieces * unit_price,
      shipped: d.chance(0.8) ? 'yes' : 'no',
    }
  })
  const firings = Array.from({ length: 60 }, (_, k) => ({
    firing: `F${k + 1}`,
    fired_on: isoDay(Date.UTC(2024, 1, 1) + k * 3 * 86_400_000),
    kiln: d.pick(['North', 'South']),
    start_temp: d.int(12, 25),
    peak_temp: d.int(950, 1280),
    income: d.int(200, 900),
    expenses: d.int(100, 700),
    broken: d.int(0, 6),
  }))
  const log = []
  let time = Date.UTC(2024, 8, 3, 1)
  const add = (level, text, more = {}) => log.push({ time: (time += d.int(30, 260) * 1000), level, text, ...more })
  add('INFO', 'starting kilnd 1.8.2')
  for (let k = 0; k < 150; k++) {
    const kind = d.weighted({ fired: 5, burner: 2, door: 1, badge: 2 })
    if (kind === 'fired') add('INFO', `shelf-${d.int(1, 5)} fired`, { kind })
    if (kind === 'burner') {
      const n = d.int(1, 3)
      add('ERROR', `burner-${n} flame lost`, { kind, n })
    }
    if (kind === 'door') add('WARN', 'door left open', { kind })
    if (kind === 'badge') {
      const user = d.pick(['ruth', 'sami', 'theo'])
      add('INFO', `badge accepted user=${user}`, { kind, user })
    }
    if (k === 90) add('INFO', 'upgraded kilnd from 1.8.2 to 1.9.0')
  }
  add('ERROR', 'vent fan is stopped')
  return { sales, firings, log }
}

const csv = rows =>
  table(
    Object.keys(rows[0]),
    rows.map(row => Object.values(row)),
  )
const SETTINGS = `[kiln]\nmax_temp_c = 1290\nramp_per_hour = 150\n\n[alerts]\nphone = "off"\nretry_seconds = 45\n`
const GUIDE = `# Studio rules\n\n## Opening\n\nThe studio opens at 9:30 and closes at 21:00. On Sundays it is closed.\n\n## Glazes\n\nGlazes cost 4 euros per 100 grams. Lead glazes are forbidden.\n\n## Pickup\n\nFired work is kept for 21 days. After that it is given to the school.\n`
const SHOP = {
  old: 'id,ware,price\n1,bowl,12\n2,vase,30\n3,tile,4\n',
  new: 'id,ware,price\n1,bowl,13\n2,vase,30\n4,mug,9\n',
}
const APP = { old: 'shop:\n  currency: EUR\n  open: true\n', new: 'shop:\n  currency: CHF\n  open: true\n' }

/** Every file under `sixth/`. */
export function sixthFiles() {
  const { sales, firings, log } = made()
  return {
    'sixth/shop/sales.csv': csv(sales),
    'sixth/shop/firings.csv': csv(firings),
    'sixth/studio/kiln.log': `${log.map(({ time, level, text }) => `${isoSecond(time)} ${level} ${text}`).join('\n')}\n`,
    'sixth/studio/kiln.toml': SETTINGS,
    'sixth/studio/rules.md': GUIDE,
    'sixth/releases/v1/prices.csv': SHOP.old,
    'sixth/releases/v2/prices.csv': SHOP.new,
    'sixth/releases/v1/app.yaml': APP.old,
    'sixth/releases/v2/app.yaml': APP.new,
  }
}

function questions() {
  const { sales, firings, log } = made()
  const sets = { shop: [], studio: [], releases: [] }
  const q = (set, type, kind, question, expect) =>
    sets[set].push({
      id: `sixth-${set}-${String(sets[set].length + 1).padStart(2, '0')}`,
      kind,
      type,
      question,
      expect,
    })
  const best = (list, key, of) => ({ value: groups(list, key).sort((a, b) => of(b[1]) - of(a[1]))[0][0] })
  const amount = some => sum(some.map(one => one.amount))
  const size = some => some.length
  const s = (kind, question, expect) => q('shop', 'tables', kind, question, expect)
  s('overview', 'What is here?', { contains: ['sales.csv', 'firings.csv'] })
  s('overview', 'give me an overview', { contains: ['2 files'] })
  s('overview', 'describe firings.csv', { contains: ['60 rows'] })
  s('count', 'how many sales are there', { value: sales.length })
  s('money', 'how many sales over 200 euros?', { value: sales.filter(one => one.amount > 200).length })
  s(
    'money',
    'which town brings in the most money?',
    best(sales, one => one.town, amount),
  )
  s(
    'money',
    'who spent the most',
    best(sales, one => one.buyer, amount),
  )
  s('money', 'revenue by ware', { rows: groups(sales, one => one.ware).map(([name, some]) => [name, amount(some)]) })
  s('money', 'the most expensive sale', { value: Math.max(...sales.map(one => one.amount)) })
  s('money', 'how much did Cleo pay in total?', { value: amount(sales.filter(one => one.buyer === 'Cleo')) })
  s('figure', 'average unit price', { value: mean(sales.map(one => one.unit_price)) })
  s('figure', 'median number of pieces', { value: median(sales.map(one => one.pieces)) })
  s('sum', 'how many vases were sold?', { value: sum(sales.filter(one => one.ware === 'vase').map(one => one.pieces)) })
  s('filter', 'how many sales were not shipped', { value: sales.filter(one => one.shipped === 'no').length })
  s('filter', 'how many tile sales to Delft', {
    value: sales.filter(one => one.ware === 'tile' && one.town === 'Delft').length,
  })
  s('period', 'sales per month', { rows: counts(sales, one => one.sold_on.slice(0, 7)) })
  s('period', 'how many sales in May', { value: sales.filter(one => one.sold_on.startsWith('2024-05')).length })
  s('contrast', 'did Delft buy more than Faenza?', {
    rows: ['Delft', 'Faenza'].map(town => [town, sum(sales.filter(one => one.town === town).map(one => one.pieces))]),
  })
  s('arithmetic', 'total profit of the firings', { value: sum(firings.map(one => one.income - one.expenses)) })
  s(
    'arithmetic',
    'which kiln made more profit?',
    best(
      firings,
      one => one.kiln,
      some => sum(some.map(one => one.income - one.expenses)),
    ),
  )
  s('arithmetic', 'largest difference between peak and start temp', {
    value: Math.max(...firings.map(one => one.peak_temp - one.start_temp)),
  })
  s('arithmetic', 'average income minus expenses per kiln', {
    rows: groups(firings, one => one.kiln).map(([name, some]) => [
      name,
      mean(some.map(one => one.income - one.expenses)),
    ]),
  })
  s('figure', 'highest peak temperature', { value: Math.max(...firings.map(one => one.peak_temp)) })
  s('sum', 'how many pieces broke in the south kiln', {
    value: sum(firings.filter(one => one.kiln === 'South').map(one => one.broken)),
  })
  s('refuse', 'which potter sold the most?', { refuse: 'no potter' })
  s('refuse', 'how many customers complained?', { refuse: 'not told' })
  const l = (type, kind, question, expect) => q('studio', type, kind, question, expect)
  const errors = log.filter(one => one.level === 'ERROR')
  const burners = log.filter(one => one.n)
  const badges = log.filter(one => one.user)
  l('logs', 'count', 'how many errors are in the log?', { value: errors.length })
  l('logs', 'count', 'how many warnings?', { value: log.filter(one => one.level === 'WARN').length })
  l(
    'logs',
    'said',
    'which burner had the most errors?',
    best(burners, one => `burner-${one.n}`, size),
  )
  l('logs', 'said', 'flame losses per burner', { rows: counts(burners, one => `burner-${one.n}`) })
  l('logs', 'said', 'how many different burners are there?', { value: new Set(burners.map(one => one.n)).size })
  l('logs', 'said', 'how often did burner-2 lose its flame', { value: burners.filter(one => one.n === 2).length })
  l(
    'logs',
    'field',
    'which user has the most badge entries?',
    best(badges, one => one.user, size),
  )
  l('logs', 'field', 'how many times was the badge of ruth accepted?', {
    value: badges.filter(one => one.user === 'ruth').length,
  })
  l('logs', 'now', 'which version is running now?', { value: '1.9.0' })
  l('logs', 'now', 'is the vent fan still stopped?', { value: true })
  l('logs', 'now', 'is the kiln roof still open?', { refuse: 'never said' })
  const hour = h => errors.filter(one => new Date(one.time).getUTCHours() === h)
  const place = one => ({ path: 'kiln.log', line: log.indexOf(one) + 1 })
  l('logs', 'clock', 'did anything fail at 3am?', { places: hour(3).map(place) })
  l('logs', 'clock', 'errors at 2am', { places: hour(2).map(place) })
  l('logs', 'clock', 'how many errors between 2am and 4am', { value: hour(2).length + hour(3).length })
  l('logs', 'time', 'when was kilnd upgraded?', { value: isoSecond(log.find(one => /upgraded/.test(one.text)).time) })
  l('logs', 'time', 'when did the fan stop', { value: isoSecond(log.at(-1).time) })
  l('logs', 'count', 'how many times was the door left open?', { value: log.filter(one => one.kind === 'door').length })
  l('logs', 'overview', 'describe kiln.log', { contains: [`${log.length} log entries`] })
  l('settings', 'setting', 'what is the max temperature of the kiln?', { contains: ['1290'] })
  l('settings', 'setting', 'how long until an alert is retried?', { contains: ['45'] })
  l('settings', 'setting', 'ramp per hour?', { contains: ['150'] })
  l('settings', 'refuse', 'what is the gas pressure limit', { refuse: 'not set' })
  l('documents', 'passage', 'when does the studio open?', { contains: ['9:30'] })
  l('documents', 'passage', 'how much do glazes cost?', { contains: ['4 euros'] })
  l('documents', 'passage', 'how long is fired work kept?', { contains: ['21 days'] })
  l('documents', 'passage', 'are lead glazes allowed?', { contains: ['forbidden'] })
  l('documents', 'refuse', 'is there parking?', { refuse: 'not told' })
  l('documents', 'overview', "what's in this folder?", { contains: ['3 files'] })
  const v = (kind, question, expect) => q('releases', 'versions', kind, question, expect)
  v('versions', 'What changed between the versions?', {
    rows: [
      ['1 price', '12', '13'],
      ['3', 'removed'],
      ['4', 'new'],
      ['shop.currency', 'EUR', 'CHF'],
    ],
  })
  v('versions', 'what is different between v1 and v2', {
    rows: [
      ['1 price', '12', '13'],
      ['3', 'removed'],
      ['4', 'new'],
      ['shop.currency', 'EUR', 'CHF'],
    ],
  })
  v('versions', 'which wares are new', { value: 'mug' })
  v('versions', 'which settings changed?', { contains: ['currency'] })
  v('versions', 'how many prices went up?', { value: 1 })
  return sets
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const here = fileURLToPath(new URL('.', import.meta.url))
  for (const [set, list] of Object.entries(questions()))
    writeFileSync(
      join(here, `../held/sixth-${set}.json`),
      `${JSON.stringify({ data: [`sixth/${set}`], source: 'generated', questions: list }, null, 2)}\n`,
    )
}
