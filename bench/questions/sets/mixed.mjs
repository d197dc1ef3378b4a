// Questions about several files at once. Held back with unseen/: do not read it when you build the reader.

const csv = (path, more = '') => `read_csv(${path}, all_varchar = true, header = true${more})`
const lines = path =>
  `(select unnest(l) as text, generate_subscripts(l, 1) as line from (select string_split(rtrim(content, chr(10)), chr(10)) as l from read_text(${path})))`
const field = name => `nullif(regexp_extract(text, '(?:^| )${name}=("[^"]*"|[^ ]*)', 1), '') as "${name}"`

export const incident = {
  name: 'incident',
  type: 'mixed',
  data: ['incident'],
  setup: path => [
    `create table b as select *, text[1:23]::timestamp as moment, string_split(text, ' ')[2] as level, string_split(text, ' ')[3] as host, ${['path', 'user', 'ms'].map(field).join(', ')}, text like '%timed out waiting%' as hurt from ${lines(path('incident/logs/booking.log'))}`,
  ],
  questions: [
    ['cause', 'What caused the database connection timeouts?', { contains: ['max-connections=4'] }],
    ['cause', 'why did bookings time out in the afternoon', { contains: ['5.8.0'] }],
    [
      'first-last',
      'when was the first "timed out waiting for a database connection"?',
      'select min(moment) from b where hurt',
    ],
    ['first-last', 'When did the timeouts stop? last one please', 'select max(moment) from b where hurt'],
    [
      'duration',
      'how long between the first and the last connection timeout',
      'select epoch(max(moment)) - epoch(min(moment)) from b where hurt',
      { unit: 'seconds' },
    ],
    ['before-after', 'what was started before the first timeout?', { contains: ['v5.8.0'] }],
    ['before-after', 'what was changed shortly before 14:04?', { contains: ['v5.8.0'] }],
    ['log-field', 'timeouts per path', 'select path, count(*) from b where hurt group by 1'],
    ['distinct', 'how many users were hit by a connection timeout', `select count(distinct "user") from b where hurt`],
    [
      'log-field',
      'How many mail provider errors are in the log?',
      "select count(*) from b where text like '%mail provider answered 550%'",
    ],
    ['log-field', 'errors per host', "select host, count(*) from b where level = 'ERROR' group by 1"],
    [
      'versions',
      'which settings differ between the config of v5.7.3 and v5.8.0?',
      {
        rows: [
          [['database.max_connections', 'max_connections'], 40, 4],
          [['seats.map', 'map'], 'v1', 'v2'],
        ],
      },
    ],
    ['before-after', 'what was done after the alert fired?', { contains: ['rollback'] }],
    ['passage', 'who deployed v5.8.0', { contains: ['marco'] }],
    ['first-last', 'when was the rollback according to events.json?', "select timestamp '2024-05-15 14:46:50'"],
    [
      'compare',
      'how many errors before 14:00 and after 14:00',
      "select count(*) filter (moment < '2024-05-15 14:00'), count(*) filter (moment >= '2024-05-15 14:00') from b where level = 'ERROR'",
      { either: true },
    ],
    ['refuse', 'how much revenue did we lose?', { refuse: 'there is no revenue' }],
  ],
}

export const desk = {
  name: 'desk',
  type: 'mixed',
  data: ['desk/users.csv', 'desk/api.log'],
  setup: path => [
    `create table u as select * from ${csv(path('desk/users.csv'))}`,
    `create table l as select *, string_split(text, ' ')[2] as level, ${['user', 'action', 'status', 'ms'].map(field).join(', ')} from ${lines(path('desk/api.log'))}`,
  ],
  questions: [
    ['join', 'errors per plan', `select plan, count(*) from l join u using ("user") where level = 'ERROR' group by 1`],
    ['orphan', 'which users never show up in the log?', `select "user" from u anti join l using ("user")`],
    ['orphan', 'which user in the log is not in users.csv', `select distinct "user" from l anti join u using ("user")`],
    [
      'join',
      'how many uploads came from users in Madrid?',
      `select count(*) from l join u using ("user") where action = 'upload' and city = 'Madrid'`,
    ],
    ['mean', 'average ms by plan', `select plan, avg(ms::int) from l join u using ("user") group by 1`],
    ['log-field', 'how many requests got a 403', "select count(*) from l where status = '403'"],
    ['group', 'requests per action', 'select action, count(*) from l group by 1'],
    ['first-last', 'who joined first?', 'select "user" from u order by joined limit 1'],
  ],
}

