// A fourth set of tables and records, with questions as they are typed in passing: a lending library, a gym, a kiosk, pumps, claims, attendance.
import { at, DAY, draws, FIRST, isoDay, isoSecond, LAST, pad, table } from '../data/random.mjs'
import { asking, counts, groups, least, mean, median, most, quantile, share, sum } from './asking.mjs'

const round = (value, digits = 2) => Math.round(value * 10 ** digits) / 10 ** digits
const month = time => new Date(time).getUTCMonth() + 1
const quarter = time => Math.ceil(month(time) / 3)
const weekday = time => new Date(time).getUTCDay()
const hour = time => new Date(time).getUTCHours()
const dotted = time => isoDay(time).split('-').reverse().join('.')
const monthFirst = time => `${pad(month(time), 2)}/${pad(new Date(time).getUTCDate(), 2)}/${isoDay(time).slice(0, 4)}`
const WEEKDAYS = 'Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday'.split(',')
const MONTHS = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(',')
const distinct = list => new Set(list).size
const topOf = (list, key, n, measure = some => some.length) =>
  groups(list, key)
    .map(([name, some]) => [name, measure(some)])
    .sort((a, b) => b[1] - a[1])
    .slice(0, n)
const gaps = times => {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted.slice(1).map((time, i) => time - sorted[i])
}
/** Spellings, or readings, that are all right. */
const either = (...some) => some
/** Rows that are asked for without a verb may be counted or listed. */
const listed = (rows, id) => [{ value: rows.length }, { rows: rows.map(row => [id(row)]) }]
/** Two figures compared: both of them, or by how much they differ. */
const compared = (a, b) => [
  { rows: [[a], [b]] },
  { value: round(a - b, 4), tolerance: 0.005 },
  { value: round(b - a, 4), tolerance: 0.005 },
]

