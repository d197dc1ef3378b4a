// Words of questions and what they ask for. Tables only: which word is a statistic, an order, a part of a date, or nothing.

/** Words that restrict nothing: an answer that leaves them out answers the same question. */
const EMPTY = new Set(
  `a about actually all also am an and any anything are as ask at be been being but can could
   data dataset did do does doing done exactly exist exists file find for from gave get gets give given go goes got had happen happened happens
   has have having here how however i if in into is it its itself just know let like list listed look many me much my need
   of on one ones only or our out overall please put see seen shall should show shown so some
   something somebody someone stand stands such take taken takes tell than that the their them then there these they thing things this those to up us use used
   want was we were what when where which while who whole whom whose why will with within would you your
   do did table column columns field fields found appear appears appeared occur occurs occurred
   there's what's each every per by go went lie lies called named say says said really ever when during yet still respectively both together altogether`.split(
    /\s+/,
  ),
)

/** Words that restrict nothing unless the data has a name for them. */
const SOFT = new Set(
  `value values name names number numbers figure figures record records recorded row rows entry entries people person persons place placed
   come comes came files contain contains currently current now case cases everything list single exact whole entire extra
   everyone anyone item items instance instances address addresses group`.split(/\s+/),
)

/** What is done with anything: to buy, to report, to own. They only say again that the rows are there. */
const LIGHT = new Set(
  `make makes made buy buys bought sell sells sold selling report reports reported caused cause causes need needs needed own owns owned belong belongs
   hit hits hitting lead leads led wrote write writes written release releases released works work worked working left leave leaves cover covers covered
   arrive arrives arrived bring brings brought earn earns earned register registered file filed submit submitted issue issued receive received collected
   collect measured measure spent spend spends paid pay pays show shows ship logged log sit sits cost costs live lives stay stays stayed run runs running ran book
   booked visited visit play plays played produce produces produced carry carried handle handled handles become becomes became turn turned turns served serve sent send ended`.split(
    /\s+/,
  ),
)

export function isEmptyWord(lower: string): boolean {
  return EMPTY.has(lower)
}

/** They are bound where the data has something of that name, and never missed. */
export function isSoftWord(lower: string): boolean {
  return SOFT.has(lower) || LIGHT.has(lower)
}

export function isLightVerb(lower: string): boolean {
  return LIGHT.has(lower)
}

export type Statistic = 'count' | 'sum' | 'avg' | 'median' | 'min' | 'max' | 'stddev' | 'quantile'

/** In this order: what stands first is looked for first. */
export const STATISTICS: readonly (readonly [
  pattern: RegExp,
  statistic: Statistic | 'range' | 'q25' | 'q75' | 'quartiles',
])[] = [
  [
    /\b(?:p(\d{1,2}(?:\.\d+)?)|(\d{1,2}(?:\.\d+)?)(?:st|nd|rd|th)?[- ]percentile|(\d{1,2}) ?%[- ]quantile|(0?\.\d{1,4})[- ]quantile)\b/gi,
    'quantile',
  ],
  [/\b(?:lower|first|1st|bottom) quartile\b/gi, 'q25'],
  [/\b(?:upper|third|3rd|top) quartile\b/gi, 'q75'],
  [/\bquartiles\b/gi, 'quartiles'],
  [/\bstandard deviation|\bstd\.? ?dev\b|\bstdev\b/gi, 'stddev'],
  [/\bmedian\b/gi, 'median'],
  [/\b(?:on average|average|averaged|avg|mean|typical|typically)\b/gi, 'avg'],
  [/\b(?:in total|altogether|sum of|summed up|sum|total|totals|totalling|combined|cumulative|add up to)\b/gi, 'sum'],
  [/\b(?:maximum|maximal|max|peak)\b/gi, 'max'],
  [/\b(?:minimum|minimal|min)\b/gi, 'min'],
  [/\b(?:range of|span of)\b/gi, 'range'],
]

