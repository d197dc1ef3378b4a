// A third set of logs, events, nested JSON, settings, code and documents: an edge server, a queue worker, builds, a marathon, an invoice service.
import { at, DAY, draws, FIRST, isoDay, isoSecond, LAST, pad, table } from '../data/random.mjs'
import { asking, counts, groups, least, mean, median, most, quantile, share, sum } from './asking.mjs'

const round = (value, digits = 2) => Math.round(value * 10 ** digits) / 10 ** digits
const hour = time => new Date(time).getUTCHours()
const MONTHS = 'Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec'.split(',')

export function edge() {
  const d = draws('edge-third')
  const ips = ['203.0.113.7', '203.0.113.9', '198.51.100.23', '192.0.2.44', '192.0.2.45', '198.51.100.80']
  let time = at(2025, 4, 7, 9)
  const rows = Array.from({ length: 600 }, () => {
    time += d.int(1, 60) * 1000
    const path = d.weighted({
      '/': 5,
      '/login': 2,
      '/api/cart': 4,
      '/api/search': 4,
      '/static/app.js': 3,
      '/checkout': 2,
      '/wp-login.php': 1,
    })
    const ip = path === '/wp-login.php' ? ips[5] : d.pick(ips.slice(0, 5))
    const status = path === '/wp-login.php' ? 404 : Number(d.weighted({ 200: 14, 304: 2, 401: 1, 500: 1, 502: 1 }))
    return {
      time,
      ip,
      method: path === '/login' || path === '/checkout' ? 'POST' : 'GET',
      path,
      status,
      bytes: d.int(150, 40_000),
      agent: d.weighted({ 'Mozilla/5.0': 5, 'curl/8.5.0': 1, 'Googlebot/2.1': 1 }),
      rt: round(path === '/api/search' ? 0.2 + d.next() : d.next() / 5, 3),
    }
  })
  const stamp = t => {
    const x = new Date(t)
    return `${pad(x.getUTCDate(), 2)}/${MONTHS[x.getUTCMonth()]}/${x.getUTCFullYear()}:${isoSecond(t).slice(11)} +0000`
  }
  const files = {
    'edge/access.log': `${rows.map(r => `${r.ip} - - [${stamp(r.time)}] "${r.method} ${r.path} HTTP/1.1" ${r.status} ${r.bytes} "-" "${r.agent}" rt=${r.rt.toFixed(3)}`).join('\n')}\n`,
  }
  const q = asking('edge', 'log')
  q.rows(
    'log-field',
    'requests per status code',
    counts(rows, r => r.status),
  )
  q.value('log-field', 'How many 5xx responses did we serve?', rows.filter(r => r.status >= 500).length)
  q.value(
    'log-field',
    'which IP made the most requests?',
    most(rows, r => r.ip),
  )
  q.value(
    'log-field',
    'how many POSTs to /login returned 401',
    rows.filter(r => r.path === '/login' && r.status === 401).length,
  )
  q.value(
    'quantile',
    'p95 response time for /api/search',
    quantile(
      rows.filter(r => r.path === '/api/search').map(r => r.rt),
      0.95,
    ),
  )
  q.value(
    'sum',
    'total bytes sent for /static/app.js',
    sum(rows.filter(r => r.path === '/static/app.js').map(r => r.bytes)),
  )
  q.rows(
    'dates',
    'errors per hour',
    groups(
      rows.filter(r => r.status >= 500),
      r => isoSecond(r.time).slice(0, 13),
    ).map(([k, l]) => [[k, k.replace('T', ' '), Number(k.slice(11))], l.length]),
  )
  q.questions.at(-1).expect = {
    any: [
      q.questions.at(-1).expect,
      {
        rows: groups(
          rows.filter(r => r.status >= 400),
          r => isoSecond(r.time).slice(0, 13),
        ).map(([k, l]) => [[k, k.replace('T', ' '), Number(k.slice(11))], l.length]),
      },
    ],
  }
  q.questions.at(-1).question = '5xx per hour'
  q.questions.at(-1).expect = q.questions.at(-1).expect.any[0]
  q.value('distinct', 'number of unique visitors by ip', new Set(rows.map(r => r.ip)).size)
  q.value('log-field', 'who was scanning /wp-login.php?', '198.51.100.80')
  q.questions.at(-1).question = 'which ip requested /wp-login.php?'
  q.value(
    'share',
    'share of requests that were served from cache (304)',
    share(
      rows.filter(r => r.status === 304),
      rows,
    ),
    { percent: true },
  )
  q.questions.at(-1).question = 'share of requests with status 304'
  q.value('log-field', 'slowest request', Math.max(...rows.map(r => r.rt)))
  q.value('count', 'how many requests came from Googlebot?', rows.filter(r => r.agent.startsWith('Googlebot')).length)
  q.rows(
    'top',
    'top 3 paths by number of requests',
    counts(rows, r => r.path)
      .sort((a, b) => b[1] - a[1])
      .slice(0, 3),
    { ordered: true },
  )
  q.value('first-last', 'When was the first 502?', isoSecond(rows.find(r => r.status === 502).time))
  q.rows(
    'rate',
    'error rate (5xx) per path',
    groups(rows, r => r.path).map(([k, l]) => [
      k,
      share(
        l.filter(r => r.status >= 500),
        l,
      ),
    ]),
    { percent: true },
  )
  q.value('log-field', 'how many requests between 10:00 and 11:00', rows.filter(r => hour(r.time) === 10).length)
  q.value(
    'mean',
    'average response size of successful requests',
    mean(rows.filter(r => r.status === 200).map(r => r.bytes)),
  )
  q.refuse('How many requests came from Germany?', 'no countries')
  return { files, questions: q.questions }
}

