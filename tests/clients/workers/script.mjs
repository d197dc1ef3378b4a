// What the scripted model behind the coding agents does on each task of examples/agents: which files it reads and writes with the agent's
// own tools, and what it says in the end. It knows only what stands in its prompt, and where the examples are.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const json = value => `Here it is.\n\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\``

const ROMAN_TEST = `import assert from 'node:assert'
import test from 'node:test'
import { roman } from './roman.mjs'
test('four', () => assert.equal(roman(4), 'IV'))
`
const ROMAN = "export const roman = n => ['', 'I', 'II', 'III', 'IV', 'V'][n]\n"

/** Its turns, one after the other; a tool is used before the next. Null for a request that is about no task. */
export function turnsFor(prompt, examples) {
  const task = /^# Task ([^:\n]+): (.*)$/m.exec(prompt)
  if (task === null) return null
  const [, id, subject] = task
  const shared = /^\$SHOAL_RUN_DIR, .* is (.*)\.$/m.exec(prompt)?.[1]
  const place = /^You work in (.*)\. Change files nowhere else\.$/m.exec(prompt)?.[1]
  const isRepair = prompt.includes('# Your last answer, which cannot be taken')
  if (prompt.includes('Make a plan for this task')) {
    // Is not let: the agent has no tool for it.
    const forbidden = { write: { path: join(examples, 'patterns/plan-approval/settings.ini'), content: 'spoiled' } }
    return [forbidden, { text: '1. Read version 1. 2. Write version 2 beside it.' }]
  }
  if (prompt.includes('"approve"')) return [{ text: json({ approve: true }) }]
  if (prompt.includes('"suggested_queries"')) return [{ text: readerSays(prompt) }]
  if (prompt.includes('"connections"')) return [{ text: synthesizerSays(prompt) }]
  if (place !== undefined) return renames(id, place, examples)
  if (subject.startsWith('Look for'))
    return [{ read: join(examples, 'patterns/specialists/shop.js') }, { text: `Line 5: seen for ${id}.` }]
  if (subject.startsWith('Write tests'))
    return [{ write: { path: join(shared, 'roman.test.mjs'), content: ROMAN_TEST } }, { text: 'Written.' }]
  if (subject.startsWith('Write the function'))
    return [{ write: { path: join(shared, 'roman.mjs'), content: ROMAN } }, { text: 'Written.' }]
  if (subject.startsWith('Write version 2'))
    return [{ write: { path: join(shared, 'settings.ini'), content: 'version = 2\n' } }, { text: 'Written.' }]
  if (subject.startsWith('Find every use'))
    return [
      { read: join(examples, 'patterns/research/project/dates.mjs') },
      { text: json({ uses: [{ file: 'dates.mjs', line: 1 }] }) },
    ]
  if (subject.startsWith('Write a patch'))
    return [{ write: { path: join(shared, 'retire.patch'), content: '--- a\n' } }, { text: 'Written.' }]
  if (prompt.includes('"shows"')) {
    // One answers in prose first, and is asked once more.
    if (id.startsWith('02') && !isRepair) return [{ text: 'It shows a plan.' }]
    return [{ read: join(examples, id) }, { text: json({ file: id, shows: 'an example' }) }]
  }
  return [{ text: `Done: ${subject}` }]
}

function renames(id, place, examples) {
  const name = id.replace('src/', '')
  const before = readFileSync(join(examples, 'patterns/refactoring/project/src', name), 'utf8')
  const path = join(place, 'src', name)
  return [
    { read: path },
    { write: { path, content: before.replaceAll('calcTotal', 'totalPrice') } },
    { text: 'Renamed.' },
  ]
}

/** A line of every file; of the first it quotes what is not there, until it is told. */
function readerSays(prompt) {
  const isCorrection = prompt.includes('You have reported on this before')
  const parts = prompt.split('----- begin of content').slice(1)
  const reports = parts.map(part => {
    const [, line, evidence] = /^ *(\d+)\| ?(\S.*)$/m.exec(part)
    const summary = `It holds ${/[A-Za-z_]{4,}/.exec(evidence)[0]}`
    const quote = isCorrection ? evidence : `${evidence} and what nobody wrote`
    return {
      findings: [
        {
          type: 'pattern',
          nature: 'fact',
          summary,
          evidence: quote,
          line: Number(line),
          severity: 'low',
          confidence: 'high',
        },
      ],
    }
  })
  return json({ reports })
}

function synthesizerSays(prompt) {
  const [, id] = /"id": "([^"]+)"/.exec(prompt)
  return json({ summary: [{ text: 'There is something to see here.', findings: [id] }] })
}
