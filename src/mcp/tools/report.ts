// Placeholder.
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const report = defineTool({
  name: 'report',
  title: 'report',
  description: 'Placeholder.',
  changes: 'nothing',
  input: z.object({}),
  output: z.object({}),
  run: async () => {
    throw new Error('not built yet')
  },
})
