// A hospital, a school, a carrier, a bakery: tables of very different trades, with questions and their truth.
import { at, DAY, draws, FIRST, isoDay, LAST, pad, table } from '../data/random.mjs'
import { asking, correlation, groups, least, mean, median, most, quantile, share, sum } from './asking.mjs'

export function hospital() {
  const d = draws('hospital-fresh')
  const wards = {
    Cardiology: [2, 24, 'Olga Petit'],
    Maternity: [1, 18, 'Karin Holm'],
    Orthopaedics: [3, 30, 'Paul Evans'],
    Paediatrics: [1, 16, 'Ines Silva'],
  }
  const illness = {
    Cardiology: ['heart failure', 'angina'],
    Maternity: ['delivery'],
    Orthopaedics: ['hip fracture', 'knee replacement'],
    Paediatrics: ['asthma', 'appendicitis'],
  }
  const rows = Array.from({ length: 260 }, (_, i) => {
    const ward = d.weighted({ Cardiology: 5, Maternity: 3, Orthopaedics: 4, Paediatrics: 2 })
    const admitted = at(2024, 1, 3) + d.int(0, 170) * DAY
    const age = ward === 'Paediatrics' ? d.int(1, 15) : ward === 'Maternity' ? d.int(19, 42) : d.int(35, 93)
    const nights = Math.max(1, Math.round(d.normal(ward === 'Orthopaedics' ? 8 : 4, 2)))
    return {
      id: `A${2000 + i}`,
      patient: `P${pad(d.int(1, 190), 4)}`,
      age,
      sex: ward === 'Maternity' ? 'F' : d.pick(['F', 'M']),
      ward,
      diagnosis: d.pick(illness[ward]),
      doctor: d.pick(
        {
          Cardiology: ['Dr Rossi', 'Dr Tanaka'],
          Maternity: ['Dr Novak'],
          Orthopaedics: ['Dr Keller', 'Dr Quinn'],
          Paediatrics: ['Dr Lopez'],
        }[ward],
      ),
      admitted,
      discharged: d.chance(0.07) ? null : admitted + nights * DAY,
      cost: nights * d.int(300, 420) + d.int(0, 900),
    }
  })
  const files = {
    'hospital/admissions.csv': table(
      ['admission_no', 'patient_id', 'age', 'sex', 'ward', 'diagnosis', 'doctor', 'admitted', 'discharged', 'cost_eur'],
      rows.map(r => [
        r.id,
        r.patient,
        r.age,
        r.sex,
        r.ward,
        r.diagnosis,
        r.doctor,
        isoDay(r.admitted),
        r.discharged && isoDay(r.discharged),
        r.cost,
      ]),
    ),
    'hospital/wards.csv': table(
      ['ward', 'floor', 'beds', 'head_nurse'],
      Object.entries(wards).map(([name, rest]) => [name, ...rest]),
    ),
  }
  const q = asking('hospital', 'table')
  const month = (r, m) => new Date(r.admitted).getUTCMonth() + 1 === m
  const inside = rows.filter(r => !r.discharged)
  q.any(
    'missing',
    'How many patients are still in hospital?',
    { value: inside.length },
    { value: new Set(inside.map(r => r.patient)).size },
  )
  q.value(
    'distinct',
    'how many different patients were treated in cardiology',
    new Set(rows.filter(r => r.ward === 'Cardiology').map(r => r.patient)).size,
  )
  q.rows(
    'duration',
    'average length of stay per ward',
    groups(
      rows.filter(r => r.discharged),
      r => r.ward,
    ).map(([w, l]) => [w, mean(l.map(r => (r.discharged - r.admitted) / DAY))]),
  )
  const oldest = Math.max(...rows.map(r => r.age))
  q.value('superlative', 'How old is the oldest patient?', oldest)
  q.value(
    'superlative',
    'Which doctor saw the most patients?',
    most(rows, r => r.doctor),
  )
  q.value(
    'filter',
    'how many women over 60 were admitted to orthopaedics',
    rows.filter(r => r.sex === 'F' && r.age > 60 && r.ward === 'Orthopaedics').length,
  )
  q.rows(
    'sum',
    'costs by ward',
    groups(rows, r => r.ward).map(([w, l]) => [w, sum(l.map(r => r.cost))]),
  )
  q.value(
    'filter',
    'how many people came in with asthma in March?',
    rows.filter(r => r.diagnosis === 'asthma' && month(r, 3)).length,
  )
  q.value('join', 'how many admissions were there on floor 1?', rows.filter(r => wards[r.ward][0] === 1).length)
  q.rows(
    'ratio',
    'admissions per bed for each ward',
    groups(rows, r => r.ward).map(([w, l]) => [w, l.length / wards[w][1]]),
  )
  q.value(
    'share',
    'What share of the admissions was for a hip fracture?',
    share(
      rows.filter(r => r.diagnosis === 'hip fracture'),
      rows,
    ),
    { percent: true },
  )
  q.value(
    'correlation',
    'do older patients stay longer? give me the correlation between age and cost',
    correlation(
      rows,
      r => r.age,
      r => r.cost,
    ),
    { tolerance: 0.02 },
  )
  q.refuse('which blood group is the most common?', 'no blood group')
  q.refuse('How many patients smoke?', 'nothing about smoking')
  q.value('lookup', 'who is the head nurse of maternity', 'Karin Holm')
  q.value(
    'compare',
    'is the cardiology or the orthopaedics ward more expensive per stay?',
    most(
      rows.filter(r => ['Cardiology', 'Orthopaedics'].includes(r.ward)),
      r => r.ward,
      l => mean(l.map(r => r.cost)),
    ),
  )
  return { files, questions: q.questions }
}

