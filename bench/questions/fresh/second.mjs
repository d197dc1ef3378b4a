// A second set, written when the first was solved: a hotel, a fishing port, meters, a help desk, a shop's orders, a log in JSON, a gym,
// two staff lists, settings, TypeScript, documents.
import { at, DAY, draws, FIRST, isoDay, isoSecond, LAST, table } from '../data/random.mjs'
import { asking, correlation, counts, groups, least, mean, median, most, share, sum } from './asking.mjs'

export function hotel() {
  const d = draws('hotel-second')
  const rows = Array.from({ length: 230 }, (_, i) => {
    const from = at(2024, 3, 1) + d.int(0, 150) * DAY
    const room = d.weighted({ single: 4, double: 6, suite: 1 })
    const nights = d.int(1, 9)
    return {
      id: 5000 + i,
      guest: `${d.pick(FIRST)} ${d.pick(LAST)}`,
      country: d.pick(['Italy', 'Spain', 'Norway', 'Japan']),
      room,
      from,
      to: from + nights * DAY,
      guests: room === 'single' ? 1 : d.int(1, 4),
      paid: nights * { single: 70, double: 110, suite: 240 }[room],
      channel: d.weighted({ website: 5, phone: 2, agency: 3 }),
      cancelled: d.chance(0.09) ? 'yes' : 'no',
    }
  })
  const files = {
    'hotel/bookings.csv': table(
      [
        'booking_no',
        'guest',
        'country',
        'room_type',
        'check_in',
        'check_out',
        'persons',
        'amount_paid',
        'channel',
        'cancelled',
      ],
      rows.map(r => [
        r.id,
        r.guest,
        r.country,
        r.room,
        isoDay(r.from),
        isoDay(r.to),
        r.guests,
        r.paid,
        r.channel,
        r.cancelled,
      ]),
    ),
  }
  const q = asking('hotel', 'table')
  q.value(
    'duration',
    'how many nights do guests from Japan stay on average?',
    mean(rows.filter(r => r.country === 'Japan').map(r => (r.to - r.from) / DAY)),
    { unit: 'days' },
  )
  q.value('superlative', 'which booking was the longest stay', Math.max(...rows.map(r => (r.to - r.from) / DAY)))
  q.questions.at(-1).expect = {
    value: [...rows.filter(r => r.to - r.from === Math.max(...rows.map(x => x.to - x.from))).map(r => String(r.id))],
  }
  q.rows(
    'sum',
    'takings by channel',
    groups(rows, r => r.channel).map(([k, l]) => [k, sum(l.map(r => r.paid))]),
  )
  q.value(
    'rate',
    'what is our cancellation rate?',
    share(
      rows.filter(r => r.cancelled === 'yes'),
      rows,
    ),
    { percent: true },
  )
  q.rows(
    'ratio',
    'revenue per person for each room type',
    groups(rows, r => r.room).map(([k, l]) => [k, sum(l.map(r => r.paid)) / sum(l.map(r => r.guests))]),
  )
  q.value('compare', 'do Italians or Spaniards spend more in total?', 0)
  q.questions.at(-1).expect = {
    any: [
      {
        value: most(
          rows.filter(r => ['Italy', 'Spain'].includes(r.country)),
          r => r.country,
          l => sum(l.map(r => r.paid)),
        ),
      },
      { refuse: 'Spaniards need not be known' },
    ],
  }
  q.value(
    'filter',
    'how many suites were booked through an agency?',
    rows.filter(r => r.room === 'suite' && r.channel === 'agency').length,
  )
  const long = rows.filter(r => r.to - r.from > 7 * DAY)
  q.any(
    'count',
    'how many guests stayed longer than a week',
    { value: long.length },
    { value: new Set(long.map(r => r.guest)).size },
  )
  q.refuse('how many guests had breakfast', 'no breakfast')
  q.rows('elliptic', 'phone versus agency', [
    ['agency', rows.filter(r => r.channel === 'agency').length],
    ['phone', rows.filter(r => r.channel === 'phone').length],
  ])
  return { files, questions: q.questions }
}

