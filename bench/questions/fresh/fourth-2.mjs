// A fourth set of logs, settings, documents, code and directories that mix them: logins, jobs, backups, a booking service, a depot, stock with faults.
import { at, DAY, draws, isoDay, isoSecond, pad, table } from '../data/random.mjs'
import { asking, counts, groups, mean, median, most, quantile, share, sum } from './asking.mjs'

const MONTHS = 'Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec'.split(',')
const hour = time => new Date(time).getUTCHours()
const distinct = list => new Set(list).size
const gaps = times => times.slice(1).map((time, i) => time - times[i])
/** Rows that are asked for without a verb may be counted or listed. */
const listed = (rows, id) => [{ value: rows.length }, { rows: rows.map(row => [id(row)]) }]
const lines = (...list) => `${list.join('\n')}\n`
/** The place of the n-th line of a file that has the text. */
const placeIn =
  files =>
  (path, text, nth = 1) => {
    const found = files[path].split('\n').flatMap((line, i) => (line.includes(text) ? [i + 1] : []))
    if (found.length < nth) throw new Error(`no "${text}" in ${path}`)
    return { path, line: found[nth - 1] }
  }

export function logins() {
  const d = draws('logins-fourth')
  const ips = ['198.51.100.4', '198.51.100.9', '203.0.113.50', '192.0.2.8']
  let time = at(2025, 5, 5, 1)
  const rows = Array.from({ length: 260 }, (_, i) => {
    time += d.int(5, i === 140 ? 0 : 300) * 1000 + (i === 140 ? 9_000_000 : 0)
    const kind = d.weighted({ accepted: 4, failed: 5, invalid: 3 })
    const user =
      kind === 'invalid' ? d.pick(['oracle', 'test', 'guest', 'ftp']) : d.pick(['root', 'deploy', 'anika', 'bo'])
    return {
      time,
      kind: user === 'root' && kind === 'accepted' ? 'failed' : kind,
      user,
      ip: kind === 'accepted' ? ips[3] : d.pick(ips),
      port: d.int(30_000, 60_000),
      pid: d.int(1000, 9999),
    }
  })
  const stamp = t =>
    `${MONTHS[new Date(t).getUTCMonth()]} ${String(new Date(t).getUTCDate()).padStart(2, ' ')} ${isoSecond(t).slice(11)}`
  const text = r =>
    r.kind === 'accepted'
      ? `Accepted publickey for ${r.user} from ${r.ip} port ${r.port} ssh2`
      : `Failed password for ${r.kind === 'invalid' ? 'invalid user ' : ''}${r.user} from ${r.ip} port ${r.port} ssh2`
  const files = { 'logins/auth.log': lines(...rows.map(r => `${stamp(r.time)} bastion sshd[${r.pid}]: ${text(r)}`)) }
  const q = asking('fourth-logins', 'log')
  const failed = rows.filter(r => r.kind !== 'accepted')
  q.value('log-field', 'how many failed logins were there', failed.length)
  q.value(
    'log-field',
    'which ip had the most failed passwords',
    most(failed, r => r.ip),
  )
  q.any(
    'log-field',
    'successful logins of deploy',
    ...listed(
      rows.filter(r => r.kind === 'accepted' && r.user === 'deploy'),
      r => r.port,
    ),
  )
  q.value('log-field', 'how many attempts with an invalid user', rows.filter(r => r.kind === 'invalid').length)
  q.value(
    'first',
    'when was the first failed login for root',
    `****-${isoSecond(failed.find(r => r.user === 'root').time).slice(5)}`,
  )
  q.value('log-field', 'did root ever log in successfully?', [0, 'no', 'false'])
  q.value('gap', 'longest gap in the log', Math.max(...gaps(rows.map(r => r.time))) / 1000, { unit: 'seconds' })
  q.rows(
    'group',
    'failed logins per hour',
    counts(failed, r => hour(r.time)).map(([, n]) => [n]),
  )
  q.value(
    'last',
    'last successful login of anika: from which ip',
    rows.filter(r => r.user === 'anika' && r.kind === 'accepted').at(-1).ip,
  )
  q.value(
    'log-field',
    'how many different ips tried to get in as root',
    distinct(rows.filter(r => r.user === 'root').map(r => r.ip)),
  )
  q.refuse('from which country do the attackers come', 'no countries')
  return { files, questions: q.questions }
}

