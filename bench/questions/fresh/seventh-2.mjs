// The seventh questions, everything that is not a table: nested JSON, events, logs of four formats, settings, code, a text, an incident.
import { draws } from '../data/random.mjs'
import { asking, counts, groups, mean, median, most, quantile, share, sum } from './asking.mjs'

const iso = time => new Date(time).toISOString()
const by = (list, key, of) => groups(list, key).map(([name, some]) => [name, of(some)])

/** Sensors of a greenhouse, nested two deep, with a list in each. */
export function greenhouse() {
  const d = draws('seventh greenhouse')
  const beds = Array.from({ length: 36 }, (_, k) => ({
    bed: `B${k + 1}`,
    house: { name: ['Orchid', 'Fern', 'Cactus'][k % 3], heated: k % 3 !== 1 },
    crop: d.pick(['basil', 'tomato', 'chili', 'lettuce']),
    reading: { temp_c: d.int(120, 340) / 10, humidity_pct: d.int(20, 95), lux: d.int(500, 42_000) },
    watered: Array.from({ length: d.int(0, 4) }, () => ({
      day: `2024-06-${String(d.int(10, 28))}`,
      litres: d.int(1, 9),
    })),
    last_check: iso(Date.UTC(2024, 5, 20 + d.int(0, 9), d.int(6, 18))),
  }))
  const a = asking('seventh-greenhouse', 'json')
  a.value('count', 'how many beds are there?', beds.length)
  a.rows(
    'mean',
    'average temperature per house',
    by(
      beds,
      one => one.house.name,
      some => mean(some.map(one => one.reading.temp_c)),
    ),
  )
  a.value(
    'filter',
    'how many tomato beds are hotter than 28 degrees?',
    beds.filter(one => one.crop === 'tomato' && one.reading.temp_c > 28).length,
  )
  a.value(
    'superlative',
    'which bed is the most humid',
    [...beds].sort((x, y) => y.reading.humidity_pct - x.reading.humidity_pct)[0].bed,
  )
  a.value('filter', 'how many beds are in heated houses', beds.filter(one => one.house.heated).length)
  a.value(
    'nested',
    'how many litres of water were used in total?',
    sum(beds.flatMap(one => one.watered.map(w => w.litres))),
  )
  a.rows(
    'count',
    'beds per crop',
    counts(beds, one => one.crop),
  )
  a.value('missing', 'how many beds were never watered?', beds.filter(one => one.watered.length === 0).length)
  a.value(
    'median',
    'median light level in the Cactus house',
    median(beds.filter(one => one.house.name === 'Cactus').map(one => one.reading.lux)),
  )
  a.value('lookup', 'what grows in bed B7', beds[6].crop)
  a.refuse('how many kilos of basil were harvested?', 'no harvest')
  a.rows(
    'two-keys',
    'number of beds by house and crop',
    by(
      beds,
      one => `${one.house.name}|${one.crop}`,
      some => some.length,
    ).map(([key, n]) => [...key.split('|'), n]),
  )
  return {
    files: { 'greenhouse/beds.json': `${JSON.stringify({ exported: '2024-07-01', beds }, null, 2)}\n` },
    questions: a.questions,
  }
}