export function worker() {
  const d = draws('worker-third')
  let time = at(2025, 2, 3, 22)
  const rows = Array.from({ length: 500 }, (_, i) => {
    time += d.int(300, 30_000)
    const thread = `worker-${d.int(1, 4)}`
    const queue = d.weighted({ emails: 5, thumbnails: 3, exports: 2 })
    const what = d.weighted({ done: 12, retry: 2, failed: 1, slow: 1 })
    const ms = queue === 'exports' ? d.int(900, 9000) : d.int(20, 900)
    const job = 88_000 + i
    const line = {
      done: ['INFO', `job=${job} queue=${queue} finished took=${ms}ms`],
      retry: ['WARN', `job=${job} queue=${queue} will be retried attempt=${d.int(1, 4)}`],
      failed: ['ERROR', `job=${job} queue=${queue} failed: ${d.pick(['SMTP timeout', 'disk full', 'bad image'])}`],
      slow: ['WARN', `job=${job} queue=${queue} is slow took=${ms}ms`],
    }[what]
    return {
      time,
      thread,
      queue,
      what,
      ms: what === 'done' || what === 'slow' ? ms : null,
      level: line[0],
      text: line[1],
      job,
    }
  })
  const stamp = t => `${isoSecond(t).replace('T', ' ')},${pad(t % 1000, 3)}`
  const files = {
    'worker/worker.log': `${rows.map(r => `${stamp(r.time)} ${r.level.padEnd(5)} [${r.thread}] c.acme.jobs.Consumer - ${r.text}`).join('\n')}\n`,
  }
  const q = asking('worker', 'log')
  q.rows(
    'log-field',
    'log entries by level',
    counts(rows, r => r.level),
  )
  q.rows(
    'log-field',
    'errors per queue',
    counts(
      rows.filter(r => r.level === 'ERROR'),
      r => r.queue,
    ),
  )
  q.value('log-field', 'how many jobs failed with disk full?', rows.filter(r => r.text.includes('disk full')).length)
  q.value(
    'quantile',
    'What is the 95th percentile of took for the exports queue?',
    quantile(
      rows.filter(r => r.queue === 'exports' && r.ms !== null).map(r => r.ms),
      0.95,
    ),
  )
  q.value(
    'log-field',
    'which worker logged the most warnings',
    most(
      rows.filter(r => r.level === 'WARN'),
      r => r.thread,
    ),
  )
  q.value('count', 'how many jobs were retried?', rows.filter(r => r.what === 'retry').length)
  q.value(
    'mean',
    'avg took of finished thumbnails jobs',
    mean(rows.filter(r => r.what === 'done' && r.queue === 'thumbnails').map(r => r.ms)),
  )
  q.value('first-last', 'When did the last error happen?', isoSecond(rows.filter(r => r.level === 'ERROR').at(-1).time))
  q.value('log-field', 'Slowest job?', rows.filter(r => r.ms !== null).sort((a, b) => b.ms - a.ms)[0].job)
  q.value(
    'dates',
    'how many errors were logged after midnight?',
    rows.filter(r => r.level === 'ERROR' && r.time >= at(2025, 2, 4)).length,
  )
  q.value(
    'share',
    'what percentage of entries are warnings',
    share(
      rows.filter(r => r.level === 'WARN'),
      rows,
    ),
    { percent: true },
  )
  q.value(
    'log-field',
    'median took on worker-2',
    median(rows.filter(r => r.thread === 'worker-2' && r.ms !== null).map(r => r.ms)),
  )
  q.rows(
    'two-keys',
    'entries per queue and level',
    groups(rows, r => `${r.queue}|${r.level}`).map(([k, l]) => [...k.split('|'), l.length]),
  )
  q.value('count', 'how many jobs took longer than 5 seconds?', rows.filter(r => r.ms !== null && r.ms > 5000).length)
  q.refuse('how much memory did worker-3 use', 'no memory')
  q.value(
    'filter',
    'warnings in the emails queue, how many',
    rows.filter(r => r.queue === 'emails' && r.level === 'WARN').length,
  )
  return { files, questions: q.questions }
}

