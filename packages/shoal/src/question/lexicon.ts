// Words of questions and what they ask for. Tables only: which word is a statistic, an order, a part of a date, or nothing.
import { stem } from '@shoal/base/text/stem'

/** Words that restrict nothing: an answer that leaves them out answers the same question. */
const EMPTY = new Set(
  `a about actually all also am an and any anything are as ask at be been being but can could
   data dataset did do does doing done exactly exist exists file find for from gave get gets give given gives giving go goes got had happen happened happens
   has have having here how however i if in into is it its itself just know let like list listed look many me much my need
   of on one ones only or our out please put see seen shall should show shown so some
   something somebody someone stand stands such take taken takes tell than that the their them then there these they thing things this those to up us use used
   through via using toward towards among amongst onto along across
   want was we were what when where which while who whole whom whose why will with within would you your
   do did table column columns field fields found appear appears appeared occur occurs occurred
   there's what's each every per by go went lie lies called named say says said really ever when during yet still respectively both together altogether combination combinations`.split(
    /\s+/,
  ),
)

/** Words that restrict nothing unless the data has a name for them. */
const SOFT = new Set(
  `value values name names number numbers figure figures record records recorded row rows entry entries people person persons place placed
   come comes came files contain contains currently current now case cases everything list single exact whole entire extra
   everyone anyone item items instance instances address addresses group piece pieces object objects collection dataset`.split(
    /\s+/,
  ),
)

/** What is done with anything: to buy, to report, to own. They only say again that the rows are there. */
const LIGHT = new Set(
  `make makes made buy buys bought sell sells sold selling report reports reported caused cause causes need needs needed own owns owned belong belongs
   hit hits hitting lead leads led wrote write writes written release releases released works work worked working left leave leaves cover covers covered
   arrive arrives arrived bring brings brought earn earns earned register registered file filed submit submitted issue issued receive received collected
   collect measured measure spent keep keeps kept treated spend spends paid pay pays show shows ship logged log sit sits cost costs live lives stay stays stayed run runs running ran book
   booked visited visit play plays played produce produces produced carry carries carried handle handled handles become becomes became turn turned turns serve serves served sent send ended raise raises raised enter enters entered trigger triggers triggered hold holds held
   hosted attract attracts attracted generate generates generated lend lends lent contribute contributes contributed employ employs employed
   offer offers offered drive drives drove saw sees try tries tried`.split(/\s+/),
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
  [
    /\b(?:in total|altogether|sum of|summed up|sum|total(?! (?:number|count)s? of\b)|totals|totalling|combined|cumulative|add up to)\b/gi,
    'sum',
  ],
  [/\b(?:maximum|maximal|max|peak)\b/gi, 'max'],
  [/\b(?:minimum|minimal|min)\b/gi, 'min'],
  [
    /\b(?:range of|span of|(?<=\b(?!date|time)\p{L}{3,20} )range(?= (?:in|for|per|by|across|among)\b|[?.!]?$))/giu,
    'range',
  ],
]

export const COUNT =
  /\b(?:how many times|how many different|how many|how often|(?:the )?(?:total )?(?:number|count) of|^count|^headcount)\b/gi
export const HOW_MUCH =
  /\bhow much\b|^what(?= (?:did|does|do|has|have) .{1,80} (?:(?:spend|spent|earn|earned|pay|paid|cost|take in|taken in|bring in|brought in)\b(?: (?:for|from|on|in|at|per|last|this|during|altogether)\b|[^a-z]{0,3}$)|(?:make|made|sell for)\b[^a-z]{0,3}$))/gi
export const DISTINCT = /\b(?:distinct|different|unique|individual|separate|various)\b/gi
export const SHARE =
  /\b(?:(?:what |which )(?:share|percentage|percent|proportion|fraction|portion|part(?= of\b))|(?:share|percentage|percent|proportion|fraction|portion)(?= of\b| by\b| per\b| that\b| who\b)|(?:in|as an?|as) (?:share|percentage|percent|proportion))(?: of)?\b|%(?= of\b)/gi
export const RATE = /\brate\b/gi
export const EACH =
  /\b(?:per|for each|for every|in each|in every|on each|of each|by each|each|every|grouped by|group by|broken down by|split by|sorted by|by)\b/gi