export function lending() {
  const d = draws('lending-fourth')
  const cities = ['Oakton', 'Milford', 'Rivermouth']
  const members = Array.from({ length: 36 }, (_, i) => {
    const old = d.chance(0.3)
    return {
      id: `M${pad(i + 1, 3)}`,
      name: `${FIRST[i % 20]} ${LAST[(i * 7 + 3) % 20]}`,
      born: old ? at(d.int(1938, 1957), d.int(1, 12), d.int(1, 28)) : at(d.int(1976, 2003), d.int(1, 12), d.int(1, 28)),
      city: d.pick(cities),
      joined: at(2023, 1, 1) + d.int(0, 600) * DAY,
    }
  })
  const genres = ['Crime', 'History', 'Poetry', 'Travel', 'Science']
  const titles =
    'Salt Road,Quiet Harbor,The Ninth Gate Key,Orchard Years,Low Tide,Paper Empire,Star Ledger,Winter Maps,Glass Hill,The Long Ferry,Bright Iron,Old Rivers,Night Atlas,Small Engines,White Dunes,Copper Sky,Field Songs,Hollow Crown Inn'.split(
      ',',
    )
  const books = titles.map((title, i) => ({ id: 200 + i, title, genre: genres[(i * 3) % 5], copies: d.int(1, 5) }))
  const loans = Array.from({ length: 260 }, (_, i) => {
    const member = members[d.int(0, 31)]
    const book = books[d.int(0, 15)]
    const on = at(2025, 1, 2) + d.int(0, 175) * DAY
    const days = d.int(2, 40)
    const out = d.chance(0.12)
    return {
      id: 9000 + i,
      member,
      book,
      on,
      back: out ? null : on + days * DAY,
      days,
      fine: !out && days > 21 ? round((days - 21) * 0.25) : 0,
    }
  })
  const files = {
    'lending/members.csv': table(
      ['member_id', 'name', 'date_of_birth', 'city', 'joined'],
      members.map(m => [m.id, m.name, isoDay(m.born), m.city, isoDay(m.joined)]),
    ),
    'lending/books.csv': table(
      ['book_id', 'title', 'genre', 'copies'],
      books.map(b => [b.id, b.title, b.genre, b.copies]),
    ),
    'lending/loans.csv': table(
      ['loan_id', 'member_id', 'book_id', 'borrowed_on', 'returned_on', 'fine'],
      loans.map(l => [l.id, l.member.id, l.book.id, isoDay(l.on), l.back && isoDay(l.back), l.fine]),
    ),
  }
  const q = asking('fourth-lending', 'tables')
  const back = loans.filter(l => l.back)
  const borrowers = new Set(loans.map(l => l.member))
  const inMarch = new Set(loans.filter(l => month(l.on) === 3).map(l => l.member))
  q.value('age', 'how many members are older than 60', members.filter(m => m.born < at(1965, 1, 1)).length)
  q.value('age', "who's our oldest member?", [...members].sort((a, b) => a.born - b.born)[0].name)
  q.any(
    'negation',
    'which members did not borrow anything in march',
    { rows: members.filter(m => !inMarch.has(m)).map(m => [m.name]) },
    { rows: members.filter(m => !inMarch.has(m)).map(m => [m.id]) },
  )
  q.value('negation', 'how many members never borrowed a book', members.length - borrowers.size)
  q.value('missing', 'books still out?? how many', loans.length - back.length)
  q.value(
    'join',
    'most borrowed genre',
    most(loans, l => l.book.genre),
  )
  q.value('duration', 'how long is a book kept on average (days)', mean(back.map(l => l.days)), { unit: 'days' })
  q.rows(
    'join',
    'fines by city',
    groups(loans, l => l.member.city).map(([city, some]) => [city, sum(some.map(l => l.fine))]),
  )
  const two = topOf(loans, l => l.member.name, 2).map(([name]) => name)
  const titlesOf = name => new Set(loans.filter(l => l.member.name === name).map(l => l.book.title))
  q.value('distinct', `how many different books has ${two[0]} borrowed`, titlesOf(two[0]).size)
  q.rows(
    'both',
    `which titles were borrowed by both ${two[0]} and ${two[1]}?`,
    [...titlesOf(two[0])].filter(title => titlesOf(two[1]).has(title)),
  )
  q.rows(
    'negation',
    'titles nobody has borrowed yet',
    books.filter(b => !loans.some(l => l.book === b)).map(b => b.title),
  )
  q.rows(
    'dates',
    'loans per quarter',
    counts(loans, l => quarter(l.on)).map(([k, n]) => [[k, `Q${k}`, `2025-Q${k}`, `2025-0${k * 3 - 2}`], n]),
  )
  const loansOf = city => loans.filter(l => l.member.city === city).length
  q.any(
    'compare',
    'Do Oakton members borrow more than Milford members?',
    ...compared(loansOf('Oakton'), loansOf('Milford')),
  )
  q.any(
    'share',
    'what percentage of loans was kept longer than three weeks',
    {
      value: share(
        back.filter(l => l.days > 21),
        back,
      ),
      percent: true,
    },
    {
      value: share(
        back.filter(l => l.days > 21),
        loans,
      ),
      percent: true,
    },
  )
  q.value('superlative', 'highest fine anyone paid', Math.max(...loans.map(l => l.fine)))
  q.any(
    'ratio',
    'loans per member on average',
    { value: loans.length / members.length },
    { value: loans.length / borrowers.size },
  )
  q.refuse('which publisher do most of our books come from?', 'no publisher')
  q.value(
    'count',
    'how many crime books do we have',
    either(
      books.filter(b => b.genre === 'Crime').length,
      sum(books.filter(b => b.genre === 'Crime').map(b => b.copies)),
    ),
  )
  return { files, questions: q.questions }
}

