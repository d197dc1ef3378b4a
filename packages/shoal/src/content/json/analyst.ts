// The built-in analyst of JSON documents: one pass over any size, exact counts of every path.

import type { BuiltInAnalyst, FileSurvey, ReadTask } from '@shoal/base/model/analyst'
import type { Anchor } from '@shoal/base/model/anchor'
import type { FindingDraft } from '@shoal/base/model/finding'
import type { SourceText } from '@shoal/base/model/source'
import { type DocumentTally, readDocument } from '../../text/json-census/document-reader.ts'
import {
  configAnchors,
  dependencyAnchors,
  releaseAnchors,
  type SchemaField,
  schemaAnchors,
  schemaFields,
} from './analyst/anchors.ts'
import { charts, chartsTogether } from './analyst/charts.ts'
import { chunkFactsOf } from './analyst/chunk-facts.ts'
import { documentFindings } from './analyst/document-faults.ts'
import { list, number, type Subject, subjectOf } from './analyst/subject.ts'
import { surveyOf } from './analyst/survey.ts'
import { synthesiseJson } from './analyst/synthesis.ts'
import { records } from './records.ts'

/** A document is a file of settings if it is an object of at most so many paths, and none of them repeats much. */
const MOST_SETTINGS = 300

export const analyst: BuiltInAnalyst<DocumentTally> = {
  version: 14,
  isData: true,
  readsFor: () => null,
  // A fault ends the reading, and where it stands is known only from the start on: so in one stretch.
  looksFor: 'broken JSON, fields and types that change, nulls, impossible dates, odd codes, outliers, duplicates',
  splitFrom: null,
  read: async (source, _stretch, { signal, onRead }) => await readDocument(source, { signal, onRead }),
  survey: async (tallies, source, task) => survey(tallies[0]!, source, task),
  synthesise: files => synthesiseJson(files, 'JSON'),
  chunkFacts: chunkFactsOf('json', records),
  charts,
  chartsTogether,
}

function survey(tally: DocumentTally, source: SourceText, { about, brief }: ReadTask): FileSurvey {
  const subject = subjectOf(tally.root, source, about, brief, 'element')
  const root = subject.fields[0]
  const properties = schemaFields(subject)
  const { records } = subject
  const kind =
    root === undefined ? 'nothing readable' : `one ${Object.entries(root.counts).find(([, count]) => count > 0)![0]}`
  const rows = records
    ? `${number(records.counts.object)} ${records.path === '$[*]' ? 'elements' : `objects at ${records.path}`}`
    : kind
  const objects = subject.fields.reduce((sum, { counts }) => sum + counts.object, 0)
  return surveyOf(subject, {
    summary: `JSON: ${rows}, ${number(tally.depth)} ${tally.depth === 1 ? 'level' : 'levels'} deep`,
    figures: {
      format: 'json',
      root: root ? (root.counts.array > 0 ? 'array' : root.counts.object > 0 ? 'object' : 'scalar') : null,
      documents: tally.documents,
      records: records?.counts.object ?? 0,
      records_path: records?.path ?? null,
      object_count: objects,
      valid: tally.fault === null && tally.documents === 1,
      fault: tally.fault && { line: tally.fault.line, path: tally.fault.path, reason: tally.fault.reason },
      ...(properties
        ? { schema_document: properties.map(({ path, type, required }) => ({ path, type, required })) }
        : {}),
    },
    findings: [...documentFindings(subject, tally), ...(properties ? [schemaFinding(subject, properties)] : [])].flat(),
    anchors: ownAnchors(subject, properties),
    answers: [],
    panels: [],
    notes: [
      ...(tally.fault
        ? [
            `the document could not be read beyond line ${number(tally.fault.line)}: ${tally.fault.reason}; what stands before was counted`,
          ]
        : []),
      ...(root === undefined && source.size === 0 ? ['the file is empty'] : []),
    ],
    depth: tally.depth,
    tooDeep: tally.tooDeep,
    liberties: tally.liberties,
  })
}

function ownAnchors(subject: Subject, properties: readonly SchemaField[] | null): Anchor[] {
  if (properties) return schemaAnchors(properties, subject)
  const root = subject.fields[0]
  if (!root || root.counts.object === 0 || root.slot.star) return []
  const dependencies = dependencyAnchors(subject)
  if (dependencies.length > 0) return [...dependencies, ...releaseAnchors(subject)]
  return subject.fields.length <= MOST_SETTINGS && !subject.records ? configAnchors(subject) : []
}

function schemaFinding(subject: Subject, properties: readonly SchemaField[]): FindingDraft[] {
  const [first] = properties
  if (!first) return []
  const required = properties.filter(property => property.required).map(({ name }) => name)
  const { line, quote } = subject.quoter.quote(first.field)
  return [
    {
      type: 'pattern',
      key: `json.schema-document:${subject.about.path}`,
      summary: `A JSON Schema of ${number(properties.length)} properties: ${list(
        properties.map(({ name }) => name),
        8,
      )}${required.length > 0 ? `; required: ${list(required, 8)}` : ''}`,
      severity: 'low',
      confidence: 'high',
      nature: 'fact',
      line,
      evidence: quote,
      jsonPath: '$.properties',
      topics: ['schema', ...properties.slice(0, 8).map(({ name }) => name)],
      weight: 0.5,
    },
  ]
}
