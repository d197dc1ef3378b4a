// What analysts look for in JSON.
import type { Focus } from '@shoal/base/model/content-type'

export const focus: Focus = {
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