export function port() {
  const d = draws('port-second')
  const boats = ['Aurora', 'Bente', 'Calypso', 'Delfin', 'Elsa']
  const rows = Array.from({ length: 260 }, () => {
    const species = d.weighted({ cod: 4, herring: 5, plaice: 2, mackerel: 3 })
    const tonnes = Math.round(d.next() * (species === 'herring' ? 60 : 18) * 10) / 10 + 0.3
    return {
      day: at(2024, 1, 2) + d.int(0, 180) * DAY,
      boat: d.pick(boats),
      species,
      tonnes,
      hours: d.int(6, 60),
      price: Math.round((species === 'cod' ? 3200 : 1100) + d.normal(0, 150)),
      crew: d.int(3, 9),
      rejected: d.chance(0.1) ? 'x' : '',
    }
  })
  const files = {
    'port/landings.tsv': table(
      ['landed', 'boat', 'species', 'tonnes', 'hours_at_sea', 'price_per_tonne', 'crew', 'rejected'],
      rows.map(r => [isoDay(r.day), r.boat, r.species, r.tonnes.toFixed(1), r.hours, r.price, r.crew, r.rejected]),
      '\t',
    ),
  }
  const q = asking('port', 'table')
  q.rows(
    'sum',
    'tonnes per species',
    groups(rows, r => r.species).map(([k, l]) => [k, sum(l.map(r => r.tonnes))]),
  )
  q.rows(
    'sum',
    'tonnes of herring by month',
    groups(
      rows.filter(r => r.species === 'herring'),
      r => isoDay(r.day).slice(0, 7),
    ).map(([k, l]) => [k, sum(l.map(r => r.tonnes))]),
  )
  q.rows(
    'ratio',
    'tonnes per hour at sea for every boat',
    groups(rows, r => r.boat).map(([k, l]) => [k, sum(l.map(r => r.tonnes)) / sum(l.map(r => r.hours))]),
  )
  q.value(
    'superlative',
    'which boat brought in the most cod',
    most(
      rows.filter(r => r.species === 'cod'),
      r => r.boat,
      l => sum(l.map(r => r.tonnes)),
    ),
  )
  q.value(
    'superlative',
    'biggest landing of mackerel',
    Math.max(...rows.filter(r => r.species === 'mackerel').map(r => r.tonnes)),
  )
  q.value(
    'mean',
    'what does a tonne of plaice fetch on average',
    mean(rows.filter(r => r.species === 'plaice').map(r => r.price)),
  )
  q.value(
    'correlation',
    'do longer trips bring more tonnes?',
    correlation(
      rows,
      r => r.hours,
      r => r.tonnes,
    ),
    { tolerance: 0.05 },
  )
  q.value(
    'first-last',
    'When did the Elsa last land herring?',
    isoDay(Math.max(...rows.filter(r => r.boat === 'Elsa' && r.species === 'herring').map(r => r.day))),
  )
  q.value(
    'compare',
    'how much more cod than plaice was landed, in tonnes?',
    sum(rows.filter(r => r.species === 'cod').map(r => r.tonnes)) -
      sum(rows.filter(r => r.species === 'plaice').map(r => r.tonnes)),
    { tolerance: 0.01 },
  )
  q.refuse('which skipper landed the most?', 'no skippers')
  q.value(
    'share',
    'what fraction of the tonnage is herring',
    (100 * sum(rows.filter(r => r.species === 'herring').map(r => r.tonnes))) / sum(rows.map(r => r.tonnes)),
    { percent: true },
  )
  return { files, questions: q.questions }
}