export const shipping = {
  name: 'shipping',
  type: 'mixed',
  data: ['shipping/shipments.csv', 'shipping/carriers.json'],
  setup: path => [
    `create table s as select * replace (weight_kg::double as weight_kg, shipped::date as shipped) from ${csv(path('shipping/shipments.csv'))}`,
    `create table c as select * from read_json(${path('shipping/carriers.json')}, columns = {code: 'VARCHAR', name: 'VARCHAR', contact: 'STRUCT(country VARCHAR, email VARCHAR)', price_per_kg: 'DOUBLE'})`,
  ],
  questions: [
    ['join', 'parcels per carrier name', 'select name, count(*) from s join c on code = carrier_code group by 1'],
    [
      'join',
      'What share of the parcels of each carrier (name) was damaged?',
      "select name, 100.0 * avg((damaged = 'Y')::int) from s join c on code = carrier_code group by 1",
      { percent: true },
    ],
    [
      'orphan',
      'which carrier has no shipments?',
      'select [name, code] from c where code not in (select carrier_code from s)',
    ],
    [
      'orphan',
      'how many shipments have an unknown carrier code',
      'select count(*) from s where carrier_code not in (select code from c)',
    ],
    [
      'join',
      'total weight shipped with the Spanish carrier (Spain)',
      "select sum(weight_kg) from s join c on code = carrier_code where contact.country = 'Spain'",
    ],
    [
      'filter',
      'what is the email of Rhein Cargo',
      "select contact.email from c where name = 'Rhein Cargo'",
      { type: 'json' },
    ],
    [
      'dates',
      'how many parcels were shipped in May',
      'select count(*) from s where month(shipped) = 5',
      { type: 'table' },
    ],
    ['refuse', 'which parcels arrived late?', { refuse: 'there are no arrival dates' }],
  ],
}

export const branches = {
  name: 'branches',
  type: 'table',
  data: ['branches'],
  setup: path => [
    `create table b as select parse_filename(filename, true) as branch, parse_filename(filename) as file, day::date as day, cashier, paid_by, amount::decimal(10,2) as amount from ${csv(path('branches/*.csv'), ', filename = true')}`,
  ],
  questions: [
    [
      'most-file',
      'which file has the most rows?',
      "select ['branches/' || file, file, branch] from b group by all order by count(*) desc limit 1",
    ],
    [
      'compare',
      'total amount of north.csv and south.csv',
      "select ['branches/' || file, file, branch], sum(amount) from b where branch in ('north','south') group by all",
    ],
    [
      'superlative',
      'Which branch has the highest average amount?',
      "select ['branches/' || file, file, branch] from b group by file, branch order by avg(amount) desc limit 1",
    ],
    ['sum', 'what was the total amount in all branches together', 'select sum(amount) from b'],
    [
      'group',
      'voucher payments per file',
      "select ['branches/' || file, file, branch], count(*) from b where paid_by = 'voucher' group by all",
    ],
    [
      'filter',
      'how much did customers pay by card in west',
      "select sum(amount) from b where paid_by = 'card' and branch = 'west'",
    ],
    [
      'compare',
      'is the median amount higher in east or in west?',
      {
        any: [
          "select branch from b where branch in ('east','west') group by 1 order by median(amount) desc limit 1",
          "select ['branches/' || file, file, branch], median(amount) from b where branch in ('east','west') group by all",
        ],
      },
    ],
  ],
}

export const nights = {
  name: 'nights',
  type: 'log',
  data: ['nights'],
  setup: path => [
    `create table n as select *, parse_filename(filename) as file, string_split(text, ' ')[2] as level, ${['volume', 'mb'].map(field).join(', ')} from (select filename, unnest(string_split(rtrim(content, chr(10)), chr(10))) as text from read_text(${path('nights/*.log')}))`,
  ],
  questions: [
    [
      'most-file',
      'Which file has the most errors?',
      "select ['nights/' || file, file] from n where level = 'ERROR' group by all order by count(*) desc limit 1",
    ],
    [
      'most-file',
      'errors per file',
      "select ['nights/' || file, file], count(*) from n where level = 'ERROR' group by all",
    ],
    ['sum', 'how many mb were copied in total (INFO lines)', "select sum(mb::int) from n where level = 'INFO'"],
    [
      'log-field',
      'how many files could not be copied, per volume?',
      "select volume, count(*) from n where level = 'ERROR' group by 1",
    ],
    [
      'compare',
      'number of warnings on February 5 and February 7',
      "select count(*) filter (file like '%05.log'), count(*) filter (file like '%07.log') from n where level = 'WARN'",
      { either: true },
    ],
    ['mean', 'average mb per volume', 'select volume, avg(mb::int) from n group by 1'],
    ['refuse', 'how many files were restored?', { refuse: 'nothing is said about restoring' }],
  ],
}
