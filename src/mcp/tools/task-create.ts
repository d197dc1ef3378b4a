// Placeholder.
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const taskCreate = defineTool({
  name: 'task_create',
  title: 'task_create',
  description: 'Placeholder.',
  changes: 'nothing',
  input: z.object({}),
  output: z.object({}),
  run: async () => {
    throw new Error('not built yet')
  },
})