export function desk() {
  const d = draws('desk-second')
  const rows = Array.from({ length: 240 }, (_, i) => {
    const opened = at(2024, 6, 1) + d.int(0, 60 * 24 * 60) * 60_000
    const priority = d.weighted({ low: 5, normal: 8, urgent: 2 })
    return {
      id: `T-${1000 + i}`,
      opened,
      closed: d.chance(0.12)
        ? null
        : opened + Math.round(Math.max(10, d.normal(priority === 'urgent' ? 200 : 1400, 300))) * 60_000,
      priority,
      agent: d.pick(['Ada', 'Bo', 'Cy', 'Di']),
      topic: d.weighted({ billing: 4, login: 5, delivery: 3 }),
      stars: d.chance(0.3) ? null : d.int(1, 5),
    }
  })
  const files = {
    'desk/tickets.json': JSON.stringify(
      {
        tickets: rows.map(r => ({
          id: r.id,
          opened_at: `${isoSecond(r.opened)}Z`,
          closed_at: r.closed && `${isoSecond(r.closed)}Z`,
          priority: r.priority,
          agent: r.agent,
          topic: r.topic,
          satisfaction: r.stars,
        })),
      },
      null,
      1,
    ),
  }
  const q = asking('desk', 'json')
  q.value('missing', 'how many tickets are still open?', rows.filter(r => !r.closed).length)
  q.value(
    'duration',
    'how long does it take to close an urgent ticket on average?',
    mean(rows.filter(r => r.closed && r.priority === 'urgent').map(r => (r.closed - r.opened) / 1000)),
    { unit: 'seconds' },
  )
  q.value(
    'superlative',
    'which agent is the slowest',
    most(
      rows.filter(r => r.closed),
      r => r.agent,
      l => mean(l.map(r => r.closed - r.opened)),
    ),
  )
  q.rows(
    'mean',
    'average satisfaction by agent',
    groups(
      rows.filter(r => r.stars),
      r => r.agent,
    ).map(([k, l]) => [k, mean(l.map(r => r.stars))]),
  )
  q.value(
    'filter',
    'how many login tickets did Bo handle?',
    rows.filter(r => r.topic === 'login' && r.agent === 'Bo').length,
  )
  q.value(
    'superlative',
    'who got the best ratings',
    most(
      rows.filter(r => r.stars),
      r => r.agent,
      l => mean(l.map(r => r.stars)),
    ),
  )
  q.rows(
    'dates',
    'tickets opened per weekday',
    groups(
      rows,
      r =>
        ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][new Date(r.opened).getUTCDay()],
    ).map(([k, l]) => [k, l.length]),
  )
  q.value(
    'share',
    'what percentage of tickets was never rated?',
    share(
      rows.filter(r => r.stars === null),
      rows,
    ),
    { percent: true },
  )
  q.value('count', 'number of tickets with one star', rows.filter(r => r.stars === 1).length)
  q.refuse('which customer opened the most tickets?', 'no customers')
  return { files, questions: q.questions }
}

export function staff() {
  const d = draws('staff-second')
  const before = Array.from({ length: 40 }, (_, i) => ({
    no: `E${100 + i}`,
    name: `${FIRST[i % 20]} ${LAST[(i * 3) % 20]}`,
    team: d.pick(['Sales', 'Plant', 'Office']),
    wage: 2000 + d.int(0, 30) * 50,
  }))
  const gone = [2, 11, 30]
  const now = before
    .filter((_, i) => !gone.includes(i))
    .map((r, i) => ({
      ...r,
      wage: i % 4 === 0 ? r.wage + 100 + (i === 8 ? 150 : 0) : r.wage,
      team: i === 5 || i === 21 ? 'Lab' : r.team,
    }))
  for (let i = 0; i < 6; i++) now.push({ no: `E${200 + i}`, name: `${FIRST[19 - i]} Neu`, team: 'Lab', wage: 2500 })
  const text = list =>
    table(
      ['employee_no', 'name', 'team', 'wage'],
      list.map(r => [r.no, r.name, r.team, r.wage]),
    )
  const files = { 'lists/staff-january.csv': text(before), 'lists/staff-june.csv': text(now) }
  const q = asking('lists', 'table')
  const old = new Map(before.map(r => [r.no, r]))
  const both = now.filter(r => old.has(r.no)).map(r => ({ ...r, was: old.get(r.no) }))
  const names = r => [r.no, r.name]
  q.rows(
    'versions',
    'Who left between January and June?',
    gone.map(i => [names(before[i])]),
  )
  q.rows(
    'versions',
    'who joined since January',
    now.filter(r => !old.has(r.no)).map(r => [names(r)]),
  )
  q.value('versions', 'how many people got a raise?', both.filter(r => r.wage > r.was.wage).length)
  q.rows(
    'versions',
    'who changed team',
    both.filter(r => r.team !== r.was.team).map(r => [names(r)]),
  )
  q.value(
    'versions',
    'whose wage rose the most?',
    names(both.toSorted((a, b) => b.wage - b.was.wage - (a.wage - a.was.wage))[0]),
  )
  q.value('versions', 'how many employees were there in June', now.length)
  q.value(
    'versions',
    'did the total wage bill go up? by how much',
    sum(now.map(r => r.wage)) - sum(before.map(r => r.wage)),
  )
  q.rows(
    'versions',
    'headcount per team in January',
    counts(before, r => r.team),
  )
  return { files, questions: q.questions }
}

