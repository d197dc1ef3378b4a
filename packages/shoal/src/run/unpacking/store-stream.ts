// A stream that is read once, such as standard input, as a file that can be read again: in the store, by its content.
import { createHash } from 'node:crypto'
import { closeSync, openSync, renameSync, rmSync, statSync, utimesSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ShoalError } from '@shoal/base/model/errors'
import { formatBytes } from '@shoal/base/text/printable'
import type { Settings } from '../../config/resolve.ts'
import { inPartial } from './partial.ts'
import { MANIFEST, UNPACKED_AT } from './store.ts'
import { storeOf } from './unpack-found.ts'
import { untilStopped } from './until-stopped.ts'

/** The path of the file, which is called `name`. */
export async function storeStream(
  stream: Readable,
  name: string,
  { signal, maxUnpacked, ...settings }: Pick<Settings, 'unpackTo' | 'maxUnpacked'> & { readonly signal: AbortSignal },
): Promise<string> {
  const store = storeOf(settings)
  return await inPartial(store, async partial => {
    const file = join(partial, name)
    const hash = createHash('sha256')
    const fd = openSync(file, 'wx', 0o600)
    let sizeBytes = 0
    try {
      for await (const given of untilStopped(stream, signal)) {
        const chunk = Buffer.from(given)
        for (let at = 0; at < chunk.length; ) at += writeSync(fd, chunk, at)
        hash.update(chunk)
        sizeBytes += chunk.length
        if (sizeBytes > maxUnpacked)
          throw new ShoalError('bad-value', `${name} gives more than ${formatBytes(maxUnpacked)}`, {
            detail: name,
            advice: 'set a larger `--max-unpacked`, or put it into a file',
          })
      }
    } finally {
      closeSync(fd)
    }
    utimesSync(file, UNPACKED_AT, UNPACKED_AT)
    writeFileSync(join(partial, MANIFEST), JSON.stringify({ members: [], leftOut: [] }), { mode: 0o600 })
    const directory = join(store, `${name}-${hash.digest('hex').slice(0, 40)}`)
    const isThere = statSync(join(directory, name), { throwIfNoEntry: false })?.size === sizeBytes
    if (!isThere) {
      rmSync(directory, { recursive: true, force: true })
      renameSync(partial, directory)
    } else {
      const now = new Date()
      utimesSync(join(directory, MANIFEST), now, now)
    }
    return join(directory, name)
  })
}
