// Copies of files that a database reads.
import { csvCopy, csvReading } from '../../data/csv-reading.ts'
import { documentCopy, linesCopy, recordLines } from '../../data/json-reading.ts'
import { copyFacts } from '../../relations/fact-copy.ts'
import type { Works } from '../file-work.ts'
import { withSource } from '../with-source.ts'

export const copying: Pick<Works, 'facts' | 'csvReading' | 'csvCopy' | 'recordLines' | 'linesCopy' | 'documentCopy'> = {
  facts: async (input, context) => copyFacts(input, { ...context, registry: await context.registry() }),
  csvReading: (input, context) => withSource(input, source => csvReading(source, input.hasSecrets, context)),
  csvCopy: (input, context) => withSource(input, source => csvCopy(source, input, context)),
  recordLines: (input, context) => withSource(input, source => recordLines(source, context)),
  linesCopy: (input, context) => withSource(input, source => linesCopy(source, input, context)),
  documentCopy: (input, context) => withSource(input, source => documentCopy(source, input, context)),
}
