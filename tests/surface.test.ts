// The public surface, name by name: adding or removing one is a decision, so it is written down here.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const VALUES = [
  'ShoalError',
  'analyze',
  'ask',
  'askFiles',
  'chunkText',
  'defineConfig',
  'defineContentType',
  'defineProvider',
  'detect',
  'diff',
  'partition',
  'plan',
  'profile',
  'queryData',
  'renderReport',
  'report',
  'resume',
  'runs',
  'search',
  'sql',
  'subcall',
  'toSourceLine',
  'toTextLine',
  'writeChunks',
]

const TYPES = [
  'Analysis',
  'AnalysisEvent',
  'AnalysisProgress',
  'AnalyzeOptions',
  'Anchor',
  'AnchorRole',
  'Answer',
  'AnswerDraft',
  'AskFilesOptions',
  'AskNote',
  'AskOptions',
  'AskOutcome',
  'AskQuote',
  'AskReport',
  'AskSentence',
  'AskStep',
  'AskedAnswer',
  'AskedColumn',
  'AskedStatus',
  'Brief',
  'BuiltInAnalyst',
  'CallContext',
  'Cancellable',
  'Chunk',
  'ChunkSpan',
  'ChunkedFile',
  'ColumnChanges',
  'ColumnKind',
  'CompareOptions',
  'ComparedUnits',
  'Config',
  'Connection',
  'ContentType',
  'ContentTypeDefinition',
  'Coverage',
  'CrossFinding',
  'CutRequest',
  'Cutting',
  'Detected',
  'Detection',
  'DiffCell',
  'DiffCounts',
  'DiffPlace',
  'DiffReport',
  'DiffUnit',
  'Difference',
  'Encoding',
  'ErrorCode',
  'Extent',
  'FileAbout',
  'FileDiff',
  'FileSurvey',
  'Finding',
  'FindingDraft',
  'Flag',
  'Intent',
  'KeptOptions',
  'LanguageModel',
  'LineTemplate',
  'ListedRun',
  'ModelFailure',
  'ModelOutcome',
  'ModelReply',
  'ModelRequest',
  'Ongoing',
  'Options',
  'Panel',
  'Partition',
  'PartitionOptions',
  'Piece',
  'Place',
  'Plan',
  'PlanOptions',
  'PlannedFile',
  'PlannedTask',
  'Probe',
  'Profile',
  'Provider',
  'ProviderDefinition',
  'QueriedData',
  'QueryOptions',
  'Question',
  'ReadTask',
  'Relation',
  'RelationColumn',
  'RelationKind',
  'ReportFormat',
  'ReportLook',
  'ResumeOptions',
  'Rule',
  'RunAnswer',
  'RunReport',
  'RunStatus',
  'SearchAnswer',
  'SearchMatch',
  'SearchOptions',
  'SearchReport',
  'Severity',
  'Share',
  'Sizing',
  'Skipped',
  'Sniff',
  'SourceText',
  'Span',
  'Stretch',
  'SubcallInput',
  'SubcallOptions',
  'SubcallReport',
  'SurveyedFile',
  'TypeReport',
  'TypeSynthesis',
  'Unjudged',
  'Verification',
  'Wrap',
]

const TEAM_VALUES = [
  'agentWorker',
  'commandWorker',
  'done',
  'fail',
  'functionWorker',
  'hostTeam',
  'memoryLedger',
  'openLedger',
  'pipeline',
  'planApproval',
  'planned',
  'refactoring',
  'research',
  'rlm',
  'runTeam',
  'specialists',
  'swarm',
]

const TEAM_TYPES = [
  'AgentRow',
  'AgentSpec',
  'Assignment',
  'Budget',
  'Claim',
  'CommandSpec',
  'Ending',
  'HostEnd',
  'HostOptions',
  'Json',
  'Ledger',
  'LedgerEvent',
  'Member',
  'MemberDraft',
  'Message',
  'NewMember',
  'NewMessage',
  'NewTask',
  'NewTeam',
  'Ongoing',
  'Reservation',
  'RunTeamOptions',
  'Session',
  'Task',
  'TaskCounts',
  'Team',
  'TeamDraft',
  'TeamOutcome',
  'TeamOverview',
  'Worker',
]

const root = fileURLToPath(new URL('..', import.meta.url))

describe('the public surface', () => {
  it('exports these values', async () => {
    expect(Object.keys(await import('../packages/shoal/src/index.ts')).sort()).toEqual(VALUES)
  })

  it('exports these types', () => {
    expect(exportedTypes(join(root, 'packages/shoal/src/index.ts')).sort()).toEqual(TYPES)
  })

  it('exports these values and types for teams', async () => {
    expect(Object.keys(await import('../packages/shoal/src/team.ts')).sort()).toEqual(TEAM_VALUES)
    expect(exportedTypes(join(root, 'packages/shoal/src/team.ts')).sort()).toEqual(TEAM_TYPES)
  })

  it('exports these values and types for tests', async () => {
    expect(Object.keys(await import('../packages/shoal/src/test.ts')).sort()).toEqual([
      'memoryLedger',
      'scriptedModel',
      'scriptedProvider',
    ])
    expect(exportedTypes(join(root, 'packages/shoal/src/test.ts')).sort()).toEqual([
      'Script',
      'Scripted',
      'ScriptedModel',
    ])
  })

  it('is all that the package offers, besides the command', () => {
    const { exports, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(exports).toEqual({
      '.': { types: './dist/types/shoal/index.d.ts', default: './dist/index.js' },
      './team': { types: './dist/types/shoal/team.d.ts', default: './dist/team.js' },
      './test': { types: './dist/types/shoal/test.d.ts', default: './dist/test.js' },
      './package.json': './package.json',
    })
    expect(bin).toEqual({ shoal: 'bin/shoal.mjs' })
  })

  it('comes whole, with the notices of what it contains, and runs nothing when it is installed', () => {
    const { files, scripts, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(files).toEqual(expect.arrayContaining(['bin', 'dist', 'LICENSE', 'THIRD-PARTY-NOTICES.md']))
    for (const file of files.filter((name: string) => !/[!*]/.test(name) && name !== 'dist'))
      expect(existsSync(join(root, file)), file).toBe(true)
    // npm runs these, or warns of them, where the package is installed.
    for (const script of ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'postprepare'])
      expect(scripts).not.toHaveProperty(script)
    // npm runs this one in what it fetches from a git address, and nowhere it installs the package; what it runs is not even packed.
    expect(scripts.prepare).toBe('node scripts/build/prepare.mjs')
    expect(files.some((name: string) => name.startsWith('scripts'))).toBe(false)
    // Installed by default, and no reason to fail where it cannot be.
    expect(optionalDependencies).toHaveProperty('@duckdb/node-api')
  })

  it('depends on nothing that runs something when it is installed, and has what runs for developers decided', () => {
    const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean; optional?: boolean; hasInstallScript?: boolean }>
    }
    const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
    for (const [path, { dev }] of scripted) {
      expect(dev, path).toBe(true)
      expect(allowScripts).toHaveProperty([path.slice(path.lastIndexOf('node_modules/') + 13)])
    }
  })
})

/** Names of `export type { … } from` and `export { type … } from`. */
function exportedTypes(file: string): string[] {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  return tree.statements.flatMap(statement => {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause || !ts.isNamedExports(statement.exportClause))
      return []
    return statement.exportClause.elements
      .filter(element => statement.isTypeOnly || element.isTypeOnly)
      .map(element => element.name.text)
  })
}
