// Texts that would trap one function: it is called by itself, since in an analysis its work would be lost in that of others.

import { CueScanner } from '../../../../build/base/secrets/cues.js'
import { maskSecrets } from '../../../../build/base/secrets/secrets.js'
import { quoteInLines } from '../../../../build/base/text/quote-in-lines.js'
import { lintAgent } from '../../../../build/shoal/config/agents/lint-agent.js'
import { notebook } from '../../../../build/shoal/forms/notebook.js'
import { differences } from '../../../../build/shoal/question/incident/changes.js'
import { readIncident } from '../../../../build/shoal/question/incident/form.js'
import { leftOpen } from '../../../../build/shoal/stages/model-synthesis/left-open.js'
import { figureFaults } from '../../../../build/shoal/stages/reading/check-figures.js'
import { outputWeight } from '../../../../build/shoal/text/entry-shapes.js'
import { secretsBehind } from '../../../../build/shoal/text/gate/quoted-secret.js'
import { findHeader } from '../../../../build/shoal/text/log/header.js'
import { TemplateTally } from '../../../../build/shoal/text/log/tally.js'
import { mineTemplates } from '../../../../build/shoal/text/log/templates.js'
import { briefOf } from '../../../../build/shoal/text/question.js'
import { readTrace } from '../../../../build/shoal/text/stack-trace/read-trace.js'
import { lists, withFile } from './lists.mjs'
import { synthesise } from './synthesis.mjs'

const repeated =
  (units, lead = '') =>
  size =>
    lead + units.repeat(Math.ceil(size / units.length))

function secrets(text) {
  maskSecrets(text)
  const scanner = new CueScanner()
  const bytes = Buffer.from(text)
  for (let at = scanner.next(bytes, 0, bytes.length); at >= 0; at = scanner.next(bytes, at + 1, bytes.length));
}

/** Of one that such lines make, and of common ones. */
const KNOWN = [
  '2026-01-02 03:04:05,678 INFO [worker-1] store.Files: kept 3 of 4',
  'Jan  2 03:04:05 host sshd[123]: closed for user root',
  '10.0.0.1 - - [02/Jan/2026:03:04:05 +0000] "GET / HTTP/1.1" 200 12',
  '{"time":"2026-01-02T03:04:05Z","level":"info","msg":"kept"}',
  'time=2026-01-02T03:04:05Z level=info msg="kept 3"',
]

function header(text) {
  findHeader([text, text, text]).split(text)
  for (const line of KNOWN) findHeader(Array.from({ length: 30 }, () => line)).split(text)
}

function templates(text) {
  const tally = new TemplateTally()
  const lines = [text, `${text.slice(0, 900)} x`]
  for (const [k, line] of lines.entries()) tally.add(line, k + 1)
  const book = mineTemplates(tally)
  for (const line of lines) book.templateOf(line)
}

/** As many open points as the text is long, each of its own, and one that is said again and again. */
function open(text) {
  const noted = Array.from({ length: text.length / 64 }, (_, k) => [
    `what does component${k} do with order${k}`,
    'why is the queue full',
  ])
  leftOpen([], noted.flat())
}

/** A question about what happened, and what differs between two messages of one kind. */
function incident(text) {
  readIncident(text)
  differences(text, text.replaceAll('a', 'b'))
}

/** What a notebook holds, as it is unpacked. */
async function cells(size) {
  const source = k => [`x = ${k}\n`, '\n']
  const list = Array.from({ length: size / 64 }, (_, k) => ({ cell_type: k % 2 ? 'code' : 'raw', source: source(k) }))
  const text = JSON.stringify({ cells: list, metadata: {} })
  await withFile(text, async file => {
    for await (const { bytes } of notebook.entries({ file, sizeBytes: text.length })) for await (const _ of bytes);
  })
}

const named = (what, run, texts) =>
  Object.entries(texts).map(([name, make]) => ({ name: `${what}: ${name}`, make, run }))

const MASK = '…[masked]'

/** Lines, and a quote that is not in them; also what it may hide, and in lines that are shown apart. */
function quoted(text) {
  const lines = text.split('\n')
  for (const quote of [`${text.slice(0, text.length / 2)}x`, `a${text.slice(-text.length / 2)}`, `${MASK}${text}x`]) {
    quoteInLines(lines, 0, quote)
    secretsBehind(quote, text)
  }
}

