// Questions for settings, passages, code, files and moments, in the words of people: what answers them, and that a word that nothing
// has is never left out of an answer unsaid.
import { beforeAll, describe, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import type { Asked } from '../../src/question/asked.ts'
import { askedOf, type MadeTable } from './asked.ts'

const quote = (text: string | number | null) =>
  text === null ? 'NULL::VARCHAR' : typeof text === 'number' ? String(text) : `'${text.replaceAll("'", "''")}'`

/** A relation of the kind, with the path of each row as its last column. */
function made(kind: MadeTable['kind'], columns: string, rows: (string | number | null)[][]): MadeTable {
  const sql = `SELECT * FROM (VALUES ${rows.map(row => `(${row.map(quote).join(', ')})`).join(', ')}) AS t(${columns}, path)`
  return { name: kind!, kind: kind!, sql, paths: [...new Set(rows.map(row => String(row.at(-1))))] }
}

const SETTINGS = made('settings', 'key, name, value, kind', [
  ['server.port', 'port', '7400', 'config', 'kiosk/config/base.yaml'],
  ['session.idle_timeout', 'idle_timeout', '15m', 'config', 'kiosk/config/base.yaml'],
  ['session.idle_timeout', 'idle_timeout', '30m', 'config', 'kiosk/config/prod.yaml'],
  ['cache.enabled', 'enabled', 'true', 'config', 'kiosk/config/base.yaml'],
  ['cache.size_mb', 'size_mb', '64', 'config', 'kiosk/config/base.yaml'],
  ['mail.smtp_host', 'smtp_host', 'mailtrap.example', 'config', 'kiosk/config/staging.yaml'],
  ['mail.smtp_host', 'smtp_host', 'smtp.example', 'config', 'kiosk/config/prod.yaml'],
  ['backup.schedule', 'schedule', '30 3 * * 0', 'config', 'kiosk/worker.ini'],
  ['backup.keep', 'keep', '14', 'config', 'kiosk/worker.ini'],
  ['tax.reduced', 'reduced', '7', 'config', 'kiosk/till.ini'],
  ['project.name', 'name', 'label-printer', 'config', 'kiosk/pyproject.toml'],
  ['project.version', 'version', '2.9.1', 'config', 'kiosk/pyproject.toml'],
  ['RECEIPT_RETENTION_DAYS', 'RECEIPT_RETENTION_DAYS', '90', 'env', 'kiosk/.env'],
  ['auth.allowSignup', 'allowSignup', 'false', 'config', 'kiosk/app.json'],
])

const SENTENCES = made('sentences', 'text, heading_path, section_line', [
  ['The yearly fee is 240 euros for adults and 95 euros for students.', 'Membership > Fees', 3, 'club/membership.md'],
  ['Membership can be ended in writing until the end of September.', 'Membership > Leaving', 9, 'club/membership.md'],
  ['Boats are reserved in the online calendar, at most ten days in advance.', 'Boats > Reserving', 3, 'club/boats.md'],
  ['| boat | type | berth |', 'Boats > The fleet', 9, 'club/boats.md'],
  ['| Tern | dinghy | C2 |', 'Boats > The fleet', 9, 'club/boats.md'],
  ['| Osprey | catamaran | B7 |', 'Boats > The fleet', 9, 'club/boats.md'],
  ['Only the Albatross has an engine.', 'Boats > Fuel', 20, 'club/boats.md'],
  ['The card for the pump hangs in locker 9.', 'Boats > Fuel', 20, 'club/boats.md'],
  ['Dogs are allowed on the terrace but not in the restaurant.', 'Club house > Dogs', 3, 'club/house.md'],
  ['The network is called HSC-Guest.', 'Club house > Wireless network', 8, 'club/house.md'],
  ['The defibrillator hangs beside the main door.', 'Club house > Emergencies', 12, 'club/house.md'],
  ['Fixed a crash on empty notes.', 'Changelog > 4.1.0 (2025-03-02)', 3, 'club/CHANGELOG.md'],
  ['Renamed `--out` to `--output`.', 'Changelog > 4.0.0 (2024-12-11)', 7, 'club/CHANGELOG.md'],
])

const SYMBOLS = made('symbols', 'name, kind, scope, exported, signature', [
  ['parseRecipe', 'function', null, 'true', 'function parseRecipe(text)', 'meals/src/recipe.ts'],
  ['RecipeError', 'class', null, 'true', 'class RecipeError', 'meals/src/recipe.ts'],
  ['title', 'field', 'Recipe', 'true', 'title: string', 'meals/src/recipe.ts'],
  ['rating', 'field', 'Recipe', 'true', 'rating: number', 'meals/src/recipe.ts'],
  ['planWeek', 'function', null, 'true', 'function planWeek()', 'meals/src/planner.ts'],
  ['pickSeven', 'function', null, 'true', 'function pickSeven()', 'meals/src/planner.ts'],
])
const USES = made('uses', 'name, kind, scope', [
  ['parseRecipe', 'call', 'load', 'meals/src/store.ts'],
  ['RecipeError', 'call', 'parseRecipe', 'meals/src/recipe.ts'],
  ['RecipeError', 'reference', 'onError', 'meals/src/main.ts'],
])
const IMPORTS = made('imports', 'name, alias, module', [
  ['parseRecipe', null, './recipe.js', 'meals/src/store.ts'],
  ['planWeek', null, './planner.js', 'meals/src/main.ts'],
])

const FILES = `SELECT * FROM (VALUES
  ('base.yaml', 'kiosk/config', 'config', NULL, 355, 19), ('prod.yaml', 'kiosk/config', 'config', NULL, 119, 10),
  ('boats.md', 'club', 'prose', NULL, 694, 25), ('house.md', 'club', 'prose', NULL, 403, 18),
  ('recipe.ts', 'meals/src', 'source_code', 'typescript', 383, 19), ('recipe.test.ts', 'meals/tests', 'source_code', 'typescript', 210, 8)
) AS t(name, directory, type, language, bytes, lines)`

const LOG = `SELECT TIMESTAMP '2025-02-03 01:00:00' + to_seconds(s) AS time, level, lower(level) AS severity, message, message AS template, message AS template_id FROM (VALUES
  (0, 'INFO', 'import started source=harvest.zip'), (360, 'WARN', 'disk usage at 81 percent'), (660, 'ERROR', 'cannot parse date in field_d.csv'),
  (1275, 'ERROR', 'no space left on device'), (1276, 'INFO', 'import paused'), (2880, 'INFO', 'operator freed 40 GB'), (2910, 'INFO', 'import resumed'),
  (3780, 'INFO', 'import finished rows=66330'), (4000, 'INFO', 'bow door opened'), (4600, 'INFO', 'bow door closed')
) AS t(s, level, message)`

let kiosk: Asked
let club: Asked
let code: Asked
let files: Asked
let log: Asked
beforeAll(async () => {
  kiosk = await askedOf(SETTINGS)
  club = await askedOf(SENTENCES)
  code = await askedOf(SYMBOLS, USES, IMPORTS)
  files = await askedOf({ name: 'files', kind: 'files', sql: FILES, path: '.' })
  log = await askedOf({ name: 'entries', kind: 'entries', sql: LOG, path: 'harvest/importer.log' })
})

type Case = readonly [question: string, told: string]

const ASKED: readonly (readonly [what: string, of: () => Asked, cases: readonly Case[]])[] = [
  [
    'settings',
    () => kiosk,
    [
      ["what's the idle timeout in production?", '30m'],
      ['which smtp server do we use on staging', 'mailtrap.example'],
      ['how big is the cache?', '64'],
      ['when does the backup run?', '30 3 * * 0'],
      ['how many backups are kept', '14'],
      ["what's the reduced tax rate?", '7'],
      ['how long are receipts kept?', '90'],
      ['which version of the label printer is this', '2.9.1'],
      ['can people sign up?', 'false'],
      ['where do we set 7400?', '7400'],
    ],
  ],
  [
    'passages',
    () => club,
    [
      ['how much is the membership for students?', '95 euros'],
      ['How do I cancel my membership?', 'ended in writing'],
      ['how far ahead can I book a boat', 'ten days'],
      ['which berth does the Osprey have?', 'berth: B7'],
      ['can I bring my dog?', 'terrace'],
      ["what's the wifi called?", 'HSC-Guest'],
      ['where is the defibrillator?', 'main door'],
      ['show me the section about fuel', 'locker 9'],
      ['when was 4.1.0 released?', '2025-03-02'],
      ['what was --out renamed to?', '--output'],
    ],
  ],
  [
    'code',
    () => code,
    [
      ['where is parseRecipe defined?', 'recipe.ts:2'],
      ['in which file is the class RecipeError', 'recipe.ts:3'],
      ['find callers of parseRecipe()', 'store.ts:2'],
      ['where do we handle RecipeError?', 'main.ts:4'],
      ['who raises RecipeError', 'recipe.ts:3'],
      ['which files import recipe.ts', 'store.ts:2'],
      ['what does planner.ts export?', 'planWeek'],
      ['list the fields of Recipe', 'title; rating'],
      ['where do we parse a recipe?', 'parseRecipe'],
      ['which file has the most functions?', 'planner.ts (2)'],
    ],
  ],
  [
    'files',
    () => files,
    [
      ['how many yaml files are there', '2'],
      ['how many test files are there?', '1'],
      ['which document is the longest', 'boats.md'],
      ['which file has the most lines', 'boats.md'],
      ['how many files are in src', '1'],
      ['which source file is the largest?', 'recipe.ts'],
    ],
  ],
  [
    'moments',
    () => log,
    [
      ['when did the import finish?', '02:03:00'],
      ['how long was the import paused', '27 min'],
      ['how long did the import take?', '1 h 3 min'],
      ['how long was the bow door open?', '10 min'],
      ['how long between the pause and the resume of the import', '27 min'],
      ['what did the operator do?', '40 GB'],
      ['which file could not be parsed?', 'field_d.csv'],
      ['first warning', '01:06:00'],
      ['last error before the import was paused', 'no space left'],
      ['what happened right before the import was paused?', 'no space left'],
    ],
  ],
]

describe.each(ASKED)('%s', (_, of, cases) => {
  it.each(cases)('%s', async (question, expected) => {
    const { status, text } = await answerQuestion(question, of())
    expect({ status, told: text.includes(expected) ? expected : text }).toEqual({ status: 'answered', told: expected })
  })

  it.each(cases)('%s, with a word that nothing has', async question => {
    const { status } = await answerQuestion(`${question.replace(/[?]$/, '')} zeppelin?`, of())
    expect(status).not.toBe('answered')
  })
})

describe('an honest no', () => {
  it.each<[string, () => Asked]>([
    ['what is the session encryption key?', () => kiosk],
    ['how many CPUs does the worker get', () => kiosk],
    ['how much does the summer regatta cost?', () => club],
    ['who wrote the handbook', () => club],
    ['where is deleteRecipe defined', () => code],
    ['when was the database vacuumed?', () => log],
  ])('%s', async (question, of) => {
    expect((await answerQuestion(question, of())).status).toBe('unanswered')
  })

  it('tells the nearest passage as such, and what it misses', async () => {
    const { status, unused, text } = await answerQuestion('yearly fee for adults and pensioners', club)
    expect({ status, unused }).toEqual({ status: 'partial', unused: ['pensioners'] })
    expect(text).toContain('240 euros')
  })
})
