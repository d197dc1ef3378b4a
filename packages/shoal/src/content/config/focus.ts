// What analysts look for in settings.
import type { Focus } from '@shoal/base/model/content-type'

export const focus: Focus = {
  types: ['suspicious_value', 'conflict', 'vulnerability', 'dependency', 'missing_data', 'pattern'],
  goals: {
    general: 'settings that look wrong, defeat each other, or need something that must exist elsewhere',
    security:
      'secrets, open access, switched-off checks, weak protocols, rights that are too wide, images and versions not pinned',
    architecture: 'services, their dependencies and boundaries, settings that are repeated in several places',
    performance: 'limits, time-outs, pool and cache sizes, replicas, and which of them do not fit together',
  },
}