export function jobs() {
  const d = draws('jobs-fourth')
  let time = at(2025, 6, 9, 6)
  const rows = Array.from({ length: 380 }, () => {
    time += d.int(1, 90) * 1000
    const queue = d.pick(['mail', 'thumbs', 'billing'])
    const level = d.weighted({ info: 12, warn: 2, error: queue === 'billing' ? 4 : 1 })
    return {
      time,
      queue,
      level,
      job: d.int(10_000, 99_999),
      took: d.int(20, 4000),
      attempt: d.int(1, 3),
      host: d.pick(['w1', 'w2', 'w3']),
    }
  })
  const msg = r => ({ info: 'job finished', warn: 'job is slow', error: 'job failed: upstream timeout' })[r.level]
  const files = {
    'jobs/worker.log': lines(
      ...rows.map(
        r =>
          `time=${isoSecond(r.time)}Z level=${r.level} msg="${msg(r)}" queue=${r.queue} host=${r.host} job=${r.job} attempt=${r.attempt} took_ms=${r.took}`,
      ),
    ),
  }
  const q = asking('fourth-jobs', 'log')
  const errors = rows.filter(r => r.level === 'error')
  q.any(
    'log-field',
    'errors in the billing queue',
    ...listed(
      errors.filter(r => r.queue === 'billing'),
      r => r.job,
    ),
  )
  q.value(
    'log-field',
    'which queue fails most',
    most(errors, r => r.queue),
  )
  q.value('duration', 'how many jobs took longer than 3 seconds', rows.filter(r => r.took > 3000).length)
  q.rows(
    'log-field',
    'median took_ms by queue',
    groups(rows, r => r.queue).map(([k, some]) => [k, median(some.map(r => r.took))]),
  )
  q.value(
    'quantile',
    '99th percentile of job duration for thumbs',
    quantile(
      rows.filter(r => r.queue === 'thumbs').map(r => r.took),
      0.99,
    ),
  )
  q.rows(
    'rate',
    'error rate per host',
    groups(rows, r => r.host).map(([k, some]) => [
      k,
      share(
        some.filter(r => r.level === 'error'),
        some,
      ),
    ]),
    { percent: true },
  )
  q.value('log-field', 'how many jobs failed on their third attempt', errors.filter(r => r.attempt === 3).length)
  q.value('first', 'when did the first error happen', isoSecond(errors[0].time))
  q.value('superlative', 'slowest job id', [...rows].sort((a, b) => b.took - a.took)[0].job)
  q.value('dates', 'how many errors between 07:00 and 08:00', errors.filter(r => hour(r.time) === 7).length)
  q.value(
    'compare',
    'which is slower on average, mail or billing',
    most(
      rows.filter(r => r.queue !== 'thumbs'),
      r => r.queue,
      some => mean(some.map(r => r.took)),
    ),
  )
  q.value('duration', 'over what period of time does this log run', (rows.at(-1).time - rows[0].time) / 1000, {
    unit: 'seconds',
    tolerance: 0.001,
  })
  q.refuse('how many customers complained about slow mails', 'no customers')
  return { files, questions: q.questions }
}

