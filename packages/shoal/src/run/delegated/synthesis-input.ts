// What a synthesizer hands in: sentences, each with the findings that show it.
import { z } from 'zod'

const sentence = z.object({
  text: z.string().describe('One sentence.'),
  findings: z.array(z.string()).describe('Ids of findings that show it.'),
})

const sentences = z.array(sentence).max(12).default([])

export const synthesisInput = z.object({
  content_type: z.string().describe('The content type it is about; left out for all types together.').optional(),
  answer: sentences.describe('The answer to the question, the most important first.'),
  summary: sentences.describe('What the findings come to.'),
  recommendations: sentences.describe('What to do about it, concrete, the most urgent first.'),
  connections: z
    .array(
      sentence.extend({
        severity: z.enum(['high', 'medium', 'low']).default('low').describe('How grave it is.'),
        nature: z.enum(['problem', 'fact']).default('fact').describe('`problem` when something is wrong.'),
      }),
    )
    .max(10)
    .default([])
    .describe('What files say about each other; each cites findings in at least two.'),
  same: z
    .array(z.array(z.string()))
    .max(200)
    .default([])
    .describe('Groups of ids of findings that are the same thing.'),
  missing: z.array(z.string()).max(10).default([]).describe('What was asked and nothing shows.'),
})
