// Names of JSON lines.
import { claims } from '../claims.ts'

export const extensions = claims({
  high: { '': '.jsonl .ndjson .jsonlines .ldjson' },
})

export const fileNames = claims({})
