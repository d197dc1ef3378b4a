// Placeholder.
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const taskUpdate = defineTool({
  name: 'task_update',
  title: 'task_update',
  description: 'Placeholder.',
  changes: 'nothing',
  input: z.object({}),
  output: z.object({}),
  run: async () => {
    throw new Error('not built yet')
  },
})
