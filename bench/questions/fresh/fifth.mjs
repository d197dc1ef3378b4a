// The fifth questions: a mountain rescue, written when the reader was done and asked once; none of them was built against.
// node bench/questions/fresh/fifth.mjs writes held/fifth-rescue.json.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { draws, isoDay, isoSecond, table } from '../data/random.mjs'
import { groups, mean, median, quantile, sum } from './asking.mjs'

const BASES = ['Alm', 'Grat', 'Kessel']
const CAUSES = ['fall', 'avalanche', 'exhaustion', 'lost way']
const NAMES = 'Aude,Birk,Carla,Dario,Edda,Fin,Greta,Hugo,Ines,Jost,Kaja,Levi'.split(',')

function made() {
  const d = draws('rescue-fifth')
  const volunteers = NAMES.map((name, k) => ({
    volunteer_id: `V${k + 1}`,
    name,
    home_base: d.pick(BASES),
    role: d.pick(['medic', 'guide', 'pilot']),
    joined_on: isoDay(Date.UTC(2012 + d.int(0, 11), d.int(0, 11), d.int(1, 28))),
    training_hours: d.int(20, 300),
  }))
  const callouts = Array.from({ length: 140 }, (_, k) => {
    const called = Date.UTC(2024, 0, 1, 6) + k * 62 * 3_600_000 + d.int(0, 60) * 60_000
    return {
      callout_no: `C${1000 + k}`,
      called_at: isoSecond(called),
      base: d.pick(BASES),
      cause: d.pick(CAUSES),
      grade: d.pick(['A', 'B', 'C']),
      rescued: d.int(0, 5),
      climb_m: d.int(50, 1800),
      duration_minutes: d.int(25, 480),
      cost_eur: d.chance(0.1) ? '' : d.int(200, 9000),
      helicopter: d.chance(0.35) ? 'yes' : 'no',
    }
  })
  const turnouts = callouts.flatMap(({ callout_no }) =>
    d
      .shuffle(volunteers)
      .slice(0, d.int(2, 5))
      .map(({ volunteer_id }) => ({ callout_no, volunteer_id, minutes: d.int(20, 400) })),
  )
  const huts = ['Nordhut', 'Steinhut', 'Seehut', 'Windhut'].map((hut, k) => ({
    hut,
    site: { altitude_m: 1500 + d.int(0, 900), valley: k % 2 ? 'Lech' : 'Inn' },
    beds: d.int(10, 60),
    radio: { channel: 3 + k, battery_percent: d.int(10, 100) },
  }))
  const log = Array.from({ length: 240 }, (_, k) => ({
    time: isoSecond(Date.UTC(2024, 5, 3, 5) + k * 97_000),
    what: d.weighted({ check: 6, lost: 2, battery: 2, siren: 1, timeout: 1 }),
    hut: d.pick(huts).hut,
  }))
  return { volunteers, callouts, turnouts, huts, log }
}

const SAID = {
  check: hut => `INFO radio check ok hut=${hut}`,
  lost: hut => `WARN signal lost hut=${hut}`,
  battery: hut => `WARN battery low hut=${hut}`,
  siren: hut => `ERROR siren did not answer hut=${hut}`,
  timeout: hut => `ERROR relay timed out hut=${hut}`,
}
const SETTINGS = `[alarm]\nsiren_seconds = 40\nrepeat = 3\nenabled = true\n\n[radio]\nfrequency_mhz = 173.2\nbackup_channel = 7\n\n[roster]\nmin_team_size = 4\nshift_hours = 12\n`

/** Every file under `fifth/`. */
export function fifthFiles() {
  const { volunteers, callouts, turnouts, huts, log } = made()
  return {
    'fifth/rescue/volunteers.csv': csv(volunteers),
    'fifth/rescue/callouts.csv': csv(callouts),
    'fifth/rescue/turnouts.csv': csv(turnouts),
    'fifth/huts/huts.json': `${JSON.stringify(huts, null, 1)}\n`,
    'fifth/radio/radio.log': `${log.map(({ time, what, hut }) => `${time} ${SAID[what](hut)}`).join('\n')}\n`,
    'fifth/radio/station.toml': SETTINGS,
  }
}

/** The one of which there is most; a tie would be no question. */
function most(list, of) {
  const [first, second] = [...list].sort((a, b) => of(b) - of(a))
  if (of(first) === of(second)) throw new Error(`a tie: ${JSON.stringify([first, second]).slice(0, 200)}`)
  return first
}
const least = (list, of) => most(list, one => -of(one))

const csv = rows =>
  table(
    Object.keys(rows[0]),
    rows.map(row => Object.values(row)),
  )

