// A third set of tables and records: a pharmacy, solar inverters, tram rides, a museum, trees of two years, a call centre, bills.
import { at, DAY, draws, FIRST, isoDay, isoSecond, LAST, pad, table } from '../data/random.mjs'
import { asking, correlation, counts, groups, least, mean, median, most, quantile, share, sum } from './asking.mjs'

const round = (value, digits = 2) => Math.round(value * 10 ** digits) / 10 ** digits
const dayFirst = time => isoDay(time).split('-').reverse().join('/')
const weekday = time => new Date(time).getUTCDay()
const month = time => new Date(time).getUTCMonth() + 1
const hour = time => new Date(time).getUTCHours()

export function pharmacy() {
  const d = draws('pharmacy-third')
  const drugs = [
    ['00378', 'Amoxicillin', 0.4],
    ['01220', 'Ibuprofen', 0.1],
    ['00093', 'Metformin', 0.22],
    ['68180', 'Lisinopril', 0.31],
    ['04512', 'Salbutamol', 5.5],
    ['00781', 'Omeprazole', 0.6],
  ]
  const doctors = ['Dr. Abel', 'Dr. Brandt', 'Dr. Castro', 'Dr. Dunn']
  const rows = Array.from({ length: 320 }, (_, i) => {
    const [code, drug, cost] = d.pick(drugs)
    return {
      rx: pad(4100 + i * 3, 7),
      code,
      drug,
      qty: d.int(1, 9) * 10,
      days: d.pick([7, 14, 28, 30, 90]),
      cost: round(cost * (1 + d.next() / 5)),
      copay: d.chance(0.2) ? 0 : d.int(2, 30) / 2,
      insurer: d.weighted({ Aetna: 4, Cigna: 3, Humana: 2, '': 2 }),
      on: at(2024, 1, 2) + d.int(0, 210) * DAY,
      refill: d.chance(0.35) ? 'Y' : 'N',
      doctor: d.pick(doctors),
    }
  })
  const files = {
    'pharmacy/dispensing.csv': table(
      'Rx No,Drug Code,Drug Name,Qty Dispensed,Days Supply,Unit Cost,Copay,Insurer,Dispensed On,Refill,Prescriber'.split(
        ',',
      ),
      rows.map(r => [
        r.rx,
        r.code,
        r.drug,
        r.qty,
        r.days,
        r.cost,
        r.copay,
        r.insurer,
        dayFirst(r.on),
        r.refill,
        r.doctor,
      ]),
    ),
  }
  const q = asking('pharmacy', 'table')
  const of = name => rows.filter(r => r.drug === name)
  q.value(
    'count',
    'How many prescriptions did Dr. Castro write for Metformin?',
    of('Metformin').filter(r => r.doctor === 'Dr. Castro').length,
  )
  q.rows(
    'group',
    'avg copay by insurer',
    groups(
      rows.filter(r => r.insurer),
      r => r.insurer,
    ).map(([k, l]) => [k, mean(l.map(r => r.copay))]),
  )
  q.questions.at(-1).expect = {
    any: [
      q.questions.at(-1).expect,
      { rows: groups(rows, r => r.insurer || null).map(([k, l]) => [k, mean(l.map(r => r.copay))]) },
    ],
  }
  q.value('filter', 'what is drug code 00093?', 'Metformin')
  q.value(
    'sum',
    'total quantity dispensed of Ibuprofen in March 2024',
    sum(
      of('Ibuprofen')
        .filter(r => month(r.on) === 3)
        .map(r => r.qty),
    ),
  )
  q.value('missing', 'how many rows have no insurer', rows.filter(r => !r.insurer).length)
  q.value(
    'share',
    'What share of prescriptions are refills?',
    share(
      rows.filter(r => r.refill === 'Y'),
      rows,
    ),
    { percent: true },
  )
  q.value(
    'superlative',
    'which doctor prescribed the most Salbutamol (by number of prescriptions)?',
    most(of('Salbutamol'), r => r.doctor),
  )
  q.value('count', 'count of prescriptions with zero copay', rows.filter(r => r.copay === 0).length)
  q.rows(
    'top',
    'top 3 drugs by quantity dispensed',
    groups(rows, r => r.drug)
      .map(([k, l]) => [k, sum(l.map(r => r.qty))])
      .sort((a, b) => b[1] - a[1])
      .slice(0, 3),
    { ordered: true },
  )
  q.value(
    'quantile',
    '90th percentile of copay',
    quantile(
      rows.map(r => r.copay),
      0.9,
    ),
  )
  q.value('count', 'how many prescriptions were for 90 days', rows.filter(r => r.days === 90).length)
  q.value(
    'filter',
    'how many prescriptions were not refills and had a copay above 10?',
    rows.filter(r => r.refill === 'N' && r.copay > 10).length,
  )
  q.rows(
    'dates',
    'prescriptions per month',
    counts(rows, r => [
      `2024-${pad(month(r.on), 2)}`,
      String(month(r.on)),
      'January,February,March,April,May,June,July'.split(',')[month(r.on) - 1],
    ]).map(([k, n]) => [k, n]),
    {},
  )
  q.questions.at(-1).expect = {
    rows: groups(rows, r => isoDay(r.on).slice(0, 7)).map(([k, l]) => [k, l.length]),
  }
  q.value('first-last', 'when was Omeprazole last dispensed', isoDay(Math.max(...of('Omeprazole').map(r => r.on))))
  q.value('distinct', 'number of distinct drug codes', 6)
  q.value(
    'compare',
    'Who pays the higher average copay, Aetna or Cigna customers?',
    most(
      rows.filter(r => ['Aetna', 'Cigna'].includes(r.insurer)),
      r => r.insurer,
      l => mean(l.map(r => r.copay)),
    ),
  )
  q.refuse('What is the average age of the patients?', 'no ages')
  q.value(
    'filter',
    'how many prescriptions between 1 February and 15 February 2024?',
    rows.filter(r => r.on >= at(2024, 2, 1) && r.on <= at(2024, 2, 15)).length,
  )
  q.rows(
    'two-keys',
    'number of prescriptions by doctor and refill',
    groups(rows, r => `${r.doctor}|${r.refill}`).map(([k, l]) => [k.split('|')[0], k.split('|')[1], l.length]),
  )
  q.value('median', 'median days supply for Lisinopril', median(of('Lisinopril').map(r => r.days)))
  return { files, questions: q.questions }
}

