// A first look at a file: text or not, of which content type, and how large where the look took all of it in.

import type { Detection, Probe } from '@shoal/base/model/content-type'
import type { Registry } from '@shoal/base/model/registry'
import type { Settings } from '../config/resolve.ts'
import { detect } from '../stages/detect.ts'
import { type Counted, countBytes } from '../text/count.ts'
import { probeFile } from '../text/probe.ts'

export interface Inspected {
  readonly probe: Probe
  readonly detection: Detection
  /** Why it is no text, or null. A binary file that the user gave a type is taken at the user's word. */
  readonly binary: string | null
  /** Lines and tokens of a file that was seen whole, else null. */
  readonly counted: Counted | null
  /** What was read of it, good only until the next look. */
  readonly prefix: Uint8Array
}

export function inspect(
  { file, path, sizeBytes }: { readonly file: string; readonly path: string; readonly sizeBytes?: number },
  registry: Registry,
  { overrides }: Pick<Settings, 'overrides'>,
): Inspected {
  const { probe, binary, prefix } = probeFile(file, path, sizeBytes)
  const counted = probe.whole ? countBytes(prefix, probe.encoding) : null
  const detection = detect(probe, registry, overrides)
  return { probe, detection, binary: detection.via === 'override' ? null : binary, counted, prefix }
}
