// The seventh questions, tables: written before the reader was looked at, truth reckoned over the drawn rows.
import { draws, isoDay, table } from '../data/random.mjs'
import { asking, correlation, counts, groups, least, mean, median, most, share, sum } from './asking.mjs'

const csv = (rows, separator) =>
  table(
    Object.keys(rows[0]),
    rows.map(row => Object.values(row)),
    separator,
  )
const top = (rows, of, count, say) =>
  [...rows]
    .sort((a, b) => of(b) - of(a))
    .slice(0, count)
    .map(say)
const by = (list, key, of) => groups(list, key).map(([name, some]) => [name, of(some)])

/** Port calls and ships, joined by a number; flags by adjective, tonnes and containers. */
export function harbour() {
  const d = draws('seventh harbour')
  const flags = { Netherlands: 3, Sweden: 3, Panama: 5, Greece: 2, Norway: 2 }
  const ships = Array.from({ length: 24 }, (_, k) => ({
    imo: String(9100000 + k * 137),
    ship_name: `${d.pick(['Blue', 'North', 'Silver', 'Grand', 'Little'])} ${['Heron', 'Otter', 'Pike', 'Wren', 'Stoat', 'Adder', 'Newt', 'Lynx', 'Hare', 'Mole', 'Kite', 'Crane', 'Bream', 'Perch', 'Teal', 'Finch', 'Robin', 'Swift', 'Ibex', 'Civet', 'Tapir', 'Okapi', 'Genet', 'Dhole'][k]}`,
    flag: d.weighted(flags),
    built: d.int(1988, 2022),
    kind: d.pick(['bulk carrier', 'tanker', 'container ship']),
    gross_tonnage: d.int(4_000, 90_000),
  }))
  const calls = Array.from({ length: 180 }, (_, k) => {
    const day = Date.UTC(2023, 0, 3) + k * 2 * 86_400_000
    return {
      call_no: 5001 + k,
      imo: d.pick(ships).imo,
      arrived: isoDay(day),
      berth: d.pick(['East 1', 'East 2', 'West 1', 'West 2', 'Oil pier']),
      cargo: d.pick(['grain', 'ore', 'timber', 'diesel', 'fruit']),
      tonnes: d.int(300, 24_000),
      hours_at_berth: d.int(5, 90),
      delay_min: d.chance(0.3) ? d.int(1, 240) : 0,
      dues_eur: d.int(400, 9_000),
    }
  })
  const ship = ({ imo }) => ships.find(one => one.imo === imo)
  const a = asking('seventh-harbour', 'tables')
  const of = flag => calls.filter(one => ship(one).flag === flag)
  const tonnes = some => sum(some.map(one => one.tonnes))
  const [dutch, swedish] = ['Netherlands', 'Sweden'].map(flag => tonnes(of(flag)))
  a.any(
    'compare',
    'did Dutch ships carry more than Swedish ships?',
    { value: dutch > swedish ? ['yes', 'Netherlands'] : ['no', 'Sweden'] },
    {
      rows: [
        ['Netherlands', dutch],
        ['Sweden', swedish],
      ],
    },
  )
  a.value('count', 'how many port calls were there', calls.length)
  a.value('distinct', 'how many different ships called at the port?', new Set(calls.map(one => one.imo)).size)
  a.value(
    'superlative',
    'which cargo brought in the most dues',
    most(
      calls,
      one => one.cargo,
      some => sum(some.map(one => one.dues_eur)),
    ),
  )
  a.rows(
    'top',
    'top 3 ships by tonnes carried',
    top(
      by(calls, one => ship(one).ship_name, tonnes),
      ([, n]) => n,
      3,
      one => one,
    ),
    { ordered: true },
  )
  a.value(
    'filter',
    'how many calls were delayed by more than 60 minutes',
    calls.filter(one => one.delay_min > 60).length,
  )
  a.value('filter', 'how many calls had no delay at all?', calls.filter(one => one.delay_min === 0).length)
  a.value(
    'sum',
    'how much grain was landed in 2023',
    tonnes(calls.filter(one => one.cargo === 'grain' && one.arrived.startsWith('2023'))),
  )
  a.value(
    'mean',
    'average time at berth for tankers',
    mean(calls.filter(one => ship(one).kind === 'tanker').map(one => one.hours_at_berth)),
  )
  a.value(
    'superlative',
    'oldest ship?',
    least(
      ships,
      one => one.ship_name,
      some => some[0].built,
    ),
  )
  a.value('filter', 'how many ships fly the Greek flag', ships.filter(one => one.flag === 'Greece').length)
  a.value('filter', 'number of ships built before 2000', ships.filter(one => one.built < 2000).length)
  a.rows(
    'two-keys',
    'calls by berth and cargo',
    by(
      calls,
      one => `${one.berth}|${one.cargo}`,
      some => some.length,
    ).map(([key, n]) => [...key.split('|'), n]),
  )
  a.rows(
    'dates',
    'tonnes per quarter in 2023',
    by(
      calls.filter(one => one.arrived.startsWith('2023')),
      one => Math.ceil(Number(one.arrived.slice(5, 7)) / 3),
      tonnes,
    ).map(([q, n]) => [[q, `Q${q}`, `2023-Q${q}`, `2023-${['01', '04', '07', '10'][q - 1]}`], n]),
  )
  a.value(
    'share',
    'what share of the calls went to the Oil pier?',
    share(
      calls.filter(one => one.berth === 'Oil pier'),
      calls,
    ),
    { percent: true },
  )
  a.refuse('how many sailors were on board', 'no crew')
  a.refuse('which captain was late most often?', 'no captain')
  a.value(
    'orphans',
    'how many ships never called',
    ships.filter(one => !calls.some(call => call.imo === one.imo)).length,
  )
  return { files: { 'harbour/ships.csv': csv(ships), 'harbour/port_calls.csv': csv(calls) }, questions: a.questions }
}