export function builds() {
  const d = draws('builds-third')
  const rows = Array.from({ length: 260 }, (_, i) => {
    const status = d.weighted({ passed: 7, failed: 2, cancelled: 1 })
    const passed = d.int(100, 400)
    return {
      build: 3000 + i,
      repo: d.weighted({ web: 4, api: 4, mobile: 2 }),
      branch: d.weighted({ main: 5, develop: 3, 'release/2.4': 1 }),
      status,
      sec: d.int(60, 1800),
      at: at(2025, 5, 1) + d.int(0, 30) * DAY + d.int(0, 86_399) * 1000,
      author: d.pick(['kim', 'lars', 'mona', 'nadia']),
      passed,
      failed: status === 'failed' ? d.int(1, 12) : 0,
      steps: ['checkout', 'lint', ...(d.chance(0.6) ? ['e2e'] : []), 'test'],
      cached: d.chance(0.5),
    }
  })
  const files = {
    'builds/builds.jsonl': `${rows
      .map(r =>
        JSON.stringify({
          event: 'build.finished',
          build: r.build,
          repo: { name: r.repo, branch: r.branch },
          status: r.status,
          duration_s: r.sec,
          started_at: `${isoSecond(r.at)}Z`,
          author: r.author,
          tests: { passed: r.passed, failed: r.failed },
          steps: r.steps,
          cache_hit: r.cached,
        }),
      )
      .join('\n')}\n`,
  }
  const q = asking('builds', 'json')
  const bad = rows.filter(r => r.status === 'failed')
  q.value('count', 'How many builds failed on main?', bad.filter(r => r.branch === 'main').length)
  q.rows(
    'rate',
    'failure rate by repo',
    groups(rows, r => r.repo).map(([k, l]) => [
      k,
      share(
        l.filter(r => r.status === 'failed'),
        l,
      ),
    ]),
    { percent: true },
  )
  q.value('median', 'median build duration for mobile', median(rows.filter(r => r.repo === 'mobile').map(r => r.sec)))
  q.value(
    'superlative',
    'who broke the build most often?',
    most(bad, r => r.author),
  )
  q.questions.at(-1).question = 'which author has the most failed builds?'
  q.value('nested', 'how many builds ran e2e', rows.filter(r => r.steps.includes('e2e')).length)
  q.value('sum', 'total number of failed tests in web', sum(rows.filter(r => r.repo === 'web').map(r => r.failed)))
  q.value(
    'filter',
    'how many builds had a cache hit and took less than 5 minutes',
    rows.filter(r => r.cached && r.sec < 300).length,
  )
  q.value('compare', 'average duration with cache hit vs without', 0)
  q.questions.at(-1).expect = {
    rows: [
      [['true', true], mean(rows.filter(r => r.cached).map(r => r.sec))],
      [['false', false], mean(rows.filter(r => !r.cached).map(r => r.sec))],
    ],
  }
  q.rows(
    'dates',
    'builds per day of the week',
    groups(rows, r => new Date(r.at).getUTCDay()).map(([k, l]) => [
      'Sunday,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday'.split(',')[k],
      l.length,
    ]),
  )
  q.value(
    'superlative',
    'What was the longest build of nadia?',
    rows.filter(r => r.author === 'nadia').sort((a, b) => b.sec - a.sec)[0].build,
  )
  q.value('count', 'how many builds were neither failed nor cancelled?', rows.filter(r => r.status === 'passed').length)
  q.value(
    'count',
    'builds on release/2.4 by lars - how many',
    rows.filter(r => r.branch === 'release/2.4' && r.author === 'lars').length,
  )
  q.rows(
    'top',
    'the 5 slowest builds',
    [...rows]
      .sort((a, b) => b.sec - a.sec)
      .slice(0, 5)
      .map(r => [r.build]),
    { ordered: true },
  )
  q.value(
    'filter',
    "how many builds were started at night (between 0 and 6 o'clock)?",
    rows.filter(r => hour(r.at) < 6).length,
  )
  q.questions.at(-1).question = 'how many builds were started before 6 am?'
  q.refuse('How many builds used Docker?', 'no docker')
  q.value('mean', 'average number of passed tests per build', mean(rows.map(r => r.passed)))
  return { files, questions: q.questions }
}

