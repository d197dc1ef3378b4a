// Placeholder.
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const readInbox = defineTool({
  name: 'read_inbox',
  title: 'read_inbox',
  description: 'Placeholder.',
  changes: 'nothing',
  input: z.object({}),
  output: z.object({}),
  run: async () => {
    throw new Error('not built yet')
  },
})
