// "Which functions have no test?": the functions that no test file names. It rests on names alone; what runs when the tests
// run is another matter, and the answer says so.
import type { Answer } from '@shoal/base/model/analyst'
import type { Panel } from '@shoal/base/model/finding'
import type { Question } from '@shoal/base/model/question'
import { formatCount, plural } from '@shoal/base/text/printable'
import { isTestPath } from '@shoal/base/text/test-path'
import { withoutSharedFolder } from '../../../text/path-labels.ts'
import { type FiledFigures, type FunctionFigure, MOST_FUNCTIONS } from './figures.ts'
import { importGraph } from './import-graph.ts'
import { digestOf, unpackNames } from './links.ts'

const CODE = /\b(?:functions?|methods?|class(?:es)?|modules?|code|sources?|src|files?|what|which|where)\b/i
const UNTESTED =
  /\b(?:untested|uncovered)\b|\bcoverage gaps?\b|\btest coverage\b|\b(?:no|not|isn't|aren't|without|lacks?|lacking|never|miss(?:es|ing)?)\b[^.;]{0,30}\b(?:tests?|tested|covered)\b|\btests?\b[^.;]{0,20}\b(?:missing|lacking)\b/i
const TOLD = 12
const ROWS = 200
const EVIDENCE = 12
/** Called by the language, by the name of their class, or to start the program. */
const CALLED_OTHERWISE = /^(?:__\w+__|constructor|new|main|init|setUp|tearDown|initialize)$/

interface Untested extends FunctionFigure {
  readonly path: string
}

export function untestedAnswer(files: readonly FiledFigures[], { text }: Question): Answer | null {
  const asked = text?.slice(0, 400) ?? ''
  if (!UNTESTED.test(asked) || !CODE.test(asked)) return null
  const isTest = testFiles(files)
  const tests = files.filter(file => isTest.has(file) || hasTestsInside(file))
  const subjects = files.filter(file => !isTest.has(file) && file.figures.parser === 'tree-sitter')
  const functions = subjects.flatMap(({ path, figures }) =>
    figures.functions.filter(isSubject).map(one => ({ ...one, path })),
  )
  const base = { relevance: 0.97, evidence: [] }
  if (functions.length === 0) return null
  if (tests.length === 0)
    return {
      ...base,
      text: `No test file is among the ${plural(files.length, 'source file')} that were read, so none of their ${plural(functions.length, 'function')} can be said to have a test. Name the directory of the tests too.`,
    }
  const unknown = tests.find(({ figures }) => figures.links.tested === null)
  if (unknown)
    return { ...base, text: `It cannot be told: ${unknown.path} uses too many names for all of them to be kept.` }
  const named = namedBy(tests, files)
  const untested = functions.filter(one => !named(one)).sort(byWeight)
  const partly = [
    ...(subjects.some(({ figures }) => figures.functions.length >= MOST_FUNCTIONS)
      ? [`of files with more than ${formatCount(MOST_FUNCTIONS)} functions only some were looked at`]
      : []),
    ...notRead(files, isTest),
  ]
  const rests = `This rests on names: a function counts as tested when one of the ${plural(tests.length, 'test file')} names it, whether or not the test runs it, and one that is only reached through another counts as not tested${partly.length > 0 ? `; ${partly.join('; ')}` : ''}.`
  if (untested.length === 0)
    return {
      ...base,
      text: `Every one of the ${plural(functions.length, 'function')} is named in a test file. ${rests}`,
    }
  return {
    ...base,
    text: `${formatCount(untested.length)} of ${plural(functions.length, 'function')} ${untested.length === 1 ? 'is' : 'are'} named in no test file: ${untested
      .slice(0, TOLD)
      .map(one => `\`${nameOf(one)}\` (${one.path}:${one.line})`)
      .join(', ')}${untested.length > TOLD ? ` and ${formatCount(untested.length - TOLD)} more` : ''}. ${rests}`,
    evidence: untested.slice(0, EVIDENCE).map(({ path, line, signature }) => ({ path, line, quote: signature })),
    panel: tableOf(untested),
  }
}

/** By their paths below the folder that all files share: a project may itself stand in a folder named `test`. */
function testFiles(files: readonly FiledFigures[]): Set<FiledFigures> {
  const own = withoutSharedFolder(files.map(({ path }) => path))
  return new Set(files.filter((_, k) => isTestPath(own[k]!)))
}

/** Rust keeps tests beside what they test. */
function hasTestsInside({ figures }: FiledFigures): boolean {
  return figures.language === 'rust' && figures.links.tested !== ''
}

function isSubject({ name, scope }: FunctionFigure): boolean {
  return /^[A-Za-z_$][\w$]*[?!]?$/.test(name) && !CALLED_OTHERWISE.test(name) && !/(?:^|\.)tests?(?:\.|$)/.test(scope)
}

/** A name that several files define is the one of the file that the test imports, where it imports any of them. */
function namedBy(tests: readonly FiledFigures[], files: readonly FiledFigures[]): (one: Untested) => boolean {
  const names = tests.map(({ figures }) => {
    const own = new Set<string>()
    unpackNames(figures.links.tested ?? '', own)
    return own
  })
  const definers = new Map<string, Set<string>>()
  for (const { path, figures } of files)
    for (const { name } of figures.functions) definers.set(name, (definers.get(name) ?? new Set()).add(path))
  const imported = new Map<FiledFigures, Set<string>>(tests.map(test => [test, new Set([test.path])]))
  for (const { from, to } of importGraph(files).edges) imported.get(files[from]!)?.add(files[to]!.path)
  return ({ name, path }) => {
    const digest = digestOf(name)
    const naming = tests.filter((_, k) => names[k]!.has(digest))
    const among = definers.get(name)!
    return naming.some(test => {
      const reached = imported.get(test)!
      return (
        reached.has(path) || among.size === 1 || ![...among].some(other => other !== test.path && reached.has(other))
      )
    })
  }
}

/** What others can call first, then the more complex. */
function byWeight(a: Untested, b: Untested): number {
  return Number(b.exported) - Number(a.exported) || b.complexity - a.complexity || b.lines - a.lines
}

function notRead(files: readonly FiledFigures[], isTest: ReadonlySet<FiledFigures>): string[] {
  const plain = files.filter(file => file.figures.parser === 'lines' && !isTest.has(file)).length
  return plain === 0 ? [] : [`the functions of ${plural(plain, 'file')} without a parser were not looked at`]
}

function nameOf({ scope, name }: FunctionFigure): string {
  return scope === '' ? name : `${scope}.${name}`
}

function tableOf(untested: readonly Untested[]): Panel {
  return {
    kind: 'table',
    title: 'Functions that no test file names',
    columns: [
      { label: 'Function' },
      { label: 'File' },
      { label: 'Line', align: 'right' },
      { label: 'Complexity', align: 'right' },
    ],
    rows: untested.slice(0, ROWS).map(one => [nameOf(one), one.path, one.line, one.complexity]),
    of: untested.length,
  }
}
