// What the tasks of an analysis leave in the ledger, by kind.
import type { LabelChoice } from '@shoal/base/model/label'
import type { AnalystResult, TypeReport, Usage } from '@shoal/base/model/report'
import { z } from 'zod'
import type { CrossSynthesis } from '../../stages/synthesise-cross.ts'
import { fields, listed, storedKind } from '../stored-value.ts'

/** The last result of a run. */
export interface FinalResult {
  readonly types: readonly TypeReport[]
  readonly cross: CrossSynthesis
  readonly usage?: Usage
  /** Syntheses of models that could not be used. */
  readonly unusable?: readonly { readonly what: string; readonly reason: string }[]
}

/** What stands for it while a run is not finished. */
export interface PartialResult extends FinalResult {
  /** Why it is not the whole report. */
  readonly partial: string
}

const final = z.looseObject({ types: listed, cross: fields })

export const analystResults = storedKind<AnalystResult>(
  'the result of a reader',
  z.looseObject({ reports: listed, unread: listed }),
)
export const typeReports = storedKind<TypeReport>(
  'the synthesis of a type',
  z.looseObject({ contentType: z.string(), findings: listed, files: listed, anchors: listed, read: fields }),
)
export const finalResults = storedKind<FinalResult>('the result of a run', final)
export const partialResults = storedKind<PartialResult>('a partial report', final.extend({ partial: z.string() }))
export const labelChoices = storedKind<LabelChoice>('a choice of labels', z.looseObject({ status: z.string() }))
