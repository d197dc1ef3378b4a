// A finding as answers show it: what an agent needs to judge and to cite it.

import { type Finding, severities } from '@shoal/base/model/finding'
import { z } from 'zod'
import { clipped } from './room.ts'

/** Characters of JSON: a summary may name files with long paths. */
const LONGEST_SUMMARY = 8000

export const findingShape = z.object({
  id: z.string().describe('Cite it with this.'),
  type: z.string().describe('What kind of thing it is, such as `outlier` or `vulnerability`.'),
  content_type: z.string().describe('The content type of its file.'),
  severity: z.enum(severities).describe('high: act now; medium: look into it; low: know of it.'),
  nature: z.enum(['problem', 'fact']).describe('Something wrong, or something to know.'),
  confidence: z.enum(['high', 'medium', 'low']).describe('How sure it is.'),
  summary: z.string().describe('What was found.'),
  path: z.string().describe('The file.'),
  line: z.number().describe('1-based line of the quote.'),
  evidence: z.string().describe('The quote, verified against the file, secrets masked.'),
  by: z.string().nullable().describe('Who says so; null for the exact analysts.'),
  objection: z.string().nullable().describe('What a sceptic holds against it; null for nothing.'),
  count: z.number().describe('How many rows, entries or places it speaks of.'),
  places_total: z.number().describe('At how many places it stands; `findings` with its `id` lists them.'),
})

export const placeShape = z.object({
  path: z.string().describe('The file.'),
  line: z.number().describe('1-based line of the quote.'),
  evidence: z.string().describe('What stands there, secrets masked.'),
})

export function findingAnswer(finding: Finding): z.input<typeof findingShape> {
  const { id, type, contentType, severity, nature, confidence, summary, path, line, evidence, by, count } = finding
  return {
    id,
    type,
    content_type: contentType,
    severity,
    nature,
    confidence,
    summary: clipped(summary, LONGEST_SUMMARY),
    path,
    line,
    evidence,
    by: by ?? null,
    objection: finding.objection ?? null,
    count,
    places_total: finding.placeCount,
  }
}

export function placeAnswer({ path, line, evidence }: Finding['places'][number]): z.input<typeof placeShape> {
  return { path, line, evidence }
}
