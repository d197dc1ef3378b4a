// What is shown of a run's definition in lists. Definitions may be of many megabytes and never change: each is read once.

import type { Json } from '@shoal/base/model/json'
import type { Ledger } from '@shoal/base/model/ledger'
import type { Team } from '@shoal/base/model/team'
import { hasTeam, isAnalysis, isDelegated, readAnalysis } from '../../run/analysis/definition.ts'
import { readAsk } from '../../run/ask/definition.ts'
import { patternOf } from '../../run/definition.ts'
import { unlessGone } from '../../run/overviews.ts'
import { isPlanning } from '../../run/planned-run.ts'
import type { RunKind } from '../../run/runs.ts'
import { shownQuestion } from '../../text/gate/shown.ts'
import { ForEachRun } from './for-each-run.ts'

export interface Outline extends RunKind {
  readonly query: string | null
  readonly paths: readonly string[]
  readonly pathCount: number
  readonly engine: string | null
  /** The task whose result the report is made of; null for a run that makes none. */
  readonly reporter: string | null
  readonly asksModels: boolean
  /** Workers of a pattern file read it. */
  readonly hasTeam: boolean
}

const MOST_PATHS = 50
const MOST_QUERY = 2000

const outlines = new ForEachRun<Outline | null>(2000)

/** Null for a team that is no run, or that is deleted meanwhile. */
export async function outlineOf(
  ledger: Ledger,
  { name, createdAt, isRun }: Pick<Team, 'name' | 'createdAt' | 'isRun'>,
): Promise<Outline | null> {
  if (!isRun) return null
  const key = `${name} ${createdAt}`
  const known = outlines.of(ledger).get(key)
  if (known !== undefined) return known
  const definition = await unlessGone(ledger.definition(name), null)
  // It is another once it is planned.
  if (definition !== null && isPlanning(definition)) return readOutline(name, definition)
  return outlines.of(ledger).set(key, definition === null ? null : readOutline(name, definition))
}

function readOutline(run: string, definition: Json): Outline {
  const kind = { pattern: patternOf(definition), isDelegated: isDelegated(definition), hasTeam: hasTeam(definition) }
  const nothing = { ...kind, query: null, paths: [], pathCount: 0, engine: null, reporter: null, asksModels: false }
  try {
    if (kind.pattern === 'ask') {
      const { question, paths, root, sub } = readAsk(run, definition)
      return {
        ...kind,
        query: shownQuestion(question)?.slice(0, MOST_QUERY) ?? null,
        paths: paths.slice(0, MOST_PATHS),
        pathCount: paths.length,
        engine: root === sub ? root : `${root}, ${sub}`,
        reporter: null,
        asksModels: true,
      }
    }
    if (!isAnalysis(definition)) return nothing
    const { plan, paths, engine, models } = readAnalysis(run, definition)
    return {
      ...kind,
      query: shownQuestion(plan.query)?.slice(0, MOST_QUERY) ?? null,
      paths: paths.slice(0, MOST_PATHS),
      pathCount: paths.length,
      engine,
      reporter: plan.tasks.at(-1)?.id ?? null,
      asksModels: models !== undefined,
    }
  } catch {
    // Of another version of shoal: it can be listed, not opened.
    return nothing
  }
}
