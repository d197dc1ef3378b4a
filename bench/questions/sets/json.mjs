// Questions about generated JSON. Held back with unseen/: do not read it when you build the reader.

const json = path => `read_json(${path}, auto_detect = true, sample_size = -1)`

export const bookings = {
  name: 'bookings',
  type: 'json',
  data: ['bookings/bookings.json'],
  setup: path => [`create table b as select * from ${json(path('bookings/bookings.json'))}`],
  questions: [
    ['count', 'how many bookings are there?', 'select count(*) from b'],
    ['group', 'bookings per guest country', 'select guest.country, count(*) from b group by 1'],
    [
      'sum',
      'total payment amount of confirmed bookings',
      "select sum(payment.amount) from b where state = 'confirmed'",
    ],
    [
      'mean',
      'What is the average number of nights for a suite?',
      "select avg(nights) from b where room.type = 'suite'",
    ],
    [
      'share',
      'cancellation rate by room type',
      "select room.type, 100.0 * avg((state = 'cancelled')::int) from b group by 1",
      { percent: true },
    ],
    [
      'filter',
      'How many gold guests paid cash?',
      "select count(*) from b where guest.loyalty = 'gold' and payment.method = 'cash'",
    ],
    [
      'superlative',
      'which booking was the most expensive?',
      'select bookingId from b order by payment.amount desc limit 1',
    ],
    [
      'nested',
      'how many bookings include breakfast',
      "select count(*) from b where list_contains(extras, 'breakfast')",
    ],
    [
      'nested',
      'which extra is booked most often?',
      'select extra from (select unnest(extras) extra from b) group by 1 order by count(*) desc limit 1',
    ],
    ['missing', 'how many bookings have no review', 'select count(*) from b where review is null'],
    ['mean', 'average review stars per room type', 'select room.type, avg(review.stars) from b group by 1'],
    [
      'dates',
      'bookings created per quarter',
      "select [quarter(createdAt::timestamp)::varchar, '2024-Q' || quarter(createdAt::timestamp), '2024 Q' || quarter(createdAt::timestamp), 'Q' || quarter(createdAt::timestamp), 'Q' || quarter(createdAt::timestamp) || ' 2024', strftime(date_trunc('quarter', createdAt::timestamp), '%Y-%m')], count(*) from b where year(createdAt::timestamp) = 2024 group by all",
    ],
    ['two-keys', 'number of bookings by room type and state', 'select room.type, state, count(*) from b group by 1, 2'],
    ['refuse', 'what is the average age of the guests', { refuse: 'there is no age' }],
    ['quantile', '75th percentile of the payment amount', 'select quantile_cont(payment.amount, 0.75) from b'],
    ['filter', 'how many payments were refunded', 'select count(*) from b where payment.refunded'],
    ['nested', 'average number of extras per booking', 'select avg(len(extras)) from b'],
    [
      'nested',
      'how many bookings have both spa and parking?',
      "select count(*) from b where list_contains(extras, 'spa') and list_contains(extras, 'parking')",
    ],
    [
      'correlation',
      'do longer stays cost more? correlation of nights and payment amount',
      'select corr(nights, payment.amount) from b',
    ],
    [
      'compare',
      'cash vs card: average payment amount',
      "select payment.method, avg(payment.amount) from b where payment.method in ('cash','card') group by 1",
    ],
  ],
}

export const clicks = {
  name: 'clicks',
  type: 'json',
  data: ['clicks/events.jsonl'],
  setup: path => [`create table e as select * replace (ts::timestamp as ts) from ${json(path('clicks/events.jsonl'))}`],
  questions: [
    ['distinct', 'How many users are there?', 'select count(distinct "user") from e'],
    ['group', 'events by type', 'select event, count(*) from e group by 1'],
    ['sum', 'total purchase amount', "select sum(props.amount) from e where event = 'purchase'"],
    [
      'median',
      'median duration of a page view on /docs',
      "select median(props.duration_ms) from e where event = 'page_view' and props.page = '/docs'",
    ],
    [
      'quantile',
      'p95 duration_ms per page',
      'select props.page, quantile_cont(props.duration_ms, 0.95) from e group by 1',
    ],
    [
      'superlative',
      'Which page has the most errors?',
      "select props.page from e where event = 'error' group by 1 order by count(*) desc limit 1",
    ],
    ['top', 'top 4 users by number of events', 'select "user", count(*) from e group by 1 order by 2 desc limit 4'],
    [
      'two-keys',
      'purchases by plan and device',
      "select plan, props.device, count(*) from e where event = 'purchase' group by 1, 2",
    ],
    [
      'dates',
      'how many signups on September 4',
      "select count(*) from e where event = 'signup' and ts::date = '2024-09-04'",
    ],
    [
      'compare',
      'average purchase amount mobile vs desktop',
      "select props.device, avg(props.amount) from e where props.device in ('mobile','desktop') group by 1",
    ],
    [
      'share',
      'what percentage of events come from tablets?',
      "select 100.0 * avg((props.device = 'tablet')::int) from e",
      { percent: true },
    ],
    ['first-last', 'when was the first purchase', "select min(ts) from e where event = 'purchase'"],
    [
      'distinct',
      'how many different users bought something (purchase)',
      'select count(distinct "user") from e where event = \'purchase\'',
    ],
    ['refuse', 'Which browser do people use most?', { refuse: 'there is no browser' }],
    [
      'dates',
      'which weekday has the most searches',
      "select [dayname(ts), isodow(ts)::varchar] from e where event = 'search' group by all order by count(*) desc limit 1",
    ],
  ],
}

