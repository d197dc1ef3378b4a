// Manifests for planner tests: files of given sizes, cut as the type's target says, without any file on disk.
import type { PlannedInput } from '@shoal/base/model/plan'
import type { Roles } from '../../src/stages/plan-tasks.ts'

const TARGETS: Record<string, number> = {
  source_code: 200,
  structured_data: 2000,
  json: 350,
  jsonl: 750,
  log: 2500,
  prose: 250,
}

/** A file of `lines` lines with ten tokens each; over 1500 lines it is cut at its type's target. */
export function manifest(path: string, contentType: string, lines: number): PlannedInput {
  const of = lines <= 1500 ? 0 : Math.max(2, Math.ceil(lines / (TARGETS[contentType] ?? 200)))
  const size = Math.ceil(lines / Math.max(of, 1))
  return {
    path,
    sizeBytes: lines * 40,
    lineCount: lines,
    detection: { contentType, language: null, confidence: 'high', via: 'extension', reason: '' },
    tokens: lines * 10,
    chunks: Array.from({ length: of }, (_, k) => {
      const startLine = k * size + 1
      const endLine = Math.min(lines, startLine + size - 1)
      return {
        id: `${path}-${k + 1}`,
        continuation: false,
        index: k + 1,
        of,
        tokens: size * 10,
        body: { startLine, endLine, startByte: (startLine - 1) * 40, endByte: endLine * 40 },
      }
    }),
  }
}

const ROLES: Record<string, [agent: string, analyst: string]> = {
  source_code: ['rlm-code-analyzer', 'code'],
  structured_data: ['rlm-data-analyzer', 'data'],
  json: ['rlm-json-analyzer', 'json'],
  jsonl: ['rlm-json-analyzer', 'json'],
}

export const roles: Roles = contentType => {
  const [agent, analyst] = ROLES[contentType] ?? ['rlm-chunk-analyzer', 'general']
  return { agent, analyst }
}

/** The seeds' first worked example: a project of nine files. */
export const PROJECT: readonly [path: string, contentType: string, lines: number][] = [
  ['models.py', 'source_code', 3200],
  ['data_pipeline.py', 'source_code', 2800],
  ['api_server.py', 'source_code', 1900],
  ['utils.py', 'source_code', 400],
  ['README.md', 'prose', 300],
  ['config.json', 'json', 250],
  ['schema.json', 'json', 180],
  ['Makefile', 'config', 120],
  ['requirements.txt', 'config', 50],
]

/** The second: a data directory of eight. */
export const PIPELINE: readonly [path: string, contentType: string, lines: number][] = [
  ['transactions.csv', 'structured_data', 20000],
  ['customers.csv', 'structured_data', 10000],
  ['etl.log', 'log', 8000],
  ['events.jsonl', 'jsonl', 5000],
  ['etl_transform.py', 'source_code', 2500],
  ['etl_load.sh', 'source_code', 800],
  ['pipeline_config.json', 'json', 350],
  ['README.md', 'prose', 200],
]
