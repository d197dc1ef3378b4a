// Tables of many domains, clean: names of the columns, rows, and for each kind of fault the columns it may befall.
import { ADJECTIVES, CITIES, day, dice, FIRST, LAST, NOUNS, STREETS, TOPICS, title } from './words.mjs'

/** `name: (seed) => { header, rows, faults }`; `faults` says what is planted where, and how often of 100 rows. */
export const DOMAINS = {
  clinics(seed) {
    const { int, pick, digits, chance } = dice(seed)
    const clinics = Array.from({ length: 45 }, (_, k) => {
      const [city, state, zip] = CITIES[k % CITIES.length]
      const name = `${pick(['saint', 'mount', 'lake', 'grand', 'north', 'river', 'holy', 'union'])} ${pick(['mary', 'carmel', 'view', 'cross', 'valley', 'olive', 'george', 'haven'])} ${pick(['hospital', 'medical center', 'clinic', 'health center'])}`
      return [
        `1${digits(4)}${k % 10}`,
        `${name} ${city.toLowerCase()}`,
        `${int(1, 999)} ${pick(STREETS).toLowerCase()}`,
        city.toLowerCase(),
        state.toLowerCase(),
        zip,
        `${int(201, 989)}${digits(7)}`,
        pick(['government', 'voluntary', 'proprietary']),
        pick(['yes', 'no']),
      ]
    })
    const measures = Array.from({ length: 18 }, (_, k) => [
      `${pick(['ami', 'hf', 'pn', 'scip'])}-${k + 1}`,
      `patients given ${pick(TOPICS)} advice within ${int(2, 48)} hours of ${pick(TOPICS)}`,
      pick(['heart attack', 'heart failure', 'pneumonia', 'surgical infection prevention']),
    ])
    const rows = clinics.flatMap(clinic =>
      measures
        .filter(() => chance(0.85))
        .map(measure => [...clinic, ...measure, `${int(40, 100)}%`, `${int(5, 400)} patients`]),
    )
    return {
      header: [
        'provider',
        'name',
        'address',
        'city',
        'state',
        'zip',
        'phone',
        'owner',
        'emergency',
        'code',
        'measure',
        'condition',
        'score',
        'sample',
      ],
      rows,
      faults: [
        [
          'xsub',
          [
            'name',
            'address',
            'city',
            'measure',
            'condition',
            'owner',
            'zip',
            'phone',
            'provider',
            'code',
            'state',
            'emergency',
            'score',
            'sample',
          ],
          4,
        ],
      ],
    }
  },
  departures(seed) {
    const { int, pick, chance } = dice(seed)
    const clock = minutes =>
      `${((Math.floor(minutes / 60) + 11) % 12) + 1}:${String(minutes % 60).padStart(2, '0')} ${minutes >= 720 ? 'p.m.' : 'a.m.'}`
    const trains = Array.from({ length: 60 }, () => {
      const [from, to] = [pick(CITIES)[0], pick(CITIES)[0]]
      const leave = int(300, 1000)
      const arrive = leave + int(60, 400)
      return [
        `${pick(['NR', 'CX', 'TL'])}-${int(100, 999)}-${from.slice(0, 3).toUpperCase()}-${to.slice(0, 3).toUpperCase()}`,
        clock(leave),
        clock(leave + int(0, 20)),
        clock(arrive),
        clock(arrive + int(0, 30)),
      ]
    })
    const sources = Array.from(
      { length: 22 },
      (_, k) => `${pick(['rail', 'train', 'track', 'go', 'ticket'])}${pick(['info', 'board', 'watch', 'hub'])}${k}`,
    )
    const rows = sources.flatMap(source => trains.filter(() => chance(0.8)).map(train => [source, ...train]))
    return {
      header: ['source', 'train', 'sched_dep', 'act_dep', 'sched_arr', 'act_arr'],
      rows,
      faults: [
        ['peer', ['act_dep', 'act_arr'], 18],
        ['peer', ['sched_dep', 'sched_arr'], 10],
        ['empty', ['act_dep', 'act_arr', 'sched_dep'], 6],
        ['withDate', ['sched_dep', 'act_dep', 'act_arr'], 5],
      ],
    }
  },
  ciders(seed) {
    const { int, pick, next } = dice(seed)
    const makers = Array.from({ length: 90 }, (_, k) => [
      String(k),
      `${pick(LAST)} ${pick(['Cider', 'Orchards', 'Press', 'Cellars'])}`,
      ...CITIES[k % CITIES.length].slice(0, 2),
    ])
    const styles = ['Dry', 'Semi-dry', 'Sweet', 'Perry', 'Hopped', 'Ice Cider', 'Wild Ferment', 'Rosé']
    const rows = Array.from({ length: 1400 }, (_, k) => [
      String(k + 1),
      `${title(pick(ADJECTIVES))} ${title(pick(NOUNS))} ${pick(['', 'Reserve', 'No. 9', 'Classic', 'Batch'])}`.trim(),
      pick(styles),
      pick(['12.0', '16.0', '12.0', '22.0', '25.4']),
      (0.03 + next() * 0.07).toFixed(3),
      String(int(5, 90)),
      ...pick(makers),
    ])
    return {
      header: ['id', 'name', 'style', 'ounces', 'abv', 'acidity', 'maker_id', 'maker', 'city', 'state'],
      rows,
      faults: [
        ['unit', ['ounces'], 14],
        ['percent', ['abv'], 8],
        ['na', ['acidity'], 9],
        ['twoFields', ['city', 'state'], 5],
      ],
    }
  },
  papers(seed) {
    const { int, pick, digits } = dice(seed)
    const journals = Array.from({ length: 60 }, () => [
      `${pick(['Annals of', 'Journal of', 'Archives of', 'Reports in'])} ${title(pick(TOPICS))} ${pick(['Research', 'Science', 'Practice', ''])}`.trim(),
      pick(['Ann.', 'J.', 'Arch.']),
      `${digits(4)}-${digits(4)}`,
      pick(['eng', 'eng', 'eng', 'fre', 'ger', 'spa']),
    ])
    const rows = Array.from({ length: 900 }, (_, k) => {
      const [journal, , issn, language] = pick(journals)
      const first = int(1, 900)
      const when = new Date(Date.UTC(1995, 0, 1) + int(0, 7000) * 86_400_000)
      return [
        String(k + 1),
        `${title(pick(TOPICS))} and ${pick(TOPICS)} of ${pick(TOPICS)} in ${pick(TOPICS)}`,
        language,
        journal,
        issn,
        String(int(1, 60)),
        String(int(1, 12)),
        `${first}-${first + int(3, 15)}`,
        `${when.getUTCMonth() + 1}/${when.getUTCDate()}/${String(when.getUTCFullYear()).slice(2)}`,
        `${pick(LAST)} ${pick(FIRST)[0]}; ${pick(LAST)} ${pick(FIRST)[0]}`,
      ]
    })
    return {
      header: ['id', 'title', 'language', 'journal', 'issn', 'volume', 'issue', 'pages', 'created', 'authors'],
      rows,
      faults: [
        ['dateIso', ['created'], 6],
        ['valid', ['language'], 4],
        ['typo', ['journal'], 4],
        ['typo', ['title'], 3],
        ['pagesAlone', ['pages'], 5],
        ['empty', ['issn'], 3],
      ],
    }
  },
  staff(seed) {
    const { int, pick, normal } = dice(seed)
    const departments = [
      ['D10', 'Engineering'],
      ['D20', 'Marketing'],
      ['D30', 'Finance'],
      ['D40', 'Support'],
      ['D50', 'Human Resources'],
      ['D60', 'Operations'],
      ['D70', 'Legal'],
    ]
    const rows = Array.from({ length: 1100 }, (_, k) => {
      const [first, last] = [pick(FIRST), pick(LAST)]
      return [
        `E${String(k + 1).padStart(5, '0')}`,
        first,
        last,
        `${first}.${last}${k}@example.com`.toLowerCase(),
        ...pick(departments),
        String(Math.round(Math.exp(10.9 + normal() * 0.25) / 100) * 100),
        day(int(0, 1500), Date.UTC(2018, 0, 1)),
        `(${int(201, 989)}) ${int(200, 999)}-${int(1000, 9999)}`,
      ]
    })
    return {
      header: ['employee', 'first_name', 'last_name', 'email', 'dept_code', 'department', 'salary', 'hired', 'phone'],
      rows,
      faults: [
        ['typo', ['department'], 3],
        ['valid', ['department'], 2],
        ['century', ['hired'], 2],
        ['dateLocal', ['hired'], 3],
        ['phonePlain', ['phone'], 4],
        ['times100', ['salary'], 1],
        ['emailBroken', ['email'], 1],
      ],
    }
  },
  orders(seed) {
    const { int, pick, next } = dice(seed)
    const countries = [
      ['DE', 'Germany', 'EUR'],
      ['FR', 'France', 'EUR'],
      ['US', 'United States', 'USD'],
      ['GB', 'United Kingdom', 'GBP'],
      ['JP', 'Japan', 'JPY'],
      ['BR', 'Brazil', 'BRL'],
      ['SE', 'Sweden', 'SEK'],
    ]
    const customers = Array.from({ length: 120 }, (_, k) => [
      `C${1000 + k}`,
      `${pick(FIRST)} ${pick(LAST)}`,
      ...pick(countries),
    ])
    const products = Array.from({ length: 40 }, (_, k) => [
      `SKU-${String(k * 7 + 13).padStart(4, '0')}`,
      `${pick(ADJECTIVES)} ${pick(NOUNS)}`,
    ])
    const rows = Array.from({ length: 1600 }, (_, k) => {
      const quantity = int(1, 9)
      const price = Math.round((5 + next() * 90) * 100) / 100
      return [
        String(50_001 + k),
        ...pick(customers),
        ...pick(products),
        String(quantity),
        price.toFixed(2),
        (quantity * price).toFixed(2),
        day(Math.floor(k / 5)),
        pick(['paid', 'paid', 'open', 'shipped', 'cancelled']),
      ]
    })
    return {
      header: [
        'order',
        'customer',
        'customer_name',
        'country_code',
        'country',
        'currency',
        'sku',
        'product',
        'quantity',
        'price',
        'total',
        'date',
        'status',
      ],
      rows,
      faults: [
        ['valid', ['country', 'currency', 'product'], 2],
        ['typo', ['customer_name', 'product', 'status'], 2],
        ['badDate', ['date'], 1],
        ['minus999', ['quantity'], 1.5],
        ['case', ['status', 'country'], 2],
        ['swap', ['sku', 'product'], 1],
      ],
    }
  },
  stations(seed) {
    const { int, pick, normal } = dice(seed)
    const stations = Array.from({ length: 12 }, (_, k) => [`ST-${100 + k}`, CITIES[k * 2][0], String(int(5, 1800))])
    const rows = Array.from({ length: 130 }, (_, d) =>
      stations.map(station => [
        day(d),
        ...station,
        (14 + 9 * Math.sin(d / 58) + normal() * 2).toFixed(1),
        String(Math.max(12, Math.min(99, Math.round(65 + normal() * 12)))),
        (1013 + normal() * 7).toFixed(1),
        pick(['ok', 'ok', 'ok', 'ok', 'service']),
      ]),
    ).flat()
    return {
      header: ['date', 'station', 'place', 'altitude', 'temperature', 'humidity', 'pressure', 'status'],
      rows,
      faults: [
        ['minus999', ['temperature', 'pressure'], 1],
        ['unitSpaced', ['temperature'], 3],
        ['typo', ['place', 'status'], 2],
        ['valid', ['altitude'], 1],
        ['times10', ['pressure'], 1],
        ['dateLocal', ['date'], 2],
      ],
    }
  },
  schools(seed) {
    const { int, pick, chance } = dice(seed)
    const districts = CITIES.slice(0, 18).map(([city, state, zip], k) => [
      `${state}${100 + k}`,
      `${city} Public Schools`,
      city,
      state,
      zip,
    ])
    const schools = Array.from({ length: 110 }, (_, k) => [
      `${String(k * 37 + 1041).padStart(6, '0')}`,
      `${pick(LAST)} ${pick(['Elementary', 'Middle School', 'High School', 'Academy'])}`,
      ...pick(districts),
    ])
    const rows = schools.flatMap(school =>
      [2019, 2020, 2021, 2022, 2023]
        .filter(() => chance(0.9))
        .map(year => [...school, String(year), String(int(90, 1400)), `${int(55, 99)}.${int(0, 9)}`]),
    )
    return {
      header: [
        'school_id',
        'school',
        'district_code',
        'district',
        'city',
        'state',
        'zip',
        'year',
        'pupils',
        'attendance',
      ],
      rows,
      faults: [
        ['typo', ['school', 'district', 'city'], 2],
        ['lostZero', ['zip'], 30],
        ['valid', ['state', 'district_code'], 2],
        ['empty', ['district'], 2],
        ['word', ['pupils'], 1.5],
        ['percentSign', ['attendance'], 4],
      ],
    }
  },
  vehicles(seed) {
    const { int, pick, digits, normal } = dice(seed)
    const models = [
      ['Astra', 'Opel', 'petrol'],
      ['Corsa', 'Opel', 'petrol'],
      ['Golf', 'Volkswagen', 'diesel'],
      ['Polo', 'Volkswagen', 'petrol'],
      ['Passat', 'Volkswagen', 'diesel'],
      ['Yaris', 'Toyota', 'hybrid'],
      ['Corolla', 'Toyota', 'hybrid'],
      ['Clio', 'Renault', 'petrol'],
      ['Zoe', 'Renault', 'electric'],
      ['Leaf', 'Nissan', 'electric'],
      ['Octavia', 'Skoda', 'diesel'],
      ['Fabia', 'Skoda', 'petrol'],
    ]
    const rows = Array.from({ length: 1300 }, () => {
      const year = int(2005, 2023)
      return [
        `${pick(['B', 'HH', 'M', 'K'])}-${pick(['AB', 'CD', 'XY', 'MN'])} ${digits(4)}`,
        ...pick(models),
        String(year),
        String(Math.round((2024 - year) * 12000 * Math.exp(normal() * 0.2))),
        String(Math.round(28000 * 0.9 ** (2024 - year) * Math.exp(normal() * 0.15))),
        `${String(int(1, 28)).padStart(2, '0')}.${String(int(1, 12)).padStart(2, '0')}.${year}`,
      ]
    })
    return {
      header: ['plate', 'model', 'make', 'fuel', 'year', 'km', 'price', 'registered'],
      rows,
      faults: [
        ['typo', ['model', 'make', 'fuel'], 2],
        ['valid', ['make'], 2],
        ['unitSpaced', ['km'], 4],
        ['currency', ['price'], 4],
        ['dateIso', ['registered'], 5],
        ['twoDigitYear', ['year'], 2],
      ],
    }
  },
  loans(seed) {
    const { int, pick, digits, chance } = dice(seed)
    const books = Array.from({ length: 150 }, () => [
      `978${digits(10)}`,
      `The ${title(pick(ADJECTIVES))} ${title(pick(NOUNS))} of ${pick(CITIES)[0]}`,
      `${pick(LAST)}, ${pick(FIRST)}`,
      pick(['Fiction', 'History', 'Science', 'Travel', 'Children']),
    ])
    const members = Array.from({ length: 200 }, (_, k) => [
      `M-${String(k + 1).padStart(4, '0')}`,
      `${pick(FIRST)} ${pick(LAST)}`,
    ])
    const rows = Array.from({ length: 1500 }, (_, k) => [
      `L${70_000 + k}`,
      ...pick(books),
      ...pick(members),
      day(Math.floor(k / 4)),
      chance(0.7) ? day(Math.floor(k / 4) + int(1, 28)) : '',
    ])
    return {
      header: ['loan', 'isbn', 'title', 'author', 'genre', 'member', 'member_name', 'lent', 'returned'],
      rows,
      faults: [
        ['typo', ['title', 'author', 'genre'], 2],
        ['valid', ['genre', 'author'], 2],
        ['hyphens', ['isbn'], 4],
        ['century', ['lent'], 1],
        ['word', ['lent'], 1],
        ['empty', ['author'], 2],
        ['swap', ['author', 'member_name'], 0],
      ],
    }
  },
  inventory(seed) {
    const { int, pick, next } = dice(seed)
    const categories = [
      ['KIT', 'Kitchen'],
      ['BED', 'Bedroom'],
      ['GAR', 'Garden'],
      ['OFF', 'Office'],
      ['BTH', 'Bathroom'],
    ]
    const suppliers = Array.from({ length: 25 }, () => [
      `${pick(LAST)} & ${pick(LAST)} ${pick(['Ltd', 'Inc', 'GmbH'])}`,
      `+1-${int(201, 989)}-${int(200, 999)}-${int(1000, 9999)}`,
    ])
    const rows = Array.from({ length: 1000 }, (_, k) => [
      `P-${String(k + 100).padStart(5, '0')}`,
      `${pick(ADJECTIVES)} ${pick(NOUNS)}`,
      ...pick(categories),
      `${(0.2 + next() * 20).toFixed(1)} kg`,
      `$${(3 + next() * 200).toFixed(2)}`,
      String(int(0, 500)),
      ...pick(suppliers),
    ])
    return {
      header: ['sku', 'name', 'category_code', 'category', 'weight', 'price', 'stock', 'supplier', 'supplier_phone'],
      rows,
      faults: [
        ['unitless', ['weight'], 4],
        ['otherUnit', ['weight'], 3],
        ['dollarless', ['price'], 4],
        ['typo', ['category', 'supplier'], 3],
        ['valid', ['category'], 2],
        ['phonePlain', ['supplier_phone'], 4],
        ['negative', ['stock'], 1],
        ['case', ['category'], 2],
      ],
    }
  },
  homes(seed) {
    const { int, pick, next } = dice(seed)
    const rows = Array.from({ length: 1200 }, (_, k) => {
      const [city, state, zip] = pick(CITIES)
      const size = int(450, 3200)
      return [
        String(k + 1),
        `${int(1, 2400)} ${pick(STREETS)}`,
        city,
        state,
        zip,
        String(int(1, 6)),
        String(size),
        String(Math.round((size * (150 + next() * 150)) / 1000) * 1000),
        `${int(1, 12)}/${int(1, 28)}/${int(2019, 2023)}`,
        pick(['for sale', 'sold', 'pending']),
      ]
    })
    return {
      header: ['id', 'street', 'city', 'state', 'zip', 'rooms', 'size', 'price', 'listed', 'status'],
      rows,
      faults: [
        ['typo', ['city', 'status', 'street'], 2],
        ['valid', ['state', 'city'], 2],
        ['lostZero', ['zip'], 25],
        ['twoFields', ['city', 'state'], 3],
        ['times10', ['price'], 1],
        ['dateIso', ['listed'], 4],
        ['word', ['rooms'], 2],
        ['decimal', ['rooms'], 4],
      ],
    }
  },
  labs(seed) {
    const { int, pick, normal } = dice(seed)
    const tests = [
      ['GLU', 'glucose', 'mg/dL', 95, 12],
      ['NA', 'sodium', 'mmol/L', 140, 3],
      ['K', 'potassium', 'mmol/L', 4.2, 0.4],
      ['CREA', 'creatinine', 'mg/dL', 0.9, 0.15],
      ['HGB', 'hemoglobin', 'g/dL', 14, 1.2],
      ['TSH', 'thyrotropin', 'mIU/L', 2.1, 0.7],
      ['ALT', 'alanine transaminase', 'U/L', 25, 7],
    ]
    const rows = Array.from({ length: 1500 }, (_, k) => {
      const [code, name, unit, mean, spread] = pick(tests)
      return [
        `S${String(20_000 + k)}`,
        `PT${int(100, 400)}`,
        code,
        name,
        unit,
        Math.max(0.1, mean + normal() * spread).toFixed(1),
        `${day(Math.floor(k / 9))} ${String(int(6, 18)).padStart(2, '0')}:${String(int(0, 59)).padStart(2, '0')}`,
        pick(['final', 'final', 'final', 'preliminary']),
      ]
    })
    return {
      header: ['sample', 'patient', 'test_code', 'test', 'unit', 'value', 'taken', 'state'],
      rows,
      faults: [
        ['typo', ['test', 'state'], 3],
        ['valid', ['unit', 'test'], 2],
        ['comparator', ['value'], 2],
        ['decimalComma', ['value'], 3],
        ['dateLocalTime', ['taken'], 4],
        ['word', ['value'], 2],
      ],
    }
  },
  kitchens(seed) {
    const { int, pick, digits, chance } = dice(seed)
    const kitchens = Array.from({ length: 160 }, (_, k) => {
      const [city, state, zip] = CITIES[(k * 7) % CITIES.length]
      return [
        `LIC${digits(5)}${k % 10}`,
        `${pick(['Golden', 'Blue', 'Old', 'Happy', 'Royal'])} ${pick(['Dragon', 'Spoon', 'Garden', 'Fork', 'Lantern'])} ${pick(['Cafe', 'Diner', 'Bistro', 'Grill'])}`,
        pick(['Restaurant', 'School', 'Bakery', 'Mobile Food', 'Grocery Store']),
        pick(['Risk 1 (High)', 'Risk 2 (Medium)', 'Risk 3 (Low)']),
        `${int(1, 999)} ${pick(STREETS)}`,
        city,
        state,
        zip,
      ]
    })
    const rows = kitchens.flatMap(kitchen =>
      Array.from({ length: 12 }, () => 0)
        .filter(() => chance(0.6))
        .map(() => [
          ...kitchen,
          `${String(int(1, 12)).padStart(2, '0')}/${String(int(1, 28)).padStart(2, '0')}/${int(2015, 2020)}`,
          pick(['Canvass', 'License', 'Complaint']),
          pick(['Pass', 'Fail', 'Pass w/ Conditions']),
        ]),
    )
    return {
      header: ['license', 'name', 'facility', 'risk', 'address', 'city', 'state', 'zip', 'date', 'type', 'result'],
      rows,
      faults: [
        ['typo', ['name', 'facility', 'city', 'address'], 2],
        ['valid', ['zip', 'state', 'facility', 'risk'], 2],
        ['badDate', ['date'], 1],
        ['case', ['city'], 2],
        ['empty', ['city'], 1],
      ],
    }
  },
}
