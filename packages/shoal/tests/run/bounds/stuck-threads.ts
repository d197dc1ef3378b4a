// Threads of this process that never come to the end of files named `stuck…`, in the function that the test names.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** Threads that are started from then on load it. `''` for none. */
export function stuckThreads(directory: string): (where: string) => void {
  const control = join(directory, 'stuck-in')
  const before = process.env.NODE_OPTIONS
  const stuckIn = (where: string) => writeFileSync(control, where)
  beforeAll(() => {
    stuckIn('')
    process.env.STUCK_IN = control
    process.env.NODE_OPTIONS = `${before ?? ''} --import ${new URL('stuck.mjs', import.meta.url).href}`
  })
  afterAll(() => {
    if (before === undefined) delete process.env.NODE_OPTIONS
    else process.env.NODE_OPTIONS = before
  })
  return stuckIn
}

export const GAVE_UP = /given up after \d+ seconds? of work without progress/
