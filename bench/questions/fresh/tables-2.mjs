// A tool library, a league, a payroll, weather stations, two editions of a price list and of a staff list.
import { at, DAY, draws, FIRST, isoDay, isoSecond, LAST, pad, table } from '../data/random.mjs'
import { asking, correlation, counts, groups, mean, median, most, share, sum } from './asking.mjs'

export function tools() {
  const d = draws('tools-fresh')
  const members = Array.from({ length: 30 }, (_, i) => ({
    no: `M${100 + i}`,
    name: `${FIRST[i % 20]} ${LAST[(i * 3 + 1) % 20]}`,
    district: d.pick(['North', 'East', 'Old Town']),
    joined: at(2020, 1, 1) + d.int(0, 1400) * DAY,
  }))
  const items = [
    'drill:power',
    'sander:power',
    'chainsaw:garden',
    'hedge trimmer:garden',
    'ladder:access',
    'tile cutter:power',
    'wheelbarrow:garden',
    'scaffold:access',
  ].map((t, i) => ({
    no: `T${i + 1}`,
    tool: t.split(':')[0],
    category: t.split(':')[1],
    value: [90, 75, 260, 110, 140, 180, 60, 900][i],
  }))
  const loans = Array.from({ length: 210 }, (_, i) => {
    const out = at(2024, 1, 2) + d.int(0, 200) * DAY
    return {
      no: i + 1,
      member: d.pick(members.slice(0, 28)),
      item: d.pick(items),
      out,
      back: d.chance(0.1) ? null : out + d.int(1, 21) * DAY,
      fee: d.int(2, 18),
      damaged: d.chance(0.08) ? 'yes' : 'no',
    }
  })
  const files = {
    'tools/members.csv': table(
      ['member_no', 'name', 'district', 'joined'],
      members.map(m => [m.no, m.name, m.district, isoDay(m.joined)]),
    ),
    'tools/items.csv': table(
      ['item_no', 'tool', 'category', 'replacement_value'],
      items.map(i => [i.no, i.tool, i.category, i.value]),
    ),
    'tools/loans.csv': table(
      ['loan_no', 'member_no', 'item_no', 'taken_on', 'brought_back', 'fee', 'damaged'],
      loans.map(l => [l.no, l.member.no, l.item.no, isoDay(l.out), l.back && isoDay(l.back), l.fee, l.damaged]),
    ),
  }
  const q = asking('tools', 'table')
  q.value(
    'join',
    'Which tool is borrowed the most?',
    most(loans, l => l.item.tool),
  )
  q.value('missing', 'how many tools have not been brought back', loans.filter(l => !l.back).length)
  q.rows(
    'join',
    'loans by category',
    counts(loans, l => l.item.category),
  )
  q.value(
    'join',
    'how many different people from the Old Town borrowed something?',
    new Set(loans.filter(l => l.member.district === 'Old Town').map(l => l.member.no)).size,
  )
  q.rows(
    'join',
    'fees per district',
    groups(loans, l => l.member.district).map(([k, l]) => [k, sum(l.map(x => x.fee))]),
  )
  q.value('filter', 'how many loans came back damaged?', loans.filter(l => l.damaged === 'yes').length)
  q.value('superlative', 'what is our most valuable tool', 'scaffold')
  q.value(
    'duration',
    'how long are garden tools kept on average',
    mean(loans.filter(l => l.back && l.item.category === 'garden').map(l => (l.back - l.out) / DAY)),
    { unit: 'days' },
  )
  q.rows(
    'join',
    'members who never borrowed anything',
    members.filter(m => !loans.some(l => l.member === m)).map(m => [[m.no, m.name]]),
  )
  q.value(
    'filter',
    'How many times was the chainsaw lent in May?',
    loans.filter(l => l.item.tool === 'chainsaw' && isoDay(l.out).startsWith('2024-05')).length,
  )
  q.value('superlative', 'who has been a member the longest?', members.toSorted((a, b) => a.joined - b.joined)[0].name)
  q.refuse('which tools weigh more than 20 kg?', 'no weight')
  q.value(
    'rate',
    'what share of drill loans ended with damage?',
    share(
      loans.filter(l => l.item.tool === 'drill' && l.damaged === 'yes'),
      loans.filter(l => l.item.tool === 'drill'),
    ),
    { percent: true },
  )
  return { files, questions: q.questions }
}