export function gym() {
  const d = draws('gym-fourth')
  const names = FIRST.slice(0, 14)
  const plan = Object.fromEntries(names.map(name => [name, d.pick(['basic', 'premium', 'student'])]))
  const rows = Array.from({ length: 300 }, () => {
    const name = d.pick(names)
    const minutes = d.int(12, 130)
    return {
      name,
      plan: plan[name],
      on: at(2025, 1, 6) + d.int(0, 200) * DAY,
      minutes,
      kind: d.weighted({ Yoga: 4, Spinning: 3, Weights: 5, Swimming: 2 }),
      trainer: d.weighted({ Petra: 3, Omar: 2, Lucia: 2, '': 3 }),
      rating: d.int(1, 5),
    }
  })
  const files = {
    'gym/visits.tsv': table(
      ['Visit date', 'Member', 'Plan', 'Activity', 'Trainer', 'Minutes', 'Rating'],
      rows.map(r => [dotted(r.on), r.name, r.plan, r.kind, r.trainer, r.minutes, r.rating]),
      '\t',
    ),
  }
  const q = asking('fourth-gym', 'table')
  q.value('duration', 'visits that lasted longer than half an hour, how many', rows.filter(r => r.minutes > 30).length)
  q.value(
    'duration',
    'How many visits were shorter than three quarters of an hour?',
    rows.filter(r => r.minutes < 45).length,
  )
  q.value('duration', 'how many times did somebody stay over 2 hours', rows.filter(r => r.minutes > 120).length)
  q.rows(
    'group',
    'avg minutes by plan',
    groups(rows, r => r.plan).map(([k, some]) => [k, mean(some.map(r => r.minutes))]),
  )
  const busiest = Number(most(rows, r => weekday(r.on)))
  q.value('dates', 'whats our busiest weekday', either(WEEKDAYS[busiest], WEEKDAYS[busiest].slice(0, 3)))
  q.any(
    'missing',
    'visits without a trainer',
    ...listed(
      rows.filter(r => !r.trainer),
      r => r.minutes,
    ),
  )
  q.value('dates', 'how many visits in Q2?', rows.filter(r => quarter(r.on) === 2).length)
  q.value(
    'dates',
    'number of visits between 1 and 15 April 2025',
    rows.filter(r => r.on >= at(2025, 4, 1) && r.on <= at(2025, 4, 15)).length,
  )
  q.value(
    'share',
    'share of visits by premium members',
    share(
      rows.filter(r => r.plan === 'premium'),
      rows,
    ),
    { percent: true },
  )
  q.value(
    'compare',
    'yoga or spinning, which one gets more visits',
    most(
      rows.filter(r => ['Yoga', 'Spinning'].includes(r.kind)),
      r => r.kind,
    ),
  )
  q.rows(
    'top',
    'top 5 members by total minutes',
    topOf(
      rows,
      r => r.name,
      5,
      some => sum(some.map(r => r.minutes)),
    ),
    { ordered: true },
  )
  const inMonth = m => new Set(rows.filter(r => month(r.on) === m).map(r => r.name))
  q.rows(
    'both',
    'who came in both January and June?',
    [...inMonth(1)].filter(name => inMonth(6).has(name)),
  )
  q.value('distinct', 'how many distinct members came in may', inMonth(5).size)
  q.value('negation', 'How many visits were not yoga?', rows.filter(r => r.kind !== 'Yoga').length)
  const nora = rows[0].name
  q.value(
    'gap',
    `longest break between two visits of ${nora}`,
    Math.max(...gaps(rows.filter(r => r.name === nora).map(r => r.on))) / DAY,
    { unit: 'days' },
  )
  q.value(
    'superlative',
    'which trainer is rated best on average',
    most(
      rows.filter(r => r.trainer),
      r => r.trainer,
      some => mean(some.map(r => r.rating)),
    ),
  )
  q.value(
    'mean',
    'averge rating for swimming with Omar',
    mean(rows.filter(r => r.kind === 'Swimming' && r.trainer === 'Omar').map(r => r.rating)),
  )
  q.refuse('how much do premium members pay a month', 'no prices')
  return { files, questions: q.questions }
}

