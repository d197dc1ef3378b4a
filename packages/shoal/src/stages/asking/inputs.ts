// What the tools of an asking model take: the same for a model that shoal asks and for an agent that calls them over MCP. Apart from
// what carries them out, so that a list of tools loads little.

import { LONGEST_QUERY } from '@shoal/base/model/search'
import { z } from 'zod'
import { MOST_LABELS } from '../labels/label-set.ts'

/** Lines of one reading, and of one passage for a model. */
export const MOST_LINES = 400
export const MOST_PASSAGE = 1_500
const MOST_PASSAGES = 16

const path = z.string().min(1).describe('The file, as the overview names it')
const line = z.coerce.number().int().min(1)

/** Those that code in the sandbox has as functions. */
export const ACTION_INPUTS = {
  search: z.object({
    query: z.string().min(1).max(LONGEST_QUERY).describe('A text, a regular expression or words, as `mode` says'),
    mode: z.enum(['text', 'regex', 'words']).default('text').describe('`words` ranks lines by how well they answer'),
    paths: z.array(z.string()).max(50).default([]).describe('Files or directories; all if left out'),
    offset: z.coerce.number().int().min(0).default(0).describe('Matches to pass over'),
  }),
  read: z.object({
    path,
    from: line.default(1).describe('The first line'),
    to: line.optional().describe(`The last line; 80 lines if left out, at most ${MOST_LINES}`),
  }),
  sql: z.object({
    query: z
      .string()
      .min(1)
      .max(20_000)
      .describe('One SELECT over the relations of the overview, in the dialect of DuckDB'),
  }),
  diff: z.object({
    before: z.string().min(1).describe('The earlier file or directory'),
    after: z.string().min(1).describe('The later one'),
    key: z.array(z.string()).max(20).default([]).describe('Columns that tell the rows of a table apart'),
  }),
  llm: z.object({
    question: z.string().min(1).max(2_000).describe('What each passage is to be read for'),
    passages: z
      .array(z.object({ path, from: line, to: line }))
      .max(MOST_PASSAGES)
      .default([])
      .describe(`At most ${MOST_PASSAGES}, each of at most ${MOST_PASSAGE} lines`),
    paths: z
      .array(z.string())
      .max(50)
      .default([])
      .describe('Instead of passages: files or directories that the model searches and reads itself, step by step'),
  }),
  label: z.object({
    judged: z.string().min(1).max(300).describe('What a label tells, such as "the topic of the ticket"'),
    labels: z
      .array(
        z.object({
          name: z.string().min(1).max(60).describe('A word or two'),
          meaning: z.string().max(300).default('').describe('Decides borderline cases'),
        }),
      )
      .min(2)
      .max(MOST_LABELS)
      .describe('Exclusive; `other` and `unclear` are added'),
    query: z
      .string()
      .min(1)
      .max(20_000)
      .optional()
      .describe('A SELECT of the records: columns to be judged, path, line, and the one to group by'),
    paths: z.array(z.string()).max(50).optional().describe('Or files: their rows, entries or paragraphs'),
    fields: z.array(z.string()).max(40).default([]).describe('Of `paths`: columns to be judged; all if left out'),
    group_by: z.string().min(1).max(200).optional().describe('A column: counts by its values too'),
  }),
} as const

export type ActionName = keyof typeof ACTION_INPUTS
export type ActionInput<Name extends ActionName> = z.infer<(typeof ACTION_INPUTS)[Name]>

const CALLED: Readonly<Record<ActionName, string>> = {
  search: 'search(query, mode, paths)',
  read: 'read(path, from, to)',
  sql: 'sql(query) → rows as objects',
  diff: 'diff(before, after)',
  llm: 'llm(question, passages)',
  label: 'label({judged, labels, query, group_by}) → {total, counts, groups, records: [{path, line, group, label}]}',
}

/** Code for the sandbox, where these functions can be called. */
export function codeInput(functions: readonly ActionName[]) {
  const called = functions.map(name => CALLED[name]).join(', ')
  return z.object({
    code: z
      .string()
      .min(1)
      .max(40_000)
      .describe(
        `JavaScript. The value of the last expression is the result, and what print() was given. Functions: ${called}; each gives its value at once, without await. What is declared with var or set on globalThis stays for later steps`,
      ),
  })
}

const quote = z.object({
  path,
  line: line.describe('The number of the line'),
  quote: z.string().min(1).max(2_000).describe('Words of that line, letter by letter'),
})
const quotes = z.array(quote).max(20).default([])
const results = z.array(z.string()).max(20).default([]).describe('Ids of results that show it, such as R2')

export const noteInput = z.object({
  claim: z.string().min(1).max(1_000).describe('One sentence: what is so'),
  quotes: quotes.describe('Lines that show it'),
  results,
})

const answerInput = z.object({
  sentences: z
    .array(
      z.object({
        text: z.string().min(1).max(1_500).describe('One sentence of the answer'),
        cites: z.array(z.string()).max(20).default([]).describe('Ids of the notes it rests on, such as N1'),
        quotes: quotes.describe('Lines that show it, where no note does'),
        results,
      }),
    )
    .max(30)
    .describe('The answer, the most important first'),
  missing: z
    .array(z.string().max(500))
    .max(20)
    .default([])
    .describe('Parts of the question that stay unanswered; a caveat belongs in a sentence'),
})

/** For whoever is told which sentences of an answer are kept. */
export const loopAnswer = answerInput.extend({
  keep: z
    .array(z.coerce.number().int().min(1))
    .max(30)
    .default([])
    .describe('Numbers of sentences of your last answer that stay, not to be sent again'),
})

export const SAID = {
  search:
    'Lines that hold a text, match a regular expression, or answer to words best, with path and line, and how many there are in all.',
  read: 'Lines of a file with their numbers; those that differ in numbers only are told once.',
  sql: 'Asks the relations of the overview: exact counts, sums, joins, first and last times. Rows of tables, log entries, settings, code, all with their places.',
  diff: 'What differs between two files or directories: rows, settings, symbols, sections, log templates or lines, with both places.',
  run: 'Runs JavaScript in a sandbox without network, disk or clock, with functions over the files: for what takes more than one query.',
  llm: 'Has a smaller model read passages for their meaning, all with the same question, and quote what it rests on; or, with `paths`, look for the answer to one part of the question itself. It costs money: only for more text than you should read yourself.',
  label:
    'Has a smaller model give every record one of your labels, and counts them exactly, also by group: for how many, which share or who most often, where only a reader can tell (topic, tone, reason). Equal records are judged once. It costs money: where a column or a word decides it, use sql.',
  note: 'Keeps a claim with all that shows it, after checking every quote and number. Gives an id, or what is wrong.',
  answer:
    'Ends with the answer. Every sentence rests on notes, or brings quotes and results of its own. Says what is wrong, if anything.',
} as const
