// What analysts look for in anything else.
import type { Focus } from '@shoal/base/model/content-type'

export const focus: Focus = {
  types: ['statement', 'error_cluster', 'anomaly', 'vulnerability', 'reference', 'pattern'],
  goals: {
    general: 'what this content is, what it says about the question, and what in it looks wrong',
    security: 'secrets, personal data, and anything that somebody could misuse',
  },
}