export const YES_NO = /^(?:is|are|was|were|do|does|did|has|have|had|can|any)\b/i
export const CORRELATION =
  /\b(?:correlations?|correlated?|correlates|relationship|related|(?:relation|link|connection|association)(?= (?:between|with)\b)|linked|associated|goe?s? (?:along |together |hand in hand )?with|have (?:anything|something) to do with|(?:go(?:es)?|rises?|increases?|grows?) (?:up )?with|depends? on|affects?|influences?|have an (?:effect|influence|impact) on)\b(?: coefficient)?(?: (?:of|between|with|to))?/gi
export const DUPLICATE =
  /\b(?:duplicates?|duplicated|more than once|twice or more|repeated(?:ly)?|double entries|doubled)\b/gi
export const MISSING =
  /\b(?:missing|empty|blank|null|nulls|lacks?|lacking|unfilled|not (?:filled in|set|given|recorded|known|specified))\b/gi
export const WITHOUT =
  /\b(?:without(?: an?y?)?|(?:has|have|had|with|shows?|left|leaves?|gave|gives?|made|reports?|reported) no|having no|lacks?|lacking|(?:do|does|did)(?: not|n't) have(?: an?y?)?)\b/gi
export const NEGATION =
  /\b(?:not(?: from| in| by| of)?|(?:do|does|did|has|have|had)n't|isn't|aren't|wasn't|weren't|except(?: for)?|excluding|other than|apart from|besides|but not|neither|nor|non|never|nobody|no one|outside(?: of)?)\b/gi
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
  ['rating', 'score', 'stars', 'satisfaction', 'csat', 'rated'],
  ['kwh', 'power', 'electricity', 'energy', 'usage', 'used', 'use', 'consumption', 'consumed'],
  ['tonnes', 'tonnage', 'tons'],
  ['duration', 'ms', 'latency', 'elapsed', 'millis', 'time', 'took', 'rt', 'minutes', 'seconds', 'length'],
  ['gender', 'sex'],
  ['phone', 'telephone', 'mobile', 'tel'],
  ['email', 'mail', 'e-mail'],
  ['zip', 'postcode', 'postal', 'plz'],
  ['user', 'account', 'login', 'username'],
  ['host', 'server', 'machine', 'node', 'hostname'],
  ['ip', 'address', 'client', 'addr', 'visitor'],
  ['url', 'endpoint', 'route', 'page', 'request_path', 'uri', 'path'],
  ['level', 'severity'],
  ['service', 'process', 'source', 'component', 'logger', 'program', 'module'],
  ['date', 'day', 'time', 'timestamp'],
  ['now', 'currently', 'present', 'current'],
  ['horsepower', 'hp', 'power'],
  ['mileage', 'mpg', 'consumption'],
  ['temperature', 'temp', 'tmax', 'tmin', 'tavg'],
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
  ['vessel', 'ship', 'boat', 'ferry'],
  ['book', 'novel', 'publication'],
  ['film', 'movie'],
  ['shop', 'store', 'outlet', 'branch'],
  ['dish', 'meal'],
  ['teacher', 'instructor'],
  ['company', 'firm', 'business'],
  ['bike', 'bicycle'],
  ['animal', 'pet'],
  ['photo', 'picture', 'image'],
  ['station', 'stop'],
  ['departs', 'departure', 'departed', 'left', 'leave', 'leaving'],
  [
    'termination',
    'terminated',
    'left',
    'leave',
    'leaving',
    'leaver',
    'exit',
    'exited',
    'quit',
    'resigned',
    'resignation',
    'dismissed',
  ],
  ['arrives', 'arrival', 'arrived', 'reach', 'reached', 'landed'],
  ['start', 'started', 'begin', 'began', 'begun', 'opened'],
  ['end', 'ended', 'finish', 'finished', 'completed', 'closed'],
  ['returned', 'back'],
  ['bought', 'purchased', 'ordered'],
  ['born', 'birth', 'birthday'],
  ['joined', 'registered', 'signup', 'enrolled'],
  ['hire', 'hired', 'joined', 'recruited', 'employed'],
  // What happens, and what is done when it happens.
  ['loan', 'borrow', 'borrowed', 'lend', 'lent', 'checkout'],
  ['admission', 'admitted', 'treat', 'treated', 'hospitalised', 'hospitalized', 'stay'],
  ['shipment', 'shipped', 'sent', 'deliver', 'delivered', 'carried', 'transported', 'freight', 'consignment'],
  ['match', 'game', 'fixture', 'played'],
  ['sale', 'sell', 'sold', 'bought', 'purchased'],
  ['mark', 'grade', 'result'],
  ['reading', 'measurement', 'measured', 'recorded', 'observation', 'sample'],
  ['visit', 'visited', 'consultation', 'seen'],
  ['booking', 'booked', 'reserved'],
  ['enrolment', 'enrollment', 'enrolled', 'registration', 'registered'],
  ['flight', 'fly', 'flew', 'flown'],
  ['trip', 'rode', 'ridden', 'travelled', 'traveled'],
  ['order', 'ordered', 'placed'],
  ['ticket', 'raised', 'reported'],
  ['rental', 'rent', 'rented', 'hire', 'hired'],
  ['donation', 'donated', 'gift'],
  ['harvest', 'harvested', 'picked', 'yield'],
  ['call', 'phoned', 'rang'],
  ['goal', 'scored'],
  ['attendance', 'crowd', 'spectator', 'audience', 'watched', 'attended'],
  ['payroll', 'staff', 'employee', 'employed'],
  ['death', 'died', 'dead', 'killed'],
  ['lesson', 'taught', 'teach', 'teacher'],
  ['inspection', 'inspected', 'checked'],
  ['repair', 'repaired', 'fixed', 'mended'],
  ['accident', 'crash', 'collision'],
  ['absence', 'absent', 'away'],
  ['vaccination', 'vaccinated', 'jab', 'dose'],
  ['production', 'produced', 'output', 'baked', 'brewed', 'manufactured'],
]

/** Words of one root whose stems differ. */
const ROOTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    lose: 'lost',
    loses: 'lost',
    loss: 'lost',
    losses: 'lost',
    failure: 'failed',
    failures: 'failed',
    success: 'successful',
    succeeded: 'successful',
    delivery: 'delivered',
    death: 'died',
    absence: 'absent',
    absences: 'absent',
    theft: 'stolen',
    winner: 'won',
    delay: 'delayed',
    delays: 'delayed',
    complaint: 'complained',
    renewal: 'renewed',
    arrival: 'arrived',
    departure: 'departed',
    approval: 'approved',
    payment: 'paid',
    sale: 'sold',
  }),
)