export function kiosk() {
  const d = draws('kiosk-fourth')
  const products = [
    ['Espresso', 'Drinks', 2.4],
    ['Oat latte', 'Drinks', 4.2],
    ['Bagel', 'Food', 3.1],
    ['Soup', 'Food', 6.5],
    ['Mug', 'Gifts', 12],
    ['Tote bag', 'Gifts', 18.5],
  ]
  const rows = Array.from({ length: 340 }, (_, i) => {
    const [product, category, price] = d.pick(products)
    const units = d.int(1, 6)
    const refund = d.chance(0.05)
    return {
      no: 5001 + i,
      on: at(2024, 4, 1) + d.int(0, 182) * DAY,
      product,
      category,
      units,
      amount: round((refund ? -1 : 1) * units * price),
      cashier: d.pick(['Priya', 'Marek', 'Joelle']),
      paid: d.weighted({ card: 6, cash: 3, voucher: 1 }),
      tip: d.chance(0.4) ? round(d.int(2, 20) / 4) : null,
    }
  })
  const files = {
    'kiosk/sales.csv': table(
      ['Receipt', 'Sold On', 'Product', 'Category', 'Units', 'Amount', 'Cashier', 'Paid With', 'Tip'],
      rows.map(r => [
        r.no,
        monthFirst(r.on),
        r.product,
        r.category,
        r.units,
        `${r.amount < 0 ? '-' : ''}$${Math.abs(r.amount).toFixed(2)}`,
        r.cashier,
        r.paid,
        r.tip,
      ]),
    ),
  }
  const q = asking('fourth-kiosk', 'table')
  const total = list => round(sum(list.map(r => r.amount)))
  q.value(
    'share',
    'what % of receipts were paid by card',
    share(
      rows.filter(r => r.paid === 'card'),
      rows,
    ),
    { percent: true },
  )
  q.rows(
    'compare',
    'Q2 vs Q3 sales amount',
    [2, 3].map(k => [total(rows.filter(r => quarter(r.on) === k))]),
  )
  q.value('median', 'median amount of a receipt', median(rows.map(r => r.amount)))
  q.value('superlative', 'biggest single sale?', Math.max(...rows.map(r => r.amount)))
  const best = Number(most(rows, r => month(r.on), total))
  q.value(
    'dates',
    'which month brought in the most money',
    either(`2024-${pad(best, 2)}`, MONTHS[best - 1], MONTHS[best - 1].slice(0, 3), best),
  )
  q.value('filter', 'how many refunds did we give (negative amounts)', rows.filter(r => r.amount < 0).length)
  q.any(
    'filter',
    'cash sales above $20',
    ...listed(
      rows.filter(r => r.paid === 'cash' && r.amount > 20),
      r => r.no,
    ),
  )
  q.value(
    'sum',
    'how much did Priya sell in August',
    total(rows.filter(r => r.cashier === 'Priya' && month(r.on) === 8)),
  )
  q.rows(
    'top',
    'top 3 products by units',
    topOf(
      rows,
      r => r.product,
      3,
      some => sum(some.map(r => r.units)),
    ),
    { ordered: true },
  )
  q.value(
    'superlative',
    'which cashier got the most in tips',
    most(
      rows,
      r => r.cashier,
      some => sum(some.map(r => r.tip ?? 0)),
    ),
  )
  q.rows(
    'ratio',
    'amount per unit for each category',
    groups(rows, r => r.category).map(([k, some]) => [k, total(some) / sum(some.map(r => r.units))]),
    { tolerance: 0.005 },
  )
  q.value('dates', 'number of sales at the weekend', rows.filter(r => [0, 6].includes(weekday(r.on))).length)
  q.rows(
    'group',
    'avrage amount by cashier',
    groups(rows, r => r.cashier).map(([k, some]) => [k, mean(some.map(r => r.amount))]),
  )
  q.value('filter', 'how many mugs were sold in total', sum(rows.filter(r => r.product === 'Mug').map(r => r.units)))
  q.value('missing', 'how many receipts have no tip', rows.filter(r => r.tip === null).length)
  q.value(
    'dates',
    'sales in the first half of May 2024',
    either(
      rows.filter(r => r.on >= at(2024, 5, 1) && r.on < at(2024, 5, 16)).length,
      total(rows.filter(r => r.on >= at(2024, 5, 1) && r.on < at(2024, 5, 16))),
    ),
  )
  q.value(
    'difference',
    'how much more did Marek sell than Joelle',
    round(total(rows.filter(r => r.cashier === 'Marek')) - total(rows.filter(r => r.cashier === 'Joelle'))),
    { tolerance: 0.0001 },
  )
  q.refuse('what was our profit margin in June', 'no costs')
  q.value('negation', 'total amount excluding gifts', total(rows.filter(r => r.category !== 'Gifts')))
  return { files, questions: q.questions }
}

