// A third set over public data: birdstrikes, films, flights, cars, airports, weather and the logs of Blue Gene, Android and Proxifier.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asking, counts, groups, least, mean, median, most, quantile, share, sum } from './asking.mjs'

/** A plain reader of CSV without line breaks in cells. */
function csv(text) {
  const [head, ...rows] = text
    .trim()
    .split(/\r?\n/)
    .map(line =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    )
  return rows.map(row => Object.fromEntries(head.map((name, k) => [name, row[k]])))
}
const month = iso => Number(iso.slice(5, 7))

export function sharedSets(shared) {
  const read = path => readFileSync(join(shared, path), 'utf8')
  const lines = path => read(path).trim().split(/\r?\n/)
  return [
    birds(csv(read('tables/birdstrikes.csv'))),
    films(JSON.parse(read('json/movies.json'))),
    flying(JSON.parse(read('json/flights-2k.json'))),
    cars(JSON.parse(read('json/cars.json'))),
    fields(csv(read('tables/airports.csv'))),
    seattle(csv(read('tables/seattle-weather.csv'))),
    blueGene(lines('logs/BGL.log')),
    android(lines('logs/Android.log')),
    proxy(lines('logs/Proxifier.log')),
  ]
}

function birds(rows) {
  const q = asking('third-birds', 'table')
  const cost = r => Number(r['Cost Total $'])
  q.value(
    'filter',
    'How many strikes happened at night during approach?',
    rows.filter(r => r['Time of day'] === 'Night' && r['Phase of flight'] === 'Approach').length,
  )
  q.value(
    'sum',
    'total repair cost for small wildlife',
    sum(rows.filter(r => r['Wildlife Size'] === 'Small').map(r => Number(r['Cost Repair']))),
  )
  q.value(
    'superlative',
    'which operator reported the most bird strikes in Texas?',
    most(
      rows.filter(r => r['Origin State'] === 'Texas'),
      r => r['Aircraft Airline Operator'],
    ),
  )
  q.rows(
    'top',
    'top 5 origin states by number of strikes',
    counts(rows, r => r['Origin State'])
      .sort((a, b) => b[1] - a[1])
      .slice(0, 5),
    { ordered: true },
  )
  q.value('count', 'strikes that cost more than $100,000: how many?', rows.filter(r => cost(r) > 100_000).length)
  q.value(
    'share',
    'What share of strikes caused no damage?',
    share(
      rows.filter(r => r['Effect Amount of damage'] === 'None'),
      rows,
    ),
    { percent: true },
  )
  q.value(
    'mean',
    'average speed in knots during climb',
    mean(
      rows
        .filter(r => r['Phase of flight'] === 'Climb' && r['Speed IAS in knots'] !== '')
        .map(r => Number(r['Speed IAS in knots'])),
    ),
  )
  q.value(
    'dates',
    'in which year were there the most strikes?',
    most(rows, r => r['Flight Date'].slice(0, 4)),
  )
  q.value('missing', 'how many strikes have no recorded speed', rows.filter(r => r['Speed IAS in knots'] === '').length)
  q.value('distinct', 'how many different wildlife species', new Set(rows.map(r => r['Wildlife Species'])).size)
  q.rows(
    'group',
    'median total cost by wildlife size',
    groups(rows, r => r['Wildlife Size']).map(([k, l]) => [k, median(l.map(cost))]),
  )
  return { data: ['tables/birdstrikes.csv'], questions: q.questions, set: 'third-birds' }
}

