// Three questions whose truth the reader cannot know: cause, names, times and figures are drawn from a seed, also of the clock. For answers
// by hand (bench/by-hand.mjs): the truth stands beside each directory, and is opened when the answer is given.
//
//   node bench/asking/drawn.mjs FOLDER [SEED]
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const [folder, seed = String(Date.now() % 1e9)] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: node bench/asking/drawn.mjs FOLDER [SEED]')
  process.exit(2)
}

let state = Number(seed) >>> 0
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
  writeFileSync(join(folder, task, 'question.txt'), `${question}\n`)
  writeFileSync(join(folder, task, 'truth.json'), `${JSON.stringify({ seed, ...truth }, null, 2)}\n`)
}

const CAUSES = {
  certificate: 'the certificate of the vault ran out, and the job that renews it had been switched off days before',
  lock: 'a nightly compaction was moved into the day and held the write lock of the index',
  quota: 'a new importer used up the quota of the geocoder that parcels are looked up with',
  clock: 'a host lost its time server after a firewall rule, its clock drifted and tokens were refused as expired',
}

/** Parcels are not labelled for a while. What is loudest is the same whatever the cause. */
function outage() {
  const cause = pick(Object.keys(CAUSES))
  const day = `2026-0${4 + below(3)}-1${below(9)}`
  const at = minutes => new Date(Date.parse(`${day}T05:00:00Z`) + minutes * 60_000).toISOString().replace('.000Z', 'Z')
  const from = 190 + below(120)
  const until = from + 35 + below(70)
  const host = `lab-${1 + below(4)}`
  const [labels, router, jobs, system] = [[], [], [], []]
  let failed = 0
  const said = {
    certificate: id => `parcel ${id} not labelled: vault said x509: certificate is not valid`,
    lock: id => `parcel ${id} not labelled: index is locked for writing, gave up after 20 s`,
    quota: id => `parcel ${id} not labelled: address lookup answered 429`,
    clock: id => `parcel ${id} not labelled: token refused, issued in the future`,
  }[cause]
  for (let second = 0; second < 9 * 3600; second += 5) {
    const minute = second / 60
    const id = 300_000 + second
    const node = cause === 'clock' ? `lab-${1 + below(4)}` : pick(['lab-1', 'lab-2', 'lab-3', 'lab-4'])
    const isDown = minute >= from && minute < until && (cause !== 'clock' || node === host)
    if (random() < 0.5) router.push(`${at(minute)} INFO  router belt ${1 + below(6)} moved parcel ${id - below(400)}`)
    if (random() < 0.04) router.push(`${at(minute)} WARN  router belt ${1 + below(6)} jammed, cleared by hand`)
    if (random() > 0.55) continue
    if (isDown) {
      failed++
      labels.push(`${at(minute)} ERROR ${node} ${said(id)}`)
      router.push(`${at(minute)} ERROR router parcel ${id} has no label, sent to lane 9: timeout waiting for printer`)
    } else labels.push(`${at(minute)} INFO  ${node} parcel ${id} labelled in ${20 + below(90)} ms`)
  }
  for (let minute = 0; minute < 540; minute += 15)
    jobs.push(`${at(minute)} INFO  jobs heartbeat, ${3 + below(9)} jobs waiting`)
  for (let minute = 0; minute < 540; minute += 10) {
    for (const node of ['lab-1', 'lab-2', 'lab-3', 'lab-4']) {
      const drift = cause === 'clock' && node === host && minute > 40 ? (minute - 40) * 3 : below(4)
      system.push(`${at(minute)} INFO  ${node} clock offset ${drift} ms, disk ${40 + below(3)}%`)
    }
  }
  const line = (list, minute, text) => list.push(`${at(minute)} ${text}`)
  const changes = [{ at: at(25), who: 'ines', what: 'new font on return labels' }]
  const settings = { renew: 'true', compaction: '02:30', importer: 'off', ntp: 'time.inside' }
  const before = { ...settings }
  if (cause === 'certificate') {
    settings.renew = 'false'
    line(jobs, 0.3, 'WARN  jobs renew-certificates is switched off, skipped')
    line(system, from - 0.2, 'WARN  vault certificate of vault.inside has run out')
    line(jobs, until - 0.5, 'INFO  jobs renew-certificates started by hand, done')
  } else if (cause === 'lock') {
    settings.compaction = at(from).slice(11, 16)
    line(jobs, from - 0.1, 'INFO  jobs compaction of index started')
    line(jobs, until - 0.1, 'INFO  jobs compaction of index done')
  } else if (cause === 'quota') {
    settings.importer = 'on'
    for (let minute = from - 60; minute < from; minute += 4)
      line(jobs, minute, `INFO  jobs importer looked up ${900 + below(200)} addresses`)
    line(system, from - 0.2, 'WARN  geocoder quota of the hour is used up')
    line(jobs, until - 0.5, 'INFO  jobs importer stopped by hand')
  } else {
    changes.push({ at: at(38), who: 'owen', what: `firewall rule 31: no UDP 123 out of ${host}` })
    line(system, 41, `WARN  ${host} time server time.inside does not answer`)
    line(system, until - 0.5, `INFO  ${host} time server time.inside answers again`)
    changes.push({ at: at(until - 1), who: 'owen', what: 'firewall rule 31 taken back' })
  }
  changes.push({ at: at(60), who: 'petra', what: 'belt 3 got a new motor' })
  for (const [name, lines] of Object.entries({ labels, router, jobs, system }))
    write('outage', `logs/${name}.log`, `${lines.sort().join('\n')}\n`)
  const yaml = of =>
    `jobs:\n  renew_certificates: ${of.renew}\n  compaction_at: "${of.compaction}"\n  importer: ${of.importer}\nlabels:\n  ntp: ${of.ntp}\n  printers: 12\n`
  write('outage', 'settings/1.yaml', yaml(before))
  write('outage', 'settings/2.yaml', yaml(settings))
  write('outage', 'changes.jsonl', `${changes.map(one => JSON.stringify(one)).join('\n')}\n`)
  ask('outage', `Why were parcels not labelled on ${day}, from when to when, and how many were not?`, {
    cause: CAUSES[cause],
    host: cause === 'clock' ? host : undefined,
    first: labels
      .sort()
      .find(one => one.includes('not labelled'))
      .slice(0, 20),
    last: labels.findLast(one => one.includes('not labelled')).slice(0, 20),
    failed,
  })
}

