// Questions over files that are no tables, by construction: a log, settings in two files, nested JSON, a document and code of one small
// firm, drawn anew for every seed, and what each question comes to.
import { at, draws, pad } from '../data/random.mjs'

const THINGS = ['pump', 'oven', 'crane', 'lift', 'press']
const HOSTS = ['web', 'db', 'edge', 'cache']
const SERVICES = ['billing', 'checkout', 'search', 'mailer']
const USERS = ['alice', 'bruno', 'carol', 'dmitri', 'esther']
const ROOMS = ['sauna', 'library', 'workshop', 'kitchen', 'garage']

/** Files by name, and questions about them. */
export function folder(seed) {
  const draw = draws(seed)
  const questions = []
  const ask = (kind, expect, ...wordings) => questions.push({ kind, question: draw.pick(wordings), expect })
  const parts = [log(draw, ask), settings(draw, ask), orders(draw, ask), guide(draw, ask), code(draw, ask)]
  return { files: Object.assign({}, ...parts), questions }
}

const count = (list, key) => list.reduce((all, one) => all.set(key(one), (all.get(key(one)) ?? 0) + 1), new Map())

/** The one that has most, where only one has. */
function winner(counts) {
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1])
  return first && first[1] !== second?.[1] ? first[0] : null
}

function log(draw, ask) {
  const [thing, service] = [draw.pick(THINGS), draw.pick(SERVICES)]
  const hosts = draw
    .shuffle(HOSTS)
    .slice(0, 3)
    .map(name => `${name}-${draw.int(1, 9)}`)
  const [old, fresh] = [
    `${draw.int(1, 3)}.${draw.int(0, 9)}.${draw.int(0, 9)}`,
    `4.${draw.int(0, 9)}.${draw.int(0, 9)}`,
  ]
  const entries = []
  let time = at(2025, draw.int(1, 9), draw.int(1, 28), 1)
  const add = (level, message, more = {}) =>
    entries.push({ time: (time += draw.int(20, 300) * 1000), level, message, host: draw.pick(hosts), ...more })
  add('INFO', `starting ${service} ${old}`)
  for (let k = 0; k < 120; k++) {
    const kind = draw.weighted({ done: 6, open: 2, login: 3, slow: 2, disk: 1 })
    const n = draw.int(1, 4)
    if (kind === 'done') add('INFO', `${thing}-${n} finished cycle`, { thing: n, kind })
    if (kind === 'open') add('ERROR', `${thing}-${n} valve stuck`, { thing: n, kind })
    if (kind === 'login') {
      const user = draw.pick(USERS)
      add('INFO', `login user=${user} ip=10.0.0.${draw.int(1, 5)}`, { user, kind })
    }
    if (kind === 'slow') {
      const ms = draw.int(200, 4000)
      add('WARN', `slow query ms=${ms}`, { ms, kind })
    }
    if (kind === 'disk') add('WARN', `disk usage above limit`, { kind })
    if (k === 60) add('INFO', `upgraded ${service} from ${old} to ${fresh}`)
  }
  const isBack = draw.chance(0.5)
  if (isBack) add('WARN', `rolled back ${service} to ${old}`)
  const isDown = draw.chance(0.5)
  add('ERROR', 'mail gateway is down')
  if (!isDown) add('INFO', 'mail gateway is up again')
  const text = entries
    .map(
      ({ time: t, level, host, message }) =>
        `${new Date(t).toISOString().slice(0, 19)}Z ${level} host=${host} ${message}`,
    )
    .join('\n')
  const errors = entries.filter(({ level }) => level === 'ERROR')
  const value = one => ({ value: one })
  ask('count', value(entries.length), 'how many log entries are there?', 'how many entries does the log have?')
  ask(
    'count',
    value(errors.length),
    'how many errors are in the log?',
    'how many errors were logged?',
    'number of errors',
  )
  ask(
    'count',
    value(entries.filter(({ level }) => level === 'WARN').length),
    'how many warnings are there?',
    'how many warnings were logged?',
  )
  const worst = winner(
    count(
      errors.filter(one => one.thing),
      one => `${thing}-${one.thing}`,
    ),
  )
  if (worst)
    ask(
      'said name',
      value(worst),
      `which ${thing} had the most errors?`,
      `which ${thing} has the most errors`,
      `what ${thing} fails most?`,
    )
  const stuck = count(
    errors.filter(one => one.thing),
    one => `${thing}-${one.thing}`,
  )
  ask('said name', { rows: [...stuck] }, `how many times did the valve stick per ${thing}?`, `errors per ${thing}`)
  ask(
    'said name',
    value(entries.filter(one => one.kind === 'done' && one.thing === 2).length),
    `how many cycles did ${thing}-2 finish?`,
    `how often did ${thing}-2 finish a cycle?`,
  )
  const busy = winner(count(entries, one => one.host))
  if (busy) ask('host', value(busy), 'which host has the most entries?', 'which host logged the most?')
  const bad = winner(count(errors, one => one.host))
  if (bad) ask('host', value(bad), 'which host has the most errors?', 'which host logged most errors?')
  ask(
    'host',
    value(hosts.filter(host => entries.some(one => one.host === host)).length),
    'how many hosts are there?',
    'how many different hosts?',
  )
  const logins = entries.filter(one => one.user)
  const often = winner(count(logins, one => one.user))
  if (often)
    ask(
      'user',
      value(often),
      'who logged in most often?',
      'which user logged in the most?',
      'which user has the most logins?',
    )
  ask(
    'user',
    value(new Set(logins.map(one => one.user)).size),
    'how many different users logged in?',
    'how many users logged in?',
  )
  const user = draw.pick(USERS)
  ask(
    'user',
    value(logins.filter(one => one.user === user).length),
    `how many times did ${user} log in?`,
    `how often did ${user} log in?`,
  )
  const slow = entries.flatMap(one => one.ms ?? [])
  if (slow.length > 2) {
    ask('field', value(Math.max(...slow)), 'what was the slowest query in ms?', 'highest ms', 'max ms of slow queries')
    ask(
      'field',
      { value: slow.reduce((sum, ms) => sum + ms, 0) / slow.length },
      'average ms of slow queries',
      'average ms',
    )
    ask(
      'field',
      value(slow.filter(ms => ms > 2000).length),
      'how many slow queries took over 2000 ms?',
      'how many slow queries with ms above 2000?',
    )
  }
  const hour = new Date(draw.pick(errors).time).getUTCHours()
  const said = hour === 0 ? '12am' : hour < 12 ? `${hour}am` : hour === 12 ? '12pm' : `${hour - 12}pm`
  const inHour = errors.filter(({ time: t }) => new Date(t).getUTCHours() === hour)
  ask('clock', value(inHour.length), `how many errors at ${said}?`)
  ask(
    'clock',
    { places: inHour.map(one => ({ path: 'service.log', line: entries.indexOf(one) + 1 })) },
    `errors at ${said}`,
    `list the errors at ${said}`,
    `show errors at ${said}`,
  )
  ask(
    'now',
    value(isBack ? old : fresh),
    'which version is running now?',
    `which version of ${service} is running?`,
    'what is the current version?',
  )
  ask('now', value(isDown), 'is the mail gateway still down?')
  if (isBack) ask('now', { contains: [old] }, `which version was ${service} rolled back to?`, 'what was rolled back?')
  unsure(ask)
  return { 'service.log': `${text}\n` }
}

