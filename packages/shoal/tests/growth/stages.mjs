// What an analysis does with one file, stage by stage, in this process: no threads and no ledger, so that all work is counted.
import { createRegistry } from '../../../../build/shoal/content/registry.js'
import { chunkReports, gate } from '../../../../build/shoal/run/analysis/gated.js'
import { reportPage } from '../../../../build/shoal/run/report-page/report-page.js'
import { chunkText } from '../../../../build/shoal/stages/deliver.js'
import { detect } from '../../../../build/shoal/stages/detect.js'
import { partition } from '../../../../build/shoal/stages/partition.js'
import { reportJson } from '../../../../build/shoal/stages/report/json.js'
import { reportMarkdown } from '../../../../build/shoal/stages/report/markdown.js'
import { reportSarif } from '../../../../build/shoal/stages/report/sarif.js'
import { reportText } from '../../../../build/shoal/stages/report/text.js'
import { surveySource } from '../../../../build/shoal/stages/survey.js'
import { synthesiseCross } from '../../../../build/shoal/stages/synthesise-cross.js'
import { synthesiseType } from '../../../../build/shoal/stages/synthesise-type.js'
import { probeFile } from '../../../../build/shoal/text/probe.js'
import { briefOf } from '../../../../build/shoal/text/question.js'
import { openSource } from '../../../../build/shoal/text/source-file.js'

const registry = createRegistry()
const signal = new AbortController().signal
const MAX_TOKENS = 400_000

/** Reads the file at `path` and calls `done` behind each stage. `others` are the type reports of files read before. */
export async function readFile(path, { type: forced, question = null, others = [], done = async () => {} }) {
  const brief = briefOf(question)
  const { probe } = probeFile(path)
  await done('open')
  const detection = detect(probe, registry, forced === undefined ? [] : [{ glob: '**', type: forced }])
  // As a file whose name tells nothing: every type looks at it.
  detect({ ...nameless(probe) }, registry)
  await done('detect')
  const type = registry.get(detection.contentType)
  const source = openSource(path)
  try {
    const request = { mode: 'single', sizing: type.sizing, maxTokens: MAX_TOKENS, language: detection.language, signal }
    const cut = await partition(source, type, request)
    await done('cut')
    for (const chunk of cut.chunks) chunkText(source, chunk)
    await done('deliver')
    const about = {
      path,
      contentType: type.name,
      language: detection.language,
      sizeBytes: cut.sizeBytes,
      lineCount: cut.lineCount,
      chunks: cut.chunks.map(({ id, index, body, continuation }) => ({ id, index, ...body, continuation })),
    }
    const analyst = await type.builtIn()
    const task = { about, brief, signal, onRead: () => {} }
    const survey = await surveySource(analyst, source, task)
    await done('survey')
    const reading = { path, language: detection.language, signal, onRead: () => {} }
    for await (const _ of type.facts?.(source, reading) ?? []);
    await done('facts')
    const gated = await gate(async () => survey, { source, about, brief, analyst, signal })
    const reports = chunkReports(gated, about)
    await done('verify')
    const merged = await synthesiseType([{ reports, unread: [] }], {
      type,
      analyst,
      brief,
      files: [about],
      openSource,
      signal,
    })
    await done('type')
    const types = [merged, ...others]
    const cross = synthesiseCross(types, { brief, openSource, skipped: [] })
    await done('cross')
    await render(reportOf({ path, detection, cut, types, cross }))
    await done('render')
    return merged
  } finally {
    source.close()
  }
}

function nameless({ text, lines, encoding, sizeBytes, whole }) {
  return { path: 'trap', name: 'trap', extension: '', text, lines, encoding, sizeBytes, whole }
}

function reportOf({ path, detection, cut, types, cross }) {
  const { sizeBytes, lineCount } = cut
  const nothing = { quotes: 0, verified: 0, relocated: 0, rejected: 0 }
  return {
    run: 'growth',
    query: null,
    goal: 'general',
    engine: 'built-in',
    answer: cross.answer,
    answerEvidence: cross.answerEvidence,
    answerPanels: cross.answerPanels,
    files: [{ path, detection, sizeBytes, lineCount, tier: 'small', tokens: 0, partitions: cut.chunks.length }],
    skipped: [],
    findings: cross.findings,
    perType: types.map(({ anchors: _, findings: __, ...type }) => type),
    crossFile: cross.crossFile,
    recommendations: cross.recommendations,
    coverage: {
      files: 1,
      filesRead: 1,
      bytes: sizeBytes,
      bytesRead: sizeBytes,
      lines: lineCount,
      linesRead: lineCount,
      tasks: 1,
      tasksCompleted: 1,
      tasksFailed: 0,
    },
    verification: nothing,
    rejected: cross.rejected,
    failed: [],
    usage: { inputTokens: 0, outputTokens: 0, costUsd: 0, calls: 0, cached: 0, wholeInputTokens: null },
    reading: null,
    partial: null,
    warnings: [],
  }
}

async function render(report) {
  reportText(report, { top: 20, verification: true, width: 100, color: false })
  reportMarkdown(report, { top: 20, verification: true })
  JSON.stringify(reportJson(report))
  JSON.stringify(reportSarif(report, '0'))
  await reportPage(report, { root: '/' })
}
