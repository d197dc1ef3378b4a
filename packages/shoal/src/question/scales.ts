// What adjectives and verbs measure: which columns "expensive" or "weighs" speak of, and whether more of it is more.

import { lookup } from '@shoal/base/model/lookup'

/** What a superlative or a comparative measures: parts of column names, the likeliest first. `up`: more of it is more. */
export interface Scale {
  readonly names: readonly string[]
  readonly up: boolean
  /** Measured by these it is the other way round: the fastest has the least time, and the most speed. */
  readonly contrary?: readonly string[]
}

const scales: Readonly<Record<string, readonly string[]>> = {
  price: ['price', 'fare', 'fee', 'amount', 'cost', 'total', 'charge', 'value', 'msrp', 'rent'],
  age: ['age'],
  duration: [
    'duration',
    'ms',
    'elapsed',
    'latency',
    'took',
    'rt',
    'seconds',
    'minutes',
    'length',
    'time',
    'runtime',
    'secs',
    'sec',
    'min',
    'hours',
    'days',
  ],
  length:
    'length distance duration minutes hours km miles runtime time lines bytes seconds sec ms min days nights wait stay'.split(
      ' ',
    ),
  speed: ['speed', 'velocity', 'kmh', 'mph'],
  weight: ['weight', 'mass', 'kg', 'pounds', 'lbs', 'tons'],
  height: ['height', 'altitude', 'elevation', 'tall'],
  size: [
    'size',
    'area',
    'population',
    'bytes',
    'capacity',
    'volume',
    'amount',
    'quantity',
    'total',
    'employees',
    'surface',
    'tonnes',
    'tons',
    'weight',
    'kg',
  ],
  temperature: ['temperature', 'temp', 'degrees', 'celsius', 'fahrenheit', 'tmax', 'high', 'c', 'f'],
  cold: ['temperature', 'temp', 'degrees', 'celsius', 'fahrenheit', 'tmin', 'low', 'tmax', 'c', 'f'],
  rain: ['precipitation', 'rain', 'rainfall', 'moisture', 'humidity'],
  wind: ['wind', 'gust'],
  rating: ['rating', 'score', 'stars', 'grade', 'points', 'mark', 'satisfaction', 'csat'],
  power: ['horsepower', 'power', 'hp', 'kw', 'strength', 'abv', 'alcohol', 'magnitude'],
  humidity: ['humidity', 'moisture'],
  width: ['width', 'breadth'],
  thickness: ['thickness', 'diameter'],
  brightness: ['brightness', 'lux', 'luminosity'],
  noise: ['noise', 'loudness', 'db', 'decibel'],
  distance: ['distance', 'km', 'miles', 'metres', 'meters'],
  delay: ['delay', 'lateness', 'late'],
  profit: ['profit', 'margin', 'revenue', 'amount'],
  acidity: ['ph'],
  visitors: ['visitors', 'attendance', 'passengers', 'occupancy', 'guests'],
  money: ['income', 'salary', 'wage', 'wealth', 'revenue', 'earnings', 'gdp'],
  pay: ['salary', 'wage', 'pay', 'income', 'earnings', 'compensation', 'gross'],
  usage: ['used', 'usage', 'consumption', 'consumed'],
  goals: ['goals', 'points', 'score', 'runs', 'tries'],
  crowd: ['attendance', 'visitors', 'spectators', 'audience', 'viewers', 'guests'],
  bytes: ['bytes', 'traffic', 'size'],
  population: ['population', 'inhabitants', 'people'],
  depth: ['depth'],
  worth: ['value', 'worth', 'price'],
  load: ['load', 'payload', 'cargo', 'freight', 'tonnes', 'tons', 'weight', 'kg', 'passengers', 'volume'],
  yield: ['yield', 'output', 'production', 'produced'],
}

const CONTRARY: Readonly<Record<string, readonly string[]>> = {
  duration: scales.speed!,
  rating: ['rank', 'position', 'place'],
  delay: ['punctuality'],
}

function scale(name: string, up: boolean): Scale {
  const contrary = lookup(CONTRARY, name)
  return { names: lookup(scales, name)!, up, ...(contrary && { contrary }) }
}

