// Twenty questions over a ferry line, written when everything else was done and asked once.
import { at, DAY, draws, isoSecond, table } from '../data/random.mjs'
import { asking, counts, groups, mean, median, most, quantile, share, sum } from './asking.mjs'

export function ferry() {
  const d = draws('ferry-last')
  const ships = [
    ['V1', 'Nordlys', 120, 1998],
    ['V2', 'Havgula', 85, 2011],
    ['V3', 'Skarv', 60, 1987],
    ['V4', 'Terne', 60, 2016],
  ].map(([id, name, cars, built]) => ({ id, name, cars, built }))
  const rows = Array.from({ length: 340 }, (_, i) => {
    const left = at(2025, 2, 1, 6) + d.int(0, 88) * DAY + d.int(0, 15 * 60) * 60_000
    return {
      id: 31_000 + i,
      ship: d.pick(ships.slice(0, 3)),
      from: d.pick(['Molde', 'Vestnes']),
      left,
      minutes: d.int(32, 58),
      passengers: d.int(0, 240),
      cars: d.int(0, 60),
      delay: d.chance(0.7) ? 0 : d.int(1, 45),
      cancelled: d.chance(0.06) ? 'yes' : 'no',
      weather: d.weighted({ calm: 6, fog: 1, storm: 1, '': 1 }),
      ticketIncome: d.int(100, 9000),
    }
  })
  const files = {
    'ferry/crossings.csv': table(
      'crossing_id,vessel_id,departurePort,departed_at,crossing_minutes,Passengers,Cars on board,delay_min,cancelled,weather,ticket_income_nok'.split(
        ',',
      ),
      rows.map(r => [
        r.id,
        r.ship.id,
        r.from,
        isoSecond(r.left).replace('T', ' '),
        r.minutes,
        r.passengers,
        r.cars,
        r.delay,
        r.cancelled,
        r.weather,
        r.ticketIncome,
      ]),
    ),
    'ferry/vessels.csv': table(
      ['vessel_id', 'name', 'car_capacity', 'built'],
      ships.map(s => [s.id, s.name, s.cars, s.built]),
    ),
  }
  const q = asking('ferry', 'table')
  const of = (list, key) => groups(list, key)
  q.value('count', 'how many crossings were cancelled?', rows.filter(r => r.cancelled === 'yes').length)
  q.value(
    'filter',
    'How many crossings from Molde had more than 200 passengers?',
    rows.filter(r => r.from === 'Molde' && r.passengers > 200).length,
  )
  q.rows(
    'group',
    'avg delay by weather',
    of(
      rows.filter(r => r.weather),
      r => r.weather,
    ).map(([k, l]) => [k, mean(l.map(r => r.delay))]),
  )
  q.value(
    'rate',
    'what is the cancellation rate',
    share(
      rows.filter(r => r.cancelled === 'yes'),
      rows,
    ),
    { percent: true },
  )
  q.value(
    'join',
    'total number of passengers carried by Havgula',
    sum(rows.filter(r => r.ship.name === 'Havgula').map(r => r.passengers)),
  )
  q.value('orphan', 'Which vessel has never sailed?', 'Terne')
  q.value('superlative', 'which vessel is the oldest?', 'Skarv')
  q.value(
    'share',
    'share of crossings that were delayed by more than 15 minutes',
    share(
      rows.filter(r => r.delay > 15),
      rows,
    ),
    { percent: true },
  )
  q.rows(
    'dates',
    'ticket income per month',
    of(rows, r => isoSecond(r.left).slice(0, 7)).map(([k, l]) => [k, sum(l.map(r => r.ticketIncome))]),
  )
  q.value(
    'quantile',
    'p90 of crossing time',
    quantile(
      rows.map(r => r.minutes),
      0.9,
    ),
  )
  q.value('missing', 'how many crossings have no weather recorded', rows.filter(r => !r.weather).length)
  q.value(
    'compare',
    'Do crossings from Molde or Vestnes bring in more income on average?',
    most(
      rows,
      r => r.from,
      l => mean(l.map(r => r.ticketIncome)),
    ),
  )
  q.value('dates', 'how many crossings left before 8 am', rows.filter(r => new Date(r.left).getUTCHours() < 8).length)
  q.value(
    'superlative',
    'What was the longest delay in fog?',
    Math.max(...rows.filter(r => r.weather === 'fog').map(r => r.delay)),
  )
  q.rows(
    'top',
    'top 2 vessels by cars on board',
    of(rows, r => r.ship.name)
      .map(([k, l]) => [k, sum(l.map(r => r.cars))])
      .sort((a, b) => b[1] - a[1])
      .slice(0, 2),
    { ordered: true },
  )
  q.value(
    'filter',
    'number of crossings in storm or fog that were not cancelled',
    rows.filter(r => ['storm', 'fog'].includes(r.weather) && r.cancelled === 'no').length,
  )
  q.refuse('How many bicycles were transported?', 'no bicycles')
  q.value(
    'median',
    'median passengers on weekends',
    median(rows.filter(r => [0, 6].includes(new Date(r.left).getUTCDay())).map(r => r.passengers)),
  )
  q.value('ratio', 'income per passenger', sum(rows.map(r => r.ticketIncome)) / sum(rows.map(r => r.passengers)))
  q.rows(
    'join',
    'number of crossings per vessel name',
    counts(rows, r => r.ship.name),
  )
  return { files, questions: q.questions }
}