export function backups() {
  const d = draws('backups-fourth')
  const rows = Array.from({ length: 96 }, (_, i) => ({
    time: at(2025, 2, 1, 2) + Math.floor(i / 4) * DAY + (i % 4) * 2_400_000 + d.int(0, 500) * 1000,
    host: ['db-a', 'db-b', 'files', 'mailbox'][i % 4],
    secs: d.int(300, 4200),
    gb: d.int(2, 240),
    ok: !d.chance(0.12),
  }))
  const stamp = t => isoSecond(t).replace('T', ' ')
  const files = {
    'backups/backup.log': lines(
      ...rows.map(
        r =>
          `[${stamp(r.time)}] [${r.ok ? 'INFO' : 'ERROR'}] ${r.host}: ${r.ok ? `backup complete, size=${r.gb}GB duration=${r.secs}s` : 'backup aborted: disk full'}`,
      ),
    ),
  }
  const q = asking('fourth-backups', 'log')
  const good = rows.filter(r => r.ok)
  q.any(
    'duration',
    'backups that took more than half an hour?',
    ...listed(
      good.filter(r => r.secs > 1800),
      r => r.secs,
    ),
  )
  q.value('duration', 'how many backups took over an hour', good.filter(r => r.secs > 3600).length)
  q.value('log-field', 'how many backups were aborted', rows.length - good.length)
  q.rows(
    'group',
    'aborted backups per host',
    counts(
      rows.filter(r => !r.ok),
      r => r.host,
    ),
  )
  q.value(
    'last',
    'when did files last back up successfully',
    isoSecond(good.filter(r => r.host === 'files').at(-1).time),
  )
  q.value('superlative', 'longest backup in seconds', Math.max(...good.map(r => r.secs)))
  q.contains('why', 'why did backups fail', 'disk full')
  return { files, questions: q.questions }
}

export function booking() {
  const files = {
    'booking/config/production.yaml': lines(
      '# production',
      'server:',
      '  port: 8443',
      '  request_timeout: 30s',
      '  workers: 12',
      'database:',
      '  host: pg-main.internal',
      '  pool_size: 40',
      '  ssl: true',
      'cache:',
      '  ttl_seconds: 600',
      '  engine: redis',
      'mail:',
      '  from: hello@booking.example',
      '  retries: 4',
      'features:',
      '  waitlist: true',
      '  gift_cards: false',
    ),
    'booking/config/staging.yaml': lines(
      '# staging',
      'server:',
      '  port: 9443',
      '  request_timeout: 5s',
      '  workers: 2',
      'database:',
      '  host: pg-stage.internal',
      '  pool_size: 8',
      '  ssl: false',
      'cache:',
      '  ttl_seconds: 60',
      '  engine: memory',
      'features:',
      '  waitlist: true',
      '  gift_cards: true',
    ),
    'booking/search.toml': lines(
      '[index]',
      'refresh_minutes = 15',
      'shards = 3',
      'language = "en"',
      '',
      '[query]',
      'max_results = 250',
      'fuzzy = true',
    ),
    'booking/.env': lines(
      'LOG_LEVEL=warning',
      'SENTRY_SAMPLE_RATE=0.2',
      'TZ=Europe/Oslo',
      'MAX_UPLOAD_MB=25',
      'SESSION_HOURS=12',
    ),
    'booking/compose.yaml': lines(
      'services:',
      '  web:',
      '    image: booking-web:4.8.1',
      '    ports:',
      '      - "80:8443"',
      '    depends_on: [db, cache]',
      '  db:',
      '    image: postgres:15.6',
      '    ports:',
      '      - "5432:5432"',
      '  cache:',
      '    image: redis:7.4',
      '    mem_limit: 512m',
    ),
    'booking/worker.ini': lines(
      '[queue]',
      'concurrency=6',
      'visibility_timeout=90',
      '',
      '[reports]',
      'schedule=0 6 * * 1',
      'recipients=ops@booking.example',
    ),
  }
  const place = placeIn(files)
  const q = asking('fourth-booking', 'settings')
  q.value('settings', "what's the request timeout in production?", '30s')
  q.value('settings', 'which port does staging listen on', '9443')
  q.value('settings', 'how many workers in prod', '12')
  q.value('settings', 'which postgres version do we use', 'postgres:15.6')
  q.value('settings', 'are gift cards switched on in staging?', 'true')
  q.value('settings', 'how long does a session last', '12')
  q.value('settings', 'what is the biggest upload we allow', '25')
  q.rows('settings', 'pool size everywhere', [['40'], ['8']])
  q.places('settings', 'where is the log level set', [place('booking/.env', 'LOG_LEVEL')])
  q.value('settings', 'how often is the search index refreshed', '15')
  q.value('settings', 'what cache engine does production use', 'redis')
  q.value('settings', 'who gets the reports?', 'ops@booking.example')
  q.value('settings', 'how much memory may the cache container use', '512m')
  q.value('settings', 'is ssl on for the staging db', 'false')
  q.value('settings', 'which database host is used in production', 'pg-main.internal')
  q.value('settings', 'max number of search results', '250')
  q.refuse('what is the payment gateway timeout', 'no payment gateway')
  q.refuse('what port does kafka use?', 'no kafka')
  q.value('settings', 'timezone?', 'Europe/Oslo')
  return { files, questions: q.questions }
}