/** Events of an app, JSON lines with nested fields. */
export function funnel() {
  const d = draws('seventh funnel')
  const users = Array.from({ length: 40 }, (_, k) => ({
    id: `u${100 + k}`,
    plan: d.pick(['free', 'pro', 'team']),
    country: d.pick(['DE', 'FR', 'US', 'JP']),
  }))
  const events = Array.from({ length: 500 }, (_, k) => {
    const event = d.weighted({ page_view: 8, signup: 1, upgrade: 1, export_failed: 1, export_done: 2 })
    return {
      ts: iso(Date.UTC(2024, 8, 2) + k * 700_000),
      event,
      user: d.pick(users),
      props: {
        device: d.pick(['ios', 'android', 'web']),
        duration_ms: d.int(20, 4000),
        ...(event === 'upgrade' ? { amount_usd: d.pick([9, 29, 99]) } : {}),
      },
    }
  })
  const a = asking('seventh-funnel', 'json')
  const kind = name => events.filter(one => one.event === name)
  a.value('count', 'how many signups were there', kind('signup').length)
  a.value(
    'distinct',
    'how many different users had a failed export?',
    new Set(kind('export_failed').map(one => one.user.id)).size,
  )
  a.value('sum', 'total revenue from upgrades', sum(kind('upgrade').map(one => one.props.amount_usd)))
  a.rows(
    'count',
    'upgrades per plan',
    counts(kind('upgrade'), one => one.user.plan),
  )
  a.value(
    'superlative',
    'which device has the most failed exports?',
    most(kind('export_failed'), one => one.props.device),
  )
  a.rows(
    'rate',
    'share of failed exports among all exports',
    [[share(kind('export_failed'), [...kind('export_failed'), ...kind('export_done')])]],
    { percent: true },
  )
  a.value(
    'quantile',
    'p95 duration of page views',
    quantile(
      kind('page_view').map(one => one.props.duration_ms),
      0.95,
    ),
  )
  a.value(
    'filter',
    'how many page views came from Germany on ios',
    kind('page_view').filter(one => one.user.country === 'DE' && one.props.device === 'ios').length,
  )
  a.value(
    'superlative',
    'which user is the most active',
    most(events, one => one.user.id),
  )
  a.value(
    'dates',
    'on which day were there the most upgrades',
    most(kind('upgrade'), one => one.ts.slice(0, 10)),
  )
  a.rows(
    'dates',
    'events per weekday',
    counts(events, one => new Date(one.ts).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })),
  )
  a.value('last', 'when was the last signup', kind('signup').at(-1).ts.slice(0, 19))
  a.refuse('how many users cancelled', 'no such event')
  return {
    files: { 'funnel/events.jsonl': `${events.map(one => JSON.stringify(one)).join('\n')}\n` },
    questions: a.questions,
  }
}

/** A queue worker in logfmt; what fails is told by a field, not by the level. */
export function worker() {
  const d = draws('seventh worker')
  const rows = Array.from({ length: 320 }, (_, k) => {
    const outcome = d.weighted({ ok: 9, failed: 2, retried: 1 })
    return {
      time: Date.UTC(2024, 3, 9, 1) + k * 41_000,
      user: d.pick(['mira', 'olek', 'pia', 'quim', 'rhea']),
      job: d.pick(['resize', 'invoice', 'mailout', 'backup']),
      outcome,
      took: d.int(5, 9000),
      node: d.pick(['n1', 'n2', 'n3']),
    }
  })
  const text = rows
    .map(
      r =>
        `ts=${iso(r.time)} level=${r.outcome === 'retried' ? 'warn' : 'info'} msg="job finished" job=${r.job} user=${r.user} node=${r.node} outcome=${r.outcome} took_ms=${r.took}`,
    )
    .join('\n')
  const a = asking('seventh-worker', 'logs')
  const failed = rows.filter(one => one.outcome === 'failed')
  a.value(
    'superlative',
    'which user failed most',
    most(failed, one => one.user),
  )
  a.value('count', 'how many jobs failed?', failed.length)
  a.rows(
    'rate',
    'failure rate per job',
    by(
      rows,
      one => one.job,
      some =>
        share(
          some.filter(one => one.outcome === 'failed'),
          some,
        ),
    ),
    { percent: true },
  )
  a.value(
    'mean',
    'how long does an invoice job take on average?',
    mean(rows.filter(one => one.job === 'invoice').map(one => one.took)),
  )
  a.value(
    'superlative',
    'slowest job kind by median time',
    most(
      rows,
      one => one.job,
      some => median(some.map(one => one.took)),
    ),
  )
  a.value(
    'quantile',
    '99th percentile of took_ms on n2',
    quantile(
      rows.filter(one => one.node === 'n2').map(one => one.took),
      0.99,
    ),
  )
  a.value(
    'filter',
    'how many backups took longer than 5 seconds',
    rows.filter(one => one.job === 'backup' && one.took > 5000).length,
  )
  a.rows(
    'count',
    'retries per node',
    counts(
      rows.filter(one => one.outcome === 'retried'),
      one => one.node,
    ),
  )
  a.value(
    'filter',
    'how many jobs ran between 2:00 and 3:00?',
    rows.filter(one => iso(one.time).slice(11, 13) === '02').length,
  )
  a.value('first', 'when did the first mailout fail', iso(failed.find(one => one.job === 'mailout').time).slice(0, 19))
  a.refuse('how many jobs are still waiting in the queue', 'not told')
  return { files: { 'worker/worker.log': `${text}\n` }, questions: a.questions }
}

