// What analysts look for in tables.
import type { Focus } from '@shoal/base/model/content-type'

export const focus: Focus = {
  types: ['frequency', 'distribution', 'outlier', 'missing_data', 'correlation', 'pattern', 'anomaly'],
  goals: {
    general: 'what the rows stand for and what in them does not fit: gaps, outliers, contradictions, odd codes',
    security: 'columns with personal data or credentials, values that carry code, formulas or markup',
    performance: 'columns with durations, sizes and rates: what stands out and what goes with it',
    data: 'distributions, outliers, missing values and what they have in common, columns that move together, rows that contradict themselves',
  },
}