export function league() {
  const d = draws('league-fresh')
  const teams = {
    Rovers: 'Mill Lane',
    Athletic: 'The Dell',
    Wanderers: 'Park Road',
    United: 'Quayside',
    Albion: 'Mill Lane',
    County: 'Castle Ground',
  }
  const names = Object.keys(teams)
  const rows = []
  let day = at(2024, 8, 17)
  for (const home of names)
    for (const away of names)
      if (home !== away) {
        rows.push({
          date: day,
          home,
          away,
          hg: d.weighted({ 0: 4, 1: 5, 2: 4, 3: 2, 5: 1 }) * 1,
          ag: d.weighted({ 0: 5, 1: 5, 2: 3, 3: 1 }) * 1,
          crowd: d.int(900, 8200),
          ref: d.pick(['T. Holm', 'R. Silva', 'K. Meyer']),
          cards: d.int(0, 7),
        })
        day += d.int(2, 6) * DAY
      }
  const files = {
    'league/matches.csv': table(
      [
        'date',
        'home_team',
        'away_team',
        'home_goals',
        'away_goals',
        'attendance',
        'referee',
        'stadium',
        'yellow_cards',
      ],
      rows.map(r => [isoDay(r.date), r.home, r.away, r.hg, r.ag, r.crowd, r.ref, teams[r.home], r.cards]),
    ),
  }
  const q = asking('league', 'table')
  q.value('count', 'How many games ended in a draw?', rows.filter(r => r.hg === r.ag).length)
  q.value('derived', 'how many matches did the home team win', rows.filter(r => r.hg > r.ag).length)
  q.rows(
    'sum',
    'goals scored at home by each team',
    groups(rows, r => r.home).map(([t, l]) => [t, sum(l.map(r => r.hg))]),
  )
  const crowd = rows.toSorted((a, b) => b.crowd - a.crowd)[0]
  q.value('superlative', 'what was the biggest crowd?', crowd.crowd)
  q.rows(
    'mean',
    'average attendance per stadium',
    groups(rows, r => teams[r.home]).map(([t, l]) => [t, mean(l.map(r => r.crowd))]),
  )
  q.value(
    'superlative',
    'strictest referee by average yellow cards',
    most(
      rows,
      r => r.ref,
      l => mean(l.map(r => r.cards)),
    ),
  )
  q.value(
    'filter',
    'how many games did Albion play away in September',
    rows.filter(r => r.away === 'Albion' && new Date(r.date).getUTCMonth() === 8).length,
  )
  q.value(
    'filter',
    'number of matches where Rovers were at home and scored more than 2',
    rows.filter(r => r.home === 'Rovers' && r.hg > 2).length,
  )
  q.value(
    'first-last',
    'when was the first match at Quayside?',
    isoDay(Math.min(...rows.filter(r => teams[r.home] === 'Quayside').map(r => r.date))),
  )
  q.refuse('Who scored the most goals for United? name the player', 'no players')
  q.value(
    'sum',
    'how many people watched games at Mill Lane altogether',
    sum(rows.filter(r => teams[r.home] === 'Mill Lane').map(r => r.crowd)),
  )
  q.value('count', 'in how many matches were there no yellow cards', rows.filter(r => r.cards === 0).length)
  q.refuse('What is the average ticket price?', 'no prices')
  return { files, questions: q.questions }
}

