// Names of tables.
import { claims } from '../claims.ts'

export const extensions = claims({
  high: { '': '.csv .tsv' },
  medium: { '': '.psv .tab' },
})

export const fileNames = claims({})
