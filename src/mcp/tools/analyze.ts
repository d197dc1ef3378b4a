// Placeholder.
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const analyze = defineTool({
  name: 'analyze',
  title: 'analyze',
  description: 'Placeholder.',
  changes: 'nothing',
  input: z.object({}),
  output: z.object({}),
  run: async () => {
    throw new Error('not built yet')
  },
})
