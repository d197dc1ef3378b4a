// Placeholder.
import { z } from 'zod'
import { defineTool } from '../tool.ts'

export const submitFindings = defineTool({
  name: 'submit_findings',
  title: 'submit_findings',
  description: 'Placeholder.',
  changes: 'nothing',
  input: z.object({}),
  output: z.object({}),
  run: async () => {
    throw new Error('not built yet')
  },
})
