// What an analyst looks for, by kind of content and goal (A2), and the types its findings may have (A5). A goal that has
// nothing of its own for a kind of content is read as the general one.

import type { Goal } from '@shoal/base/model/goal'
import { lookup } from '@shoal/base/model/lookup'

export interface Focus {
  /** Types of findings; `pattern` is among them and stands for any other. */
  readonly types: readonly string[]
  /** Content types that are read together; left out for one. */
  readonly of?: readonly string[]
  readonly goals: { readonly general: string } & Partial<Readonly<Record<Goal, string>>>
}

/** What the goal asks of this kind of content. A type of the user's own is read as its agent's usual content is. */
export function focusOf(contentType: string, agent: string): Focus {
  return lookup(BY_TYPE, contentType) ?? lookup(BY_TYPE, lookup(USUAL, agent) ?? '') ?? BY_TYPE.unknown!
}

const mixed = new Map<string, Focus>()

/** What is looked for in contents of several types that are read together; the same object for the same types. */
export function focusOn(contentTypes: readonly string[], agent: string): Focus {
  const distinct = [...new Set(contentTypes)].sort()
  if (distinct.length === 1) return focusOf(distinct[0]!, agent)
  const key = distinct.join()
  const known = mixed.get(key)
  if (known) return known
  const all = distinct.map(type => focusOf(type, agent))
  const focus: Focus = {
    types: [...new Set(all.flatMap(({ types }) => types))],
    of: distinct,
    goals: { general: BY_TYPE.unknown!.goals.general },
  }
  mixed.set(key, focus)
  return focus
}

/** What several goals ask for, one after the other. */
export function goalText({ goals, of }: Focus, asked: readonly Goal[]): string {
  const text = (own: Focus['goals']) => [...new Set(asked.map(goal => own[goal] ?? own.general))].join('; ')
  if (!of) return text(goals)
  return of.map(type => `in ${type.replaceAll('_', ' ')}: ${text(focusOf(type, '').goals)}`).join('. ')
}

const USUAL: Readonly<Record<string, string>> = {
  'rlm-code-analyzer': 'source_code',
  'rlm-data-analyzer': 'structured_data',
  'rlm-json-analyzer': 'json',
}

const JSON_FOCUS: Focus = {
  types: [
    'schema_variation',
    'field_distribution',
    'nesting',
    'null_frequency',
    'type_inconsistency',
    'outlier',
    'pattern',
  ],
  goals: {
    general: 'what the objects stand for, how they differ from each other, and which values do not fit their field',
    security:
      'personal data, credentials and tokens, addresses that lead to the inside, values that carry code or markup',
    architecture:
      'how the objects refer to each other, what is nested that should be linked, which fields repeat others',
    performance: 'durations, sizes and counters that stand out, payloads that are larger than they need be',
    data: 'fields that are missing, null or of several types, values out of range, codes with no known meaning',
  },
}

const BY_TYPE: Readonly<Record<string, Focus>> = {
  source_code: {
    types: ['vulnerability', 'complexity', 'dependency', 'dead_code', 'api_surface', 'pattern', 'antipattern'],
    goals: {
      general: 'what the code does, where it may fail, and what a reviewer would ask to be changed',
      security:
        'untrusted input that reaches a query, command, path, page or deserializer, missing checks of identity or rights, secrets, weak cryptography, errors that tell too much',
      architecture:
        'what each part is responsible for, what it depends on and what depends on it, cycles, leaking layers, repeated knowledge',
      performance:
        'work repeated in loops, calls that wait one after the other, growing memory, missing limits and indexes, needless copies',
      quality:
        'faults in the logic, errors that are swallowed, functions that do too much, repeated, dead or unclear code, what no test could reach',
      data: 'which data is read and written, in which shape, what is assumed about it and not checked',
    },
  },
  structured_data: {
    types: ['frequency', 'distribution', 'outlier', 'missing_data', 'correlation', 'pattern', 'anomaly'],
    goals: {
      general: 'what the rows stand for and what in them does not fit: gaps, outliers, contradictions, odd codes',
      security: 'columns with personal data or credentials, values that carry code, formulas or markup',
      performance: 'columns with durations, sizes and rates: what stands out and what goes with it',
      data: 'distributions, outliers, missing values and what they have in common, columns that move together, rows that contradict themselves',
    },
  },
  json: JSON_FOCUS,
  jsonl: { ...JSON_FOCUS, types: [...JSON_FOCUS.types, 'error_cluster', 'burst', 'anomaly'] },
  log: {
    types: ['error_cluster', 'burst', 'gap', 'anomaly', 'vulnerability', 'pattern'],
    goals: {
      general: 'what failed, what came before it, what recurs, and what was going on when nothing failed',
      security:
        'refused and repeated logins, access from unusual places, scans, escalations of rights, secrets and personal data in messages',
      architecture: 'which services and components speak to each other and which of them fail together',
      performance: 'slow operations, time-outs, retries, queues that grow, limits that are reached, pauses',
      data: 'how levels, sources and messages are spread over time, and what departs from it',
    },
  },
  prose: {
    types: ['statement', 'contradiction', 'unfinished', 'reference', 'pattern'],
    goals: {
      general:
        'what the text says about the question, what it decides, requires or leaves open, where it contradicts itself',
      security: 'promises and rules about access, secrets and personal data, and what they leave out',
      architecture: 'components, their duties and how they depend on each other, decisions and their reasons',
      performance: 'stated limits, targets and known bottlenecks',
      data: 'stated figures, where they come from, and where two passages give different ones',
    },
  },
  config: {
    types: ['suspicious_value', 'conflict', 'vulnerability', 'dependency', 'missing_data', 'pattern'],
    goals: {
      general: 'settings that look wrong, defeat each other, or need something that must exist elsewhere',
      security:
        'secrets, open access, switched-off checks, weak protocols, rights that are too wide, images and versions not pinned',
      architecture: 'services, their dependencies and boundaries, settings that are repeated in several places',
      performance: 'limits, time-outs, pool and cache sizes, replicas, and which of them do not fit together',
    },
  },
  markup: {
    types: ['syntax_error', 'broken_link', 'accessibility', 'vulnerability', 'pattern'],
    goals: {
      general:
        'what the document presents, where its structure is broken, what a reader or a program would stumble over',
      security:
        'inline scripts, forms without protection, foreign content that is loaded, addresses that carry secrets',
      architecture: 'how the document is built, what it repeats, what it includes from elsewhere',
      performance: 'what is large, blocking or loaded without need',
    },
  },
  unknown: {
    types: ['statement', 'error_cluster', 'anomaly', 'vulnerability', 'reference', 'pattern'],
    goals: {
      general: 'what this content is, what it says about the question, and what in it looks wrong',
      security: 'secrets, personal data, and anything that somebody could misuse',
    },
  },
}