export function solar() {
  const d = draws('solar-third')
  const rows = []
  for (let day = 0; day < 12; day++)
    for (let h = 6; h <= 19; h++)
      for (const inverter of ['INV-01', 'INV-02', 'INV-03']) {
        const power = Math.max(
          0,
          round(Math.sin(((h - 6) / 13) * Math.PI) * (inverter === 'INV-03' ? 7 : 10) * (0.6 + d.next() * 0.4)),
        )
        rows.push({
          time: at(2025, 6, 1) + day * DAY + h * 3_600_000 + d.int(0, 59) * 1000,
          inverter,
          power,
          energy: round(power * (0.9 + d.next() * 0.2)),
          temp: round(18 + power * 2 + d.normal(0, 3), 1),
          volt: round(230 + d.normal(0, 3), 1),
          fault: d.chance(0.05) ? d.pick(['E017', 'E031', 'W008']) : '',
        })
      }
  const files = {
    'solar/inverterReadings.csv': table(
      ['readingTime', 'inverterId', 'powerKw', 'energyKwh', 'panelTempC', 'gridVoltage', 'faultCode'],
      rows.map(r => [isoSecond(r.time), r.inverter, r.power, r.energy, r.temp, r.volt, r.fault]),
    ),
  }
  const q = asking('solar', 'table')
  q.value('sum', 'total energy produced by INV-02', sum(rows.filter(r => r.inverter === 'INV-02').map(r => r.energy)))
  q.value(
    'superlative',
    'which inverter produced the least energy?',
    least(
      rows,
      r => r.inverter,
      l => sum(l.map(r => r.energy)),
    ),
  )
  q.rows(
    'dates',
    'average power by hour of day',
    groups(rows, r => hour(r.time)).map(([k, l]) => [k, mean(l.map(r => r.power))]),
  )
  q.value('count', 'how many readings have a fault code', rows.filter(r => r.fault).length)
  q.rows(
    'group',
    'faults per inverter',
    groups(
      rows.filter(r => r.fault),
      r => r.inverter,
    ).map(([k, l]) => [k, l.length]),
  )
  q.value(
    'correlation',
    'is panel temperature correlated with power?',
    correlation(
      rows,
      r => r.temp,
      r => r.power,
    ),
  )
  q.value('superlative', 'max panel temp', Math.max(...rows.map(r => r.temp)))
  q.value('filter', 'readings with grid voltage below 225 - how many?', rows.filter(r => r.volt < 225).length)
  q.value('log-field', 'How often did E031 occur?', rows.filter(r => r.fault === 'E031').length)
  q.value(
    'dates',
    'On which day was the most energy generated?',
    most(
      rows,
      r => isoDay(r.time),
      l => sum(l.map(r => r.energy)),
    ),
  )
  q.value(
    'mean',
    'mean grid voltage on weekends',
    mean(rows.filter(r => [0, 6].includes(weekday(r.time))).map(r => r.volt)),
  )
  q.value(
    'quantile',
    'p95 of panelTempC for INV-01',
    quantile(
      rows.filter(r => r.inverter === 'INV-01').map(r => r.temp),
      0.95,
    ),
  )
  q.refuse('how much did the panels cost', 'no costs')
  q.value(
    'compare',
    'How much more energy did INV-01 produce than INV-03?',
    sum(rows.filter(r => r.inverter === 'INV-01').map(r => r.energy)) -
      sum(rows.filter(r => r.inverter === 'INV-03').map(r => r.energy)),
  )
  return { files, questions: q.questions }
}