/** "lost" for "loss": what a row is of which the noun is told. */
export function participleOf(lower: string): string | null {
  return ROOTS.get(lower) ?? null
}

/** Stems of words that mean the same. */
export function alike(said: string): readonly string[] {
  return SYNONYMS.flatMap(line => {
    const stems = line.map(stem)
    return stems.includes(said) ? stems : []
  })
}

/** What comes in; where no column is called so it is summed up. */
export const TAKINGS = /^(?:revenue|turnover|takings|proceeds|income|earnings|sales)$/

/** What somebody does who is gone then: rows that tell when they began do not tell of it. */
export const LEAVING = /^(?:left|leaves?|quit|resigned)$/

/** Words that say the contrary of a word of the data: "offline" of `online`. */
export function contraryOf(lower: string): string | null {
  if (lower === 'offline') return 'online'
  if (lower === 'disabled') return 'enabled'
  const base = /^(?:un|non-?|in|dis)(\p{L}{4,})$/u.exec(lower)
  return base?.[1] ?? null
}

/** Parts of column names that say how, not what. */
export const FILLER_PARTS = new Set(
  'id ids usd eur gbp ms kg mg km cm mm ml l pct percent at on ts no nr num in per the of is has s'.split(' '),
)

export const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    qty: 'quantity',
    txn: 'transaction',
    acct: 'account',
    conc: 'concentration',
    amt: 'amount',
    dept: 'department',
    dest: 'destination',
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
    broke: 'broken',
    stole: 'stolen',
    froze: 'frozen',
    sank: 'sunk',
    statuses: 'status',
    bonuses: 'bonus',
    campuses: 'campus',
  }),
)
