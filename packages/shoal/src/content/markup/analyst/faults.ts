// Findings about documents of tags: one per kind of fault, with its count and first places.

import type { FindingDraft, Rule, Severity } from '@shoal/base/model/finding'
import { lookup } from '@shoal/base/model/lookup'
import { formatCount } from '@shoal/base/text/printable'
import { draftPlaces } from '../../../text/draft-places.ts'
import type { MarkupTally } from './elements.ts'

interface Kind {
  readonly type: string
  readonly severity: Severity
  readonly nature: FindingDraft['nature']
  /** `#` is the count, `@` the first places. */
  readonly one: string
  readonly many: string
  readonly rule?: Rule
  readonly advice?: string
}

const KINDS: Readonly<Record<string, Kind>> = {
  malformed: {
    type: 'syntax_error',
    severity: 'high',
    nature: 'problem',
    advice: 'Correct the syntax at this place',
    one: 'Not well-formed: @',
    many: 'Not well-formed in # places: @',
  },
  mismatched: {
    type: 'syntax_error',
    severity: 'high',
    nature: 'problem',
    advice: 'Put every end tag where its element ends',
    one: 'End tag in the wrong place: @',
    many: '# end tags in the wrong place: @',
  },
  unclosed: {
    type: 'syntax_error',
    severity: 'high',
    nature: 'problem',
    advice: 'Close the elements',
    one: 'Never closed: @',
    many: '# elements are never closed: @',
  },
  'duplicate-id': {
    type: 'duplicate',
    severity: 'medium',
    nature: 'problem',
    advice: 'Give each element an id of its own',
    one: 'The id @ is there twice',
    many: '# elements repeat an id: @',
  },
  'broken-link': {
    type: 'broken_link',
    severity: 'low',
    nature: 'problem',
    advice: 'Correct the links, or remove them',
    one: 'A link leads to @, which is nowhere in the document',
    many: '# links lead nowhere in the document: @',
  },
  'no-alt': {
    type: 'accessibility',
    severity: 'low',
    nature: 'problem',
    advice: 'Describe the image in alt, or leave alt empty where it only decorates',
    one: 'An image has no alt text: @',
    many: '# images have no alt text: @',
  },
  'http-resource': {
    type: 'vulnerability',
    severity: 'medium',
    nature: 'problem',
    one: 'Loaded without encryption: @',
    many: '# resources are loaded without encryption: @',
    rule: {
      id: 'markup.http-resource',
      concern: 'security',
      title: 'A resource is loaded over http://',
      explanation: 'Whoever is on the way can change what is loaded, and with it the page. Use https://.',
      cwe: 'CWE-829',
    },
  },
  'http-form': {
    type: 'vulnerability',
    severity: 'high',
    nature: 'problem',
    one: 'A form sends what is typed without encryption: @',
    many: '# forms send what is typed without encryption: @',
    rule: {
      id: 'markup.http-form',
      concern: 'security',
      title: 'A form is sent over http://',
      explanation: 'What users type, passwords included, can be read on the way. Use https://.',
      cwe: 'CWE-319',
    },
  },
  'event-handler': {
    type: 'pattern',
    severity: 'low',
    nature: 'fact',
    one: 'Code in an attribute: @',
    many: '# attributes hold code: @',
  },
  'inline-script': {
    type: 'pattern',
    severity: 'low',
    nature: 'fact',
    one: 'A script stands in the page',
    many: '# scripts stand in the page',
  },
  opener: {
    type: 'vulnerability',
    severity: 'low',
    nature: 'problem',
    one: 'The page that @ opens may steer this one',
    many: '# links let the page they open steer this one: @',
    rule: {
      id: 'markup.opener',
      concern: 'security',
      title: 'A linked page may steer this one',
      explanation: 'With rel="opener" the page that is opened can send this one elsewhere. Use rel="noopener".',
      cwe: 'CWE-1022',
    },
  },
}

const MOST_NAMED = 5

export function markupFaults({ faults, html }: MarkupTally): FindingDraft[] {
  return Object.entries(faults).flatMap(([kind, { count, places }]) => {
    const first = places[0]
    const about = lookup(KINDS, kind)
    if (!first || !about) return []
    const named = [...new Set(places.map(({ what }) => what).filter(what => what !== ''))].slice(0, MOST_NAMED)
    const text = `${named.join(', ')}${count > named.length && named.length > 1 ? ' …' : ''}`
    // Browsers forgive what XML does not.
    const severity = html && about.type === 'syntax_error' ? 'medium' : about.severity
    return [
      {
        type: about.type,
        key: `markup.${kind}`,
        summary: (count === 1 ? about.one : about.many)
          .replace('#', formatCount(count))
          .replace('@', text || first.quote),
        severity,
        confidence: 'high',
        nature: about.nature,
        ...draftPlaces(
          places.map(({ line, quote }) => ({ line, evidence: quote })),
          count,
        ),
        count,
        topics: [kind, about.type, ...(about.rule ? ['security'] : [])],
        ...(about.rule ? { rule: about.rule } : {}),
        ...(about.advice ? { advice: about.advice } : {}),
      },
    ]
  })
}