export const COUNT =
  /\b(?:how many times|how many different|how many|how often|(?:the )?(?:total )?(?:number|count) of|^count)\b/gi
export const HOW_MUCH = /\bhow much\b/gi
export const DISTINCT = /\b(?:distinct|different|unique|individual|separate|various)\b/gi
export const SHARE =
  /\b(?:(?:what |which )(?:share|percentage|percent|proportion|fraction|portion)|(?:share|percentage|percent|proportion|fraction|portion)(?= of\b| by\b| per\b| that\b| who\b)|(?:in|as an?|as) (?:share|percentage|percent|proportion))(?: of)?\b|%(?= of\b)/gi
export const RATE = /\brate\b/gi
export const EACH =
  /\b(?:per|for each|for every|in each|in every|on each|of each|by each|each|every|grouped by|group by|broken down by|split by|sorted by|by)\b/gi
export const YES_NO = /^(?:is|are|was|were|do|does|did|has|have|had|can|any)\b/i
export const CORRELATION =
  /\b(?:correlations?|correlated?|correlates|relationship|related|relation)\b(?: coefficient)?(?: (?:of|between|with|to))?/gi
export const DUPLICATE =
  /\b(?:duplicates?|duplicated|more than once|twice or more|repeated(?:ly)?|double entries|doubled)\b/gi
export const MISSING =
  /\b(?:missing|empty|blank|null|nulls|lacks?|lacking|unfilled|not (?:filled in|set|given|recorded|known|specified))\b/gi
export const WITHOUT =
  /\b(?:without(?: an?y?)?|(?:has|have|had|with|shows?|left|leaves?|gave|gives?|made|reports?|reported) no|having no|lacks?|lacking|(?:do|does|did)(?: not|n't) have(?: an?y?)?)\b/gi
export const NEGATION =
  /\b(?:not(?: from| in| by| of)?|isn't|aren't|wasn't|weren't|except(?: for)?|excluding|other than|apart from|besides|but not|neither|nor|non|never|outside(?: of)?)\b/gi
export const UNKNOWN =
  /\b(?:(?:that |who |which )?(?:we |nobody )?(?:do(?:es)?(?: not|n't)|did(?: not|n't)) (?:know|exist|have on file)|unknown|non-?existent|nonexisting|that (?:is|are) not (?:known|listed)|not (?:known|listed|found))\b/gi
export const NEGATIVE = /\b(?:negative|below zero|less than zero)\b/gi
export const COMMON = /\b(?:most (?:common|frequent|popular|often|frequently|used)|commonest|top|usual|mode of)\b/gi
export const RARE = /\b(?:least (?:common|frequent|popular|often|used)|rarest)\b/gi
export const FIRST = /\b(?:first|earliest|oldest)\b/gi
export const LAST = /\b(?:last|latest|most recent|newest)\b/gi
export const COVERED =
  /\bhow many (?:days|weeks|months|years|hours|minutes|seconds)\b(?=.{0,60}\b(?:cover|covers|covered|span|spans|last|lasts|lasted|run|runs)\b)/gi
export const HOW_LONG =
  /\b(?:how long|what (?:time )?(?:period|span)|over what (?:time|period)|which period|time span|date range)\b/gi
export const CONTAINING =
  /\b(?:containing|contains?|mention(?:s|ing|ed)?|with the (?:word|text)|matching|include(?:s|ing)?|saying|that say)\b/gi
export const VERSUS =
  /\b(?:compared (?:to|with)|compare|comparison|versus|vs\.?|against|difference between|of both|both|or|than)\b/gi
export const LIST_ALL = /^(?:please )?(?:show|list|give|find|get|print|name)\b/i

/** What stands after a number of them: the ranking of the rest of the question. */
export const TOP =
  /\b(top|bottom|first|last|best|worst)[- ](\d{1,2}|100|two|three|four|five|six|seven|eight|nine|ten)\b/gi

export type Part = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'weekday' | 'hour' | 'minute'

export const PARTS: ReadonlyMap<string, Part> = new Map([
  ['year', 'year'],
  ['years', 'year'],
  ['yearly', 'year'],
  ['annually', 'year'],
  ['annual', 'year'],
  ['quarter', 'quarter'],
  ['quarters', 'quarter'],
  ['quarterly', 'quarter'],
  ['month', 'month'],
  ['months', 'month'],
  ['monthly', 'month'],
  ['week', 'week'],
  ['weeks', 'week'],
  ['weekly', 'week'],
  ['day', 'day'],
  ['days', 'day'],
  ['daily', 'day'],
  ['date', 'day'],
  ['weekday', 'weekday'],
  ['weekdays', 'weekday'],
  ['day of the week', 'weekday'],
  ['day of week', 'weekday'],
  ['hour', 'hour'],
  ['hours', 'hour'],
  ['hourly', 'hour'],
  ['hour of the day', 'hour'],
  ['hour of day', 'hour'],
  ['minute', 'minute'],
  ['minutes', 'minute'],
])

/** What a superlative or a comparative measures: parts of column names, the likeliest first. `up`: more of it is more. */
export interface Scale {
  readonly names: readonly string[]
  readonly up: boolean
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
    'seconds',
    'minutes',
    'length',
    'time',
    'runtime',
    'secs',
    'sec',
    'min',
    'days',
  ],
  length: ['length', 'distance', 'duration', 'minutes', 'km', 'miles', 'runtime', 'time', 'lines', 'bytes'],
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
  ],
  temperature: ['temperature', 'temp', 'degrees', 'celsius', 'fahrenheit'],
  rain: ['precipitation', 'rain', 'rainfall'],
  wind: ['wind', 'gust'],
  rating: ['rating', 'score', 'stars', 'grade', 'points', 'mark'],
  power: ['horsepower', 'power', 'hp', 'kw', 'strength'],
  money: ['income', 'salary', 'wage', 'wealth', 'revenue', 'earnings', 'gdp'],
  pay: ['salary', 'wage', 'pay', 'income', 'earnings', 'compensation'],
  population: ['population', 'inhabitants', 'people'],
  depth: ['depth'],
}