export function trams() {
  const d = draws('trams-third')
  const stops = ['Harbour', 'Market', 'Castle', 'University', 'Airport']
  const rows = Array.from({ length: 400 }, (_, i) => {
    const from = d.pick(stops)
    const to = d.pick(stops.filter(s => s !== from))
    const tapIn = at(2025, 3, 1, 5) + d.int(0, 20) * DAY + d.int(0, 18 * 3600) * 1000
    const type = d.weighted({ adult: 6, student: 3, senior: 2, child: 1 })
    return {
      i,
      line: d.pick(['T1', 'T2', 'T5']),
      from,
      to,
      type,
      fare: type === 'child' ? 0 : { adult: 3.2, student: 1.9, senior: 2.1 }[type],
      tapIn,
      tapOut: d.chance(0.06) ? null : tapIn + d.int(180, 2700) * 1000,
      card: d.chance(0.7),
    }
  })
  const files = {
    'trams/rides.jsonl': `${rows
      .map(r =>
        JSON.stringify({
          rideId: r.i + 1,
          trip: { line: r.line, from: r.from, to: r.to },
          passenger: { type: r.type, hasCard: r.card },
          fare: r.fare,
          tapIn: `${isoSecond(r.tapIn)}Z`,
          tapOut: r.tapOut === null ? null : `${isoSecond(r.tapOut)}Z`,
        }),
      )
      .join('\n')}\n`,
  }
  const q = asking('trams', 'json')
  q.value('count', 'How many rides ended at the airport?', rows.filter(r => r.to === 'Airport').length)
  q.value('missing', 'how many rides have no tap out', rows.filter(r => r.tapOut === null).length)
  q.rows(
    'sum',
    'fare income per line',
    groups(rows, r => r.line).map(([k, l]) => [k, sum(l.map(r => r.fare))]),
  )
  q.value(
    'share',
    'What percentage of rides are taken by students?',
    share(
      rows.filter(r => r.type === 'student'),
      rows,
    ),
    { percent: true },
  )
  q.value(
    'superlative',
    'most popular starting stop',
    most(rows, r => r.from),
  )
  q.value(
    'filter',
    'count rides from Castle to University',
    rows.filter(r => r.from === 'Castle' && r.to === 'University').length,
  )
  q.value(
    'duration',
    'what is the average ride time in minutes?',
    mean(rows.filter(r => r.tapOut !== null).map(r => (r.tapOut - r.tapIn) / 60000)) * 60,
    { unit: 'seconds' },
  )
  q.value('filter', 'how many adults travelled without a card?', rows.filter(r => r.type === 'adult' && !r.card).length)
  q.value('dates', 'busiest weekday', '')
  q.questions.at(-1).expect = {
    value: [
      'Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday'.split(',')[Number(most(rows, r => weekday(r.tapIn)))],
    ],
  }
  q.value(
    'count',
    'how many rides on T5 started before 8 am?',
    rows.filter(r => r.line === 'T5' && hour(r.tapIn) < 8).length,
  )
  q.rows(
    'group',
    'rides by passenger type, most first',
    counts(rows, r => r.type).sort((a, b) => b[1] - a[1]),
    { ordered: true },
  )
  q.value('count', 'how many rides were free?', rows.filter(r => r.fare === 0).length)
  q.refuse('how many rides were delayed by snow', 'no weather')
  q.value(
    'mean',
    'average fare of seniors and students together',
    mean(rows.filter(r => ['senior', 'student'].includes(r.type)).map(r => r.fare)),
  )
  return { files, questions: q.questions }
}

