// What analysts look for in prose.
import type { Focus } from '@shoal/base/model/content-type'

export const focus: Focus = {
  types: ['statement', 'contradiction', 'unfinished', 'reference', 'pattern'],
  goals: {
    general:
      'what the text says about the question, what it decides, requires or leaves open, where it contradicts itself',
    security: 'promises and rules about access, secrets and personal data, and what they leave out',
    architecture: 'components, their duties and how they depend on each other, decisions and their reasons',
    performance: 'stated limits, targets and known bottlenecks',
    data: 'stated figures, where they come from, and where two passages give different ones',
  },
}
