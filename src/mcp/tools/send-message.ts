// Placeholder.
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const sendMessage = defineTool({
  name: 'send_message',
  title: 'send_message',
  description: 'Placeholder.',
  changes: 'nothing',
  input: z.object({}),
  output: z.object({}),
  run: async () => {
    throw new Error('not built yet')
  },
})