export function museum() {
  const d = draws('museum-third')
  const countries = ['Dutch', 'French', 'Italian', 'German', 'Spanish']
  const artists = Array.from({ length: 30 }, (_, i) => ({
    id: `A${pad(i + 1, 3)}`,
    name: `${FIRST[i % 20]} ${LAST[(i * 7) % 20]}`,
    nation: d.pick(countries),
    born: d.int(1600, 1950),
    alive: i % 9 === 0,
  }))
  const works = Array.from({ length: 210 }, (_, i) => ({
    id: 9001 + i,
    title: `${d.pick(['View of', 'Portrait in', 'Study of', 'Evening at'])} ${d.pick(['Delft', 'Blue', 'Rome', 'Snow', 'Lisbon'])} ${i + 1}`,
    artist: d.chance(0.05) ? `A${pad(90 + (i % 5), 3)}` : artists[d.int(0, 25)].id,
    year: d.int(1620, 2010),
    medium: d.weighted({ 'oil on canvas': 6, watercolour: 3, bronze: 2, etching: 2 }),
    acquired: at(1990 + d.int(0, 33), d.int(1, 12), d.int(1, 28)),
    value: d.chance(0.08) ? '' : d.int(5, 900) * 1000,
    onDisplay: d.chance(0.4) ? 'TRUE' : 'FALSE',
  }))
  const files = {
    'museum/artworks.csv': table(
      ['artwork_id', 'title', 'artist_id', 'year', 'medium', 'acquired', 'insured_value', 'on_display'],
      works.map(w => [w.id, w.title, w.artist, w.year, w.medium, isoDay(w.acquired), w.value, w.onDisplay]),
    ),
    'museum/artists.csv': table(
      ['artist_id', 'name', 'nationality', 'born', 'died'],
      artists.map(a => [a.id, a.name, a.nation, a.born, a.alive ? '' : a.born + 60]),
    ),
  }
  const q = asking('museum', 'table')
  const artist = w => artists.find(a => a.id === w.artist)
  q.value(
    'join',
    'How many artworks are by Italian artists?',
    works.filter(w => artist(w)?.nation === 'Italian').length,
  )
  q.value(
    'orphan',
    'how many artworks have an artist that is not in the artists file?',
    works.filter(w => !artist(w)).length,
  )
  q.value(
    'orphan',
    'How many artists have no artwork in the collection?',
    artists.filter(a => !works.some(w => w.artist === a.id)).length,
  )
  q.value(
    'filter',
    'how many watercolours are on display',
    works.filter(w => w.medium === 'watercolour' && w.onDisplay === 'TRUE').length,
  )
  q.value(
    'superlative',
    'Which artist has the most works?',
    artists.find(a => a.id === most(works, w => w.artist)).name,
  )
  q.rows(
    'join',
    'total insured value by nationality',
    groups(
      works.filter(w => artist(w)),
      w => artist(w).nation,
    ).map(([k, l]) => [k, sum(l.map(w => w.value || 0))]),
  )
  q.questions.at(-1).expect = {
    any: [
      q.questions.at(-1).expect,
      { rows: groups(works, w => artist(w)?.nation ?? null).map(([k, l]) => [k, sum(l.map(w => w.value || 0))]) },
    ],
  }
  q.value(
    'superlative',
    'what is the most valuable piece on display?',
    works.filter(w => w.onDisplay === 'TRUE').sort((a, b) => (b.value || 0) - (a.value || 0))[0].title,
  )
  q.value('missing', 'how many works have no insured value', works.filter(w => w.value === '').length)
  q.value(
    'share',
    'what fraction of the collection is on display?',
    share(
      works.filter(w => w.onDisplay === 'TRUE'),
      works,
    ),
    { percent: true },
  )
  q.value('count', 'how many pieces were acquired after 2015?', works.filter(w => w.acquired >= at(2016, 1, 1)).length)
  q.value(
    'median',
    'median value of bronze pieces',
    median(works.filter(w => w.medium === 'bronze' && w.value !== '').map(w => w.value)),
  )
  q.value('count', 'how many artists are still alive?', artists.filter(a => a.alive).length)
  q.questions.at(-1).expect = { any: [q.questions.at(-1).expect, { refuse: 'nothing says that no death means alive' }] }
  q.value(
    'first-last',
    'which artwork is the oldest',
    works.filter(w => w.year === Math.min(...works.map(x => x.year)))[0].title,
  )
  q.value(
    'count',
    'number of paintings made between 1800 and 1899',
    works.filter(w => w.year >= 1800 && w.year <= 1899).length,
  )
  q.questions.at(-1).question = 'number of artworks made between 1800 and 1899'
  q.refuse('How many visitors came in 2019?', 'no visitors')
  return { files, questions: q.questions }
}

