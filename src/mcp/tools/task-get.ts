// Placeholder.
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const taskGet = defineTool({
  name: 'task_get',
  title: 'task_get',
  description: 'Placeholder.',
  changes: 'nothing',
  input: z.object({}),
  output: z.object({}),
  run: async () => {
    throw new Error('not built yet')
  },
})