const ADJECTIVES: readonly (readonly [words: string, scale: string, up: boolean])[] = [
  ['expensive costly pricey dear', 'price', true],
  ['cheap inexpensive', 'price', false],
  ['old', 'age', true],
  ['young', 'age', false],
  ['long lengthy', 'length', true],
  ['short brief', 'length', false],
  ['slow', 'duration', true],
  ['fast quick', 'duration', false],
  ['heavy', 'weight', true],
  ['light', 'weight', false],
  ['tall', 'height', true],
  ['big large', 'size', true],
  ['small little', 'size', false],
  ['hot warm', 'temperature', true],
  ['cold cool', 'cold', false],
  ['wet rainy', 'rain', true],
  ['dry', 'rain', false],
  ['windy', 'wind', true],
  ['good', 'rating', true],
  ['bad', 'rating', false],
  ['powerful strong', 'power', true],
  ['weak', 'power', false],
  ['rich', 'money', true],
  ['poor', 'money', false],
  ['populous', 'population', true],
  ['deep', 'depth', true],
  ['shallow', 'depth', false],
  ['humid moist', 'humidity', true],
  ['wide broad', 'width', true],
  ['narrow', 'width', false],
  ['thick', 'thickness', true],
  ['thin', 'thickness', false],
  ['bright', 'brightness', true],
  ['dark', 'brightness', false],
  ['loud noisy', 'noise', true],
  ['far distant', 'distance', true],
  ['near close', 'distance', false],
  ['delayed', 'delay', true],
  ['profitable lucrative', 'profit', true],
  ['crowded', 'visitors', true],
  ['valuable precious', 'worth', true],
  ['productive fruitful', 'yield', true],
]

const IRREGULAR: Readonly<Record<string, readonly [string, string]>> = {
  good: ['better', 'best'],
  bad: ['worse', 'worst'],
  little: ['less', 'least'],
  big: ['bigger', 'biggest'],
  hot: ['hotter', 'hottest'],
  wet: ['wetter', 'wettest'],
  dry: ['drier', 'driest'],
  far: ['farther', 'farthest'],
  thin: ['thinner', 'thinnest'],
}

export interface Adjectives {
  /** `cheapest`; `most expensive` by its last word. */
  readonly superlative: ReadonlyMap<string, Scale>
  readonly comparative: ReadonlyMap<string, Scale>
  readonly plain: ReadonlyMap<string, Scale>
}

export const ADJECTIVE: Adjectives = (() => {
  const superlative = new Map<string, Scale>()
  const comparative = new Map<string, Scale>()
  const plain = new Map<string, Scale>()
  for (const [words, name, up] of ADJECTIVES)
    for (const word of words.split(' ')) {
      const [more, most] = lookup(IRREGULAR, word) ?? [inflected(word, 'er'), inflected(word, 'est')]
      const one = scale(name, up)
      comparative.set(more!, one)
      superlative.set(most!, one)
      plain.set(word, one)
    }
  for (const word of ['highest', 'largest', 'biggest', 'greatest']) superlative.set(word, { names: [], up: true })
  for (const word of ['lowest', 'smallest']) superlative.set(word, { names: [], up: false })
  superlative.set('furthest', superlative.get('farthest')!)
  comparative.set('further', comparative.get('farther')!)
  superlative.delete('least')
  comparative.delete('less')
  return { superlative, comparative, plain }
})()

/** "saltiest" of `salt_g`: what no list has, by the noun that it is made of. */
export function madeOf(lower: string): Scale | null {
  const noun = /^(?!bus|earl|pr)(\p{L}{3,})iest$/u.exec(lower)?.[1]
  return noun ? { names: [noun, `${noun}e`, noun.replace(/(.)\1$/u, '$1')], up: true } : null
}

function inflected(word: string, ending: string): string {
  if (word.endsWith('e')) return word + ending.slice(1)
  if (word.endsWith('y')) return `${word.slice(0, -1)}i${ending}`
  return word + ending
}

/** What is done says which figure is meant: parts of column names, the likeliest first. */
export const VERBS: readonly (readonly [verb: RegExp, names: readonly string[]])[] = [
  [/^(?:earns?|earned|earning|paid|pay|makes?)$/, scales.pay!],
  [
    /^(?:spends?|spent|pays?|paid|costs?|sells?|sold|brings?|brought|makes?|made|charged?|earns?|earned|generates?|generated)$/,
    scales.price!,
  ],
  [/^(?:weighs?|weighed)$/, scales.weight!],
  [/^(?:carry|carries|carried|transports?|transported|hauls?|hauled)$/, scales.load!],
  [/^(?:scores?|scored)$/, scales.goals!],
  [/^(?:uses?|used|consumes?|consumed)$/, scales.usage!],
  [/^(?:watch|watched|attend|attended)$/, scales.crowd!],
  [/^(?:data|traffic|bandwidth)$/, scales.bytes!],
  [/^(?:lasts?|lasted|takes?|took)$/, scales.duration!],
  [/^(?:produces?|produced|yields?|yielded|harvest(?:s|ed)?)$/, scales.yield!],
]
