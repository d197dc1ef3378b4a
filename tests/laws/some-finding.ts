// A finding with nothing special, for laws about findings to vary.
import type { Finding } from '@shoal/base/model/finding'

export const PLACE = { path: 'f', line: 1, endLine: 1, evidence: 'a', chunkId: null }

export const FINDING: Finding = {
  type: 'pattern',
  key: 'same',
  summary: 'The same',
  severity: 'low',
  confidence: 'high',
  nature: 'fact',
  line: 1,
  endLine: 1,
  evidence: 'a',
  id: 'a',
  contentType: 'structured_data',
  path: 'f',
  verified: true,
  chunkIds: [],
  count: 1,
  weight: 0.5,
  places: [PLACE],
  placeCount: 1,
  relevance: 0,
}