export function manual() {
  const files = {
    'manual/leave.md': lines(
      '# Leave',
      '',
      '## Holiday',
      '',
      'Every employee has 27 days of paid holiday a year. Up to five days can be carried into the next year, until the end of March.',
      '',
      '## Sick leave',
      '',
      "Tell your lead before 9:30 on the first day. A doctor's note is needed from the fourth day on.",
      '',
      '## Parental leave',
      '',
      'Parents get sixteen weeks at full pay, to be taken within the first two years.',
    ),
    'manual/travel.md': lines(
      '# Travel',
      '',
      '## Booking',
      '',
      'Trains are booked by yourself; flights need the approval of the finance lead.',
      '',
      '## Costs',
      '',
      'Hotels are paid up to 140 EUR a night. Meals are refunded at 38 EUR per day. Hand in receipts within 30 days.',
      '',
      '## Car',
      '',
      'Private cars are refunded at 0.35 EUR per kilometre.',
    ),
    'manual/on-call.md': lines(
      '# On call',
      '',
      '## Rota',
      '',
      'Each engineer is on call one week in six. The shift changes on Tuesday at noon.',
      '',
      '## Escalation',
      '',
      'If nobody answers within 15 minutes, page the platform lead. After 45 minutes, call the CTO.',
      '',
      '## Pay',
      '',
      'A week on call is paid with 450 EUR.',
    ),
  }
  const q = asking('fourth-manual', 'documents')
  q.contains('passage', 'how many holidays do I get', '27 days')
  q.contains('passage', 'when do i need a doctors note', 'fourth day')
  q.contains('passage', 'how much can a hotel cost', '140 EUR')
  q.contains('passage', 'who do i call when nobody answers the page', 'platform lead')
  q.contains('passage', 'who approves flights?', 'finance lead')
  q.contains('passage', 'when does the on call shift change', 'Tuesday')
  q.contains('passage', 'can i carry over holiday', 'five days')
  q.contains('passage', 'money back for driving my own car', '0.35 EUR')
  q.refuse('what is the dress code', 'not said')
  q.refuse('how big is the company pension contribution', 'not said')
  return { files, questions: q.questions }
}

