// Finds the import block at the head of a source from the units in their order.
import type { Extent } from '@shoal/base/model/source'

/** Lines of other things that may stand between two imports. */
const GAP_LINES = 15

/**
 * Reads units one by one until the run of imports is over. A function ends the head of a source; a class or module ends
 * it only after an import, because in some languages modules import inside.
 */
export class PrologueFinder {
  private found: Extent | null = null
  private over = false

  see(unit: Extent, what: 'import' | 'function' | 'container' | 'other'): void {
    if (this.over || what === 'other') return
    const { found } = this
    if (what !== 'import') this.over = found !== null || what === 'function'
    else if (!found) this.found = unit
    else if (unit.first > found.last + GAP_LINES) this.over = true
    else if (unit.end > found.end) this.found = { ...found, end: unit.end, last: unit.last }
  }

  extent(): Extent | null {
    return this.found
  }
}
