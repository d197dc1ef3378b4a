// What analysts look for in logs.
import type { Focus } from '@shoal/base/model/content-type'

export const focus: Focus = {
  types: ['error_cluster', 'burst', 'gap', 'anomaly', 'vulnerability', 'pattern'],
  goals: {
    general: 'what failed, what came before it, what recurs, and what was going on when nothing failed',
    security:
      'refused and repeated logins, access from unusual places, scans, escalations of rights, secrets and personal data in messages',
    architecture: 'which services and components speak to each other and which of them fail together',
    performance: 'slow operations, time-outs, retries, queues that grow, limits that are reached, pauses',
    data: 'how levels, sources and messages are spread over time, and what departs from it',
  },
}
