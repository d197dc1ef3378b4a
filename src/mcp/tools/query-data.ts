// Placeholder.
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const queryData = defineTool({
  name: 'query_data',
  title: 'query_data',
  description: 'Placeholder.',
  changes: 'nothing',
  input: z.object({}),
  output: z.object({}),
  run: async () => {
    throw new Error('not built yet')
  },
})