export function trees() {
  const d = draws('trees-third')
  const species = ['oak', 'linden', 'maple', 'plane', 'birch']
  const before = Array.from({ length: 140 }, (_, i) => ({
    id: `TR-${pad(i + 1, 4)}`,
    street: d.pick(['Elm Street', 'Mill Lane', 'Station Road', 'Park Avenue']),
    species: d.pick(species),
    height: round(3 + d.next() * 20, 1),
    trunk: d.int(8, 120),
    condition: d.weighted({ good: 6, fair: 3, poor: 1 }),
  }))
  const after = before
    .filter((_, i) => i % 17 !== 3)
    .map(t => ({
      ...t,
      height: d.chance(0.7) ? round(t.height + d.next(), 1) : t.height,
      condition: d.chance(0.12) ? d.pick(['good', 'fair', 'poor', 'dead']) : t.condition,
    }))
  for (let i = 0; i < 13; i++)
    after.push({
      id: `TR-${pad(200 + i, 4)}`,
      street: d.pick(['Elm Street', 'Mill Lane']),
      species: d.pick(species),
      height: round(2 + d.next(), 1),
      trunk: d.int(4, 9),
      condition: 'good',
    })
  const head = ['tree_id', 'street', 'species', 'height_m', 'trunk_cm', 'condition']
  const text = list =>
    table(
      head,
      list.map(t => [t.id, t.street, t.species, t.height, t.trunk, t.condition]),
    )
  const files = { 'trees/trees_2023.csv': text(before), 'trees/trees_2024.csv': text(after) }
  const q = asking('trees', 'versions')
  const pairs = before.flatMap(b => after.filter(a => a.id === b.id).map(a => ({ a, b })))
  const gone = before.filter(b => !after.some(a => a.id === b.id))
  q.value('versions', 'how many trees were cut down between 2023 and 2024?', gone.length)
  q.questions.at(-1).question = 'how many trees of 2023 are gone in 2024?'
  q.value('versions', 'How many new trees are in the 2024 file?', 13)
  q.value(
    'versions',
    'how many trees changed condition',
    pairs.filter(({ a, b }) => a.condition !== b.condition).length,
  )
  q.value(
    'versions',
    'which tree grew the most in height?',
    pairs.map(({ a, b }) => ({ id: a.id, by: a.height - b.height })).sort((x, y) => y.by - x.by)[0].id,
  )
  q.value('mean', 'average height of oaks in 2024', mean(after.filter(t => t.species === 'oak').map(t => t.height)))
  q.value('versions', 'how many trees got taller', pairs.filter(({ a, b }) => a.height > b.height).length)
  q.value(
    'versions',
    'number of trees that went from good to poor',
    pairs.filter(({ a, b }) => b.condition === 'good' && a.condition === 'poor').length,
  )
  q.rows('versions', 'number of trees per file', [
    ['2023', before.length],
    ['2024', after.length],
  ])
  q.questions.at(-1).expect = {
    rows: [
      [['trees_2023', 'trees_2023.csv', '2023'], before.length],
      [['trees_2024', 'trees_2024.csv', '2024'], after.length],
    ],
  }
  q.rows(
    'versions',
    'list the removed trees',
    gone.map(t => [t.id]),
  )
  q.value('count', 'how many dead trees are there in 2024?', after.filter(t => t.condition === 'dead').length)
  q.value(
    'versions',
    'how many trees stayed exactly the same?',
    pairs.filter(({ a, b }) => a.height === b.height && a.condition === b.condition).length,
  )
  return { files, questions: q.questions }
}