/** A bookkeeping export: semicolons, decimal commas, spaces and signs in the column names. */
export function books() {
  const d = draws('seventh books')
  const rows = Array.from({ length: 160 }, (_, k) => ({
    'Txn #': `T-${String(k + 1).padStart(4, '0')}`,
    'Posted on': isoDay(Date.UTC(2024, 0, 2 + k * 2)),
    'Cost centre': d.pick(['0100', '0200', '0315', '0420']),
    Supplier: d.pick(['Nordlicht AG', 'Paper & Pen', 'Blumen Ott', 'Cargo Kurz', 'Hosting Hub']),
    'Net (EUR)': d.int(1_000, 900_000) / 100,
    'VAT %': d.pick([0, 7, 19]),
    'Paid?': d.chance(0.8) ? 'Y' : 'N',
    'Due in (days)': d.pick([14, 30, 60]),
  }))
  const net = some => Math.round(sum(some.map(one => Math.round(one['Net (EUR)'] * 100)))) / 100
  const a = asking('seventh-books', 'tables')
  const comma = rows.map(row => ({ ...row, 'Net (EUR)': row['Net (EUR)'].toFixed(2).replace('.', ',') }))
  const open = rows.filter(one => one['Paid?'] === 'N')
  a.value('filter', 'how many transactions are not paid yet?', open.length)
  a.value('sum', 'total net amount still unpaid', net(open), { tolerance: 1e-6 })
  a.value(
    'superlative',
    'which supplier did we spend the most on',
    most(rows, one => one.Supplier, net),
  )
  a.rows(
    'sum',
    'net per cost centre',
    by(rows, one => one['Cost centre'], net),
    { tolerance: 1e-6 },
  )
  a.value('sum', 'what did cost centre 0315 spend?', net(rows.filter(one => one['Cost centre'] === '0315')), {
    tolerance: 1e-6,
  })
  a.value('median', 'median net amount', median(rows.map(one => one['Net (EUR)'])))
  a.value(
    'filter',
    'how many invoices from Blumen Ott with 7% VAT',
    rows.filter(one => one.Supplier === 'Blumen Ott' && one['VAT %'] === 7).length,
  )
  a.rows(
    'dates',
    'spending by month',
    by(rows, one => one['Posted on'].slice(0, 7), net),
    { tolerance: 1e-6 },
  )
  a.rows(
    'top',
    'the five biggest transactions',
    top(
      rows,
      one => one['Net (EUR)'],
      5,
      one => [one['Txn #']],
    ),
    { ordered: true },
  )
  a.value('filter', 'transactions over 5000 euros: how many', rows.filter(one => one['Net (EUR)'] > 5000).length)
  a.value(
    'share',
    'percentage of transactions that are paid',
    share(
      rows.filter(one => one['Paid?'] === 'Y'),
      rows,
    ),
    { percent: true },
  )
  a.value('lookup', 'who is the supplier of T-0042?', rows[41].Supplier)
  a.refuse('what is our profit margin', 'no income')
  return { files: { 'books/export.csv': csv(comma, ';') }, questions: a.questions }
}

