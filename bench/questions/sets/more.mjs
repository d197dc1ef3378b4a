// Questions about contacts, price lists, a machine log, a scheduler and a manual. Held back with unseen/: do not read it when you
// build the reader.

const csv = path => `read_csv(${path}, all_varchar = true, header = true)`
const json = path =>
  `read_json(${path}, columns = {code: 'VARCHAR', name: 'VARCHAR', price: 'STRUCT(net DOUBLE, currency VARCHAR)', stocked: 'BOOLEAN'})`
const all = (pattern, ...paths) => paths.map(path => [`scheduler/${path}`, pattern])

export const contacts = {
  name: 'contacts',
  type: 'table',
  data: ['contacts/contacts.csv'],
  setup: path => [
    `create table c as select "First Name" as first, "Last Name" as last, "E-Mail" as email, nullif(nullif("Phone", ''), 'n/a') as phone, "Zip Code" as zip, "Balance EUR"::decimal(10,2) as balance, "Newsletter" as newsletter, "Customer Since"::date as since from ${csv(path('contacts/contacts.csv'))}`,
  ],
  questions: [
    [
      'duplicate',
      'how many email addresses appear more than once?',
      'select count(*) from (select email from c group by 1 having count(*) > 1)',
    ],
    [
      'duplicate',
      'Which email address is there most often?',
      'select email from c group by 1 order by count(*) desc limit 1',
    ],
    [
      'duplicate',
      'how many rows are exact copies of another row (extra copies)',
      'select count(*) - (select count(*) from (select distinct * from c)) from c',
    ],
    ['negative', 'how many contacts have a negative balance', 'select count(*) from c where balance < 0'],
    ['negative', 'sum of all negative balances', 'select sum(balance) from c where balance < 0'],
    ['missing', 'contacts without a phone number, how many?', 'select count(*) from c where phone is null'],
    ['filter', 'how many Meyers are there', "select count(*) from c where last = 'Meyer'"],
    ['filter', 'who lives in zip code 22043? last name please', "select last from c where zip = '22043'"],
    ['filter', 'how many people get the newsletter', "select count(*) from c where newsletter = 'TRUE'"],
    [
      'top',
      'the 3 contacts with the highest balance',
      'select [email, last, first], balance from c order by balance desc limit 3',
    ],
    ['dates', 'new customers per year (customer since)', 'select year(since)::varchar, count(*) from c group by 1'],
    ['superlative', 'most common first name', 'select first from c group by 1 order by count(*) desc limit 1'],
    ['refuse', 'which contacts live in Berlin?', { refuse: 'there is no city' }],
  ],
}

export const pricelist = {
  name: 'pricelist',
  type: 'json',
  data: ['pricelist/prices-2023.json', 'pricelist/prices-2024.json'],
  setup: path => [
    `create table a as select * from ${json(path('pricelist/prices-2023.json'))}`,
    `create table b as select * from ${json(path('pricelist/prices-2024.json'))}`,
  ],
  questions: [
    ['versions', 'how many articles were added in 2024?', 'select count(*) from b anti join a using (code)'],
    ['versions', 'which article codes were dropped from 2023 to 2024', 'select code from a anti join b using (code)'],
    [
      'versions',
      'how many net prices changed between the two lists',
      'select count(*) from a join b using (code) where a.price.net <> b.price.net',
    ],
    [
      'versions',
      'For how many articles did stocked change?',
      'select count(*) from a join b using (code) where a.stocked <> b.stocked',
    ],
    [
      'compare',
      'average net price in 2023 and 2024',
      "select ['prices-2023.json', 'prices-2023', '2023', 'pricelist/prices-2023.json'], avg(price.net) from a union all select ['prices-2024.json', 'prices-2024', '2024', 'pricelist/prices-2024.json'], avg(price.net) from b",
    ],
    ['filter', 'what did article 0024 cost in 2023', "select price.net from a where code = '0024'"],
    [
      'superlative',
      'what is the most expensive article in the 2024 list?',
      {
        any: [
          'select code from b order by price.net desc limit 1',
          'select name from b order by price.net desc limit 1',
        ],
      },
    ],
    ['refuse', 'how many pieces of each article did we sell?', { refuse: 'there are no sales' }],
  ],
}