export function payroll() {
  const d = draws('payroll-fresh-2')
  const rows = Array.from({ length: 140 }, (_, i) => {
    const dep = d.weighted({ Assembly: 5, Sales: 3, Warehouse: 3, Office: 2 })
    return {
      no: pad(i + 7, 4),
      name: `${d.pick(FIRST)} ${d.pick(LAST)}`,
      dep,
      site: d.pick(['Ghent', 'Lille']),
      hired: at(2005, 1, 1) + d.int(0, 6900) * DAY,
      gross: Math.round(d.normal({ Assembly: 2900, Sales: 3600, Warehouse: 2600, Office: 3300 }[dep], 350)),
      overtime: dep === 'Office' ? d.int(0, 4) : d.int(0, 26),
      bonus: d.chance(0.6) ? d.int(1, 12) * 100 : null,
      contract: d.weighted({ 'full-time': 7, 'part-time': 3 }),
    }
  })
  const files = {
    'payroll/staff.csv': table(
      ['staff_no', 'name', 'department', 'site', 'hired_on', 'monthly_gross', 'overtime_hours', 'bonus', 'contract'],
      rows.map(r => [r.no, r.name, r.dep, r.site, isoDay(r.hired), r.gross, r.overtime, r.bonus, r.contract]),
    ),
  }
  const q = asking('payroll', 'table')
  q.value('count', 'how many employees do we have in Lille?', rows.filter(r => r.site === 'Lille').length)
  q.rows(
    'sum',
    'overtime by department',
    groups(rows, r => r.dep).map(([k, l]) => [k, sum(l.map(r => r.overtime))]),
  )
  q.value('superlative', 'who earns the most', rows.toSorted((a, b) => b.gross - a.gross)[0].name)
  q.value('sum', 'what do we pay in bonuses altogether?', sum(rows.map(r => r.bonus ?? 0)))
  q.value('missing', 'How many people got no bonus?', rows.filter(r => r.bonus === null).length)
  q.value(
    'filter',
    'how many part-timers in the warehouse earn less than 2500',
    rows.filter(r => r.contract === 'part-time' && r.dep === 'Warehouse' && r.gross < 2500).length,
  )
  q.value('period', 'how many people were hired since 2020?', rows.filter(r => isoDay(r.hired) >= '2020').length)
  q.value(
    'compare',
    'what is the pay gap between sales and warehouse',
    mean(rows.filter(r => r.dep === 'Sales').map(r => r.gross)) -
      mean(rows.filter(r => r.dep === 'Warehouse').map(r => r.gross)),
    { tolerance: 0.01 },
  )
  q.value('superlative', 'longest serving employee', rows.toSorted((a, b) => a.hired - b.hired)[0].name)
  q.rows(
    'median',
    'median salary per site',
    groups(rows, r => r.site).map(([k, l]) => [k, median(l.map(r => r.gross))]),
  )
  q.rows(
    'elliptic',
    'full-time vs part-time',
    counts(rows, r => r.contract),
  )
  q.refuse('How many of our staff are married?', 'no marital status')
  q.value(
    'superlative',
    'in which year did we hire the most people',
    most(rows, r => isoDay(r.hired).slice(0, 4)),
  )
  q.value('lookup', 'which department does staff number 0042 work in?', rows.find(r => r.no === '0042').dep)
  q.value('filter', 'who in the office did more than 3 hours of overtime', 0)
  q.questions.at(-1).expect = { rows: rows.filter(r => r.dep === 'Office' && r.overtime > 3).map(r => [r.name]) }
  return { files, questions: q.questions }
}

export function weather() {
  const d = draws('weather-fresh')
  const rows = []
  const stations = { ridge: -3, valley: 2, coast: 4 }
  for (let hour = 0; hour < 24 * 30; hour += 3)
    for (const name of Object.keys(stations)) {
      const time = at(2024, 11, 1) + hour * 3_600_000
      rows.push({
        time,
        station: name,
        temp:
          Math.round((7 + stations[name] + 4 * Math.sin((((hour % 24) - 8) / 24) * 6.28) + d.normal(0, 2)) * 10) / 10,
        rain: d.chance(0.25) ? d.int(1, 60) / 10 : 0,
        wind: d.int(0, 90),
        battery: d.chance(0.03) ? null : d.int(40, 100),
      })
    }
  const files = {
    'weather/readings.jsonl': rows
      .map(
        r =>
          `${JSON.stringify({ time: `${isoSecond(r.time)}Z`, station: r.station, temp_c: r.temp, rain_mm: r.rain, wind: { speed_kmh: r.wind, gust: r.wind > 70 }, battery_pct: r.battery })}\n`,
      )
      .join(''),
  }
  const q = asking('weather', 'json')
  const dayOf = r => isoDay(r.time)
  q.value('superlative', 'what was the coldest reading?', Math.min(...rows.map(r => r.temp)))
  q.value(
    'superlative',
    'Which station is the wettest?',
    most(
      rows,
      r => r.station,
      l => sum(l.map(r => r.rain)),
    ),
  )
  q.rows(
    'sum',
    'rain per station',
    groups(rows, r => r.station).map(([k, l]) => [k, sum(l.map(r => r.rain))]),
  )
  q.value(
    'superlative',
    'on which day did it rain the most',
    most(rows, dayOf, l => sum(l.map(r => r.rain))),
  )
  q.rows(
    'mean',
    'average temperature at each station',
    groups(rows, r => r.station).map(([k, l]) => [k, mean(l.map(r => r.temp))]),
  )
  q.value(
    'count',
    'how many readings below zero on the ridge?',
    rows.filter(r => r.station === 'ridge' && r.temp < 0).length,
  )
  q.value('missing', 'how often was the battery not reported?', rows.filter(r => r.battery === null).length)
  q.value(
    'superlative',
    'windiest station by mean wind speed',
    most(
      rows,
      r => r.station,
      l => mean(l.map(r => r.wind)),
    ),
  )
  q.value('count', 'how many gusts at the coast', rows.filter(r => r.station === 'coast' && r.wind > 70).length)
  q.value(
    'dates',
    'what hour of the day is the warmest on average?',
    [15, 12, 18, 9]
      .map(h => [h, mean(rows.filter(r => new Date(r.time).getUTCHours() === h).map(r => r.temp))])
      .sort((a, b) => b[1] - a[1])
      .map(([h]) => String(h))[0],
  )
  q.value(
    'first-last',
    'when did the wind first go above 85?',
    isoSecond(Math.min(...rows.filter(r => r.wind > 85).map(r => r.time))),
  )
  q.refuse('how much snow fell in November', 'no snow')
  q.value(
    'period',
    'average temperature in the valley in the first week of November',
    mean(rows.filter(r => r.station === 'valley' && dayOf(r) <= '2024-11-07').map(r => r.temp)),
  )
  q.value(
    'correlation',
    'does wind go with rain?',
    correlation(
      rows,
      r => r.wind,
      r => r.rain,
    ),
    { tolerance: 0.05 },
  )
  return { files, questions: q.questions }
}