function films(rows) {
  const q = asking('third-films', 'json')
  const gross = r => Number(r['Worldwide Gross'])
  q.value(
    'superlative',
    'Which director made the most films?',
    most(
      rows.filter(r => r.Director),
      r => r.Director,
    ),
  )
  q.value(
    'count',
    'how many comedies are rated PG-13?',
    rows.filter(r => r['Major Genre'] === 'Comedy' && r['MPAA Rating'] === 'PG-13').length,
  )
  q.value(
    'median',
    'median IMDB rating of dramas',
    median(rows.filter(r => r['Major Genre'] === 'Drama' && r['IMDB Rating'] !== null).map(r => r['IMDB Rating'])),
  )
  q.rows(
    'group',
    'avg imdb rating by genre',
    groups(
      rows.filter(r => r['Major Genre'] !== null),
      r => r['Major Genre'],
    ).map(([k, l]) => [k, mean(l.filter(r => r['IMDB Rating'] !== null).map(r => r['IMDB Rating']))]),
  )
  q.questions.at(-1).expect = {
    any: [
      q.questions.at(-1).expect,
      {
        rows: groups(rows, r => r['Major Genre']).map(([k, l]) => [
          k,
          mean(l.filter(r => r['IMDB Rating'] !== null).map(r => r['IMDB Rating'])),
        ]),
      },
    ],
  }
  q.value(
    'filter',
    'number of movies longer than 3 hours',
    rows.filter(r => r['Running Time min'] !== null && r['Running Time min'] > 180).length,
  )
  q.value('missing', 'how many movies have no director listed', rows.filter(r => r.Director === null).length)
  q.value(
    'sum',
    'total worldwide gross of Steven Spielberg films',
    sum(rows.filter(r => r.Director === 'Steven Spielberg').map(gross)),
  )
  q.value(
    'superlative',
    'Which movie by Paramount Pictures has the biggest budget?',
    rows
      .filter(r => r.Distributor === 'Paramount Pictures')
      .sort((a, b) => (b['Production Budget'] ?? 0) - (a['Production Budget'] ?? 0))[0].Title,
  )
  q.value(
    'share',
    'percentage of films distributed by Warner Bros.',
    share(
      rows.filter(r => r.Distributor === 'Warner Bros.'),
      rows,
    ),
    { percent: true },
  )
  q.refuse('how many Oscars did these films win', 'no awards')
  return { data: ['json/movies.json'], questions: q.questions, set: 'third-films' }
}

function flying(rows) {
  const q = asking('third-flying', 'json')
  q.value(
    'mean',
    'What is the average delay of flights leaving from LAX?',
    mean(rows.filter(r => r.origin === 'LAX').map(r => r.delay)),
  )
  q.value(
    'share',
    'share of flights that were late (delay above 0)',
    share(
      rows.filter(r => r.delay > 0),
      rows,
    ),
    { percent: true },
  )
  q.questions.at(-1).question = 'share of flights with a delay above 0'
  q.value(
    'count',
    'how many flights go from PHX to LAX',
    rows.filter(r => r.origin === 'PHX' && r.destination === 'LAX').length,
  )
  q.value(
    'superlative',
    'which destination has the highest average delay? only count... no, just tell me',
    least(
      rows,
      r => r.destination,
      l => -mean(l.map(r => r.delay)),
    ),
  )
  q.questions.at(-1).question = 'which destination has the highest average delay?'
  q.value('distinct', 'number of airports flights depart from', new Set(rows.map(r => r.origin)).size)
  q.value(
    'quantile',
    '99th percentile of delay',
    quantile(
      rows.map(r => r.delay),
      0.99,
    ),
  )
  q.value(
    'sum',
    'total distance flown in January',
    sum(rows.filter(r => r.date.startsWith('2001/01')).map(r => r.distance)),
  )
  q.value(
    'dates',
    'how many flights on weekends',
    rows.filter(r => [0, 6].includes(new Date(`${r.date.slice(0, 10).replaceAll('/', '-')}T00:00:00Z`).getUTCDay()))
      .length,
  )
  q.value(
    'compare',
    'do flights from LAX or from SFO have a longer average distance?',
    most(
      rows.filter(r => ['LAX', 'SFO'].includes(r.origin)),
      r => r.origin,
      l => mean(l.map(r => r.distance)),
    ),
  )
  q.value('count', 'how many flights were delayed by more than an hour?', rows.filter(r => r.delay > 60).length)
  q.questions.at(-1).question = 'how many flights had a delay of more than 60?'
  return { data: ['json/flights-2k.json'], questions: q.questions, set: 'third-flying' }
}