/** What nothing tells. */
function unsure(ask) {
  ask(
    'unknown',
    { refuse: true },
    'how many customers cancelled?',
    'is the boiler still broken?',
    'how many invoices were logged?',
  )
  ask('unknown', { refuse: true }, 'which printer has the most errors?', 'which forklift failed most?')
}

function settings(draw, ask) {
  const one = { port: draw.int(3000, 9000), pool: draw.int(2, 40), timeout: draw.int(5, 60), retries: draw.int(1, 9) }
  const prod = { port: one.port, pool: draw.int(41, 90), timeout: draw.chance(0.5) ? one.timeout : one.timeout + 7 }
  const yaml = (own, level) =>
    `server:\n  port: ${own.port}\n  timeout_seconds: ${own.timeout}\ndatabase:\n  pool_size: ${own.pool}\nlogging:\n  level: ${level}\n`
  ask(
    'setting',
    { rows: [[one.port], [prod.port]] },
    'which port does the server listen on?',
    'what is the server port?',
  )
  ask(
    'setting',
    { value: prod.pool },
    'what is the pool size in prod?',
    'pool size in prod',
    'how big is the database pool in prod?',
  )
  ask(
    'setting',
    { value: one.retries },
    'how many retries are configured?',
    'what is max_retries?',
    'how many times do we retry?',
  )
  ask('setting', { value: 'debug' }, 'what is the log level in dev?', 'which log level does dev use?')
  const differ = [
    ['database.pool_size'],
    ...(prod.timeout === one.timeout ? [] : [['server.timeout_seconds']]),
    ['logging.level'],
  ]
  ask('setting', { rows: differ }, 'which settings differ between dev.yaml and prod.yaml?')
  ask('unknown', { refuse: true }, 'what is the session lifetime?', 'which smtp server do we use?')
  return {
    'config/dev.yaml': yaml(one, 'debug'),
    'config/prod.yaml': yaml(prod, 'warn'),
    'config/worker.ini': `[queue]\nmax_retries = ${one.retries}\n`,
  }
}

