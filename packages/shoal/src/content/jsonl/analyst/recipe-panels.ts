// The recipes of logs as tables of command lines that can be copied as they are, each with what it gives.

import type { AnswerDraft, SurveyedFile } from '@shoal/base/model/analyst'
import type { Panel } from '@shoal/base/model/finding'
import { isRecord } from '@shoal/base/model/option-values'
import type { Brief } from '@shoal/base/model/question'
import { contentName } from '@shoal/base/text/packed-name'
import { shellQuoted, shellWord } from '@shoal/base/text/shell-word'
import { stem } from '@shoal/base/text/stem'
import { asksRecipes } from '../../../text/question-topics.ts'
import type { RecipeResult } from './recipes.ts'

const TITLE = 'Recipes for jq'
/** Of a report on several logs. */
const MOST_RECIPES = 24
const MOST_RESULT = 160

interface Told {
  readonly recipe: RecipeResult
  /** Files for which the same program does, the one whose result is shown first. */
  readonly paths: string[]
}

export function recipePanel(recipes: readonly RecipeResult[], path: string): Panel | null {
  return panelOf(recipes.map(recipe => ({ recipe, paths: [path] })))
}

/** Of several logs, what they share once. */
export function recipesTogether(files: readonly SurveyedFile[]): readonly Panel[] {
  const told = new Map<string, Told>()
  for (const { path, figures } of files)
    for (const recipe of recipesIn(figures)) {
      const key = JSON.stringify([recipe.title, recipe.args, recipe.jq])
      const same = told.get(key)
      if (same) same.paths.push(path)
      else told.set(key, { recipe, paths: [path] })
    }
  const panel = panelOf([...told.values()])
  return panel === null ? [] : [panel]
}

function recipesIn(figures: SurveyedFile['figures']): readonly RecipeResult[] {
  const log = isRecord(figures) ? figures.log : null
  return isRecord(log) && Array.isArray(log.recipes) ? (log.recipes as RecipeResult[]) : []
}

function panelOf(told: readonly Told[]): Panel | null {
  if (told.length === 0) return null
  return {
    kind: 'table',
    title: TITLE,
    columns: [{ label: 'for' }, { label: 'jq', isCode: true }, { label: 'result' }],
    rows: told.slice(0, MOST_RECIPES).map(({ recipe, paths }) => {
      const [first] = paths as [string]
      return [`${recipe.title}${noteOf(paths)}`, commandOf(recipe, first), shortened(JSON.stringify(recipe.result))]
    }),
    ...(told.length > MOST_RECIPES ? { of: told.length } : {}),
  }
}

function noteOf([first, second, ...more]: readonly string[]): string {
  const notes = [
    ...(isPacked(first!) ? [`on standard input, what ${first} holds`] : []),
    ...(second === undefined
      ? []
      : [`the same for ${second}${more.length === 0 ? '' : ` and ${more.length} more files`}`]),
  ]
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`
}

function commandOf({ jq, args }: RecipeResult, path: string): string {
  const words = ['jq', ...args, shellQuoted(jq)]
  // A name that begins with a dash would be an option.
  if (!isPacked(path)) words.push(shellWord(path.startsWith('-') ? `./${path}` : path))
  return words.join(' ')
}

/** A compressed file, or what is in another: jq is given what it holds. */
function isPacked(path: string): boolean {
  return contentName(path) !== path
}

function shortened(text: string): string {
  return text.length > MOST_RESULT ? `${text.slice(0, MOST_RESULT)}…` : text
}

/** Those that the question is about, or all; null where none are asked for. */
export function recipeAnswer({ question }: Brief, panel: Panel | null): AnswerDraft[] | null {
  if (panel?.kind !== 'table' || !asksRecipes(question.text ?? '')) return null
  const close = panel.rows.filter(([title]) => stemsOf(String(title)).some(word => question.stems.includes(word)))
  const rows = close.length > 0 ? close : panel.rows
  const made = `${rows.length} ${rows.length === 1 ? 'recipe' : 'recipes'} for jq, made from the fields of this log`
  const text = `${made}; what each gives was counted by shoal, and broken lines are passed over.`
  return [{ text, relevance: 1, evidence: [], panel: { ...panel, rows }, isWhole: true }]
}

function stemsOf(title: string): readonly string[] {
  return title
    .split(/\W+/)
    .filter(word => word.length > 2)
    .map(stem)
}