function cars(rows) {
  const q = asking('third-cars', 'json')
  q.value(
    'count',
    'How many European cars have more than 4 cylinders?',
    rows.filter(r => r.Origin === 'Europe' && r.Cylinders > 4).length,
  )
  q.value(
    'superlative',
    'most fuel efficient Japanese car',
    rows.filter(r => r.Origin === 'Japan').sort((a, b) => (b.Miles_per_Gallon ?? 0) - (a.Miles_per_Gallon ?? 0))[0]
      .Name,
  )
  q.questions.at(-1).question = 'which Japanese car has the highest miles per gallon'
  q.rows(
    'group',
    'mean horsepower by origin',
    groups(
      rows.filter(r => r.Horsepower !== null),
      r => r.Origin,
    ).map(([k, l]) => [k, mean(l.map(r => r.Horsepower))]),
  )
  q.value('filter', 'how many cars weigh less than 2000 lbs', rows.filter(r => r.Weight_in_lbs < 2000).length)
  q.rows(
    'dates',
    'number of models per year',
    groups(rows, r => r.Year.slice(0, 4)).map(([k, l]) => [k, l.length]),
  )
  q.value('missing', 'how many cars lack an mpg figure?', rows.filter(r => r.Miles_per_Gallon === null).length)
  q.questions.at(-1).question = 'how many cars lack a miles per gallon figure?'
  q.value(
    'compare',
    'difference in average weight between American and Japanese cars',
    mean(rows.filter(r => r.Origin === 'USA').map(r => r.Weight_in_lbs)) -
      mean(rows.filter(r => r.Origin === 'Japan').map(r => r.Weight_in_lbs)),
  )
  q.questions.at(-1).question = 'difference in average weight between USA and Japan'
  q.value(
    'filter',
    'cars with horsepower between 90 and 100 - count',
    rows.filter(r => r.Horsepower !== null && r.Horsepower >= 90 && r.Horsepower <= 100).length,
  )
  return { data: ['json/cars.json'], questions: q.questions, set: 'third-cars' }
}

function fields(rows) {
  const q = asking('third-fields', 'table')
  q.value(
    'superlative',
    'which state has the most airports',
    most(rows, r => r.state),
  )
  q.value('count', 'how many airports are north of latitude 60?', rows.filter(r => Number(r.latitude) > 60).length)
  q.questions.at(-1).question = 'how many airports have a latitude above 60?'
  q.value('filter', 'What is the iata code of Thigpen?', '00M')
  q.value('count', 'How many airports in Alaska (AK)?', rows.filter(r => r.state === 'AK').length)
  q.questions.at(-1).question = 'How many airports are in AK?'
  q.value(
    'superlative',
    'name of the northernmost airport',
    rows.sort((a, b) => Number(b.latitude) - Number(a.latitude))[0].name,
  )
  q.questions.at(-1).question = 'which airport has the highest latitude'
  q.rows(
    'filter',
    'list airports in Livingston',
    rows.filter(r => r.city === 'Livingston').map(r => [r.iata]),
  )
  return { data: ['tables/airports.csv'], questions: q.questions, set: 'third-fields' }
}