export function callcentre() {
  const d = draws('calls-third')
  const agents = ['amir', 'beth', 'chen', 'dora', 'emil']
  const rows = Array.from({ length: 350 }, (_, i) => ({
    id: 70001 + i,
    at: at(2025, 1, 6, 8) + d.int(0, 27) * DAY + d.int(0, 10 * 3600) * 1000,
    agent: d.pick(agents),
    queue: d.weighted({ billing: 4, support: 5, sales: 2 }),
    wait: d.int(0, 600),
    talk: d.int(20, 1500),
    resolved: d.chance(0.74) ? 'true' : 'false',
    csat: d.chance(0.4) ? '' : d.int(1, 5),
    transfers: d.weighted({ 0: 7, 1: 2, 2: 1 }),
  }))
  const files = {
    'calls/call_log.tsv': table(
      ['call_id', 'started_at', 'agent', 'queue', 'wait_sec', 'talk_sec', 'resolved', 'csat_score', 'transfers'],
      rows.map(r => [
        r.id,
        isoSecond(r.at).replace('T', ' '),
        r.agent,
        r.queue,
        r.wait,
        r.talk,
        r.resolved,
        r.csat,
        r.transfers,
      ]),
      '\t',
    ),
  }
  const q = asking('calls', 'table')
  const talks = rows.filter(r => r.queue === 'billing')
  q.rows(
    'rate',
    'resolution rate per agent',
    groups(rows, r => r.agent).map(([k, l]) => [
      k,
      share(
        l.filter(r => r.resolved === 'true'),
        l,
      ),
    ]),
    { percent: true },
  )
  q.value(
    'mean',
    'Could you tell me how long callers in the billing queue wait on average?',
    mean(talks.map(r => r.wait)),
    { unit: 'seconds' },
  )
  q.value('count', 'how many calls waited more than 5 minutes', rows.filter(r => r.wait > 300).length)
  q.value(
    'superlative',
    'Which agent has the best average csat?',
    most(
      rows.filter(r => r.csat !== ''),
      r => r.agent,
      l => mean(l.map(r => r.csat)),
    ),
  )
  q.value(
    'filter',
    'number of unresolved support calls',
    rows.filter(r => r.queue === 'support' && r.resolved === 'false').length,
  )
  q.value(
    'missing',
    'percentage of calls without a csat score',
    share(
      rows.filter(r => r.csat === ''),
      rows,
    ),
    { percent: true },
  )
  q.value('superlative', 'longest call', Math.max(...rows.map(r => r.talk)))
  q.rows(
    'dates',
    'calls per weekday',
    groups(rows, r => weekday(r.at)).map(([k, l]) => [
      'Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday'.split(',')[k],
      l.length,
    ]),
  )
  q.value('filter', 'how many calls were transferred at least once?', rows.filter(r => Number(r.transfers) >= 1).length)
  q.value(
    'compare',
    'Do billing or sales calls take longer on average?',
    most(
      rows.filter(r => r.queue !== 'support'),
      r => r.queue,
      l => mean(l.map(r => r.talk)),
    ),
  )
  q.value(
    'quantile',
    'p90 wait for support',
    quantile(
      rows.filter(r => r.queue === 'support').map(r => r.wait),
      0.9,
    ),
  )
  q.rows(
    'group',
    'median talk time by queue',
    groups(rows, r => r.queue).map(([k, l]) => [k, median(l.map(r => r.talk))]),
  )
  q.value(
    'count',
    'how many calls did dora take on Mondays',
    rows.filter(r => r.agent === 'dora' && weekday(r.at) === 1).length,
  )
  q.value('sum', 'total talk time of emil in seconds', sum(rows.filter(r => r.agent === 'emil').map(r => r.talk)), {
    unit: 'seconds',
  })
  q.refuse('average salary of the agents', 'no salaries')
  q.value('filter', 'how many 5-star calls?', rows.filter(r => r.csat === 5).length)
  q.questions.at(-1).question = 'how many calls got a csat score of 5?'
  q.value(
    'first-last',
    'at what time did the first call on 2025-01-14 start?',
    isoSecond(Math.min(...rows.filter(r => isoDay(r.at) === '2025-01-14').map(r => r.at))).replace('T', ' '),
  )
  q.value('count', 'calls handled by anyone except beth', rows.filter(r => r.agent !== 'beth').length)
  return { files, questions: q.questions }
}

