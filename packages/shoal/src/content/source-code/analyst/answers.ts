// What the code says to a question: where something is defined or used, what is complex, put off, dangerous, and how the
// code is built. One file or many: the same words.
import type { Answer } from '@shoal/base/model/analyst'
import type { Brief, Question } from '@shoal/base/model/question'
import { dangerOf, namedDangers } from '@shoal/flow/named-dangers'
import { byPart } from '../../../text/question-parts.ts'
import { askedNames } from './asked.ts'
import type { CodeFigures, FiledFigures, NamedPlace } from './figures.ts'
import { sizeTable } from './panels.ts'
import { rankAnswer } from './rank-answers.ts'
import { unjudgedFiles } from './unjudged.ts'
import { untestedAnswer } from './untested.ts'

type Placed = NamedPlace & { readonly path: string }

const EVIDENCE = 12

export function answersOf(files: readonly FiledFigures[], brief: Brief): Answer[] {
  return brief.question.text === null || files.length === 0 ? [] : byPart(brief, own => answersTo(files, own))
}

function answersTo(files: readonly FiledFigures[], { question, goals }: Brief): Answer[] {
  const answers = [
    untestedAnswer(files, question),
    definitionAnswer(files, question),
    usageAnswer(files, question),
    dependencyAnswer(files, question),
    rankAnswer(files, question),
    todoAnswer(files, question),
    securityAnswer(files, question, goals.includes('security')),
    apiAnswer(files, question),
    structureAnswer(files, question),
  ]
  return answers.filter(answer => answer !== null).sort((a, b) => b.relevance - a.relevance)
}

function definitionAnswer(files: readonly FiledFigures[], question: Question): Answer | null {
  const places = placed(files, ({ asked }) => asked.definitions)
  if (places.length === 0) return null
  // "Where is it used?" asks for uses, whatever "where is" says.
  const isAsked = question.intents.includes('definition') && !question.intents.includes('usage')
  const exact = places.filter(
    ({ name }) => askedNames(question).includes(name.split('.').at(-1)!) || askedNames(question).includes(name),
  )
  const told = exact.length > 0 ? exact : places
  const first = told[0]!
  const spread =
    told.length === 1
      ? ''
      : ` and ${told.length - 1} more ${told.length === 2 ? 'place' : 'places'}: ${told.slice(1, 5).map(at).join(', ')}`
  return {
    text: `\`${first.name}\` (${first.kind}) is defined at ${at(first)}${spread}. ${quoted(first)}`,
    relevance: isAsked ? (exact.length > 0 ? 0.95 : 0.8) : isPlain(question) ? 0.7 : 0.45,
    evidence: evidenceOf(told),
  }
}

/** Nothing else is asked for than the name. */
function isPlain({ intents }: Question): boolean {
  return intents.length === 0 || intents.includes('usage')
}

