// Placeholder.
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const taskList = defineTool({
  name: 'task_list',
  title: 'task_list',
  description: 'Placeholder.',
  changes: 'nothing',
  input: z.object({}),
  output: z.object({}),
  run: async () => {
    throw new Error('not built yet')
  },
})