function orders(draw, ask) {
  const cities = ['Graz', 'Turin', 'Ghent', 'Malmo']
  const goods = ['rope', 'anchor', 'sail', 'buoy']
  const all = Array.from({ length: 30 }, (_, k) => ({
    id: `P${100 + k}`,
    buyer: { name: draw.pick(USERS), address: { city: draw.pick(cities) } },
    paid: draw.chance(0.6),
    lines: Array.from({ length: draw.int(1, 4) }, () => ({ item: draw.pick(goods), pieces: draw.int(1, 9) })),
  }))
  const city = draw.pick(cities)
  ask(
    'nested',
    { value: all.filter(({ buyer }) => buyer.address.city === city).length },
    `how many purchases from ${city}?`,
    `how many purchases are from ${city}?`,
  )
  const top = winner(count(all, ({ buyer }) => buyer.address.city))
  if (top)
    ask('nested', { value: top }, 'which city has the most purchases?', 'which city do most purchases come from?')
  ask(
    'nested',
    { value: all.filter(({ paid }) => paid).length },
    'how many purchases are paid?',
    'how many purchases were paid?',
  )
  ask(
    'nested',
    { value: all.filter(({ paid }) => !paid).length },
    'how many purchases are not paid?',
    'how many unpaid purchases are there?',
  )
  const good = draw.pick(goods)
  ask(
    'nested',
    { value: all.filter(({ lines }) => lines.some(({ item }) => item === good)).length },
    `how many purchases contain ${good}?`,
    `how many purchases include ${good}?`,
  )
  const pieces = new Map()
  for (const { item, pieces: n } of all.flatMap(({ lines }) => lines)) pieces.set(item, (pieces.get(item) ?? 0) + n)
  ask('nested', { rows: [...pieces] }, 'total pieces per item', 'how many pieces of each item?')
  ask(
    'nested',
    { value: all.filter(({ lines }) => lines.length > 2).length },
    'how many purchases have more than 2 lines?',
  )
  ask('nested', { value: all.length }, 'how many purchases are there?')
  return { 'purchases.json': `${JSON.stringify({ purchases: all }, null, 1)}\n` }
}

function guide(draw, ask) {
  const [room, other] = draw.shuffle(ROOMS)
  const [open, close] = [draw.int(6, 10), draw.int(18, 22)]
  const [fee, days] = [draw.int(5, 60), draw.int(3, 30)]
  const text = `# House guide\n\n## The ${room}\n\nThe ${room} opens at ${open}:00 and closes at ${close}:00. Children need an adult.\n\n## The ${other}\n\nThe ${other} can be booked for ${fee} euros. Bookings are cancelled free of charge within ${days} days.\n\n## Keys\n\nSpare keys hang in cabinet ${pad(fee, 3)}.\n`
  ask('document', { contains: [`${open}:00`] }, `when does the ${room} open?`, `what time does the ${room} open?`)
  ask(
    'document',
    { contains: [`${fee} euros`] },
    `how much does it cost to book the ${other}?`,
    `what does booking the ${other} cost?`,
  )
  ask(
    'document',
    { contains: [`${days} days`] },
    'how long can I cancel a booking for free?',
    'within how many days can bookings be cancelled?',
  )
  ask(
    'document',
    { contains: [`cabinet ${pad(fee, 3)}`] },
    'where are the spare keys?',
    'where do the spare keys hang?',
  )
  ask('unknown', { refuse: true }, 'can I bring my parrot?', 'is there a swimming pool?')
  return { 'guide.md': text }
}

function code(draw, ask) {
  const [noun, verb] = [draw.pick(['Ticket', 'Parcel', 'Meter', 'Voucher']), draw.pick(['parse', 'render', 'encode'])]
  const name = `${verb}${noun}`
  const text = `export function ${name}(text) {\n  return check${noun}(text.trim())\n}\n\nfunction check${noun}(text) {\n  if (text === '') throw new ${noun}Error('empty')\n  return text\n}\n\nexport class ${noun}Error extends Error {}\n`
  const main = `import { ${name} } from './${noun.toLowerCase()}.js'\n\nexport function run(lines) {\n  return lines.map(line => ${name}(line))\n}\n`
  const path = `src/${noun.toLowerCase()}.js`
  ask('code', { places: [{ path, line: 1 }] }, `where is ${name} defined?`, `where do we define ${name}?`)
  ask('code', { places: [{ path: 'src/main.js', line: 4 }] }, `who calls ${name}?`, `where is ${name} called?`)
  ask('code', { places: [{ path, line: 6 }] }, `where is ${noun}Error thrown?`, `who creates ${noun}Error?`)
  ask('code', { value: 3 }, 'how many functions are there?', 'how many functions does the code have?')
  ask('unknown', { refuse: true }, 'where is deleteEverything defined?', 'who calls launchRocket?')
  return { [path]: text, 'src/main.js': main }
}