export function bills() {
  const d = draws('bills-third')
  const rows = Array.from({ length: 180 }, (_, i) => ({
    meter: pad(d.int(100, 160), 6),
    street: `${d.pick(['Birkenweg', 'Hauptstr.', 'Am Markt'])} ${d.int(1, 30)}`,
    kwh: d.int(90, 900),
    amount: 0,
    month: `${pad(1 + (i % 6), 2)}.2024`,
    m: 1 + (i % 6),
    paid: d.weighted({ yes: 7, no: 2, partly: 1 }),
    tariff: d.pick(['day', 'night', 'flat']),
    due: at(2024, 1 + (i % 6), 15) + 14 * DAY,
  })).map(r => ({ ...r, amount: round(r.kwh * 0.31 + 9.5) }))
  const euro = value => value.toFixed(2).replace('.', ',')
  const files = {
    'bills/bills.csv': table(
      ['Meter No', 'Street', 'Consumption (kWh)', 'Amount (€)', 'Due Date', 'Paid', 'Tariff'],
      rows.map(r => [
        r.meter,
        r.street,
        r.kwh,
        euro(r.amount),
        isoDay(r.due).split('-').reverse().join('.'),
        r.paid,
        r.tariff,
      ]),
      ';',
    ),
  }
  const q = asking('bills', 'table')
  q.value('sum', 'What is the total amount still unpaid?', sum(rows.filter(r => r.paid === 'no').map(r => r.amount)))
  q.value('count', 'bills over 200 euros', rows.filter(r => r.amount > 200).length)
  q.questions.at(-1).question = 'how many bills are over 200 euros'
  q.rows(
    'sum',
    'consumption by tariff',
    groups(rows, r => r.tariff).map(([k, l]) => [k, sum(l.map(r => r.kwh))]),
  )
  q.value('distinct', 'how many different meters do we bill?', new Set(rows.map(r => r.meter)).size)
  q.value('count', 'how many bills for meter 000123', rows.filter(r => r.meter === '000123').length)
  q.value('count', 'how many bills are due in April 2024?', rows.filter(r => month(r.due) === 4).length)
  q.rows(
    'group',
    'count per paid status',
    counts(rows, r => r.paid),
  )
  q.value('ratio', 'average price per kWh', sum(rows.map(r => r.amount)) / sum(rows.map(r => r.kwh)))
  q.questions.at(-1).expect = { any: [q.questions.at(-1).expect, { value: mean(rows.map(r => r.amount / r.kwh)) }] }
  q.value(
    'superlative',
    'which meter used the most electricity overall',
    most(
      rows,
      r => r.meter,
      l => sum(l.map(r => r.kwh)),
    ),
  )
  q.questions.at(-1).question = 'which meter has the highest total consumption'
  q.value(
    'share',
    'what percent of bills were paid?',
    share(
      rows.filter(r => r.paid === 'yes'),
      rows,
    ),
    { percent: true },
  )
  q.value(
    'mean',
    'mean consumption of night tariff bills',
    mean(rows.filter(r => r.tariff === 'night').map(r => r.kwh)),
  )
  q.value(
    'sum',
    'How many euros in total were billed for flat and day tariffs?',
    sum(rows.filter(r => r.tariff !== 'night').map(r => r.amount)),
  )
  return { files, questions: q.questions }
}
