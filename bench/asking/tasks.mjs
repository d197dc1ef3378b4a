// Five questions over files of our own making, with what is true: for `shoal ask`, `shoal analyze --model`, an agent over MCP, and
// whoever simply reads everything. The truth is written beside the directory that is asked, never into it.
//
//   node bench/asking/tasks.mjs FOLDER
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: node bench/asking/tasks.mjs FOLDER')
  process.exit(2)
}

let state = 20_260_312
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const below = n => Math.floor(random() * n)
const pick = list => list[below(list.length)]

function write(task, name, text) {
  const path = join(folder, task, 'data', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function ask(task, question, truth) {
  mkdirSync(join(folder, task), { recursive: true })
  writeFileSync(join(folder, task, 'question.txt'), `${question}\n`)
  writeFileSync(join(folder, task, 'truth.json'), `${JSON.stringify(truth, null, 2)}\n`)
}

/** Names were kept for a day instead of half a minute; then the database moved. What is loudest is the gateway's timeouts. */
function incident() {
  const clock = second => new Date(Date.UTC(2026, 2, 12, 11, 0, second)).toISOString()
  const moved = 3 * 3600 + 120
  const restarted = 4 * 3600 + 37 * 60
  const [gateway, billing, worker] = [[], [], []]
  let failed = 0
  for (let second = 0; second < 6 * 3600; second += 4) {
    const id = 40_000 + second
    const isDown = second >= moved && second < restarted
    if (random() < 0.55)
      gateway.push(`${clock(second)} INFO  gw-${1 + below(3)} GET /catalogue/${below(900)} 200 ${5 + below(40)}ms`)
    if (random() < 0.35) worker.push(`${clock(second)} INFO  worker mail ${id} sent to queue ${pick(['fast', 'slow'])}`)
    if (random() < 0.02)
      worker.push(`${clock(second)} WARN  worker mailbox of customer ${below(5000)} is full, tried again later`)
    if (random() > 0.6) continue
    if (isDown) {
      failed++
      billing.push(`${clock(second)} ERROR billing payment ${id} failed: connect ECONNREFUSED 10.4.1.17:5432`)
      gateway.push(
        `${clock(second + 3)} ERROR gw-${1 + below(3)} POST /pay 504 upstream billing timed out after 3000ms`,
      )
      if (random() < 0.5) gateway.push(`${clock(second + 3)} ERROR gw-${1 + below(3)} circuit for billing is open`)
    } else {
      billing.push(`${clock(second)} INFO  billing payment ${id} taken, ${below(9000)} cents`)
      gateway.push(`${clock(second)} INFO  gw-${1 + below(3)} POST /pay 200 ${20 + below(60)}ms`)
    }
    if (second >= moved && random() < 0.02) worker.push(`${clock(second)} INFO  worker resolved ledger-db to 10.4.2.30`)
  }
  billing.push(`${clock(restarted)} INFO  billing starting 4.8.1, names are kept for 86400s`)
  billing.push(`${clock(restarted + 1)} INFO  billing resolved ledger-db to 10.4.2.30`)
  billing.push(`${clock(0)} INFO  billing resolved ledger-db to 10.4.1.17`)
  for (const [name, lines] of Object.entries({ gateway, billing, worker }))
    write('incident', `logs/${name}.log`, `${lines.sort().join('\n')}\n`)
  const settings = ttl =>
    `billing:\n  version: 4.8.1\n  retries: 2\n  dns:\n    cache_ttl_seconds: ${ttl}\n    servers: [10.0.0.2]\ngateway:\n  upstream_timeout_ms: 3000\n  circuit:\n    failures: 20\n`
  write('incident', 'config/2026-03-01.yaml', settings(30))
  write('incident', 'config/2026-03-10.yaml', settings(86_400))
  write(
    'incident',
    'changes.jsonl',
    [
      { at: '2026-03-10T09:12:00Z', who: 'mira', what: 'config 2026-03-10 rolled out to billing' },
      { at: '2026-03-11T16:40:00Z', who: 'tom', what: 'gateway image rebuilt, no change of code' },
      { at: '2026-03-12T12:30:00Z', who: 'ada', what: 'mail templates for spring' },
      { at: clock(moved), who: 'ada', what: 'ledger-db moved to host 10.4.2.30; old host switched off' },
      { at: clock(restarted), who: 'tom', what: 'billing restarted by hand' },
    ]
      .map(one => JSON.stringify(one))
      .join('\n'),
  )
  ask('incident', 'Why did payments fail on 12 March, from when to when, and how many payments failed?', {
    cause:
      'ledger-db moved to 10.4.2.30 at 14:02; billing kept the old address 10.4.1.17 because cache_ttl_seconds had been raised from 30 to 86400 on 10 March',
    from: clock(moved),
    until: clock(restarted),
    failed,
  })
}

/** Only a reader can tell who wants money back: the word is hardly ever used. */
function tickets() {
  const products = ['kettle', 'lamp', 'heater', 'blender']
  const wants = [
    'Please put the amount back on my card, I no longer want the {p}.',
    'I sent the {p} back two weeks ago and still have not seen my money.',
    'The {p} broke on day one. I do not want another one, I want what I paid.',
    'You charged me twice for the {p}; return the second payment.',
    'I would like to be reimbursed for the {p} that never came.',
  ]
  const others = [
    'The {p} hums a little. Is that normal?',
    'Where can I get a spare part for my {p}?',
    'I paid with a card for the {p}; can I have an invoice with my VAT number?',
    'Great {p}, worth the money! Could you send the manual again?',
    'My {p} came with the wrong plug. Please send the right one.',
    'Can I change the address for the {p} that I ordered yesterday?',
    'The refund page of your site has a typing error below the picture of the {p}.',
    'How long is the warranty of the {p}?',
  ]
  const weight = { kettle: 0.2, lamp: 0.15, heater: 0.45, blender: 0.25 }
  const count = Object.fromEntries(products.map(product => [product, 0]))
  const rows = Array.from({ length: 420 }, (_, k) => {
    const product = pick(products)
    const isWanted = random() < weight[product]
    if (isWanted) count[product]++
    const text = pick(isWanted ? wants : others).replaceAll('{p}', product)
    const end = pick(['', ' Thanks.', ' Regards, a customer.', ` My order is ${10_000 + below(90_000)}.`])
    return `${k + 1},2026-02-${String(1 + below(28)).padStart(2, '0')},${product},"${text}${end}"`
  })
  write('tickets', 'tickets.csv', `id,day,product,text\n${rows.join('\n')}\n`)
  ask('tickets', 'How many tickets ask for money back, and for which product are there most of them?', {
    asked: Object.values(count).reduce((sum, n) => sum + n, 0),
    by_product: count,
  })
}

/** Two sentences in long rules, in other words: what is kept for how long. */
function rules() {
  const subjects = ['Access to rooms', 'Visitors', 'Travel', 'Purchases', 'Devices', 'Meetings', 'Training', 'Archives']
  const said = [
    'Requests are made in writing and answered within {n} working days.',
    'The head of the department decides where two rules collide.',
    'A register is kept by the office and checked once in {n} months.',
    'Exceptions are granted for {n} weeks at most and end by themselves.',
    'Whoever leaves hands over what was given to them on the last day.',
    'Costs above {n}00 euros need two signatures.',
  ]
  const paragraph = () => Array.from({ length: 5 }, () => pick(said).replace('{n}', String(2 + below(9)))).join(' ')
  const document = (title, extra) => {
    const parts = subjects.flatMap((subject, k) => [
      `## ${k + 1}. ${subject}`,
      ...Array.from({ length: 9 }, paragraph),
      ...(extra[subject] ? [extra[subject]] : []),
    ])
    return `# ${title}\n\n${parts.join('\n\n')}\n`
  }
  const texts = {
    'handbook.md': document('Handbook', {
      Archives: 'Nightly copies of the customer files are deleted after 30 days.',
    }),
    'security.md': document('Security rules', { Devices: 'Lost devices are reported on the same day.' }),
    'contract-annex.md': document('Annex to customer contracts', {
      Archives: 'The provider keeps every daily backup of customer data for no less than ninety days.',
    }),
    'office.md': document('Office rules', { Archives: 'Paper files of closed cases are kept for ten years.' }),
    'operations.md': document('Operations manual', { Devices: 'Copies are written to tape each night at two.' }),
  }
  for (const [name, text] of Object.entries(texts)) write('rules', name, text)
  ask('rules', 'Do any of these documents contradict each other on how long backups of customer data are kept?', {
    contradiction: 'handbook.md: deleted after 30 days; contract-annex.md: kept for no less than ninety days',
  })
}

/** Real code: the team runtime of this project. */
function code() {
  cpSync(fileURLToPath(new URL('../../packages/team/src', import.meta.url)), join(folder, 'code', 'data', 'team'), {
    recursive: true,
  })
  cpSync(
    fileURLToPath(new URL('../../packages/base/src/model', import.meta.url)),
    join(folder, 'code', 'data', 'model'),
    {
      recursive: true,
    },
  )
  ask(
    'code',
    'What becomes of a task whose worker dies again and again, after how many times, and where is that decided?',
    {
      truth: 'after 20 losses the task fails with a reason that says it kills its workers; LOSS_LIMIT in model/task.ts',
    },
  )
}

/** Three files and a join: exact or wrong. */
function join3() {
  const regions = ['North', 'South', 'East', 'West']
  const reasons = ['damaged', 'late', 'wrong item', 'changed mind']
  const customers = Array.from({ length: 700 }, (_, k) => ({ customer: `C${1000 + k}`, region: pick(regions) }))
  const orders = Array.from({ length: 9_000 }, (_, k) => ({
    order: `O${50_000 + k}`,
    customer: pick(customers).customer,
    cents: 500 + below(20_000),
  }))
  const regionOf = Object.fromEntries(customers.map(one => [one.customer, one.region]))
  const lost = Object.fromEntries(regions.map(region => [region, 0]))
  const refunds = orders
    .filter(() => random() < 0.2)
    .map(({ order, customer, cents }) => {
      const month = 1 + below(3)
      const one = {
        order,
        day: `2026-0${month}-${String(1 + below(28)).padStart(2, '0')}`,
        reason: pick(reasons),
        cents: Math.round(cents * pick([1, 1, 0.5])),
      }
      if (month === 2 && one.reason === 'damaged') lost[regionOf[customer]] += one.cents
      return one
    })
  write('join', 'customers.json', JSON.stringify(customers, null, 1))
  write('join', 'orders.csv', `order,customer,cents\n${orders.map(one => Object.values(one).join(',')).join('\n')}\n`)
  write('join', 'refunds.jsonl', `${refunds.map(one => JSON.stringify(one)).join('\n')}\n`)
  ask(
    'join',
    'Which region lost the most money to refunds for damaged goods in February, and how much was it in cents?',
    {
      lost,
    },
  )
}

for (const make of [incident, tickets, rules, code, join3]) make()
