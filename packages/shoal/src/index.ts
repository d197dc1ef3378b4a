// The public surface of the package. Short and explicit: tests/surface.test.ts holds it.

export type {
  Answer,
  AnswerDraft,
  BuiltInAnalyst,
  ChunkSpan,
  FileAbout,
  FileSurvey,
  LineTemplate,
  ReadTask,
  Stretch,
  SurveyedFile,
  TypeSynthesis,
  Unjudged,
} from '@shoal/base/model/analyst'
export type { Anchor, AnchorRole } from '@shoal/base/model/anchor'
export type { AskedAnswer, AskedColumn, AskedStatus } from '@shoal/base/model/asked'
export type { AskNote, AskOutcome, AskQuote, AskReport, AskSentence, AskStep } from '@shoal/base/model/asking'
export type { Chunk, Cutting, Flag, Partition, Piece, Span, Wrap } from '@shoal/base/model/chunk'
export type { ContentType, CutRequest, Detection, Probe, Sizing, Sniff } from '@shoal/base/model/content-type'
export type {
  ColumnChanges,
  ComparedUnits,
  DiffCell,
  DiffCounts,
  Difference,
  DiffPlace,
  DiffReport,
  DiffUnit,
  FileDiff,
} from '@shoal/base/model/diff'
export { type ErrorCode, ShoalError } from '@shoal/base/model/errors'
export type { Finding, FindingDraft, Panel, Place, Rule, Severity, Share } from '@shoal/base/model/finding'
export type {
  CallContext,
  LanguageModel,
  ModelFailure,
  ModelOutcome,
  ModelReply,
  ModelRequest,
} from '@shoal/base/model/language-model'
export type { Plan, PlannedFile, PlannedTask, Skipped } from '@shoal/base/model/plan'
export type { Connection, Provider } from '@shoal/base/model/provider'
export type { Brief, Intent, Question } from '@shoal/base/model/question'
export type { ColumnKind, Relation, RelationColumn, RelationKind } from '@shoal/base/model/relation'
export type { Coverage, CrossFinding, RunReport, TypeReport, Verification } from '@shoal/base/model/report'
export type { Encoding, Extent, SourceText } from '@shoal/base/model/source'
export { type Config, defineConfig } from './config/resolve.ts'
export { type ContentTypeDefinition, defineContentType } from './content/define.ts'
export { defineProvider, type ProviderDefinition } from './models/providers/define.ts'
export type { AnalysisProgress } from './run/analysis/progress.ts'
export type { RunAnswer } from './run/ask-run.ts'
export { type ChunkedFile, chunkText, writeChunks } from './run/chunked-file.ts'
export type { Detected } from './run/detect.ts'
export {
  detect,
  type Options,
  type PartitionOptions,
  type PlanOptions,
  partition,
  plan,
  profile,
  type SubcallOptions,
  subcall,
} from './run/library.ts'
export {
  type Analysis,
  type AnalyzeOptions,
  type AskFilesOptions,
  type AskOptions,
  analyze,
  ask,
  askFiles,
  type KeptOptions,
  type ResumeOptions,
  report,
  resume,
  runs,
} from './run/library-analysis.ts'
export {
  type CompareOptions,
  diff,
  type QueriedData,
  type QueryOptions,
  queryData,
  type SearchOptions,
  search,
  sql,
} from './run/library-data.ts'
export type { AnalysisEvent } from './run/library-events.ts'
export type { Ongoing } from './run/library-ongoing.ts'
export type { Cancellable } from './run/library-signal.ts'
export type { Profile } from './run/profile.ts'
export { type ReportFormat, type ReportLook, renderReport } from './run/render-report.ts'
export type { ListedRun } from './run/runs.ts'
export type { SearchAnswer, SearchMatch } from './run/search/task.ts'
export type { SearchReport } from './run/search-paths.ts'
export type { SubcallInput, SubcallReport } from './run/subcall.ts'
export type { RunStatus } from './run/teams.ts'
export { toSourceLine, toTextLine } from './stages/deliver.ts'