/** A mail host: syslog with the year left out, and an access log with times of the upstream beside it. */
export function hosts() {
  const d = draws('seventh hosts')
  const mail = Array.from({ length: 260 }, (_, k) => ({
    time: Date.UTC(2024, 1, 5, 4) + k * 93_000,
    what: d.weighted({ sent: 7, bounced: 2, deferred: 2, refused: 1 }),
    to: d.pick(['example.org', 'mail.test', 'corp.example']),
    host: d.pick(['mx1', 'mx2']),
    delay: d.int(1, 400) / 10,
  }))
  const stamp = time =>
    `${['Jan', 'Feb'][new Date(time).getUTCMonth()]} ${String(new Date(time).getUTCDate()).padStart(2)} ${iso(time).slice(11, 19)}`
  const line = m =>
    m.what === 'refused'
      ? `${stamp(m.time)} ${m.host} postfix/smtpd[912]: NOQUEUE: reject: RCPT from unknown[198.51.100.${7}]: 554 5.7.1 blocked`
      : `${stamp(m.time)} ${m.host} postfix/smtp[2210]: A1${m.time % 9973}: to=<ana@${m.to}>, relay=${m.to}[203.0.113.9]:25, delay=${m.delay}, status=${m.what}`
  const web = Array.from({ length: 400 }, (_, k) => ({
    time: Date.UTC(2024, 1, 5, 4) + k * 61_000,
    ip: `192.0.2.${d.int(1, 12)}`,
    method: d.weighted({ GET: 8, POST: 3, DELETE: 1 }),
    path: d.pick(['/', '/cart', '/api/pay', '/api/search', '/img/logo.png']),
    status: d.weighted({ 200: 20, 301: 2, 404: 3, 500: 1, 503: 1 }),
    bytes: d.int(120, 90_000),
    seconds: d.int(1, 3000) / 1000,
  }))
  const clf = time =>
    `${String(new Date(time).getUTCDate()).padStart(2, '0')}/Feb/2024:${iso(time).slice(11, 19)} +0000`
  const a = asking('seventh-hosts', 'logs')
  const went = what => mail.filter(one => one.what === what)
  a.value('count', 'how many mails bounced?', went('bounced').length)
  a.value(
    'superlative',
    'which domain had the most deferred mails',
    most(went('deferred'), one => one.to),
  )
  a.rows(
    'count',
    'mails sent per host',
    counts(went('sent'), one => one.host),
  )
  a.value(
    'mean',
    'average delay of mail to corp.example',
    mean(mail.filter(one => one.to === 'corp.example' && one.what !== 'refused').map(one => one.delay)),
  )
  a.value('count', 'how many 404s did the web server return?', web.filter(one => one.status === '404').length)
  a.value(
    'superlative',
    'which ip got the most server errors',
    (() => {
      const bad = web.filter(one => one.status >= '500')
      const ranked = counts(bad, one => one.ip).sort((x, y) => y[1] - x[1])
      return ranked.filter(one => one[1] === ranked[0][1]).map(one => one[0])
    })(),
  )
  a.value(
    'sum',
    'how many bytes were served for /api/search',
    sum(web.filter(one => one.path === '/api/search').map(one => one.bytes)),
  )
  a.rows(
    'rate',
    'error rate (5xx) per path',
    by(
      web,
      one => one.path,
      some =>
        share(
          some.filter(one => one.status >= '500'),
          some,
        ),
    ),
    { percent: true },
  )
  a.value(
    'quantile',
    'p95 response time of POST requests',
    quantile(
      web.filter(one => one.method === 'POST').map(one => one.seconds),
      0.95,
    ),
    { unit: 'seconds' },
  )
  a.value(
    'superlative',
    'slowest endpoint on average',
    most(
      web,
      one => one.path,
      some => mean(some.map(one => one.seconds)),
    ),
  )
  a.rows(
    'dates',
    'requests per hour on the web server',
    by(
      web,
      one => iso(one.time).slice(11, 13),
      some => some.length,
    ).map(([h, n]) => [[`2024-02-05T${h}`, `${h}`, String(Number(h)), `${h}:00`], n]),
  )
  a.value('first', 'when did the first 503 happen?', iso(web.find(one => one.status === '503').time).slice(0, 19))
  a.refuse('which browser do visitors use most', 'no user agent')
  return {
    files: {
      'hosts/maillog': `${mail.map(line).join('\n')}\n`,
      'hosts/access.log': `${web.map(w => `${w.ip} - - [${clf(w.time)}] "${w.method} ${w.path} HTTP/1.1" ${w.status} ${w.bytes} rt=${w.seconds.toFixed(3)}`).join('\n')}\n`,
    },
    questions: a.questions,
  }
}

