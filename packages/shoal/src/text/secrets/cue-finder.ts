// The beginnings of secrets, found by the scanner in WebAssembly: five times as fast as the loop of `CueScanner`.
import type { CueFinder } from '@shoal/base/secrets/cues'
import { IO_UNITS, threadKernel } from '../scan/kernel.ts'

/** A cue may begin so far before a place and end so far behind it; more than the longest cue. */
const AROUND = 64

export const cueFinder: CueFinder = {
  find(cues, bytes, from, to) {
    const kernel = threadKernel()
    const base = Math.max(0, from - AROUND)
    const length = Math.min(bytes.length - base, IO_UNITS)
    kernel.buffer.set(bytes.subarray(base, base + length))
    // Behind the last place there is room for the rest of its cue, or nothing more.
    const last = base + length === bytes.length ? to - base : Math.min(to - base, length - AROUND)
    // A cue has three bytes, and one more is read before them.
    const { places, far } = kernel.findTexts(cues, Math.max(from - base, 2), Math.max(last, 2), length)
    return { places: Array.from(places, place => place + base), far: Math.max(far + base, Math.min(to, from + 2)) }
  },
}
