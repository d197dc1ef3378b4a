// `shoal analyze --json`: a report under the names that scripts rely on.

import type { AskedAnswer } from '@shoal/base/model/asked'
import type { Finding, Panel, Standing } from '@shoal/base/model/finding'
import { goalsOf } from '@shoal/base/model/goal'
import type { Suppressed } from '@shoal/base/model/ignore'
import type { CrossFinding, RunReport } from '@shoal/base/model/report'
import { ListOf } from '@shoal/base/text/json-pieces'
import { fileJson } from '../plan-json.ts'

/** Its long lists are made as they are written: together they may be more than memory should hold. */
export function reportJson(report: RunReport): Record<string, unknown> {
  const { coverage, verification, usage } = report
  const idsOf = (contentType: string) =>
    report.findings.filter(one => one.contentType === contentType).map(({ id }) => id)
  return {
    run: report.run,
    query: report.query,
    goal: report.goal,
    goals: goalsOf(report),
    engine: report.engine,
    answer: report.answer,
    answer_evidence: report.answerEvidence,
    answer_panels: report.answerPanels.map(panelJson),
    question: report.question && questionJson(report.question),
    baseline: comparedJson(report.compared),
    since: narrowedJson(report.narrowed),
    files: new ListOf(report.files, fileJson),
    skipped: new ListOf(report.skipped, ({ path, reason }) => ({ path, reason })),
    findings: new ListOf(report.findings, findingJson),
    per_type: Object.fromEntries(
      report.perType.map(type => [
        type.contentType,
        {
          title: type.title,
          summary: type.summary,
          findings: idsOf(type.contentType),
          finding_count: type.findingCount,
          metadata: type.metadata,
          panels: type.panels.map(panelJson),
          reading: type.reading,
          files: new ListOf(type.files, ({ path, summary, figures, topics, notes, findings }) => ({
            path,
            summary,
            findings,
            topics,
            notes,
            figures,
          })),
        },
      ]),
    ),
    suppressed: report.suppressed?.map(suppressedJson),
    cross_file: new ListOf(report.crossFile, crossJson),
    cross_file_unlisted: report.crossFileUnlisted ?? [],
    recommendations: report.recommendations,
    coverage: {
      files: coverage.files,
      files_read: coverage.filesRead,
      bytes: coverage.bytes,
      bytes_read: coverage.bytesRead,
      lines: coverage.lines,
      lines_read: coverage.linesRead,
      tasks: coverage.tasks,
      tasks_completed: coverage.tasksCompleted,
      tasks_failed: coverage.tasksFailed,
    },
    verification: { ...verification, rejected_quotes: report.rejected },
    failed: report.failed,
    usage: {
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cost_usd: usage.costUsd,
      calls: usage.calls,
      cached: usage.cached,
      is_estimate: usage.isGuess ?? false,
      whole_input_tokens: usage.wholeInputTokens,
    },
    reading: report.reading,
    partial: report.partial,
    warnings: report.warnings,
  }
}

/** What a script relies on is `status`. */
export function questionJson({ status, readAs, unused, alternatives, sql, rows, rowCount, notes }: AskedAnswer) {
  return { status, read_as: readAs, unused, alternatives, sql, rows, row_count: rowCount, notes }
}

export function findingJson(finding: Finding): Record<string, unknown> {
  const { distribution, rule, panel, places } = finding
  return {
    id: finding.id,
    type: finding.type,
    nature: finding.nature,
    content_type: finding.contentType,
    summary: finding.summary,
    severity: finding.severity,
    confidence: finding.confidence,
    path: finding.path,
    line: finding.line,
    character: finding.character,
    end_line: finding.endLine,
    page: finding.page,
    paragraph: finding.paragraph,
    scope: finding.scope,
    column: finding.column,
    json_path: finding.jsonPath,
    evidence: finding.evidence,
    verified: finding.verified,
    file_role: finding.role,
    distribution: distribution && Object.fromEntries(distribution.map(({ value, count }) => [value, count])),
    distribution_total: finding.distributionTotal,
    total_rows: finding.totalRows,
    stats: finding.stats,
    rule: rule && { id: rule.id, title: rule.title, explanation: rule.explanation, cwe: rule.cwe },
    chunk_ids: finding.chunkIds,
    count: finding.count,
    places: places.map(({ path, line, character, endLine, evidence, cell, page, paragraph }) => ({
      path,
      line,
      character,
      end_line: endLine,
      page,
      paragraph,
      quote: evidence,
      evidence,
      ...cell,
    })),
    places_total: finding.placeCount,
    place_count: finding.placeCount,
    relevance: finding.relevance,
    by: finding.by,
    tools: finding.tools,
    objection: finding.objection,
    ...standingJson(finding.standing),
    results: finding.results,
    panel: panel && panelJson(panel),
  }
}

function crossJson(cross: CrossFinding) {
  const { kind, summary, severity, nature, files, evidence, evidenceCount, relevance, by, objection, standing } = cross
  const evidence_total = evidenceCount ?? evidence.length
  const said = { kind, summary, severity, nature, files, evidence, evidence_total, relevance, by, objection }
  return { ...said, ...standingJson(standing) }
}

/** Only in a report that was compared with something. */
function standingJson(standing: Standing | undefined) {
  return {
    status: standing?.state,
    first_seen: standing?.firstSeen,
    new_places: standing?.newPlaces,
    on_changed_line: standing?.onChangedLine,
  }
}

function comparedJson(compared: RunReport['compared']) {
  if (!compared) return undefined
  const { baseline, fixed, unknown } = compared
  return {
    file: baseline,
    new: compared.new,
    unchanged: compared.unchanged,
    fixed: fixed.length,
    not_looked_at: unknown,
    fixed_findings: fixed.map(({ path, rule, severity, count, firstSeen, summary }) => ({
      path,
      rule,
      severity,
      count,
      first_seen: firstSeen,
      summary,
    })),
  }
}

function narrowedJson(narrowed: RunReport['narrowed']) {
  if (!narrowed) return undefined
  const { ref, commit, changed, deleted, elsewhere } = narrowed
  return { ref, commit, changed_files: changed, deleted_files: deleted, elsewhere }
}

function suppressedJson({ rule, severity, summary, path, line, reason, by }: Suppressed) {
  const where = 'note' in by ? { by: 'comment', comment_line: by.note } : { by: 'config' }
  return { rule, severity, summary, path, line, reason, ...where }
}

/** Panels hold plain values under single words: they are their own JSON. */
function panelJson(panel: Panel): Panel {
  return panel
}
