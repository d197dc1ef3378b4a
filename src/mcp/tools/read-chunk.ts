// Placeholder.
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const readChunk = defineTool({
  name: 'read_chunk',
  title: 'read_chunk',
  description: 'Placeholder.',
  changes: 'nothing',
  input: z.object({}),
  output: z.object({}),
  run: async () => {
    throw new Error('not built yet')
  },
})
