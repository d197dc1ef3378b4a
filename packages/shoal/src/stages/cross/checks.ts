// All checks across files. Adding one is a file beside this and a line here.
import type { AnchorIndex, CrossCheck, CrossDraft, End } from './check.ts'
import { checkDependencies } from './dependencies.ts'
import { checkDocs } from './docs.ts'
import { checkErrorOrigin } from './error-origin.ts'
import { checkFieldUses } from './field-uses.ts'
import { checkFigures } from './figures.ts'
import { checkFixtures } from './fixtures.ts'
import { checkFragments } from './fragments.ts'
import { checkHardCoded } from './hard-coded.ts'
import { checkImports } from './imports.ts'
import { checkLogOrigin } from './log-origin.ts'
import { checkNaming } from './naming.ts'
import { checkOrphans } from './orphans.ts'
import { checkPaths } from './paths.ts'
import { checkReleases } from './releases.ts'
import { checkSchemaAndData } from './schema-data.ts'
import { checkShapes } from './shapes.ts'
import { checkSpelledSettings } from './spelled-settings.ts'
import { checkSynonyms } from './synonyms.ts'
import { checkUndefinedSettings } from './undefined-settings.ts'
import { checkUnusedSettings } from './unused-settings.ts'

const checks: readonly CrossCheck[] = [
  checkUndefinedSettings,
  checkSpelledSettings,
  checkUnusedSettings,
  checkHardCoded,
  checkFigures,
  checkShapes,
  checkSchemaAndData,
  checkSynonyms,
  checkFixtures,
  checkOrphans,
  checkNaming,
  checkFieldUses,
  checkImports,
  checkDependencies,
  checkPaths,
  checkFragments,
  checkReleases,
  checkLogOrigin,
  checkErrorOrigin,
  checkDocs,
]

/** What all checks say, each fault once: a setting that code has under another name or as a constant is not also one that nobody reads. */
export function draftsOf(anchors: AnchorIndex): CrossDraft[] {
  const drafts = checks.flatMap(check => check(anchors))
  const place = ({ file, line, quote }: End) => `${file}:${line}:${quote}`
  const passedBy = new Set(drafts.filter(({ kind }) => PASSED_BY.has(kind)).flatMap(({ ends }) => ends.map(place)))
  return drafts.filter(({ kind, ends: [key] }) => kind !== 'unused-setting' || !key || !passedBy.has(place(key)))
}

/** Why nobody reads a setting. */
const PASSED_BY: ReadonlySet<string> = new Set([
  'undefined-setting',
  'setting-misspelled',
  'value-differs',
  'hard-coded-value',
])
