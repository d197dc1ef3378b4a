// Placeholder.
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const taskClaim = defineTool({
  name: 'task_claim',
  title: 'task_claim',
  description: 'Placeholder.',
  changes: 'nothing',
  input: z.object({}),
  output: z.object({}),
  run: async () => {
    throw new Error('not built yet')
  },
})