export const calls = [
  ...lists,
  ...named('quotes', quoted, {
    letters: repeated('a', MASK),
    masks: repeated(MASK),
    'words and masks': repeated(`ab${MASK}`),
    'lines of masks': repeated(`\n${MASK}`),
    'empty lines': repeated('\n', `a${MASK}`),
    'less and less': repeated(`abcd${MASK}abc${MASK}ab${MASK}`),
  }),
  ...named('secrets', secrets, {
    'types in types': repeated('A<', 'pass: '),
    unions: repeated('pass: a | '),
    'names without end': repeated('a::', 'token: '),
    marks: repeated('&', 'secret: '),
    'many declarations': repeated('pass: a = "'),
    'wraps in wraps': repeated('Some(', 'pass = '),
    'wraps at every name': repeated('pass = Some(Some(Some('),
    casts: repeated('pass = (a a a a a a a a a a a a'),
    accessors: repeated('secret { get; set; '),
    words: repeated('token stringstringstringstring '),
    brackets: repeated('token['),
    names: repeated('pass='),
    tokens: repeated('eyJ-'),
    keys: repeated('-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAA\n'),
    'a key without end': repeated('A', '-----BEGIN PRIVATE KEY-----\n'),
    users: repeated('://a:'),
    prefixes: repeated('sk-ant-'),
    'an open quote': repeated('a', 'password="'),
    dots: repeated('.', 'password: '),
  }),
  ...named('header', header, {
    brackets: repeated('['),
    words: repeated('a '),
    parentheses: repeated('('),
    days: repeated('2015-10-18 '),
    levels: repeated('INFO '),
    quotes: repeated('a="'),
    tags: repeated('<'),
    bars: repeated('| '),
    colons: repeated('x: '),
    dashes: repeated('- '),
  }),
  ...named('templates', templates, {
    quotes: repeated('a="'),
    brackets: repeated('['),
    colons: repeated('a:'),
    dots: repeated('..'),
    paths: repeated('/='),
    letters: repeated('a'),
    digits: repeated('1,'),
    stars: repeated('** '),
  }),
  ...named('agent', text => lintAgent('a', `---\nname: a\ntools: "${text}"\n---\n${text}`), {
    parentheses: repeated('(,'),
    braces: repeated('{{'),
  }),
  ...named('agent head', text => lintAgent('a', `---\n${text}\n---\n`), { brackets: repeated('[') }),
  ...named('figures', text => figureFaults(text.slice(0, 500), [text]), {
    commas: repeated('1,'),
    digits: repeated('9'),
    names: repeated('a1.'),
    dots: repeated('1.'),
  }),
  ...named('weight', outputWeight, {
    letters: repeated('a'),
    blanks: repeated(' '),
    dots: repeated('a.'),
    options: repeated('-a '),
    pairs: repeated('a=1.5 '),
    paths: repeated('(/a'),
    colons: repeated('ab: '),
  }),
  ...named('question', briefOf, {
    words: repeated('why do orders fail '),
    letters: repeated('a'),
    quotes: repeated('"'),
    dots: repeated('a.'),
    'by by by': repeated('by '),
    ideographs: repeated('错'),
  }),
  ...named('trace', text => readTrace([text, ...new Array(50).fill(text.slice(0, 1000))]), {
    at: repeated('at '),
    calls: repeated('at a ('),
    names: repeated('A.'),
    scopes: repeated('a::'),
    numbers: repeated('#1 '),
    files: repeated('File "'),
    threads: repeated("thread '"),
  }),
  ...named('incident', incident, {
    words: repeated('what changed before orders failed at 10:00 '),
    'what is not there': repeated('a,'),
    pairs: repeated('a=1 b=2 '),
  }),
  ...named('notebook', cells, { cells: size => size }),
  ...named('open', open, { questions: repeated('a') }),
  ...named('synthesis', synthesise, {
    'many findings': size => ({ text: repeated('12 of 34,567 orders failed ')(size), isOne: false }),
    'one long finding': size => ({ text: repeated('F1 [F2, C3] ')(size), isOne: true }),
    'open brackets': size => ({ text: repeated('{"a":[')(size), isOne: true }),
    'fences of code': size => ({ text: repeated('```json\n{')(size), isOne: true }),
  }),
]