function seattle(rows) {
  const q = asking('third-seattle', 'table')
  q.value(
    'count',
    'How many snowy days were there in 2012?',
    rows.filter(r => r.weather === 'snow' && r.date.startsWith('2012')).length,
  )
  q.questions.at(-1).question = 'How many days with snow were there in 2012?'
  q.value('superlative', 'hottest day', rows.sort((a, b) => Number(b.temp_max) - Number(a.temp_max))[0].date)
  q.rows(
    'dates',
    'total precipitation per year',
    groups(rows, r => r.date.slice(0, 4)).map(([k, l]) => [k, sum(l.map(r => Number(r.precipitation)))]),
  )
  q.value('mean', 'average max temp in July', mean(rows.filter(r => month(r.date) === 7).map(r => Number(r.temp_max))))
  q.value('count', 'days with wind over 8', rows.filter(r => Number(r.wind) > 8).length)
  q.questions.at(-1).question = 'how many days had wind over 8'
  q.value(
    'superlative',
    'rainiest month of the year by total precipitation',
    most(
      rows,
      r => month(r.date),
      l => sum(l.map(r => Number(r.precipitation))),
    ),
  )
  q.questions.at(-1).expect = {
    value: [
      'January,February,March,April,May,June,July,August,September,October,November,December'.split(',')[
        Number(q.questions.at(-1).expect.value) - 1
      ],
      q.questions.at(-1).expect.value,
    ],
  }
  q.value(
    'count',
    'on how many days did it freeze (min temp below 0)?',
    rows.filter(r => Number(r.temp_min) < 0).length,
  )
  q.questions.at(-1).question = 'on how many days was the min temp below 0?'
  return { data: ['tables/seattle-weather.csv'], questions: q.questions, set: 'third-seattle' }
}

function blueGene(lines) {
  const rows = lines
    .map(line => line.split(' '))
    .map(parts => ({
      alert: parts[0],
      node: parts[3],
      component: parts[7],
      level: parts[8],
      text: parts.slice(9).join(' '),
      day: parts[2],
    }))
  const q = asking('third-bgl', 'log')
  q.value('log-field', 'How many fatal entries are in the log?', rows.filter(r => r.level === 'FATAL').length)
  q.value(
    'log-field',
    'how many messages mention "parity error"',
    rows.filter(r => r.text.includes('parity error')).length,
  )
  q.value(
    'log-field',
    'entries that say generating core: how many',
    rows.filter(r => r.text.includes('generating core')).length,
  )
  q.rows(
    'log-field',
    'entries per level',
    counts(rows, r => r.level),
  )
  q.value('dates', 'which month has the most entries?', most(rows, r => r.day.slice(0, 7)).replace('.', '-'))
  return { data: ['logs/BGL.log'], questions: q.questions, set: 'third-bgl' }
}

function android(lines) {
  const rows = lines
    .map(line => /^(\S+ \S+)\s+(\d+)\s+(\d+) (\w) (.*?)\s*: (.*)$/.exec(line))
    .filter(Boolean)
    .map(([, time, pid, tid, level, tag, text]) => ({ time, pid, tid, level, tag, text }))
  const q = asking('third-android', 'log')
  q.value(
    'log-field',
    'Which component logs the most?',
    most(rows, r => r.tag),
  )
  q.value('log-field', 'how many warnings', rows.filter(r => r.level === 'W').length)
  q.value('log-field', 'number of entries from PhoneStatusBar', rows.filter(r => r.tag === 'PhoneStatusBar').length)
  q.value('log-field', 'how many errors did the log record', rows.filter(r => r.level === 'E').length)
  return { data: ['logs/Android.log'], questions: q.questions, set: 'third-android' }
}

function proxy(lines) {
  const q = asking('third-proxy', 'log')
  const has = text => lines.filter(line => line.includes(text)).length
  q.value('log-field', 'how many connections were closed?', has(' close, '))
  q.value('log-field', 'how many entries mention dropbox', lines.filter(line => /dropbox/i.test(line)).length)
  q.value('log-field', 'how many errors are there', has(' error '))
  q.questions.at(-1).question = 'how many lines contain "error : Could not connect"'
  q.questions.at(-1).expect = { value: has('error : Could not connect') }
  q.refuse('what is the average cpu load', 'no load')
  return { data: ['logs/Proxifier.log'], questions: q.questions, set: 'third-proxy' }
}