/** Settings of a parcel service in three formats, with a page of documentation. */
export function parcel() {
  const a = asking('seventh-parcel', 'settings')
  const files = {
    'parcel/config/service.yaml':
      'service:\n  name: parcel-router\n  port: 8443\n  workers: 6\nqueue:\n  url: amqp://queue.internal:5672\n  prefetch: 20\n  retry:\n    max_attempts: 5\n    backoff_seconds: 30\nlabels:\n  printer: zebra-2\n  dpi: 300\n',
    'parcel/.env': 'LOG_LEVEL=warning\nPREFETCH=40\nDATABASE_POOL=12\nTRACKING_TTL_HOURS=72\n',
    'parcel/legacy.properties': 'label.dpi=203\nmax.weight.kg=31.5\ncutoff.time=17:30\nsaturday.delivery=false\n',
    'parcel/README.md':
      '# Parcel router\n\nRoutes parcels to depots.\n\n## Limits\n\nParcels over 31.5 kg are refused. The daily cutoff is 17:30.\n\n## Returns\n\nA return label stays valid for 28 days. Refunds are paid by the finance team within one week.\n\n## Support\n\nCall the depot desk on weekdays from 8 to 18.\n',
  }
  a.contains('settings', 'which port does the service listen on?', '8443')
  a.contains('settings', 'how many attempts before it gives up', '5')
  a.contains('settings', 'what is the maximum weight of a parcel', '31.5')
  a.contains('settings', 'how many database connections are pooled?', '12')
  a.contains('settings', 'is there delivery on Saturdays', 'false')
  a.contains('settings', 'which settings disagree between the files?', 'dpi', '203', '300')
  a.contains('settings', 'what is prefetch set to', '20', '40')
  a.contains('settings', 'how long is tracking data kept?', '72')
  a.contains('documents', 'how long is a return label valid', '28 days')
  a.contains('documents', 'who pays refunds?', 'finance team')
  a.refuse('what is the insurance value of a parcel?', 'not told')
  a.contains('settings', 'log level?', 'warning')
  return { files, questions: a.questions }
}

/** A small project in TypeScript and Python. */
export function tariff() {
  const a = asking('seventh-tariff', 'code')
  const files = {
    'tariff/src/rates.ts':
      "import { readTable } from './tables'\n\nexport const FALLBACK_RATE = 0.31\n\nexport function rateFor(zone: string): number {\n  const table = readTable('rates')\n  return table[zone] ?? FALLBACK_RATE\n}\n\nexport function nightRate(zone: string): number {\n  return rateFor(zone) * 0.8\n}\n",
    'tariff/src/tables.ts':
      "import { readFileSync } from 'node:fs'\n\nexport function readTable(name: string): Record<string, number> {\n  return JSON.parse(readFileSync(`data/${name}.json`, 'utf8'))\n}\n",
    'tariff/src/bill.ts':
      "import { nightRate, rateFor } from './rates'\n\nexport interface Meter { zone: string; day: number; night: number }\n\nexport function billOf(meter: Meter): number {\n  return meter.day * rateFor(meter.zone) + meter.night * nightRate(meter.zone)\n}\n\nexport function validateMeter(meter: Meter): void {\n  if (meter.day < 0 || meter.night < 0) throw new RangeError('a meter cannot run backwards')\n}\n",
    'tariff/src/cli.ts':
      "import { billOf, validateMeter } from './bill'\n\nconst meter = { zone: process.argv[2] ?? 'A', day: 10, night: 4 }\nvalidateMeter(meter)\nconsole.log(billOf(meter))\n",
    'tariff/tests/bill.test.ts':
      "import { billOf } from '../src/bill'\n\ntest('a bill adds day and night', () => {\n  expect(billOf({ zone: 'A', day: 1, night: 1 })).toBeGreaterThan(0)\n})\n",
    'tariff/tools/load.py':
      'import csv\n\n\ndef load_readings(path):\n    """Reads meter readings."""\n    with open(path) as handle:\n        return [clean_row(row) for row in csv.DictReader(handle)]\n\n\ndef clean_row(row):\n    return {key.strip(): value for key, value in row.items()}\n',
  }
  const place = (path, line) => ({ path: `tariff/${path}`, line })
  a.places('code-defined', 'where is rateFor defined?', [place('src/rates.ts', 5)])
  a.places('code-callers', 'who calls validateMeter', [place('src/cli.ts', 4)], { also: [place('src/cli.ts', 1)] })
  a.places('code-callers', 'what calls rateFor?', [place('src/rates.ts', 11), place('src/bill.ts', 6)], {
    also: [place('src/bill.ts', 1)],
  })
  a.contains('code-defined', 'where are negative meter values rejected', 'validateMeter')
  a.places(
    'code-rename',
    'what would a rename of billOf touch?',
    [place('src/bill.ts', 5), place('src/cli.ts', 1), place('src/cli.ts', 5), place('tests/bill.test.ts', 1)],
    { also: [place('tests/bill.test.ts', 4), place('src/cli.ts', 6)] },
  )
  a.contains('settings', 'what is the fallback rate', '0.31')
  a.places('code-callers', 'where is clean_row used', [place('tools/load.py', 7)], {
    also: [place('tools/load.py', 10)],
  })
  a.contains('code-imports', 'which files import rates.ts?', 'bill.ts')
  a.refuse('where is the discount computed', 'no discount')
  a.value('count', 'how many functions are exported', 6, {})
  return { files, questions: a.questions }
}