/** A laboratory: tab-separated samples with missing values in several spellings, and plates to join. */
export function lab() {
  const d = draws('seventh lab')
  const plates = ['P1', 'P2', 'P3', 'P4'].map((plate, k) => ({
    plate,
    operator: ['Asha', 'Bram', 'Asha', 'Cleo'][k],
    run_date: isoDay(Date.UTC(2024, 4, 6 + k)),
    reader: k % 2 ? 'Tecan' : 'BioTek',
  }))
  const rows = Array.from({ length: 120 }, (_, k) => ({
    sample: `S${String(k + 1).padStart(3, '0')}`,
    plate: d.pick(plates).plate,
    strain: d.pick(['wild type', 'mutant A', 'mutant B']),
    'conc [mg/L]': d.chance(0.1) ? d.pick(['n/a', 'ND', '']) : d.int(5, 950) / 10,
    pH: d.int(55, 85) / 10,
    od600: d.int(10, 1900) / 1000,
    flagged: d.chance(0.15) ? 'yes' : 'no',
  }))
  const conc = some => some.map(one => one['conc [mg/L]']).filter(one => typeof one === 'number')
  const plate = one => plates.find(other => other.plate === one.plate)
  const a = asking('seventh-lab', 'tables')
  const strain = name => rows.filter(one => one.strain === name)
  a.value('mean', 'mean concentration', mean(conc(rows)))
  a.rows(
    'mean',
    'mean concentration by strain',
    by(
      rows,
      one => one.strain,
      some => mean(conc(some)),
    ),
  )
  a.value('missing', 'how many samples have no concentration?', rows.length - conc(rows).length)
  a.value(
    'filter',
    'how many wild type samples have a pH below 6.5',
    strain('wild type').filter(one => one.pH < 6.5).length,
  )
  a.value(
    'superlative',
    'sample with the highest od600',
    top(
      rows,
      one => one.od600,
      1,
      one => one.sample,
    )[0],
  )
  a.value(
    'correlation',
    'is pH related to od600? give the correlation',
    correlation(
      rows,
      one => one.pH,
      one => one.od600,
    ),
    { tolerance: 0.02 },
  )
  a.value('join', 'how many samples did Asha run', rows.filter(one => plate(one).operator === 'Asha').length)
  a.rows(
    'join',
    'flagged samples per operator',
    counts(
      rows.filter(one => one.flagged === 'yes'),
      one => plate(one).operator,
    ),
  )
  a.value(
    'mean',
    'average pH on the Tecan reader',
    mean(rows.filter(one => plate(one).reader === 'Tecan').map(one => one.pH)),
  )
  a.value(
    'spread',
    'standard deviation of pH',
    Math.sqrt(sum(rows.map(one => (one.pH - mean(rows.map(two => two.pH))) ** 2)) / (rows.length - 1)),
    { tolerance: 0.01 },
  )
  a.value(
    'share',
    'what fraction of mutant B samples was flagged',
    share(
      strain('mutant B').filter(one => one.flagged === 'yes'),
      strain('mutant B'),
    ),
    { percent: true },
  )
  a.value(
    'compare',
    'which has the higher median od600, mutant A or mutant B?',
    median(strain('mutant A').map(one => one.od600)) > median(strain('mutant B').map(one => one.od600))
      ? 'mutant A'
      : 'mutant B',
  )
  a.value('filter', 'how many samples have pH between 6 and 7', rows.filter(one => one.pH >= 6 && one.pH <= 7).length)
  a.refuse('what temperature were the samples kept at?', 'no temperature')
  return { files: { 'lab/samples.tsv': csv(rows, '\t'), 'lab/plates.tsv': csv(plates, '\t') }, questions: a.questions }
}