export function catalogue() {
  const d = draws('catalogue-fresh')
  const before = Array.from({ length: 60 }, (_, i) => ({
    sku: `K-${pad(i * 7 + 13, 4)}`,
    name: `${d.pick(['Oak', 'Pine', 'Steel', 'Glass'])} ${d.pick(['table', 'shelf', 'lamp', 'chair', 'stool'])} ${i + 1}`,
    group: d.pick(['indoor', 'outdoor', 'office']),
    price: d.int(20, 400) + 0.5,
    stock: d.int(0, 80),
  }))
  const gone = new Set([3, 17, 29, 44])
  const now = before
    .filter((_, i) => !gone.has(i))
    .map((r, i) => ({
      ...r,
      price: i % 5 === 0 ? Math.round(r.price * (i % 10 === 0 ? 1.1 : 0.93) * 100) / 100 : r.price,
      stock: i % 7 === 2 ? d.int(0, 80) : r.stock,
    }))
  for (let i = 0; i < 5; i++)
    now.push({
      sku: `K-${pad(900 + i, 4)}`,
      name: `Bamboo screen ${i + 1}`,
      group: 'outdoor',
      price: 59 + i,
      stock: 10,
    })
  const text = rows =>
    table(
      ['sku', 'product', 'range', 'price', 'in_stock'],
      rows.map(r => [r.sku, r.name, r.group, r.price.toFixed(2), r.stock]),
    )
  const files = { 'catalogue/catalogue-2023.csv': text(before), 'catalogue/catalogue-2024.csv': text(now) }
  const q = asking('catalogue', 'table')
  const old = new Map(before.map(r => [r.sku, r]))
  const both = now.filter(r => old.has(r.sku)).map(r => ({ ...r, was: old.get(r.sku) }))
  const up = both.filter(r => r.price > r.was.price)
  const changed = both.filter(r => r.price !== r.was.price)
  q.rows(
    'versions',
    'Which products were dropped from the catalogue?',
    [...gone].map(i => [[before[i].sku, before[i].name]]),
  )
  q.rows(
    'versions',
    'what is new in 2024',
    now.filter(r => !old.has(r.sku)).map(r => [[r.sku, r.name]]),
  )
  q.value('versions', 'how many products changed price?', changed.length)
  q.value('versions', 'how many got cheaper', both.filter(r => r.price < r.was.price).length)
  const rise = up.toSorted((a, b) => b.price - b.was.price - (a.price - a.was.price))[0]
  q.value('versions', 'which article went up the most in price?', [rise.sku, rise.name])
  q.value(
    'versions',
    'by how much did its price rise on average, counting only the products that became dearer',
    mean(up.map(r => r.price - r.was.price)),
  )
  q.value('versions', `what did ${both[0].name} cost in 2023?`, both[0].was.price)
  q.value('versions', 'how many office products were there in 2023 and how many in 2024?', 0)
  q.questions.at(-1).expect = {
    any: [
      { rows: [[before.filter(r => r.group === 'office').length], [now.filter(r => r.group === 'office').length]] },
      { rows: [[before.filter(r => r.group === 'office').length, now.filter(r => r.group === 'office').length]] },
    ],
  }
  q.rows(
    'versions',
    'products whose stock fell',
    both.filter(r => r.stock < r.was.stock).map(r => [[r.sku, r.name]]),
  )
  q.value('versions', 'number of products in the 2024 edition', now.length)
  q.value(
    'versions',
    'difference in the average price between 2023 and 2024',
    mean(now.map(r => r.price)) - mean(before.map(r => r.price)),
    { tolerance: 0.01 },
  )
  q.refuse('which supplier raised its prices', 'no supplier')
  q.value(
    'versions',
    'how many stayed exactly the same?',
    both.filter(r => r.price === r.was.price && r.stock === r.was.stock).length,
  )
  return { files, questions: q.questions }
}