export function tally() {
  const files = {
    'tally/api/invoice.py': lines(
      'from tally.api.tax import vat_for',
      'from tally.api.store import load_lines, save_invoice',
      '',
      'DUE_DAYS = 14',
      '',
      '',
      'class Invoice:',
      '    def __init__(self, number, lines):',
      '        self.number = number',
      '        self.lines = lines',
      '',
      '    def total(self):',
      '        net = sum(line.price for line in self.lines)',
      '        return net + vat_for(net)',
      '',
      '',
      'def issue_invoice(number):',
      '    invoice = Invoice(number, load_lines(number))',
      '    if invoice.total() <= 0:',
      '        raise ValueError("empty invoice")',
      '    save_invoice(invoice)',
      '    return invoice',
      '',
      '',
      'def remind(number):',
      '    # TODO: send at most three reminders',
      '    return issue_invoice(number)',
    ),
    'tally/api/tax.py': lines(
      'VAT_RATE = 0.25',
      '',
      '',
      'def vat_for(net):',
      '    return round(net * VAT_RATE, 2)',
      '',
      '',
      'def net_of(gross):',
      '    return gross - vat_for(gross)',
    ),
    'tally/api/store.py': lines(
      'import sqlite3',
      '',
      '',
      'def connect():',
      '    return sqlite3.connect("tally.db")',
      '',
      '',
      'def load_lines(number):',
      '    return connect().execute("select price from lines where invoice = ?", (number,)).fetchall()',
      '',
      '',
      'def save_invoice(invoice):',
      '    connect().execute("insert into invoices values (?)", (invoice.number,))',
      '',
      '',
      'def purge_old():',
      "    connect().execute(\"delete from invoices where issued < date('now', '-10 years')\")",
    ),
    'tally/web/cart.ts': lines(
      "import { formatMoney } from './money'",
      '',
      'export const MAX_ITEMS = 50',
      '',
      'export interface CartItem {',
      '  sku: string',
      '  price: number',
      '}',
      '',
      'export function addItem(cart: CartItem[], item: CartItem): CartItem[] {',
      "  if (cart.length >= MAX_ITEMS) throw new Error('cart is full')",
      '  return [...cart, item]',
      '}',
      '',
      'export function cartLabel(cart: CartItem[]): string {',
      '  return formatMoney(cart.reduce((sum, item) => sum + item.price, 0))',
      '}',
    ),
    'tally/web/money.ts': lines(
      'export function formatMoney(amount: number): string {',
      '  return `${amount.toFixed(2)} kr`',
      '}',
      '',
      'export function parseMoney(text: string): number {',
      "  return Number(text.replace(' kr', ''))",
      '}',
    ),
    'tally/jobs/sweep.go': lines(
      'package jobs',
      '',
      'import (',
      '\t"log"',
      '\t"time"',
      ')',
      '',
      'const sweepEvery = 6 * time.Hour',
      '',
      '// Sweep drops carts that nobody touched for a day.',
      'func Sweep(carts []Cart) []Cart {',
      '\tkept := []Cart{}',
      '\tfor _, cart := range carts {',
      '\t\tif !isStale(cart) {',
      '\t\t\tkept = append(kept, cart)',
      '\t\t}',
      '\t}',
      '\tlog.Printf("kept %d carts", len(kept))',
      '\treturn kept',
      '}',
      '',
      'func isStale(cart Cart) bool {',
      '\treturn time.Since(cart.Touched) > 24*time.Hour',
      '}',
      '',
      'type Cart struct {',
      '\tTouched time.Time',
      '}',
    ),
    'tally/README.md': lines(
      '# tally',
      '',
      'Invoices and carts for a small shop. `issue_invoice` writes an invoice, `Sweep` drops old carts.',
    ),
  }
  const place = placeIn(files)
  const q = asking('fourth-tally', 'code')
  q.places('code', 'where is vat_for defined', [place('tally/api/tax.py', 'def vat_for')])
  q.places('code', 'who calls vat_for', [
    place('tally/api/invoice.py', 'return net + vat_for'),
    place('tally/api/tax.py', 'return gross - vat_for'),
  ])
  q.places('code', 'what calls issue_invoice?', [place('tally/api/invoice.py', 'return issue_invoice')])
  q.places('code', 'where does the cart get full', [place('tally/web/cart.ts', 'cart is full')], {
    also: [place('tally/web/cart.ts', 'export function addItem'), place('tally/web/cart.ts', 'MAX_ITEMS = 50')],
  })
  q.value('code', 'what is the vat rate', '0.25')
  q.value('code', 'how many items fit in a cart', '50')
  q.places('code', 'who uses formatMoney', [place('tally/web/cart.ts', 'return formatMoney')], {
    also: [place('tally/web/cart.ts', 'import { formatMoney')],
  })
  q.places('code', 'is parseMoney used anywhere?', [], { also: [place('tally/web/money.ts', 'parseMoney')] })
  q.places('code', 'any todos left in the code', [place('tally/api/invoice.py', 'TODO')])
  q.places('code', 'where do we delete old invoices', [place('tally/api/store.py', 'def purge_old')], {
    also: [place('tally/api/store.py', 'delete from invoices')],
  })
  q.places('code', 'which function opens the database', [place('tally/api/store.py', 'def connect')], {
    also: [place('tally/api/store.py', 'return sqlite3.connect')],
  })
  q.value('code', 'how many functions are in store.py', 4)
  q.places('code', 'definition of isStale', [place('tally/jobs/sweep.go', 'func isStale')])
  q.places('code', 'which files import sqlite3', [place('tally/api/store.py', 'import sqlite3')])
  q.value('code', 'what language is most of this written in', 'python')
  q.refuse('who calls sendReminderMail', 'no such function')
  q.refuse('where do we talk to stripe', 'no stripe')
  return { files, questions: q.questions }
}