export function school() {
  const d = draws('school-fresh')
  const pupils = Array.from({ length: 48 }, (_, i) => ({
    name: `${FIRST[i % 20]} ${LAST[(i * 7 + Math.floor(i / 20)) % 20]}`,
    class: ['7a', '7b', '8a'][i % 3],
    skill: d.normal(66, 11),
  }))
  const teachers = { Maths: 'Ms Adler', English: 'Mr Brandt', Biology: 'Ms Costa', History: 'Mr Dahl', Art: 'Ms Evans' }
  const hard = { Maths: -8, English: 0, Biology: 2, History: -2, Art: 9 }
  const rows = pupils.flatMap(p =>
    Object.keys(teachers).flatMap(subject =>
      ['autumn', 'spring'].map(term => ({
        pupil: p.name,
        class: p.class,
        subject,
        term,
        mark: d.chance(0.04)
          ? null
          : Math.max(
              5,
              Math.min(100, Math.round(p.skill + hard[subject] + d.normal(0, 7) + (term === 'spring' ? 2 : 0))),
            ),
        absences: d.weighted({ 0: 6, 1: 3, 2: 2, 3: 1, 5: 1 }) * 1,
      })),
    ),
  )
  const files = {
    'school/marks.csv': table(
      ['Pupil', 'Class', 'Subject', 'Term', 'Mark', 'Days absent'],
      rows.map(r => [r.pupil, r.class, r.subject, r.term, r.mark, r.absences]),
      ';',
    ),
    'school/teachers.csv': table(
      ['Subject', 'Teacher', 'Room'],
      Object.entries(teachers).map(([s, t], i) => [s, t, `R${101 + i}`]),
      ';',
    ),
  }
  const q = asking('school', 'table')
  const got = rows.filter(r => r.mark !== null)
  q.value(
    'mean',
    "What is class 7b's average mark in maths?",
    mean(got.filter(r => r.class === '7b' && r.subject === 'Maths').map(r => r.mark)),
  )
  q.rows(
    'group',
    'mean mark by subject and term',
    groups(got, r => `${r.subject}|${r.term}`).map(([k, l]) => [...k.split('|'), mean(l.map(r => r.mark))]),
  )
  q.value(
    'superlative',
    'which subject do the pupils do worst in?',
    least(
      got,
      r => r.subject,
      l => mean(l.map(r => r.mark)),
    ),
  )
  q.value('count', 'how many marks are below 50', got.filter(r => r.mark < 50).length)
  q.value('distinct', 'number of pupils in 8a', new Set(rows.filter(r => r.class === '8a').map(r => r.pupil)).size)
  q.rows(
    'sum',
    'days absent per class',
    groups(rows, r => r.class).map(([c, l]) => [c, sum(l.map(r => r.absences))]),
  )
  q.rows(
    'superlative',
    'top 3 pupils by average mark',
    groups(got, r => r.pupil)
      .map(([p, l]) => [p, mean(l.map(r => r.mark))])
      .sort((a, b) => b[1] - a[1])
      .slice(0, 3),
    { ordered: true },
  )
  q.value('missing', 'how many marks have not been entered yet', rows.length - got.length)
  q.value('lookup', 'Who teaches biology?', 'Ms Costa')
  q.value(
    'compare',
    'how much better were the marks in spring than in autumn on average',
    mean(got.filter(r => r.term === 'spring').map(r => r.mark)) -
      mean(got.filter(r => r.term === 'autumn').map(r => r.mark)),
    { tolerance: 0.01 },
  )
  q.value(
    'correlation',
    'does being absent go with lower marks?',
    correlation(
      got,
      r => r.absences,
      r => r.mark,
    ),
    { tolerance: 0.03 },
  )
  q.value(
    'share',
    'percentage of marks of 80 or more in art',
    share(
      got.filter(r => r.subject === 'Art' && r.mark >= 80),
      got.filter(r => r.subject === 'Art'),
    ),
    { percent: true },
  )
  q.refuse('which pupil lives furthest from school', 'no addresses')
  q.value('join', 'average mark given by Mr Brandt', mean(got.filter(r => r.subject === 'English').map(r => r.mark)))
  q.value('median', 'median mark in history', median(got.filter(r => r.subject === 'History').map(r => r.mark)))
  return { files, questions: q.questions }
}