export const plant = {
  name: 'plant',
  type: 'log',
  data: ['plant/line.log'],
  setup: path => [
    `create table p as select *, text[1:19]::timestamp as moment, regexp_extract(text, '\\[(\\w+)\\]', 1) as level, regexp_extract(text, '\\] ([^:]+):', 1) as machine from (select unnest(string_split(rtrim(content, chr(10)), chr(10))) as text from read_text(${path('plant/line.log')}))`,
  ],
  questions: [
    ['before-after', 'what happened right before the emergency stop?', { contains: ['bearing temperature 98.5'] }],
    ['before-after', 'what came after the emergency stop', { contains: ['production halted'] }],
    ['first-last', 'When was the emergency stop?', "select moment from p where text like '%emergency stop%'"],
    [
      'duration',
      'how long from the emergency stop until pump-2 was restarted',
      "select epoch((select moment from p where text like '%restarted%')) - epoch((select moment from p where text like '%emergency stop%'))",
      { unit: 'seconds' },
    ],
    ['log-field', 'how many bottle jams', "select count(*) from p where text like '%bottle jam%'"],
    ['log-field', 'warnings per machine', "select machine, count(*) from p where level = 'WARN' group by 1"],
    ['log-field', 'which operator halted the production?', { any: [{ value: '0042' }, { contains: ['0042'] }] }],
    [
      'superlative',
      'what machine logged the most entries',
      'select machine from p group by 1 order by count(*) desc limit 1',
    ],
    ['refuse', 'how many bottles were filled?', { refuse: 'the log counts no bottles' }],
    ['first-last', 'when was the last bottle jam', "select max(moment) from p where text like '%bottle jam%'"],
  ],
}

export const scheduler = {
  name: 'scheduler',
  type: 'code',
  data: ['scheduler'],
  questions: [
    ['defined', 'where is plan_week defined', { places: all(/def plan_week/, 'scheduler/planner.py') }],
    ['defined', 'Which file defines the class Nurse?', { places: all(/class Nurse/, 'scheduler/model.py') }],
    [
      'used',
      'where is RuleBroken raised or caught?',
      {
        places: all(/(raise|except) RuleBroken/, 'scheduler/rules.py'),
        also: all(/RuleBroken/, 'scheduler/rules.py', 'scheduler/model.py'),
      },
    ],
    [
      'used',
      'who calls check_rest?',
      {
        places: [...all(/ {8}check_rest\(/, 'scheduler/rules.py'), ...all(/ {4}check_rest\(/, 'tests/test_rules.py')],
        also: [...all(/check_rest/, 'scheduler/rules.py', 'tests/test_rules.py')],
      },
    ],
    [
      'imported',
      'which modules import from model',
      {
        places: all(
          /^from .*model import/,
          'scheduler/rules.py',
          'scheduler/planner.py',
          'tests/test_rules.py',
          'tests/test_planner.py',
        ),
      },
    ],
    [
      'rename',
      'what would I have to change to rename the function allowed?',
      { places: all(/\ballowed\b/, 'scheduler/rules.py', 'scheduler/planner.py', 'tests/test_rules.py'), at_least: 5 },
    ],
    [
      'settings',
      'what are the maximum hours, and do all places agree?',
      {
        places: [...all(/max_hours/, 'settings.toml', 'README.md'), ...all(/MAX_HOURS = /, 'scheduler/model.py')],
        at_least: 2,
        also: all(/MAX_HOURS/, 'scheduler/rules.py'),
      },
    ],
    ['settings', 'when does the night start', { value: '21:30' }],
    ['settings', 'which separator does the export use?', { value: ';' }],
    [
      'used',
      'where is read_settings called',
      { places: all(/= read_settings\(/, 'scheduler/export.py'), also: all(/read_settings/, 'scheduler/export.py') },
    ],
    ['code', 'where are FIXMEs?', { places: all(/FIXME/, 'scheduler/planner.py') }],
    ['most-file', 'how many test functions are there', { value: 3 }],
    ['refuse', 'where is the function send_sms?', { refuse: 'there is no send_sms' }],
  ],
}

export const manual = {
  name: 'manual',
  type: 'prose',
  data: ['manual'],
  questions: [
    ['passage', 'how much cotton can I put into the washing machine?', { contains: ['8 kilograms'] }],
    ['passage', 'what does E41 mean', { contains: ['drain is blocked'] }],
    ['passage', 'How often should I clean the lint filter?', { contains: ['every two months'] }],
    ['passage', 'how long does the eco programme take', { contains: ['195 minutes'] }],
    ['passage', 'should I keep the transport bolts?', { contains: ['Keep the bolts'] }],
    ['refuse', 'how do I connect the dishwasher to wifi?', { refuse: 'the manual says nothing about it' }],
  ],
}