export function depot() {
  const d = draws('depot-fourth')
  const drivers = ['Hanne', 'Ruben', 'Samir', 'Tove', 'Ulla'].map((name, i) => ({
    id: i + 1,
    name,
    van: `VAN-${11 + i}`,
    licence: d.pick(['B', 'C1']),
    hired: isoDay(at(2019, 3, 1) + d.int(0, 1800) * DAY),
  }))
  const orders = Array.from({ length: 180 }, (_, i) => ({
    no: `D-${3000 + i}`,
    driver: drivers[d.int(0, 3)],
    town: d.pick(['Askim', 'Drammen', 'Moss', 'Ski']),
    kg: d.int(1, 90),
    km: d.int(4, 120),
    on: at(2025, 8, 1) + d.int(0, 60) * DAY,
    late: d.chance(0.2),
  }))
  let time = at(2025, 8, 1, 5)
  const events = Array.from({ length: 150 }, () => {
    time += d.int(60, 4000) * 1000
    return {
      time,
      level: d.weighted({ INFO: 8, WARN: 2, ERROR: 1 }),
      van: d.pick(drivers).van,
      text: d.pick(['left the yard', 'back in the yard', 'no position']),
    }
  })
  const files = {
    'depot/orders.csv': table(
      ['order_no', 'driver_id', 'town', 'weight_kg', 'distance_km', 'delivered', 'late'],
      orders.map(o => [o.no, o.driver.id, o.town, o.kg, o.km, isoDay(o.on), o.late ? 'yes' : 'no']),
    ),
    'depot/drivers.json': `${JSON.stringify(
      drivers.map(x => ({ driver_id: x.id, name: x.name, van: x.van, licence: x.licence, hired: x.hired })),
      null,
      2,
    )}\n`,
    'depot/dispatch.log': lines(
      ...events.map(
        e => `${isoSecond(e.time)} ${e.level.padEnd(5)} ${e.van} ${e.level === 'ERROR' ? 'engine alarm' : e.text}`,
      ),
    ),
    'depot/depot.yaml': lines(
      'depot: Oslo East',
      'opening_hour: 5',
      'closing_hour: 19',
      'max_load_kg: 850',
      'tracking:',
      '  interval_seconds: 45',
      '  provider: roadview',
    ),
    'depot/README.md': lines(
      '# Depot',
      '',
      'Orders come in through the shop. Late means after the promised day. Call Berit in the yard office if a van does not start.',
    ),
  }
  const q = asking('fourth-depot', 'mixed')
  q.rows(
    'join',
    'orders per driver name',
    counts(orders, o => o.driver.name),
  )
  q.value(
    'join',
    'who drove the most km in total',
    most(
      orders,
      o => o.driver.name,
      some => sum(some.map(o => o.km)),
    ),
  )
  q.value(
    'join',
    'how many kg did Samir deliver to Moss',
    sum(orders.filter(o => o.driver.name === 'Samir' && o.town === 'Moss').map(o => o.kg)),
  )
  q.rows('negation', 'drivers without any orders', ['Ulla'])
  q.value(
    'share',
    'what share of the deliveries is late',
    share(
      orders.filter(o => o.late),
      orders,
    ),
    { percent: true },
  )
  q.rows(
    'rate',
    'late rate per town',
    groups(orders, o => o.town).map(([k, some]) => [
      k,
      share(
        some.filter(o => o.late),
        some,
      ),
    ]),
    { percent: true },
  )
  q.value('settings', 'when do we close', '19')
  q.value('settings', 'max load of a van?', '850')
  q.value('settings', 'how often is the position tracked', '45')
  q.value(
    'log-field',
    'how many engine alarms did VAN-12 have',
    events.filter(e => e.level === 'ERROR' && e.van === 'VAN-12').length,
  )
  q.value('log-field', 'how many warnings in the dispatch log', events.filter(e => e.level === 'WARN').length)
  q.contains('passage', 'who to call when a van does not start', 'Berit')
  q.value('lookup', "which van is Tove's", 'VAN-14')
  q.value(
    'superlative',
    'heaviest delivery to Drammen',
    Math.max(...orders.filter(o => o.town === 'Drammen').map(o => o.kg)),
  )
  q.value(
    'superlative',
    'who has been with us longest',
    [...drivers].sort((a, b) => (a.hired < b.hired ? -1 : 1))[0].name,
  )
  q.value('ratio', 'average kg per km overall', sum(orders.map(o => o.kg)) / sum(orders.map(o => o.km)))
  q.refuse('how much fuel did the vans use', 'no fuel')
  return { files, questions: q.questions }
}