function usageAnswer(files: readonly FiledFigures[], question: Question): Answer | null {
  const places = placed(files, ({ asked }) => asked.uses)
  if (places.length === 0) return null
  const isAsked = question.intents.includes('usage')
  const calls = places.filter(({ kind }) => kind === 'call')
  const inFiles = new Set(places.map(({ path }) => path)).size
  const names = [...new Set(places.map(({ name }) => name))].slice(0, 3)
  const told = (calls.length > 0 ? calls : places).slice(0, 6).map(at).join(', ')
  return {
    text: `${names.map(name => `\`${name}\``).join(', ')} ${names.length === 1 ? 'is' : 'are'} used on ${count(places.length, 'line')} of ${count(inFiles, 'file')}, ${calls.length} of them calls: ${told}${(calls.length || places.length) > 6 ? ' …' : ''}.`,
    relevance: isAsked ? 0.95 : 0.4,
    evidence: evidenceOf([...calls, ...places.filter(({ kind }) => kind !== 'call')]),
  }
}

/** "What depends on gateway?": imports of a module that the question names. */
function dependencyAnswer(files: readonly FiledFigures[], question: Question): Answer | null {
  if (!/\b(?:depend\w*|imports?|imported|requires?)\b/i.test(question.text ?? '')) return null
  const wanted = [...question.names, ...question.phrases, ...question.words].map(word => word.toLowerCase())
  const places: Placed[] = []
  for (const { path, figures } of files)
    for (const { module, line, quote } of figures.imports) {
      const steps = module.toLowerCase().split(/[^\w-]+/)
      if (wanted.some(word => word === module.toLowerCase() || steps.includes(word)))
        places.push({ path, name: module, kind: 'import', line, end_line: line, quote })
    }
  if (places.length === 0) return null
  const importers = new Set(places.map(({ path }) => path)).size
  return {
    text: `${importers === 1 ? '1 file imports' : `${importers} files import`} it: ${places
      .slice(0, 8)
      .map(place => `${at(place)} (\`${place.name}\`)`)
      .join(', ')}.`,
    relevance: 0.96,
    evidence: evidenceOf(places),
  }
}

function todoAnswer(files: readonly FiledFigures[], question: Question): Answer | null {
  if (!/\b(?:todos?|fixmes?|hacks?|xxx|left to do|unfinished|open work)\b/i.test(question.text ?? '')) return null
  const todos = files.flatMap(({ path, figures }) => figures.todos.map(todo => ({ ...todo, path })))
  if (todos.length === 0)
    return {
      text: `There are no TODO, FIXME, HACK or XXX comments in ${count(files.length, 'file')}.`,
      relevance: 0.9,
      evidence: [],
    }
  const told = todos.slice(0, 5).map(({ marker, text, path, line }) => `${marker} ${text} (${path}:${line})`)
  return {
    text: `${count(todos.length, 'comment')} in ${count(new Set(todos.map(({ path }) => path)).size, 'file')} ${todos.length === 1 ? 'marks' : 'mark'} unfinished work: ${told.join('; ')}${todos.length > 5 ? ' …' : ''}.`,
    relevance: 0.94,
    evidence: todos.slice(0, EVIDENCE).map(({ path, line, quote }) => ({ path, line, quote })),
    panel: {
      kind: 'table',
      title: 'Unfinished work',
      columns: [{ label: 'Marker' }, { label: 'Text' }, { label: 'File' }, { label: 'Line', align: 'right' }],
      rows: todos.slice(0, 20).map(({ marker, text, path, line }) => [marker, text, path, line]),
      of: todos.length,
    },
  }
}

function securityAnswer(files: readonly FiledFigures[], question: Question, isGoal: boolean): Answer | null {
  if (!isGoal && !question.intents.includes('security')) return null
  const rules = new Map<string, number>()
  for (const { figures } of files)
    for (const [rule, places] of Object.entries(figures.dangers)) rules.set(rule, (rules.get(rule) ?? 0) + places)
  const kinds = namedDangers(question.text ?? '')
  const isAsked = (rule: string) => kinds.size === 0 || kinds.has(dangerOf(rule))
  const ranked = [...rules].filter(([rule]) => isAsked(rule)).sort((a, b) => b[1] - a[1])
  const total = ranked.reduce((sum, [, places]) => sum + places, 0)
  const others = [...rules].reduce((sum, [rule, places]) => sum + (isAsked(rule) ? 0 : places), 0)
  const rest = others === 0 ? '' : `; other rules are broken in ${count(others, 'place')}`
  // Of no kind in particular: the count of problems over all types says it, secrets in data among them.
  if (total === 0 && kinds.size === 0) return null
  if (total === 0)
    return {
      text: `The rules for ${[...kinds].join(', ').replaceAll('-', ' ')} found nothing in ${count(files.length, 'source file')}${exceptFor(files)}${rest}.`,
      relevance: 0.6,
      evidence: [],
    }
  return {
    text: `${count(total, 'place')} in ${count(files.length, 'source file')}${exceptFor(files)} ${total === 1 ? 'breaks' : 'break'} security rules: ${ranked
      .slice(0, 6)
      .map(([rule, places]) => `${rule} (${places})`)
      .join(', ')}${rest}.`,
    relevance: 0.9,
    evidence: [],
    panel: {
      kind: 'bars',
      title: 'Dangerous code by rule',
      rows: ranked.slice(0, 15).map(([label, value]) => ({ label, value })),
      total,
    },
  }
}

/** ` (2 of them, lua, no rule can be applied to)`. */
function exceptFor(files: readonly FiledFigures[]): string {
  const lacking = unjudgedFiles(files)
  if (lacking.length === 0) return ''
  const total = lacking.reduce((sum, one) => sum + one.files, 0)
  return ` (to ${total} of them, ${lacking
    .slice(0, 5)
    .map(({ what }) => what)
    .join(', ')}${lacking.length > 5 ? ' …' : ''}, no rule can be applied)`
}

function apiAnswer(files: readonly FiledFigures[], question: Question): Answer | null {
  if (!/\b(?:api|public (?:interface|functions?|surface)|exports?|exported|entry points?)\b/i.test(question.text ?? ''))
    return null
  const open = files.flatMap(({ path, figures }) => [
    ...figures.classes.filter(({ exported }) => exported).map(one => ({ ...one, path, what: one.kind })),
    ...figures.functions.filter(({ exported }) => exported).map(one => ({ ...one, path, what: 'function' })),
  ])
  if (open.length === 0) return null
  return {
    text: `${count(open.length, 'definition')} in ${count(files.length, 'file')} can be used from outside: ${open
      .slice(0, 8)
      .map(({ name }) => `\`${name}\``)
      .join(', ')}${open.length > 8 ? ' …' : ''}.`,
    relevance: 0.88,
    evidence: open.slice(0, EVIDENCE).map(({ path, line, signature }) => ({ path, line, quote: signature })),
    panel: {
      kind: 'table',
      title: 'Public definitions',
      columns: [{ label: 'Name' }, { label: 'Kind' }, { label: 'File' }, { label: 'Line', align: 'right' }],
      rows: open.slice(0, 25).map(({ name, what, path, line }) => [name, what, path, line]),
      of: open.length,
    },
  }
}

function structureAnswer(files: readonly FiledFigures[], question: Question): Answer | null {
  const isAsked = question.intents.includes('structure')
  if (!isAsked && !question.intents.includes('summary')) return null
  const sum = (of: (figures: CodeFigures) => number) => files.reduce((total, { figures }) => total + of(figures), 0)
  const languages = new Map<string, number>()
  for (const { figures } of files)
    languages.set(
      figures.language ?? 'unknown',
      (languages.get(figures.language ?? 'unknown') ?? 0) + figures.code_lines,
    )
  const spoken = [...languages]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 4)
    .map(([name, lines]) => `${name} (${lines.toLocaleString('en-US')} lines)`)
  const largest = [...files].sort((a, b) => b.figures.code_lines - a.figures.code_lines).slice(0, 4)
  return {
    text: `${count(files.length, 'source file')} with ${sum(f => f.code_lines).toLocaleString('en-US')} lines of code in ${spoken.join(', ')}: ${count(
      sum(f => f.class_count),
      'type',
    )}, ${count(
      sum(f => f.function_count),
      'function',
    )}. ${files.length > 1 ? `The largest: ${largest.map(({ path, figures }) => `${path} (${figures.code_lines})`).join(', ')}.` : ''}`.trim(),
    relevance: isAsked ? 0.8 : 0.55,
    evidence: largest.flatMap(({ path, figures }) => firstLine(path, figures)),
    panel: sizeTable(files),
  }
}

function firstLine(path: string, { classes, functions }: CodeFigures): { path: string; line: number; quote: string }[] {
  const first = classes[0] ?? functions[0]
  return first && first.signature !== '' ? [{ path, line: first.line, quote: first.signature }] : []
}

function placed(files: readonly FiledFigures[], places: (figures: CodeFigures) => readonly NamedPlace[]): Placed[] {
  return files.flatMap(({ path, figures }) => places(figures).map(place => ({ ...place, path })))
}

function evidenceOf(places: readonly Placed[]): Answer['evidence'] {
  return places.slice(0, EVIDENCE).map(({ path, line, quote }) => ({ path, line, quote }))
}

function at({ path, line }: { readonly path: string; readonly line: number }): string {
  return `${path}:${line}`
}

function quoted({ quote }: NamedPlace): string {
  return `It reads \`${quote.replace(/(?<!\s)\s*(?:[{:]\s*)?$/, '')}\`.`
}

function count(value: number, word: string): string {
  return `${value.toLocaleString('en-US')} ${word}${value === 1 ? '' : 's'}`
}