export function gateway() {
  const d = draws('gateway-second')
  let time = at(2024, 10, 1, 8)
  const rows = Array.from({ length: 700 }, (_, i) => {
    time += d.int(1, 30) * 1000
    const service = d.weighted({ cart: 4, search: 5, pay: 2 })
    const bad = i > 400 && i < 450 && service === 'pay'
    const level = bad && d.chance(0.8) ? 'error' : d.chance(0.05) ? 'warn' : 'info'
    return {
      time,
      level,
      service,
      host: d.pick(['gw1', 'gw2', 'gw3']),
      ms: d.int(5, level === 'error' ? 30000 : 900),
      msg: level === 'error' ? 'upstream timed out' : level === 'warn' ? 'slow response' : 'request served',
      user: `u${d.int(1, 40)}`,
    }
  })
  const files = {
    'gateway/gateway.jsonl': rows
      .map(
        r =>
          `${JSON.stringify({ ts: `${isoSecond(r.time)}Z`, level: r.level, service: r.service, host: r.host, ms: r.ms, msg: r.msg, user: r.user })}\n`,
      )
      .join(''),
  }
  const q = asking('gateway', 'log')
  const bad = rows.filter(r => r.level === 'error')
  q.value(
    'log-field',
    'which service has the most errors?',
    most(bad, r => r.service),
  )
  q.value('log-field', 'how many requests timed out', bad.length)
  q.rows(
    'log-field',
    'warnings by host',
    counts(
      rows.filter(r => r.level === 'warn'),
      r => r.host,
    ),
  )
  q.value('first-last', 'when did the errors start', isoSecond(bad[0].time))
  q.value(
    'rate',
    'error rate of the pay service',
    share(
      bad.filter(r => r.service === 'pay'),
      rows.filter(r => r.service === 'pay'),
    ),
    { percent: true },
  )
  q.value('median', 'median ms for search', median(rows.filter(r => r.service === 'search').map(r => r.ms)))
  q.value('distinct', 'how many users ran into a timeout?', new Set(bad.map(r => r.user)).size)
  q.value('superlative', 'slowest request of cart', Math.max(...rows.filter(r => r.service === 'cart').map(r => r.ms)))
  q.refuse('which region had the most errors', 'no region')
  return { files, questions: q.questions }
}

