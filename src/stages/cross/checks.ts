// All checks across files. Adding one is a file beside this and a line here.
import type { CrossCheck } from './check.ts'
import { checkDependencies } from './dependencies.ts'
import { checkDocs } from './docs.ts'
import { checkErrorOrigin } from './error-origin.ts'
import { checkFieldUses } from './field-uses.ts'
import { checkFigures } from './figures.ts'
import { checkFixtures } from './fixtures.ts'
import { checkHardCoded } from './hard-coded.ts'
import { checkImports } from './imports.ts'
import { checkLogOrigin } from './log-origin.ts'
import { checkNaming } from './naming.ts'
import { checkPaths } from './paths.ts'
import { checkSchemaAndData } from './schema-data.ts'
import { checkShapes } from './shapes.ts'
import { checkSpelledSettings } from './spelled-settings.ts'
import { checkSynonyms } from './synonyms.ts'
import { checkUndefinedSettings } from './undefined-settings.ts'
import { checkUnusedSettings } from './unused-settings.ts'

export const checks: readonly CrossCheck[] = [
  checkUndefinedSettings,
  checkSpelledSettings,
  checkUnusedSettings,
  checkHardCoded,
  checkFigures,
  checkShapes,
  checkSchemaAndData,
  checkSynonyms,
  checkFixtures,
  checkNaming,
  checkFieldUses,
  checkImports,
  checkDependencies,
  checkPaths,
  checkLogOrigin,
  checkErrorOrigin,
  checkDocs,
]