/** A corner shop: sales lines, products and returns; prices with a currency sign. */
export function shop() {
  const d = draws('seventh shop')
  const products = 'tea,coffee,soap,candles,jam,honey,oats,rice,matches,twine'.split(',').map((product, k) => ({
    sku: `K${10 + k}`,
    product,
    shelf: 'ABC'[k % 3],
    price: `£${(d.int(80, 1500) / 100).toFixed(2)}`,
    stock: d.int(0, 60),
    reorder_at: d.int(5, 25),
  }))
  const price = sku => Number(products.find(one => one.sku === sku).price.slice(1))
  const sales = Array.from({ length: 300 }, (_, k) => {
    const at = Date.UTC(2024, 2, 1, 8) + k * 3 * 3_600_000 + d.int(0, 100) * 60_000
    return {
      receipt: 7000 + Math.floor(k / 2),
      sold_at: new Date(at).toISOString().slice(0, 16).replace('T', ' '),
      sku: d.pick(products.slice(0, 9)).sku,
      qty: d.int(1, 6),
      paid_by: d.pick(['cash', 'card', 'voucher']),
      till: d.int(1, 2),
    }
  })
  const returns = Array.from({ length: 20 }, (_, k) => ({
    return_id: `R${k + 1}`,
    receipt: 7000 + d.int(0, 149),
    reason: d.pick(['broken', 'wrong item', 'changed mind']),
  }))
  const a = asking('seventh-shop', 'tables')
  const name = ({ sku }) => products.find(one => one.sku === sku).product
  const money = some => sum(some.map(one => Math.round(one.qty * price(one.sku) * 100))) / 100
  const qty = some => sum(some.map(one => one.qty))
  const weekday = one =>
    new Date(`${one.sold_at.slice(0, 10)}T00:00:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
  a.value('join', 'which product sold best?', most(sales, name, qty))
  a.any('join', 'what brings in more, tea or coffee', {
    value:
      money(sales.filter(one => name(one) === 'tea')) > money(sales.filter(one => name(one) === 'coffee'))
        ? 'tea'
        : 'coffee',
  })
  a.value('money', 'total takings in April', money(sales.filter(one => one.sold_at.startsWith('2024-04'))), {
    tolerance: 1e-6,
  })
  a.rows(
    'filter',
    'what do I need to reorder?',
    products.filter(one => one.stock <= one.reorder_at).map(one => [one.product]),
  )
  a.rows(
    'filter',
    'products with less than 10 in stock',
    products.filter(one => one.stock < 10).map(one => [one.product]),
  )
  a.value('lookup', 'how much is the honey?', price('K15'))
  a.value(
    'superlative',
    'what is the cheapest product?',
    least(
      products,
      one => one.product,
      some => price(some[0].sku),
    ),
  )
  a.value('superlative', 'busiest day of the week', most(sales, weekday))
  a.rows(
    'orphans',
    'which products were never sold',
    products.filter(one => !sales.some(sale => sale.sku === one.sku)).map(one => [one.product]),
  )
  a.rows(
    'count',
    'how do people pay? count by payment method',
    counts(sales, one => one.paid_by),
  )
  a.value('sum', 'how many jars of jam did I sell', qty(sales.filter(one => name(one) === 'jam')))
  a.value(
    'superlative',
    'most common reason for a return',
    most(returns, one => one.reason),
  )
  a.value(
    'share',
    'what percent of sales were by card?',
    share(
      sales.filter(one => one.paid_by === 'card'),
      sales,
    ),
    { percent: true },
  )
  a.value('filter', 'how many sales after 6pm', sales.filter(one => Number(one.sold_at.slice(11, 13)) >= 18).length)
  a.refuse('how many customers are women', 'no customers')
  a.rows(
    'sum',
    'pieces sold per shelf',
    by(sales, one => products.find(two => two.sku === one.sku).shelf, qty),
  )
  return {
    files: { 'shop/products.csv': csv(products), 'shop/sales.csv': csv(sales), 'shop/returns.csv': csv(returns) },
    questions: a.questions,
  }
}

/** Hospital-like beds? No: turbines, a wide table of hourly readings with odd names, and faults. */
export function turbines() {
  const d = draws('seventh turbines')
  const rows = Array.from({ length: 240 }, (_, k) => {
    const wind = d.int(10, 240) / 10
    return {
      ts_utc: new Date(Date.UTC(2024, 10, 1) + Math.floor(k / 4) * 3 * 3_600_000).toISOString(),
      WTG: `W0${(k % 4) + 1}`,
      wind_ms: wind,
      'power kW': Math.max(0, Math.round(wind * 90 + d.int(-80, 80))),
      rotor_rpm: d.int(4, 18),
      gearbox_c: d.int(40, 92),
      state: d.weighted({ run: 8, stop: 1, fault: 1 }),
    }
  })
  const a = asking('seventh-turbines', 'tables')
  const power = some => some.map(one => one['power kW'])
  a.value('sum', 'total power of W02', sum(power(rows.filter(one => one.WTG === 'W02'))))
  a.rows(
    'mean',
    'average wind per turbine',
    by(
      rows,
      one => one.WTG,
      some => mean(some.map(one => one.wind_ms)),
    ),
  )
  a.value(
    'superlative',
    'which turbine had the most faults?',
    most(
      rows.filter(one => one.state === 'fault'),
      one => one.WTG,
    ),
  )
  a.value(
    'correlation',
    'how strongly does power depend on wind speed',
    correlation(
      rows,
      one => one.wind_ms,
      one => one['power kW'],
    ),
    { tolerance: 0.02 },
  )
  a.value('max', 'hottest gearbox reading', Math.max(...rows.map(one => one.gearbox_c)))
  a.value('filter', 'how often was the gearbox above 85 degrees?', rows.filter(one => one.gearbox_c > 85).length)
  a.rows(
    'share',
    'share of time each turbine was running',
    by(
      rows,
      one => one.WTG,
      some =>
        share(
          some.filter(one => one.state === 'run'),
          some,
        ),
    ),
    { percent: true },
  )
  a.value(
    'dates',
    'which day had the strongest average wind',
    most(
      rows,
      one => one.ts_utc.slice(0, 10),
      some => mean(some.map(one => one.wind_ms)),
    ),
  )
  a.value(
    'quantile',
    '90th percentile of rotor rpm',
    (() => {
      const s = rows.map(one => one.rotor_rpm).sort((x, y) => x - y)
      const p = (s.length - 1) * 0.9
      return s[Math.floor(p)] + (p % 1) * (s[Math.ceil(p)] - s[Math.floor(p)])
    })(),
  )
  a.value(
    'first',
    'when did W03 first fault',
    rows.find(one => one.WTG === 'W03' && one.state === 'fault').ts_utc.slice(0, 19),
  )
  a.refuse('how much did the repairs cost', 'no costs')
  return { files: { 'turbines/scada.csv': csv(rows) }, questions: a.questions }
}

/** Two versions of a price list in a folder each. */
export function pricelist() {
  const d = draws('seventh pricelist')
  const old = Array.from({ length: 40 }, (_, k) => ({
    code: `A${100 + k}`,
    item: `part ${k + 1}`,
    price_eur: d.int(100, 9_000) / 100,
    group: d.pick(['bolts', 'seals', 'belts']),
  }))
  const now = [
    ...old
      .filter((_, k) => ![4, 17].includes(k))
      .map((one, k) =>
        [2, 9, 20, 31].includes(k) ? { ...one, price_eur: Math.round(one.price_eur * 110) / 100 } : one,
      ),
    { code: 'A900', item: 'part 90', price_eur: 12.5, group: 'belts' },
  ]
  const settings = {
    old: 'currency = EUR\nvalid_days = 30\nrounding = up\n',
    now: 'currency = EUR\nvalid_days = 14\nrounding = up\nhandling_fee = 2.50\n',
  }
  const a = asking('seventh-pricelist', 'versions')
  const before = code => old.find(one => one.code === code)
  const changed = now.filter(one => before(one.code) && before(one.code).price_eur !== one.price_eur)
  a.value('versions', 'how many prices changed between the two lists?', changed.length)
  a.rows(
    'versions',
    'which items were removed',
    old.filter(one => !now.some(two => two.code === one.code)).map(one => [[one.code, one.item]]),
  )
  a.rows('versions', 'which items are new in 2025?', [[['A900', 'part 90']]])
  a.contains('versions', 'which settings changed between 2024 and 2025', 'valid_days', '14')
  const gone = old.filter(one => !now.some(two => two.code === one.code))
  a.rows('versions', 'what changed between the versions?', [
    ...changed.map(({ code, price_eur }) => [`${code} price_eur`, 'changed', price_eur]),
    ...gone.map(({ code }) => [code, 'removed']),
    ['A900', ['new', 'added']],
    ['valid_days', 'changed'],
    ['handling_fee', ['new', 'added']],
  ])
  a.value('versions', 'what did A112 cost before', before('A112').price_eur)
  return {
    files: {
      'pricelist/2024/prices.csv': csv(old),
      'pricelist/2024/rules.ini': settings.old,
      'pricelist/2025/prices.csv': csv(now),
      'pricelist/2025/rules.ini': settings.now,
    },
    questions: a.questions,
  }
}