/** Who gave notice can only be told by reading. */
function letters() {
  const clubs = ['rowing', 'chess', 'choir', 'climbing', 'theatre']
  const leave = [
    'I shall not be coming any more after the summer, please take me off the list.',
    'My knee will not allow it any longer. This was my last season with you.',
    'We are moving to another town in June, so somebody else can have my place.',
    'Kindly stop the payments from next month on; I have found something else.',
    'It was a good time, but I want my evenings back. Goodbye to you all.',
  ]
  const stay = [
    'I cannot come next week, my daughter has an exam. See you after that.',
    'Please take my old address off the list, the new one is below.',
    'The payment was taken twice this month. Please stop one of them.',
    'Is there a place for my brother in the beginners group?',
    'I leave the keys with the porter on Friday.',
    'My last lesson was not written down, could you add it?',
    'We say goodbye to our trainer on Sunday, bring cake.',
    'I thought about giving up, but the new group is splendid.',
  ]
  const weight = Object.fromEntries(clubs.map(club => [club, 0.1 + random() * 0.35]))
  const left = Object.fromEntries(clubs.map(club => [club, 0]))
  const rows = Array.from({ length: 240 + below(60) }, (_, k) => {
    const club = pick(clubs)
    const isLeaving = random() < weight[club]
    if (isLeaving) left[club]++
    return `${k + 1},${club},"${pick(isLeaving ? leave : stay)}${pick(['', ' Thank you.', ' Best wishes.'])}"`
  })
  write('letters', 'letters.csv', `id,club,text\n${rows.join('\n')}\n`)
  ask('letters', 'How many members give up their membership in these letters, and which club loses the fewest?', {
    all: Object.values(left).reduce((sum, n) => sum + n, 0),
    left,
  })
}

const RULES = [
  [
    'who pays for repairs of the boats',
    ['The club bears what it costs to mend boats.', 'Whoever took a boat out last has it mended at their own expense.'],
  ],
  [
    'how long a place is held for a member who pauses',
    ['A place is held for half a year.', 'Members who pause lose their place after three months.'],
  ],
  ['who may lend out keys', ['Keys are lent by the porter alone.', 'Any trainer may lend a key to a member.']],
  ['when fees are due', ['Fees are due on the first of the month.', 'The fee is to be paid by the tenth.']],
  ['whether guests may train', ['Guests train twice without paying.', 'Only members may take part in training.']],
]

/** Two to three pairs of sentences that cannot both hold; the other subjects are told once, or twice in agreement. */
function statutes() {
  const filler = [
    'The board meets every {n} weeks.',
    'Minutes are kept for {n} years and may be read in the office.',
    'Lockers are cleared at the end of the season.',
    'The hall closes at {n} in the evening on Sundays.',
    'Shoes with dark soles are not worn on the floor of the hall.',
    'Each group names a speaker for one year.',
    'Accidents are told to the office on the same day.',
  ]
  const texts = { 'statutes.md': [], 'house-rules.md': [], 'letter-to-members.md': [] }
  const names = Object.keys(texts)
  for (const name of names)
    for (let k = 0; k < 60; k++) texts[name].push(pick(filler).replace('{n}', String(2 + below(8))))
  const count = 2 + below(2)
  const shuffled = [...RULES].sort(() => random() - 0.5)
  const truth = []
  shuffled.forEach(([subject, [one, other]], k) => {
    const start = below(3)
    const [a, b] = [names[start], names[(start + 1 + below(2)) % 3]]
    const isAgainst = k < count
    texts[a].splice(below(texts[a].length), 0, one)
    texts[b].splice(below(texts[b].length), 0, isAgainst ? other : one)
    if (isAgainst) truth.push({ subject, [a]: one, [b]: other })
  })
  for (const [name, lines] of Object.entries(texts))
    write('statutes', name, `# ${name.slice(0, -3)}\n\n${lines.join('\n\n')}\n`)
  ask(
    'statutes',
    'Do these documents contradict each other on keys, repairs, pauses, guests or fees? Name each contradiction.',
    { truth },
  )
}

for (const make of [outage, letters, statutes]) make()