/** A handbook. */
export function handbook() {
  const a = asking('seventh-handbook', 'documents')
  const text =
    '# Volunteer handbook\n\n## Shifts\n\nA shift lasts four hours. The early shift begins at 07:30, the late one at 15:00. Swap shifts at least 48 hours ahead.\n\n## Keys\n\nThe keys hang in the blue box behind the bar. Only shift leads may take them home.\n\n## Cash\n\nThe float is 150 euros. Count it twice. Differences over 5 euros go into the red book.\n\n## Accidents\n\nCall 112 first, then the duty manager, Ilse Brand. Fill in form A7 on the same day.\n\n## Pets\n\nDogs are welcome on the terrace but not in the kitchen.\n'
  a.contains('documents', 'how long is a shift?', 'four hours')
  a.contains('documents', 'when does the late shift start', '15:00')
  a.contains('documents', 'where are the keys?', 'blue box')
  a.contains('documents', 'how much is in the float', '150')
  a.contains('documents', 'who is the duty manager?', 'Ilse Brand')
  a.contains('documents', 'which form do I fill in after an accident', 'A7')
  a.contains('documents', 'may I bring my dog?', 'terrace')
  a.refuse('what is the wifi password?', 'not told')
  a.refuse('how much are volunteers paid', 'not told')
  return { files: { 'handbook/handbook.md': text }, questions: a.questions }
}

/** An incident: the pool of connections was made smaller with a release, the loudest errors come from another host. */
export function ward() {
  const d = draws('seventh ward')
  const start = Date.UTC(2024, 6, 11, 9)
  const lines = []
  for (let k = 0; k < 400; k++) {
    const time = start + k * 15_000
    if (k === 200)
      lines.push(`${iso(time)} INFO  bookings starting bookings v4.12.0 build=8812 db-pool-max=4 region=eu`)
    const bad = k > 206 && k < 330
    if (bad && d.chance(0.5))
      lines.push(
        `${iso(time + 200)} ERROR bookings timed out waiting for a connection after 3000 ms, order=${9000 + k}`,
      )
    else lines.push(`${iso(time + 200)} INFO  bookings saved order=${9000 + k} took=${d.int(10, 60)}ms`)
    if (k % 9 === 0) lines.push(`${iso(time + 700)} ERROR mailer could not render template welcome: missing field`)
    if (k === 330)
      lines.push(`${iso(time)} INFO  bookings starting bookings v4.11.3 build=8790 db-pool-max=40 region=eu`)
  }
  const files = {
    'ward/bookings.log': `${lines.join('\n')}\n`,
    'ward/deploys.txt':
      '2024-07-10T16:02:00Z mailer 1.8.0 by kim\n2024-07-11T09:50:00Z bookings 4.12.0 by noor\n2024-07-11T10:22:30Z bookings 4.11.3 (rollback) by noor\n',
    'ward/config/bookings-4.11.3.yaml': 'db:\n  pool_max: 40\n  timeout_ms: 3000\ncache: true\n',
    'ward/config/bookings-4.12.0.yaml': 'db:\n  pool_max: 4\n  timeout_ms: 3000\ncache: true\n',
  }
  const a = asking('seventh-ward', 'incident')
  const errors = lines.filter(line => line.includes('timed out waiting'))
  a.contains('cause', 'why did bookings fail?', 'pool')
  a.contains('cause', 'what changed before the connection timeouts began', '4.12.0')
  a.value('count', 'how many connection timeouts were there', errors.length)
  a.value('first', 'when did the first connection timeout happen?', errors[0].slice(0, 19))
  a.value('last', 'when was the last timeout?', errors.at(-1).slice(0, 19))
  a.contains('settings', 'what is the pool size before and after the deploy', '40', '4')
  a.contains('lookup', 'who deployed 4.12.0?', 'noor')
  a.contains('recovery', 'when did it recover and why', '4.11.3')
  return { files, questions: a.questions }
}
