// Placeholder.
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const findings = defineTool({
  name: 'findings',
  title: 'findings',
  description: 'Placeholder.',
  changes: 'nothing',
  input: z.object({}),
  output: z.object({}),
  run: async () => {
    throw new Error('not built yet')
  },
})