function scale(name: string, up: boolean): Scale {
  return { names: scales[name]!, up }
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
  ['cold cool', 'temperature', false],
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
]

const IRREGULAR: Readonly<Record<string, readonly [string, string]>> = {
  good: ['better', 'best'],
  bad: ['worse', 'worst'],
  little: ['less', 'least'],
  big: ['bigger', 'biggest'],
  hot: ['hotter', 'hottest'],
  wet: ['wetter', 'wettest'],
  dry: ['drier', 'driest'],
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
      const [more, most] = IRREGULAR[word] ?? [inflected(word, 'er'), inflected(word, 'est')]
      const one = scale(name, up)
      comparative.set(more!, one)
      superlative.set(most!, one)
      plain.set(word, one)
    }
  for (const word of ['highest', 'largest', 'biggest', 'greatest']) superlative.set(word, { names: [], up: true })
  for (const word of ['lowest', 'smallest']) superlative.set(word, { names: [], up: false })
  superlative.delete('least')
  comparative.delete('less')
  return { superlative, comparative, plain }
})()

function inflected(word: string, ending: string): string {
  if (word.endsWith('e')) return word + ending.slice(1)
  if (word.endsWith('y')) return `${word.slice(0, -1)}i${ending}`
  return word + ending
}

/** Words for the same thing; a column that has the name of another word of its line may be meant. */
export const SYNONYMS: readonly (readonly string[])[] = [
  ['revenue', 'sales', 'turnover', 'takings', 'earnings', 'income', 'amount', 'total'],
  ['price', 'cost', 'fare', 'fee', 'charge'],
  ['spend', 'spent', 'spending', 'amount', 'total', 'paid', 'cost'],
  ['salary', 'pay', 'wage', 'earn', 'compensation', 'paid'],
  ['quantity', 'qty', 'units', 'pieces', 'sold', 'items'],
  ['customer', 'client', 'buyer'],
  ['employee', 'staff', 'worker', 'colleague'],
  ['country', 'nation', 'origin'],
  ['city', 'town'],
  ['state', 'province', 'region'],
  ['product', 'item', 'article', 'sku'],
  ['category', 'type', 'kind', 'group', 'genre'],
  ['department', 'dept', 'team', 'division'],
  ['rating', 'score', 'stars'],
  ['duration', 'ms', 'latency', 'elapsed', 'millis', 'time', 'took', 'minutes', 'seconds', 'length'],
  ['gender', 'sex'],
  ['phone', 'telephone', 'mobile', 'tel'],
  ['email', 'mail', 'e-mail'],
  ['zip', 'postcode', 'postal', 'plz'],
  ['user', 'account', 'login', 'username'],
  ['host', 'server', 'machine', 'node', 'hostname'],
  ['ip', 'address', 'client', 'addr'],
  ['url', 'endpoint', 'route', 'page', 'request_path', 'uri', 'path'],
  ['level', 'severity'],
  ['service', 'process', 'source', 'component', 'logger', 'program', 'module'],
  ['date', 'day', 'time', 'timestamp'],
  ['now', 'currently', 'present', 'current'],
  ['horsepower', 'hp', 'power'],
  ['mileage', 'mpg', 'consumption'],
  ['temperature', 'temp'],
  ['rain', 'precipitation', 'rainfall'],
  ['doctor', 'physician'],
  ['status', 'state', 'code'],
  ['supplier', 'vendor'],
  ['title', 'name'],
  ['balance', 'saldo'],
  ['invoice', 'bill'],
  ['discount', 'rebate', 'reduction'],
  ['vehicle', 'car', 'truck', 'van'],
  ['booking', 'reservation'],
  ['order', 'purchase'],
  ['delivery', 'shipment', 'parcel'],
  ['ticket', 'case', 'request'],
  ['payment', 'transaction'],
  ['visit', 'appointment'],
  ['student', 'pupil'],
  ['trip', 'ride', 'journey'],
]

