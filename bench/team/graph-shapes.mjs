// The graphs, as lists of new tasks: chains that meet in joins, and one task that waits for all others.

export const LAYERS = 10
const GROUP = 99

/** @type {Record<string, { title(scale: number): string, tasks(scale: number): import('@shoal/base/model/task').NewTask[] }>} */
export const shapes = {
  layers: {
    title: scale => {
      const groups = groupsOf(scale)
      return `${groups * LAYERS * (GROUP + 1) + 1} tasks: chains of ${LAYERS}, every ${GROUP} into one, the last waits for ${groups * LAYERS}`
    },
    tasks(scale) {
      const tasks = []
      const joins = []
      for (let layer = 0; layer < LAYERS; layer++)
        for (let group = 0; group < groupsOf(scale); group++) {
          const members = []
          for (let at = 0; at < GROUP; at++) {
            const id = `${layer}-${group}-${at}`
            const blockedBy = layer === 0 ? [] : [`${layer - 1}-${group}-${at}`]
            tasks.push({ id, subject: `step ${layer} of chain ${group}.${at}`, blockedBy })
            members.push(id)
          }
          const id = `join-${layer}-${group}`
          tasks.push({ id, subject: `join ${layer} of group ${group}`, blockedBy: members })
          joins.push(id)
        }
      tasks.push({ id: 'last', subject: 'what came of it all', blockedBy: joins })
      return tasks
    },
  },
  'fan-in': {
    title: scale => `${Math.round(50_000 * scale) + 1} tasks: all into one`,
    tasks(scale) {
      const ids = Array.from({ length: Math.round(50_000 * scale) }, (_, at) => `part-${at}`)
      const parts = ids.map(id => ({ id, subject: `do ${id}` }))
      return [...parts, { id: 'last', subject: 'what came of it all', blockedBy: ids }]
    },
  },
}

function groupsOf(scale) {
  return Math.max(1, Math.round(100 * scale))
}