export function pumps() {
  const d = draws('pumps-fourth')
  const devices = Array.from({ length: 9 }, (_, i) => ({
    name: `pump-${pad(i + 1, 2)}`,
    site: ['harbor', 'quarry', 'mill'][i % 3],
    fw: d.pick(['2.0.4', '2.1.0', '2.1.0', '1.9.9']),
    sound: i < 3,
  }))
  let time = at(2025, 3, 3, 0)
  const rows = Array.from({ length: 420 }, () => {
    time += d.int(20, 400) * 1000
    const device = d.pick(devices)
    return {
      time,
      device,
      temp: round(18 + d.next() * 20, 1),
      battery: d.int(5, 100),
      ok: device.sound || !d.chance(0.15),
    }
  })
  const files = {
    'pumps/readings.jsonl': `${rows.map(r => JSON.stringify({ ts: `${isoSecond(r.time)}Z`, device: r.device.name, site: r.device.site, firmware: { version: r.device.fw }, temp_c: r.temp, battery_pct: r.battery, ok: r.ok })).join('\n')}\n`,
  }
  const q = asking('fourth-pumps', 'json')
  q.value('distinct', 'how many pumps are there', 9)
  q.rows(
    'group',
    'mean temperature per site',
    groups(rows, r => r.device.site).map(([k, some]) => [k, mean(some.map(r => r.temp))]),
  )
  q.value('filter', 'how many readings were not ok', rows.filter(r => !r.ok).length)
  q.rows(
    'negation',
    'which devices never had a bad reading',
    devices.filter(x => !rows.some(r => r.device === x && !r.ok)).map(x => x.name),
  )
  q.any(
    'filter',
    'readings above 35 degrees',
    ...listed(
      rows.filter(r => r.temp > 35),
      r => r.temp,
    ),
  )
  q.value(
    'distinct',
    'how many devices run firmware 2.1.0',
    distinct(rows.filter(r => r.device.fw === '2.1.0').map(r => r.device)),
  )
  const five = rows.filter(r => r.device.name === 'pump-05')
  q.value('last', 'when did we last hear from pump-05', isoSecond(five.at(-1).time))
  q.value('last', 'last battery level of pump-05', five.at(-1).battery)
  q.value('gap', 'longest silence of pump-05', Math.max(...gaps(five.map(r => r.time))) / 1000, { unit: 'seconds' })
  q.value(
    'quantile',
    'p95 temperature at the harbor',
    quantile(
      rows.filter(r => r.device.site === 'harbor').map(r => r.temp),
      0.95,
    ),
  )
  q.rows(
    'rate',
    'failure rate by site',
    groups(rows, r => r.device.site).map(([k, some]) => [
      k,
      share(
        some.filter(r => !r.ok),
        some,
      ),
    ]),
    { percent: true },
  )
  q.value(
    'dates',
    'which hour of the day has the highest average temperature',
    Number(
      most(
        rows,
        r => hour(r.time),
        some => mean(some.map(r => r.temp)),
      ),
    ),
  )
  q.refuse('average humidity per site?', 'no humidity')
  const warmth = site => mean(rows.filter(r => r.device.site === site).map(r => r.temp))
  q.any('compare', 'is the quarry warmer than the mill on average', ...compared(warmth('quarry'), warmth('mill')))
  q.value(
    'share',
    'how much of the readings have battery under 20%',
    either(
      share(
        rows.filter(r => r.battery < 20),
        rows,
      ),
      rows.filter(r => r.battery < 20).length,
    ),
    { percent: true },
  )
  return { files, questions: q.questions }
}

