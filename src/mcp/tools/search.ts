// Placeholder.
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const search = defineTool({
  name: 'search',
  title: 'search',
  description: 'Placeholder.',
  changes: 'nothing',
  input: z.object({}),
  output: z.object({}),
  run: async () => {
    throw new Error('not built yet')
  },
})