function questions() {
  const { volunteers, callouts, turnouts, huts, log } = made()
  const sets = { rescue: [], huts: [], radio: [] }
  const q = (set, kind, question, expect) =>
    sets[set].push({
      id: `fifth-${set}-${String(sets[set].length + 1).padStart(2, '0')}`,
      kind,
      type: set === 'rescue' ? 'tables' : set === 'huts' ? 'json' : 'mixed',
      question,
      expect,
    })
  const rows = (list, key, of) => ({ rows: groups(list, key).map(([name, some]) => [name, of(some)]) })
  const best = (list, key, of) => ({ value: most(groups(list, key), ([, some]) => of(some))[0] })
  const few = (list, key, of) => ({ value: least(groups(list, key), ([, some]) => of(some))[0] })
  const size = some => some.length
  const month = ({ called_at }) => Number(called_at.slice(5, 7))
  const paid = callouts.filter(({ cost_eur }) => cost_eur !== '')
  const cost = some => sum(some.filter(one => one.cost_eur !== '').map(one => one.cost_eur))
  const nameOf = id => volunteers.find(one => one.volunteer_id === id).name
  const r = (kind, question, expect) => q('rescue', kind, question, expect)
  r('count', 'how many callouts did we have?', { value: callouts.length })
  r('count', 'how many callouts in March', { value: callouts.filter(one => month(one) === 3).length })
  r('filter', 'how many times was the helicopter used', {
    value: callouts.filter(one => one.helicopter === 'yes').length,
  })
  r('filter', 'callouts with helicopter at Grat: how many?', {
    value: callouts.filter(one => one.helicopter === 'yes' && one.base === 'Grat').length,
  })
  r('sum', 'how many people were rescued in total', { value: sum(callouts.map(one => one.rescued)) })
  r(
    'sum',
    'people rescued per base',
    rows(
      callouts,
      one => one.base,
      some => sum(some.map(one => one.rescued)),
    ),
  )
  r(
    'superlative',
    'which base had the most callouts?',
    best(callouts, one => one.base, size),
  )
  r(
    'superlative',
    'which base had the fewest avalanche callouts',
    few(
      callouts.filter(one => one.cause === 'avalanche'),
      one => one.base,
      size,
    ),
  )
  r('mean', 'how long does a callout take on average', { value: mean(callouts.map(one => one.duration_minutes)) })
  r('mean', 'average duration of avalanche callouts', {
    value: mean(callouts.filter(one => one.cause === 'avalanche').map(one => one.duration_minutes)),
  })
  r('median', 'median cost', { value: median(paid.map(one => one.cost_eur)) })
  r('quantile', '90th percentile of the climb', {
    value: quantile(
      callouts.map(one => one.climb_m),
      0.9,
    ),
  })
  r('sum', 'what did all callouts in the first quarter cost together', {
    value: cost(callouts.filter(one => month(one) <= 3)),
  })
  r('missing', 'for how many callouts do we not know the cost', { value: callouts.length - paid.length })
  r('filter', 'grade a callouts at Alm, how many', {
    value: callouts.filter(one => one.grade === 'A' && one.base === 'Alm').length,
  })
  r('share', 'what share of callouts were falls', {
    value: (100 * callouts.filter(one => one.cause === 'fall').length) / callouts.length,
    percent: true,
  })
  r('filter', 'how many callouts lasted longer than 5 hours?', {
    value: callouts.filter(one => one.duration_minutes > 300).length,
  })
  r('filter', 'callouts where nobody was rescued, how many', {
    value: callouts.filter(one => one.rescued === 0).length,
  })
  r('superlative', 'what was the longest callout', { value: most(callouts, one => one.duration_minutes).callout_no })
  r('top', 'the three most expensive callouts', {
    rows: [...paid]
      .sort((a, b) => b.cost_eur - a.cost_eur)
      .slice(0, 3)
      .map(one => [one.callout_no]),
    ordered: true,
  })
  r(
    'group',
    'total cost by cause',
    rows(callouts, one => one.cause, cost),
  )
  r('two-keys', 'number of callouts by base and grade', {
    rows: groups(callouts, one => `${one.base}|${one.grade}`).map(([key, some]) => [...key.split('|'), some.length]),
  })
  r('dates', 'which month had the most callouts', {
    any: groups(callouts, month)
      .sort((a, b) => b[1].length - a[1].length)
      .slice(0, 1)
      .map(([m]) => ({ value: [`2024-${String(m).padStart(2, '0')}`, Number(m)] })),
  })
  r('dates', 'callouts on weekends', {
    any: [{ value: callouts.filter(one => [0, 6].includes(new Date(one.called_at).getUTCDay())).length }],
  })
  r('negation', 'how many callouts were not from Kessel', {
    value: callouts.filter(one => one.base !== 'Kessel').length,
  })
  r('compare', 'did Alm or Grat have more callouts?', {
    any: [
      best(
        callouts.filter(one => one.base !== 'Kessel'),
        one => one.base,
        size,
      ),
      rows(
        callouts.filter(one => one.base !== 'Kessel'),
        one => one.base,
        size,
      ),
    ],
  })
  r('join', 'which volunteer turned out most often', {
    any: [
      { value: nameOf(best(turnouts, one => one.volunteer_id, size).value) },
      best(turnouts, one => one.volunteer_id, size),
    ],
  })
  r(
    'join',
    'total turnout minutes per role',
    rows(
      turnouts.map(one => ({ ...one, role: volunteers.find(v => v.volunteer_id === one.volunteer_id).role })),
      one => one.role,
      some => sum(some.map(one => one.minutes)),
    ),
  )
  r('join', 'how many turnouts did Greta have', {
    value: turnouts.filter(one => nameOf(one.volunteer_id) === 'Greta').length,
  })
  r('join', 'top 3 volunteers by total minutes', {
    rows: groups(turnouts, one => nameOf(one.volunteer_id))
      .map(([name, some]) => [name, sum(some.map(one => one.minutes))])
      .sort((a, b) => b[1] - a[1])
      .slice(0, 3)
      .map(([name]) => [name]),
    ordered: true,
  })
  r('superlative', 'who joined first', { value: least(volunteers, one => Date.parse(one.joined_on)).name })
  r('count', 'how many medics do we have', { value: volunteers.filter(one => one.role === 'medic').length })
  r('mean', 'average training hours of guides', {
    value: mean(volunteers.filter(one => one.role === 'guide').map(one => one.training_hours)),
  })
  r('filter', 'which volunteers have under 100 hours of training', {
    rows: volunteers.filter(one => one.training_hours < 100).map(one => [one.name]),
  })
  r('filter', 'who joined before 2015?', {
    rows: volunteers.filter(one => one.joined_on < '2015').map(one => [one.name]),
  })
  r('refuse', 'how many callouts involved dogs', { refuse: 'no dogs' })
  r('refuse', 'average age of the volunteers', { refuse: 'no birth dates' })
  r('refuse', 'which weather caused the most callouts', { refuse: 'no weather' })
  r('refuse', 'how many people died', { refuse: 'not told' })
  r('refuse', 'how many callouts were false alarms', { refuse: 'not told' })
  const h = (kind, question, expect) => q('huts', kind, question, expect)
  h('count', 'how many huts are there', { value: huts.length })
  h('superlative', 'which hut is the highest', { value: most(huts, one => one.site.altitude_m).hut })
  h(
    'sum',
    'beds per valley',
    rows(
      huts,
      one => one.site.valley,
      some => sum(some.map(one => one.beds)),
    ),
  )
  h('superlative', 'which hut has the lowest battery', { value: least(huts, one => one.radio.battery_percent).hut })
  h('lookup', 'what channel does Seehut use', { value: huts.find(one => one.hut === 'Seehut').radio.channel })
  h('mean', 'average altitude', { value: mean(huts.map(one => one.site.altitude_m)) })
  h('filter', 'huts in the Inn valley', {
    any: [{ value: 2 }, { rows: huts.filter(one => one.site.valley === 'Inn').map(one => [one.hut]) }],
  })
  h('refuse', 'how much does a bed cost', { refuse: 'no price' })
  const l = (kind, question, expect) => q('radio', kind, question, expect)
  const said = what => log.filter(one => one.what === what)
  const errors = log.filter(({ what }) => what === 'siren' || what === 'timeout')
  l('log-field', 'how many errors', { value: errors.length })
  l('log-field', 'how often was the signal lost', { value: said('lost').length })
  l(
    'log-field',
    'signal losses per hut',
    rows(said('lost'), one => one.hut, size),
  )
  l(
    'log-field',
    'which hut had the most low battery warnings?',
    best(said('battery'), one => one.hut, size),
  )
  l('log-field', 'how many warnings for Windhut', {
    value: log.filter(one => one.hut === 'Windhut' && ['lost', 'battery'].includes(one.what)).length,
  })
  l('log-field', 'when did the relay first time out', { value: said('timeout')[0].time.slice(0, 19) })
  l('settings', 'how long does the siren sound', { contains: ['40'] })
  l('settings', 'what is the backup channel', { contains: ['7'] })
  l('settings', 'how many people must a team have at least', { contains: ['4'] })
  l('settings', 'radio frequency?', { contains: ['173.2'] })
  l('refuse', 'what is the volume of the siren', { refuse: 'not set' })
  l('refuse', 'how many calls were dropped', { refuse: 'not told' })
  return sets
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const here = fileURLToPath(new URL('.', import.meta.url))
  for (const [set, list] of Object.entries(questions()))
    writeFileSync(
      join(here, `../held/fifth-${set}.json`),
      `${JSON.stringify({ data: [`fifth/${set}`], source: 'generated', questions: list }, null, 2)}\n`,
    )
}