export function claims() {
  const d = draws('claims-fourth')
  const customers = Array.from({ length: 16 }, (_, i) => ({
    name: `${FIRST[19 - i]} ${LAST[i]}`,
    country: d.pick(['Norway', 'Spain', 'Poland']),
  }))
  const rows = Array.from({ length: 150 }, (_, i) => {
    const status = d.weighted({ approved: 5, rejected: 2, open: 2 })
    const opened = at(2025, 1, 3) + d.int(0, 150) * DAY
    const days = d.int(1, 45)
    return {
      id: `CL-${1200 + i}`,
      customer: d.pick(customers),
      opened,
      days,
      closed: status === 'open' ? null : opened + days * DAY,
      amount: d.int(40, 9000),
      status,
      tags: ['urgent', 'flood', 'theft', 'vip'].filter(() => d.chance(0.25)),
    }
  })
  const files = {
    'claims/claims.json': `${JSON.stringify(
      {
        exported: '2025-07-01',
        claims: rows.map(r => ({
          id: r.id,
          customer: r.customer,
          opened: isoDay(r.opened),
          closed: r.closed && isoDay(r.closed),
          amount: r.amount,
          status: r.status,
          tags: r.tags,
        })),
      },
      null,
      1,
    )}\n`,
  }
  const q = asking('fourth-claims', 'json')
  const of = status => rows.filter(r => r.status === status)
  q.value('count', 'how many claims are still open', of('open').length)
  q.rows(
    'group',
    'approved amount by country',
    groups(of('approved'), r => r.customer.country).map(([k, some]) => [k, sum(some.map(r => r.amount))]),
  )
  q.value('duration', 'avg number of days until a claim is closed', mean(rows.filter(r => r.closed).map(r => r.days)), {
    unit: 'days',
  })
  q.value('superlative', 'who filed the largest claim', [...rows].sort((a, b) => b.amount - a.amount)[0].customer.name)
  q.value('filter', 'how many claims are tagged urgent', rows.filter(r => r.tags.includes('urgent')).length)
  q.value(
    'both',
    'claims tagged both flood and vip, how many',
    rows.filter(r => r.tags.includes('flood') && r.tags.includes('vip')).length,
  )
  q.rows(
    'rate',
    'rejection rate by country',
    groups(rows, r => r.customer.country).map(([k, some]) => [
      k,
      share(
        some.filter(r => r.status === 'rejected'),
        some,
      ),
    ]),
    { percent: true },
  )
  q.value(
    'duration',
    'how many claims took more than a month to close',
    either(rows.filter(r => r.closed && r.days > 30).length, rows.filter(r => r.closed && r.days > 31).length),
  )
  q.any(
    'filter',
    'claims from Spain over 5000',
    ...listed(
      rows.filter(r => r.customer.country === 'Spain' && r.amount > 5000),
      r => r.id,
    ),
  )
  q.value('distinct', 'how many different customers have an open claim', distinct(of('open').map(r => r.customer)))
  q.value('lookup', 'what happened to CL-1233', rows[33].status)
  q.value(
    'superlative',
    'which country has the fewest claims',
    least(rows, r => r.customer.country),
  )
  q.rows(
    'dates',
    'claims opened per month',
    counts(rows, r => month(r.opened)).map(([k, n]) => [
      [`2025-0${k}`, MONTHS[k - 1], MONTHS[k - 1].slice(0, 3), k],
      n,
    ]),
  )
  q.refuse('which adjuster handled most claims', 'no adjuster')
  return { files, questions: q.questions }
}

export function course() {
  const d = draws('course-fourth')
  const people = Array.from({ length: 26 }, (_, i) => ({
    mail: `${FIRST[i % 20].toLowerCase()}.${LAST[(i * 3 + Math.floor(i / 20)) % 20].toLowerCase()}@firm.example`,
    dept: d.pick(['Sales', 'Legal', 'Ops']),
  }))
  const day = () => people.filter(() => d.chance(0.65)).map(p => ({ ...p, score: d.int(30, 100) }))
  const [monday, tuesday] = [day(), day()]
  const file = list =>
    table(
      ['email', 'department', 'score'],
      list.map(p => [p.mail, p.dept, p.score]),
    )
  const files = { 'course/monday.csv': file(monday), 'course/tuesday.csv': file(tuesday) }
  const q = asking('fourth-course', 'tables')
  const mails = list => new Set(list.map(p => p.mail))
  const both = monday.filter(p => mails(tuesday).has(p.mail))
  q.value('both', 'how many people came on both days', both.length)
  q.rows(
    'both',
    'who is in both monday and tuesday',
    both.map(p => p.mail),
  )
  q.rows(
    'negation',
    'who was there on monday but not on tuesday',
    monday.filter(p => !mails(tuesday).has(p.mail)).map(p => p.mail),
  )
  q.value(
    'negation',
    'how many emails are in tuesday but not in monday',
    tuesday.filter(p => !mails(monday).has(p.mail)).length,
  )
  q.rows('compare', 'average score monday vs tuesday', [
    [mean(monday.map(p => p.score))],
    [mean(tuesday.map(p => p.score))],
  ])
  q.value('count', 'how many attendees on monday', monday.length)
  q.value('superlative', 'best score on tuesday', Math.max(...tuesday.map(p => p.score)))
  q.rows(
    'group',
    'monday attendees per department',
    counts(monday, p => p.dept),
  )
  q.value(
    'filter',
    'how many from Legal scored below 50 on monday',
    monday.filter(p => p.dept === 'Legal' && p.score < 50).length,
  )
  return { files, questions: q.questions }
}
