// First looks at files.
import { countText } from '../../../text/count.ts'
import { hashBytes } from '../../../text/hash.ts'
import { isOwnReport } from '../../../text/own-report.ts'
import { markOfFile } from '../../file-stamp.ts'
import { inspect } from '../../inspect.ts'
import { fingerprintOf } from '../../relations/fingerprint.ts'
import type { Works } from '../file-work.ts'
import { sendableError } from '../thrown-error.ts'
import { withSource } from '../with-source.ts'

export const looking: Pick<Works, 'look' | 'fingerprint' | 'count'> = {
  async look({ files, overrides }, { registry: load, signal, onFile }) {
    const registry = await load()
    return files.map((named, k) => {
      signal.throwIfAborted()
      onFile(k)
      try {
        const { probe, detection, binary, counted, prefix } = inspect(named, registry, { overrides })
        const { sizeBytes } = probe
        const mark = probe.whole ? hashBytes(prefix) : markOfFile(named.file, sizeBytes)
        return { detection, binary, counted, sizeBytes, mark, isOwnReport: isOwnReport(probe.text) }
      } catch (error) {
        return { error: sendableError(error) }
      }
    })
  },
  async fingerprint({ files }, { signal, onFile, onRead }) {
    return files.map(({ file }, k) => {
      signal.throwIfAborted()
      onFile(k)
      try {
        return fingerprintOf(file, onRead)
      } catch (error) {
        return { error: sendableError(error) }
      }
    })
  },
  count: (input, { signal }) => withSource(input, source => countText(source, input.most, signal)),
}
