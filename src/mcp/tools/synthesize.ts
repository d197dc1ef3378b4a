// Placeholder.
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const synthesize = defineTool({
  name: 'synthesize',
  title: 'synthesize',
  description: 'Placeholder.',
  changes: 'nothing',
  input: z.object({}),
  output: z.object({}),
  run: async () => {
    throw new Error('not built yet')
  },
})