export function marathon() {
  const d = draws('marathon-third')
  const rows = Array.from({ length: 190 }, (_, i) => {
    const half = d.int(4200, 9000)
    const full = Math.round(half * (2 + d.next() * 0.3))
    return {
      bib: i + 1,
      name: `${d.pick(FIRST)} ${d.pick(LAST)}`,
      sex: d.chance(0.45) ? 'F' : 'M',
      age: d.int(18, 74),
      club: d.chance(0.3) ? null : d.pick(['Harriers', 'Red Shoes', 'City Runners']),
      half,
      full: d.chance(0.07) ? null : full,
      country: d.weighted({ Norway: 4, Kenya: 1, Germany: 3, 'United Kingdom': 2 }),
    }
  })
  const files = {
    'marathon/results.json': `${JSON.stringify(
      {
        race: { name: 'City Marathon', date: '2024-09-22', distanceKm: 42.195 },
        results: rows.map(r => ({
          bib: r.bib,
          runner: { name: r.name, sex: r.sex, age: r.age, country: r.country },
          club: r.club,
          splits: { halfSeconds: r.half },
          finishSeconds: r.full,
        })),
      },
      null,
      1,
    )}\n`,
  }
  const q = asking('marathon', 'json')
  const done = rows.filter(r => r.full !== null)
  q.value('missing', 'How many runners did not finish?', rows.length - done.length)
  q.questions.at(-1).question = 'How many runners have no finish time?'
  q.value(
    'superlative',
    'What was the fastest finish among women?',
    Math.min(...done.filter(r => r.sex === 'F').map(r => r.full)),
  )
  q.questions.at(-1).question = 'What is the minimum finish seconds where sex is F?'
  q.rows(
    'group',
    'average finish seconds by country',
    groups(done, r => r.country).map(([k, l]) => [k, mean(l.map(r => r.full))]),
  )
  q.value('count', 'how many British runners took part', rows.filter(r => r.country === 'United Kingdom').length)
  q.questions.at(-1).question = 'how many runners from the United Kingdom took part?'
  q.value('superlative', 'oldest runner', rows.filter(r => r.age === Math.max(...rows.map(x => x.age)))[0].name)
  q.value('missing', 'runners without a club: how many', rows.filter(r => !r.club).length)
  q.value('filter', 'How many runners are older than 60?', rows.filter(r => r.age > 60).length)
  q.value(
    'compare',
    'Are Harriers or Red Shoes faster on average?',
    least(
      done.filter(r => ['Harriers', 'Red Shoes'].includes(r.club)),
      r => r.club,
      l => mean(l.map(r => r.full)),
    ),
  )
  q.questions.at(-1).question = 'Which has the lower average finish, Harriers or Red Shoes?'
  q.value('mean', 'mean age of the women', mean(rows.filter(r => r.sex === 'F').map(r => r.age)))
  q.questions.at(-1).question = 'mean age for sex F'
  q.value(
    'share',
    'what share of runners comes from Kenya?',
    share(
      rows.filter(r => r.country === 'Kenya'),
      rows,
    ),
    { percent: true },
  )
  q.value('count', 'how many clubs are there', 3)
  q.value('sum', 'how long is the race in km?', 42.195)
  return { files, questions: q.questions }
}