export const devices = {
  name: 'devices',
  type: 'json',
  data: ['devices/inventory.json'],
  setup: path => [
    `create table d as select unnest(devices, max_depth := 2) from ${json(path('devices/inventory.json'))}`,
  ],
  questions: [
    ['count', 'How many devices do we own?', 'select count(*) from d'],
    ['group', 'devices per site', 'select location.site, count(*) from d group by 1'],
    ['filter', 'how many devices are offline', 'select count(*) from d where not online'],
    [
      'filter',
      'how many devices in Essen run firmware 1.4.2?',
      "select count(*) from d where location.site = 'Essen' and firmware = '1.4.2'",
    ],
    ['sum', 'total watts per site', 'select location.site, sum(power.watts) from d group by 1'],
    [
      'superlative',
      'which device has the lowest battery?',
      'select list(serial) from d where power.battery_percent = (select min(power.battery_percent) from d)',
    ],
    [
      'missing',
      'how many devices report no battery percent',
      'select count(*) from d where power.battery_percent is null',
    ],
    ['first-last', 'When was the oldest device installed?', 'select min(installed)::varchar from d'],
    ['dates', 'how many devices were installed in 2021', 'select count(*) from d where year(installed::date) = 2021'],
    ['nested', 'how many alerts are there in total', 'select sum(len(alerts)) from d'],
    [
      'nested',
      'How often does each alert code occur?',
      'select alert.code, count(*) from (select unnest(alerts) alert from d) group by 1',
    ],
    ['mean', 'average watts for model Z9', "select avg(power.watts) from d where model = 'Z9'"],
    ['refuse', 'which devices are under warranty?', { refuse: 'there is no warranty' }],
    ['two-keys', 'count by model and firmware', 'select model, firmware, count(*) from d group by 1, 2'],
    ['nested', 'how many devices have no alerts at all', 'select count(*) from d where len(alerts) = 0'],
    ['nested', 'how many devices have more than one alert?', 'select count(*) from d where len(alerts) > 1'],
    [
      'quantile',
      'p90 of watts in Lille',
      "select quantile_cont(power.watts, 0.9) from d where location.site = 'Lille'",
    ],
  ],
}

export const books = {
  name: 'books',
  type: 'json',
  data: ['books/catalogue.json'],
  setup: path => [`create table b as select * from ${json(path('books/catalogue.json'))}`],
  questions: [
    ['distinct', 'how many authors are in the catalogue?', 'select count(distinct author) from b'],
    [
      'superlative',
      'Which author wrote the most books?',
      'select author from b group by 1 order by count(*) desc limit 1',
    ],
    ['superlative', 'what is the longest book', 'select title from b order by pages desc limit 1'],
    [
      'filter',
      'French novels with more than 500 pages, how many?',
      "select count(*) from b where language = 'French' and genre = 'Novel' and pages > 500",
    ],
    [
      'dates',
      'how many books were published between 1990 and 1999',
      'select count(*) from b where published between 1990 and 1999',
    ],
    ['sum', 'how many copies do we have altogether?', 'select sum(copies) from b'],
    ['missing', 'how many books have no shelf', 'select count(*) from b where shelf is null'],
    [
      'top',
      'five most borrowed crime books',
      "select title, borrowed from b where genre = 'Crime' order by borrowed desc limit 5",
    ],
    ['group', 'average pages by genre', 'select genre, avg(pages) from b group by 1'],
    ['refuse', 'which books are overdue?', { refuse: 'there are no due dates' }],
    ['share', 'share of german books', "select 100.0 * avg((language = 'German')::int) from b", { percent: true }],
  ],
}

export const payments = {
  name: 'payments',
  type: 'json',
  data: ['payments/payments.ndjson'],
  setup: path => [
    `create table p as select * replace (created::timestamp as created) from ${json(path('payments/payments.ndjson'))}`,
  ],
  questions: [
    ['group', 'number of payments by status', 'select status, count(*) from p group by 1'],
    [
      'share',
      'what is the decline rate per card brand?',
      "select card.brand, 100.0 * avg((status = 'declined')::int) from p group by 1",
      { percent: true },
    ],
    [
      'sum',
      'total captured amount in EUR',
      "select sum(amount.value) from p where status = 'captured' and amount.currency = 'EUR'",
    ],
    [
      'superlative',
      'What is the most common reason for declines?',
      'select decline_reason from p where decline_reason is not null group by 1 order by count(*) desc limit 1',
    ],
    [
      'dates',
      'payments per month',
      "select [strftime(created, '%Y-%m'), monthname(created), month(created)::varchar, strftime(created, '%b'), strftime(created, '%B %Y')], count(*) from p group by all",
    ],
    [
      'filter',
      'how many refunded payments at Blue Cafe',
      "select count(*) from p where status = 'refunded' and merchant = 'Blue Cafe'",
    ],
    ['mean', 'average risk score of disputed payments', "select avg(risk_score) from p where status = 'disputed'"],
    [
      'correlation',
      'does the risk score go up with the amount value? correlation',
      'select corr(risk_score, amount.value) from p',
    ],
    [
      'two-keys',
      'sum of fees by merchant for visa and amex',
      {
        any: [
          "select merchant, card.brand, sum(fee) from p where card.brand in ('visa','amex') group by 1, 2",
          "select merchant, sum(fee) from p where card.brand in ('visa','amex') group by 1",
        ],
      },
    ],
    ['refuse', 'which customer paid the most', { refuse: 'there is no customer' }],
    [
      'top',
      'the 3 biggest GBP payments',
      "select id, amount.value from p where amount.currency = 'GBP' order by amount.value desc limit 3",
      { ordered: true },
    ],
    ['filter', 'what is the status of pay_0000018', "select status from p where id = 'pay_0000018'"],
  ],
}
