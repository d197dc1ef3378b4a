// Findings and reports for tests of the synthesis by models.
import type { Agent } from '@shoal/base/model/agent'
import type { Finding } from '@shoal/base/model/finding'
import type { Json } from '@shoal/base/model/json'
import type { LanguageModel, ModelRequest } from '@shoal/base/model/language-model'
import type { ResultCache } from '@shoal/base/model/model-work'
import type { TypeReport } from '@shoal/base/model/report'
import type { SynthesisInput } from '../../../src/stages/model-synthesis/synthesis.ts'
import { briefOf } from '../../../src/text/question.ts'
import { callContext } from '../../models/call-context.ts'
import { typeReport } from '../cross-files.ts'
import { sampleFinding } from '../report/sample-report.ts'

export const agent: Agent = {
  name: 'rlm-synthesizer',
  description: 'merges',
  modelClass: 'sonnet',
  tools: [],
  color: null,
  instructions: 'You merge what analysts found.',
  version: 'v1',
  origin: 'built-in',
}

/** Finding `k`, at line `k` of its file, quoting `line k of PATH`. */
export function finding(k: number, rest: Partial<Finding> = {}): Finding {
  const path = rest.path ?? `src/file-${k}.py`
  return sampleFinding({
    id: `id-${k}`,
    key: `key-${k}`,
    summary: `problem number ${k} of its file`,
    line: k,
    evidence: `line ${k} of ${path}`,
    ...rest,
    path,
  })
}

export function reportOf(findings: readonly Finding[], rest: Partial<TypeReport> = {}): TypeReport {
  const paths = [...new Set(findings.map(({ path }) => path))]
  return {
    ...typeReport('source_code'),
    title: 'Source code',
    summary: `1,234 functions in ${paths.length} files`,
    findings,
    findingCount: findings.length,
    files: paths.map(path => ({
      path,
      summary: '',
      figures: {},
      panels: [],
      topics: [],
      notes: [],
      findings: findings.filter(one => one.path === path).length,
    })),
    read: { files: paths.length, bytes: 1, lines: 1 },
    ...rest,
  }
}

export function inputFor(model: LanguageModel, rest: Partial<SynthesisInput> = {}): SynthesisInput {
  const { purpose: _, ...context } = callContext({ task: 'synthesize-1' })
  return {
    agent,
    model,
    brief: briefOf('Why do payments fail after 30 seconds?'),
    context,
    cache: memoryCache(),
    inputTokens: 50_000,
    notes: { missing: [], answers: [] },
    ...rest,
  }
}

export function memoryCache(): ResultCache & { readonly stored: Map<string, Json> } {
  const stored = new Map<string, Json>()
  return {
    stored,
    async once<T extends Json>(key: unknown, make: () => Promise<T | null>) {
      const name = JSON.stringify(key)
      const known = stored.get(name)
      if (known !== undefined) return { value: structuredClone(known) as T, isCached: true }
      const value = await make()
      if (value !== null) stored.set(name, value)
      return { value, isCached: false }
    },
  }
}

/** A reply as JSON; fields left out are empty. */
export function reply(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ answer: [], summary: [], recommendations: [], same: [], missing: [], ...fields })
}

/** All that a request says. */
export function saidIn({ system, turns }: ModelRequest): string {
  const texts = turns.flatMap(turn =>
    turn.role === 'user' ? turn.passages.map(({ text }) => text) : turn.role === 'assistant' ? [turn.text] : [],
  )
  return [system, ...texts].join('\n')
}