/** What is done says which figure is meant: parts of column names, the likeliest first. */
export const VERBS: readonly (readonly [verb: RegExp, names: readonly string[]])[] = [
  [/^(?:earns?|earned|earning|paid|makes?)$/, scales.pay!],
  [/^(?:spends?|spent|pays?|paid|costs?|sells?|sold|brings?|brought|makes?|made|charged?)$/, scales.price!],
  [/^(?:weighs?|weighed)$/, scales.weight!],
  [/^(?:lasts?|lasted|takes?|took)$/, scales.duration!],
]

/** Words that say the contrary of a word of the data: "offline" of `online`. */
export function contraryOf(lower: string): string | null {
  if (lower === 'offline') return 'online'
  if (lower === 'disabled') return 'enabled'
  const base = /^(?:un|non-?|in|dis)(\p{L}{4,})$/u.exec(lower)
  return base?.[1] ?? null
}

/** Parts of column names that say how, not what. */
export const FILLER_PARTS = new Set(
  'id ids usd eur gbp ms kg km cm mm pct percent at on ts no nr num in per the of is has s'.split(' '),
)

export const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    qty: 'quantity',
    amt: 'amount',
    dept: 'department',
    temp: 'temperature',
    precip: 'precipitation',
    hp: 'horsepower',
    cust: 'customer',
    prod: 'product',
    desc: 'description',
    addr: 'address',
    tel: 'telephone',
    dob: 'birth',
    cat: 'category',
    svc: 'service',
    msg: 'message',
    req: 'request',
    resp: 'response',
    lat: 'latitude',
    lon: 'longitude',
    lng: 'longitude',
    pop: 'population',
    num: 'number',
    nr: 'number',
    yr: 'year',
    mgr: 'manager',
    emp: 'employee',
    inv: 'invoice',
    pct: 'percent',
  }),
)