export function freight() {
  const d = draws('freight-fresh')
  const ports = ['Antwerp', 'Bilbao', 'Gdansk', 'Izmir', 'Oslo', 'Porto']
  const speed = { 'Blue Line': 6, Hansa: 9, Norsea: 12, Pelagic: 8 }
  const rows = Array.from({ length: 320 }, (_, i) => {
    const carrier = d.weighted({ 'Blue Line': 4, Hansa: 5, Norsea: 3, Pelagic: 2 })
    const origin = d.pick(ports)
    const shipped = at(2023, 10, 1) + d.int(0, 240) * DAY
    const status = d.weighted({ delivered: 82, delayed: 9, lost: 3, 'in transit': 6 })
    const weight = d.int(40, 9000)
    return {
      ref: `SH-${10000 + i * 3}`,
      carrier,
      origin,
      to: d.pick(ports.filter(p => p !== origin)),
      goods: d.pick(['machinery', 'furniture', 'wine', 'paper', 'textiles']),
      weight,
      volume: Math.round((weight / d.int(180, 420)) * 10) / 10,
      cost: Math.round(weight * (0.2 + d.next() * 0.3) + 80),
      shipped,
      arrived:
        status === 'delivered' || status === 'delayed'
          ? shipped + Math.round(Math.max(2, d.normal(speed[carrier] + (status === 'delayed' ? 9 : 0), 2))) * DAY
          : null,
      status,
    }
  })
  const files = {
    'freight/shipments.csv': table(
      [
        'Reference',
        'Carrier',
        'Origin',
        'Destination',
        'Goods',
        'Weight (kg)',
        'Volume (m3)',
        'Freight cost',
        'Shipped',
        'Arrived',
        'Status',
      ],
      rows.map(r => [
        r.ref,
        r.carrier,
        r.origin,
        r.to,
        r.goods,
        r.weight,
        r.volume.toFixed(1),
        r.cost,
        isoDay(r.shipped),
        r.arrived && isoDay(r.arrived),
        r.status,
      ]),
    ),
  }
  const q = asking('freight', 'table')
  const of = (l, f) => sum(l.map(f))
  q.value('count', 'How many shipments got lost?', rows.filter(r => r.status === 'lost').length)
  q.value('superlative', 'what is the heaviest shipment', rows.toSorted((a, b) => b.weight - a.weight)[0].ref)
  q.rows(
    'sum',
    'kilos carried per carrier',
    groups(rows, r => r.carrier).map(([c, l]) => [c, of(l, r => r.weight)]),
  )
  q.rows(
    'ratio',
    'freight cost per kg by carrier',
    groups(rows, r => r.carrier).map(([c, l]) => [c, of(l, r => r.cost) / of(l, r => r.weight)]),
  )
  q.value(
    'filter',
    'how many shipments of wine went from Porto to Oslo?',
    rows.filter(r => r.goods === 'wine' && r.origin === 'Porto' && r.to === 'Oslo').length,
  )
  q.value(
    'superlative',
    'which carrier is the fastest',
    least(
      rows.filter(r => r.arrived),
      r => r.carrier,
      l => mean(l.map(r => r.arrived - r.shipped)),
    ),
  )
  q.value(
    'duration',
    'How long does Norsea take on average to deliver?',
    mean(rows.filter(r => r.arrived && r.carrier === 'Norsea').map(r => (r.arrived - r.shipped) / DAY)),
    { unit: 'days' },
  )
  q.value(
    'share',
    'what percentage of Hansa shipments was delayed?',
    share(
      rows.filter(r => r.carrier === 'Hansa' && r.status === 'delayed'),
      rows.filter(r => r.carrier === 'Hansa'),
    ),
    { percent: true },
  )
  q.rows('elliptic', 'delivered vs lost', [
    ['delivered', rows.filter(r => r.status === 'delivered').length],
    ['lost', rows.filter(r => r.status === 'lost').length],
  ])
  q.rows(
    'period',
    'number of shipments by quarter',
    groups(
      rows,
      r => `${new Date(r.shipped).getUTCFullYear()}|${Math.floor(new Date(r.shipped).getUTCMonth() / 3) + 1}`,
    ).map(([k, l]) => {
      const [y, n] = k.split('|')
      return [[`${y}-Q${n}`, `${y}-${pad(n * 3 - 2, 2)}`, `Q${n} ${y}`], l.length]
    }),
  )
  q.value(
    'filter',
    'total weight shipped before Christmas 2023',
    of(
      rows.filter(r => isoDay(r.shipped) < '2023-12-25'),
      r => r.weight,
    ),
  )
  q.value(
    'superlative',
    'Where do most of our goods go to?',
    most(rows, r => r.to),
  )
  q.refuse('which driver delivered the most', 'no driver')
  q.rows(
    'rate',
    'loss rate by carrier',
    groups(rows, r => r.carrier).map(([c, l]) => [
      c,
      share(
        l.filter(r => r.status === 'lost'),
        l,
      ),
    ]),
    { percent: true },
  )
  q.value(
    'quantile',
    '90th percentile of freight cost for machinery',
    quantile(
      rows.filter(r => r.goods === 'machinery').map(r => r.cost),
      0.9,
    ),
  )
  q.refuse('how much CO2 did the shipments cause', 'no emissions')
  return { files, questions: q.questions }
}