export function stock() {
  const d = draws('stock-fourth')
  const rows = Array.from({ length: 120 }, (_, i) => ({
    sku: `P${pad(i, 4)}`,
    name: `part ${i}`,
    price: d.int(200, 900) / 100,
    qty: d.int(0, 80),
    supplier: d.pick(['Holt', 'Brenna', 'Vik']),
  }))
  rows[17].price = -4.5
  rows[44].qty = 9_000_000
  rows[61].supplier = ''
  rows[62].supplier = ''
  rows.push({ ...rows[30] })
  const files = {
    'stock/parts.csv': table(
      ['sku', 'name', 'price', 'quantity', 'supplier'],
      rows.map(r => [r.sku, r.name, r.price.toFixed(2), r.qty, r.supplier]),
    ),
    'stock/sync.sh': lines(
      '#!/bin/bash',
      'PASSWORD=hunter2hunter2',
      'curl -k -u admin:$PASSWORD "https://stock.example/export?$1" > out.csv',
      'eval "$2"',
    ),
  }
  const q = asking('fourth-stock', 'mixed')
  q.contains('findings', 'any problems with the prices?', '-4.5')
  q.contains('findings', 'anything odd about quantity', '9000000')
  q.questions.at(-1).expect = { any: [{ contains: ['9000000'] }, { contains: ['9,000,000'] }] }
  q.value('findings', 'are there duplicate skus', rows[30].sku)
  q.questions.at(-1).expect = { any: [{ value: rows[30].sku }, { contains: [rows[30].sku] }, { value: 1 }] }
  q.value('missing', 'parts without supplier', 2)
  q.questions.at(-1).expect = { any: [{ value: 2 }, { rows: [['P0061'], ['P0062']] }] }
  q.contains('findings', 'is sync.sh safe', 'eval')
  q.value('filter', 'how many parts are out of stock', rows.filter(r => r.qty === 0).length)
  q.value('filter', 'parts with a price below zero', 1)
  q.questions.at(-1).expect = { any: [{ value: 1 }, { rows: [['P0017']] }] }
  return { files, questions: q.questions }
}