export function invoices() {
  const files = {
    'invoicer/config/base.yaml': `server:\n  host: 0.0.0.0\n  port: 8085\n  request_timeout: 25s\ndatabase:\n  url: postgres://db.internal/invoices\n  pool_size: 12\n  statement_timeout_ms: 4000\nmail:\n  from: billing@example.org\n  smtp_host: smtp.example.org\n  max_retries: 4\nfeatures:\n  pdf_export: true\n  reminders: false\n`,
    'invoicer/config/production.env': `SERVER_PORT=9090\nDATABASE_POOL_SIZE=40\nMAIL_MAX_RETRIES=6\nFEATURES_REMINDERS=true\nLOG_LEVEL=warn\n`,
    'invoicer/config/legacy.ini': `[archive]\nretention_days = 3650\ncompress = yes\n\n[export]\nbatch_size = 250\nformat = ubl\n`,
    'invoicer/src/invoice.ts': `import { formatMoney } from './money'\nimport { sendMail } from './mail'\n\nexport interface Invoice {\n  id: string\n  total: number\n  dueDate: Date\n}\n\nexport function isOverdue(invoice: Invoice, today: Date): boolean {\n  return invoice.dueDate < today\n}\n\nexport async function remind(invoice: Invoice, today: Date): Promise<void> {\n  if (!isOverdue(invoice, today)) return\n  await sendMail('Reminder', formatMoney(invoice.total))\n}\n\nexport class InvoiceError extends Error {}\n\nexport function parseInvoice(text: string): Invoice {\n  const raw = JSON.parse(text)\n  if (typeof raw.id !== 'string') throw new InvoiceError('no id')\n  return { ...raw, dueDate: new Date(raw.dueDate) }\n}\n`,
    'invoicer/src/money.ts': `export function formatMoney(cents: number): string {\n  return (cents / 100).toFixed(2)\n}\n\nexport function addVat(cents: number, rate = 0.19): number {\n  return Math.round(cents * (1 + rate))\n}\n`,
    'invoicer/src/mail.ts': `import { formatMoney } from './money'\n\nexport const MAX_LENGTH = 2000\n\nexport async function sendMail(subject: string, body: string): Promise<void> {\n  console.log(subject, body.slice(0, MAX_LENGTH))\n}\n\nexport function signature(total: number): string {\n  return formatMoney(total)\n}\n`,
    'invoicer/src/jobs/nightly.ts': `import { parseInvoice, remind } from '../invoice'\n\nexport async function nightly(texts: readonly string[]): Promise<number> {\n  let sent = 0\n  for (const text of texts) {\n    await remind(parseInvoice(text), new Date())\n    sent++\n  }\n  return sent\n}\n`,
    'invoicer/docs/handbook.md': `# Invoicing handbook\n\n## Payment terms\n\nCustomers have 30 days to pay an invoice. Public bodies have 60 days.\nA discount of 2 % is granted when the invoice is paid within 8 days.\n\n## Reminders\n\nThe first reminder is sent 5 days after the due date. The second reminder costs 7.50 euros.\nAfter the third reminder the case is handed to the collection agency Nordinkasso.\n\n## Archive\n\nInvoices are kept for ten years. The archive is stored in the Hamburg data centre.\nQuestions about the archive go to Petra Lindqvist.\n`,
  }
  const q = asking('invoicer', 'mixed')
  const lineOf = (path, text) => files[`invoicer/${path}`].split('\n').findIndex(line => line.includes(text)) + 1
  const place = (path, text) => ({ path: `invoicer/${path}`, line: lineOf(path, text) })
  q.value('settings', 'what port does the server use in production?', '9090')
  q.value('settings', 'What is the statement timeout of the database?', '4000')
  q.value('settings', 'how many days is the archive retained?', '3650')
  q.questions.at(-1).expect = { any: [{ value: '3650' }, { contains: ['3650'] }, { contains: ['ten years'] }] }
  q.value('settings', 'export batch size', '250')
  q.value('settings', 'which smtp host is configured', 'smtp.example.org')
  q.value('settings', 'is pdf export enabled?', ['true'])
  q.questions.at(-1).expect = { any: [{ value: 'true' }, { value: true }, { contains: ['pdf_export', 'true'] }] }
  q.value('settings', 'log level in production', 'warn')
  q.places('defined', 'where is isOverdue defined?', [place('src/invoice.ts', 'function isOverdue')])
  q.places(
    'used',
    'Who calls formatMoney?',
    [place('src/invoice.ts', 'formatMoney(invoice.total)'), place('src/mail.ts', 'return formatMoney')],
    { also: [place('src/invoice.ts', 'import { formatMoney'), place('src/mail.ts', 'import { formatMoney')] },
  )
  q.places('code', 'where do we throw InvoiceError', [place('src/invoice.ts', 'throw new InvoiceError')], {
    also: [place('src/invoice.ts', 'class InvoiceError')],
  })
  q.value('count', 'how many functions are exported in src/invoice.ts', 3)
  q.places('imported', 'which files import money?', [
    place('src/invoice.ts', './money'),
    place('src/mail.ts', './money'),
  ])
  q.contains('passage', 'How long do public bodies have to pay?', '60 days')
  q.contains('passage', 'Which agency collects after the third reminder?', 'Nordinkasso')
  q.contains('passage', 'who should I ask about the archive?', 'Petra Lindqvist')
  q.contains('passage', 'how much does the second reminder cost', '7.50')
  q.contains('code', 'what is the default vat rate', '0.19')
  q.value('most-file', 'which file defines the most functions?', [
    'invoicer/src/invoice.ts',
    'src/invoice.ts',
    'invoice.ts',
  ])
  q.questions.at(-1).expect = { contains: ['invoice.ts'] }
  q.refuse('What is the password of the ftp server?', 'no ftp')
  return { files, questions: q.questions }
}