export function bakery() {
  const d = draws('bakery-fresh')
  const rows = []
  for (let day = 0; day < 91; day++)
    for (const shop of ['Mill Street', 'Station', 'Harbour'])
      for (const product of ['rye', 'baguette', 'croissant', 'spelt'])
        if (d.chance(0.8)) {
          const loaves = d.int(20, 140) + (shop === 'Station' ? 40 : 0)
          rows.push({
            date: at(2024, 2, 1) + day * DAY,
            shop,
            product,
            loaves,
            flour: Math.round(loaves * (product === 'rye' ? 0.6 : product === 'croissant' ? 0.09 : 0.35) * 10) / 10,
            sold: Math.round(loaves * (0.75 + d.next() * 0.25)),
            revenue: 0,
            heat: d.int(205, 250),
          })
        }
  for (const r of rows)
    r.revenue = Math.round(r.sold * { rye: 4.2, baguette: 1.8, croissant: 1.5, spelt: 4.9 }[r.product] * 100) / 100
  const files = {
    'bakery/output.csv': table(
      ['day', 'shop', 'product', 'baked', 'flour_kg', 'sold', 'revenue_eur', 'oven_temperature'],
      rows.map(r => [isoDay(r.date), r.shop, r.product, r.loaves, r.flour, r.sold, r.revenue.toFixed(2), r.heat]),
    ),
  }
  const q = asking('bakery', 'table')
  const month = r => isoDay(r.date).slice(0, 7)
  q.rows(
    'sum',
    'flour used by month',
    groups(rows, month).map(([m, l]) => [m, sum(l.map(r => r.flour))]),
  )
  q.rows(
    'sum',
    'revenue per product at the Station shop',
    groups(
      rows.filter(r => r.shop === 'Station'),
      r => r.product,
    ).map(([p, l]) => [p, sum(l.map(r => r.revenue))]),
  )
  q.rows(
    'ratio',
    'revenue per kilo of flour for each product',
    groups(rows, r => r.product).map(([p, l]) => [p, sum(l.map(r => r.revenue)) / sum(l.map(r => r.flour))]),
  )
  q.value(
    'superlative',
    'which day was the busiest?',
    isoDay(
      most(
        rows,
        r => r.date,
        l => sum(l.map(r => r.sold)),
      ),
    ),
  )
  q.value('superlative', 'What was the hottest the oven ever got?', Math.max(...rows.map(r => r.heat)))
  q.value(
    'sum',
    'how many baguettes did we sell in March',
    sum(rows.filter(r => r.product === 'baguette' && month(r) === '2024-03').map(r => r.sold)),
  )
  q.value(
    'sum',
    'How much did the Harbour shop take in April?',
    sum(rows.filter(r => r.shop === 'Harbour' && month(r) === '2024-04').map(r => r.revenue)),
  )
  q.value(
    'derived',
    'how many croissants were baked but not sold',
    sum(rows.filter(r => r.product === 'croissant').map(r => r.loaves - r.sold)),
  )
  const weekday = r =>
    ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][new Date(r.date).getUTCDay()]
  q.value(
    'dates',
    'on which weekday do we sell the least?',
    least(rows, weekday, l => sum(l.map(r => r.sold))),
  )
  q.value(
    'superlative',
    'best selling product',
    most(
      rows,
      r => r.product,
      l => sum(l.map(r => r.sold)),
    ),
  )
  q.value(
    'share',
    'what part of the revenue comes from rye?',
    (100 * sum(rows.filter(r => r.product === 'rye').map(r => r.revenue))) / sum(rows.map(r => r.revenue)),
    { percent: true },
  )
  q.value(
    'compare',
    'Did we earn more in February or in March?',
    most(
      rows.filter(r => month(r) < '2024-04'),
      month,
      l => sum(l.map(r => r.revenue)),
    ) === '2024-03'
      ? ['2024-03', 'March', '3']
      : ['2024-02', 'February', '2'],
  )
  q.refuse('which customer buys the most bread', 'no customers')
  q.value(
    'correlation',
    'is there a link between oven temperature and how much is sold?',
    correlation(
      rows,
      r => r.heat,
      r => r.sold,
    ),
    { tolerance: 0.05 },
  )
  q.value(
    'count',
    'on how many days did Mill Street bake spelt?',
    rows.filter(r => r.shop === 'Mill Street' && r.product === 'spelt').length,
  )
  return { files, questions: q.questions }
}