export function tree() {
  const files = {
    'tree/src/cart.ts':
      "import { round } from './money.ts'\n\nexport const MAX_LINES = 40\n\nexport interface Line {\n  sku: string\n  price: number\n  count: number\n}\n\nexport class CartFull extends Error {}\n\nexport function total(lines: Line[]): number {\n  return round(lines.reduce((sum, line) => sum + line.price * line.count, 0))\n}\n\nexport function add(lines: Line[], line: Line): Line[] {\n  if (lines.length >= MAX_LINES) throw new CartFull('too many')\n  return [...lines, line]\n}\n",
    'tree/src/money.ts':
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a program
      'export function round(value: number): number {\n  return Math.round(value * 100) / 100\n}\n\nexport function format(value: number): string {\n  return `${round(value).toFixed(2)} EUR`\n}\n',
    'tree/src/checkout.ts':
      "import { add, CartFull, total } from './cart.ts'\nimport { format } from './money.ts'\n\nexport function checkout(lines: any[]): string {\n  try {\n    return format(total(add(lines, { sku: 'fee', price: 2, count: 1 })))\n  } catch (error) {\n    if (error instanceof CartFull) return 'full'\n    throw error\n  }\n}\n",
    'tree/src/old-promo.ts': 'export function promo(): number {\n  return 5\n}\n',
    'tree/test/cart.test.ts':
      "import { total } from '../src/cart.ts'\n\ntest('total', () => {\n  expect(total([])).toBe(0)\n})\n",
    'tree/config/app.toml':
      '[cart]\nmax_lines = 40\ncurrency = "EUR"\n\n[mail]\nfrom = "shop@example.org"\nretries = 3\n',
    'tree/README.md':
      '# Shop\n\nOrders over 50 euros are shipped free of charge. Returns are accepted within 30 days.\n\nThe checkout is tested every night at 02:30.\n',
  }
  const q = asking('tree', 'code')
  const p = (path, line) => ({ path: `tree/${path}`, line })
  q.places('code', 'where is round defined', [p('src/money.ts', 1)])
  q.places('code', 'who calls total?', [p('src/checkout.ts', 6), p('test/cart.test.ts', 4)], {
    also: [p('src/checkout.ts', 1), p('test/cart.test.ts', 1)],
  })
  q.places('code', 'where is CartFull thrown', [p('src/cart.ts', 18)])
  q.places('code', 'which file imports cart', [p('src/checkout.ts', 1), p('test/cart.test.ts', 1)])
  q.contains('code', 'is there any module that nobody imports?', 'old-promo')
  q.value('code', 'how many functions are there in money.ts', 2)
  q.value('settings', 'how many retries for mail', '3')
  q.contains('passages', 'from what order value is shipping free?', '50 euros')
  q.contains('passages', 'within how many days can I return something', '30 days')
  q.contains('passages', 'when is the checkout tested?', '02:30')
  q.value('settings', 'which currency is set', 'EUR')
  q.refuse('what is the tax rate', 'no tax')
  return { files, questions: q.questions }
}

export function meters() {
  const d = draws('meters-second')
  const rows = []
  for (let day = 0; day < 60; day++)
    for (const house of ['12', '14', '16', '18'])
      rows.push({
        date: at(2024, 9, 1) + day * DAY,
        house,
        kwh: Math.round((4 + d.next() * 9 + (house === '16' ? 3 : 0)) * 100) / 100,
        solar: Math.round(d.next() * 600) / 100,
        peak: d.int(800, 5200),
        occupants: { 12: 2, 14: 4, 16: 5, 18: 1 }[house],
      })
  const files = {
    'meters/usage.csv': table(
      ['date', 'house', 'used_kwh', 'solar_kwh', 'peak_watts', 'occupants'],
      rows.map(r => [isoDay(r.date), `No ${r.house}`, r.kwh.toFixed(2), r.solar.toFixed(2), r.peak, r.occupants]),
      ';',
    ),
  }
  const q = asking('meters', 'table')
  q.rows(
    'sum',
    'kWh used per house',
    groups(rows, r => r.house).map(([k, l]) => [`No ${k}`, sum(l.map(r => r.kwh))]),
  )
  q.value('superlative', 'which house uses the most power?', 'No 16')
  q.value('superlative', 'highest peak of No 14', Math.max(...rows.filter(r => r.house === '14').map(r => r.peak)))
  q.value(
    'compare',
    'how much more did No 16 use than No 12 in October',
    sum(rows.filter(r => r.house === '16' && isoDay(r.date) >= '2024-10-01').map(r => r.kwh)) -
      sum(rows.filter(r => r.house === '12' && isoDay(r.date) >= '2024-10-01').map(r => r.kwh)),
    { tolerance: 0.01 },
  )
  q.value(
    'sum',
    'solar power in September altogether',
    sum(rows.filter(r => isoDay(r.date) < '2024-10-01').map(r => r.solar)),
  )
  q.value(
    'count',
    'on how many days did No 18 stay under 5 kWh?',
    rows.filter(r => r.house === '18' && r.kwh < 5).length,
  )
  q.value(
    'superlative',
    'on which date was the most solar power made',
    isoDay(
      most(
        rows,
        r => r.date,
        l => sum(l.map(r => r.solar)),
      ),
    ),
  )
  q.refuse('how much gas did No 12 burn', 'no gas')
  q.value(
    'least',
    'the day with the lowest usage overall',
    isoDay(
      least(
        rows,
        r => r.date,
        l => sum(l.map(r => r.kwh)),
      ),
    ),
  )
  return { files, questions: q.questions }
}