export function warehouse() {
  const d = draws('warehouse-third')
  const stock = Array.from({ length: 90 }, (_, i) => ({
    sku: `SKU-${pad(i + 1, 4)}`,
    name: `${d.pick(['Blue', 'Red', 'Steel', 'Oak'])} ${d.pick(['chair', 'lamp', 'table', 'shelf'])} ${i}`,
    category: d.pick(['seating', 'lighting', 'storage']),
    weight: round(d.next() * 40 + 0.5, 1),
    unit: d.chance(0.8) ? 'kg' : 'lb',
    stock: d.int(0, 60),
    reorder: d.int(5, 20),
    price: d.int(20, 400) + 0.99,
    discontinued: d.chance(0.1) ? 1 : 0,
  }))
  const moves = Array.from({ length: 420 }, (_, i) => {
    const kind = d.weighted({ in: 3, out: 6, adjust: 1 })
    return {
      id: i + 1,
      sku: d.chance(0.02) ? `SKU-9${pad(d.int(0, 99), 3)}` : d.pick(stock.slice(0, 80)).sku,
      at: at(2024, 10, 1) + d.int(0, 91) * DAY,
      kind,
      qty: kind === 'out' ? -d.int(1, 12) : kind === 'in' ? d.int(5, 50) : d.int(-3, 3),
      user: d.pick(['jo', 'kat', 'lee']),
    }
  })
  const us = time =>
    `${pad(new Date(time).getUTCMonth() + 1, 2)}/${pad(new Date(time).getUTCDate(), 2)}/${new Date(time).getUTCFullYear()}`
  const files = {
    'warehouse/items.csv': table(
      [
        'sku',
        'Item Name',
        'category',
        'weight',
        'weight_unit',
        'in_stock',
        'reorder_level',
        'list_price',
        'discontinued',
      ],
      stock.map(s => [s.sku, s.name, s.category, s.weight, s.unit, s.stock, s.reorder, s.price, s.discontinued]),
    ),
    'warehouse/movements.csv': table(
      ['movement_id', 'sku', 'moved_on', 'type', 'quantity', 'user'],
      moves.map(m => [m.id, m.sku, us(m.at), m.kind, m.qty, m.user]),
    ),
  }
  const q = asking('warehouse', 'table')
  const item = m => stock.find(s => s.sku === m.sku)
  q.value('filter', 'how many items are below their reorder level?', stock.filter(s => s.stock < s.reorder).length)
  q.value('count', 'How many items are out of stock?', stock.filter(s => s.stock === 0).length)
  q.value('sum', 'total stock value at list price', sum(stock.map(s => s.stock * s.price)))
  q.value('orphan', 'how many movements have an unknown sku?', moves.filter(m => !item(m)).length)
  q.value(
    'orphan',
    'items that were never moved - how many',
    stock.filter(s => !moves.some(m => m.sku === s.sku)).length,
  )
  q.rows(
    'join',
    'number of movements per category',
    counts(
      moves.filter(m => item(m)),
      m => item(m).category,
    ),
  )
  q.questions.at(-1).expect = {
    any: [
      q.questions.at(-1).expect,
      { rows: groups(moves, m => item(m)?.category ?? null).map(([k, l]) => [k, l.length]) },
    ],
  }
  q.value(
    'count',
    'how many discontinued items do we still have in stock?',
    stock.filter(s => s.discontinued && s.stock > 0).length,
  )
  q.value(
    'superlative',
    'who recorded the most movements?',
    most(moves, m => m.user),
  )
  q.value(
    'filter',
    'movements with a negative quantity of type adjust',
    moves.filter(m => m.kind === 'adjust' && m.qty < 0).length,
  )
  q.questions.at(-1).question = 'how many adjust movements have a negative quantity?'
  q.value(
    'superlative',
    'dearest item in the lighting category',
    stock.filter(s => s.category === 'lighting').sort((a, b) => b.price - a.price)[0].name,
  )
  q.rows(
    'dates',
    'in movements per month',
    groups(
      moves.filter(m => m.kind === 'in'),
      m => isoDay(m.at).slice(0, 7),
    ).map(([k, l]) => [k, l.length]),
  )
  q.questions.at(-1).question = 'number of movements of type in per month'
  q.value(
    'mean',
    'average list price of items that are not discontinued',
    mean(stock.filter(s => !s.discontinued).map(s => s.price)),
  )
  q.value('count', 'how many items are measured in lb', stock.filter(s => s.unit === 'lb').length)
  q.value('dates', 'how many movements in December?', moves.filter(m => new Date(m.at).getUTCMonth() === 11).length)
  q.rows(
    'sum',
    'net quantity moved by user',
    groups(moves, m => m.user).map(([k, l]) => [k, sum(l.map(m => m.qty))]),
  )
  q.questions.at(-1).question = 'sum of quantity by user'
  return { files, questions: q.questions }
}
