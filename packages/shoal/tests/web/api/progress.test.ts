// How far a run is: by bytes where they are what takes time, by the weight of tasks where models read.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { progressOf } from '../../../src/web/api/progress.ts'
import { tempDir } from '../../cli/temp-dir.ts'

const dir = tempDir()
const stored = { at: 11_000, startedAt: 1000, tasksBefore: 0, bytesRead: 710, bytes: 1000, tasksDone: 3, tasks: 29 }
mkdirSync(dir.path, { recursive: true })
writeFileSync(join(dir.path, 'progress.json'), JSON.stringify(stored))

const counts = { total: 29, completed: 3, skipped: 0, failed: 0, pending: 24, inProgress: 2 } as never
const mirror = (work: { done: number; doneTasks: number; left: number }) =>
  ({ plan: { bytes: 1000 }, bytesDone: () => 100, work: () => work }) as never
const request = { directory: dir.path, counts, isAtWork: true, startedAt: 0, now: 11_000 }
const left = (work: { done: number; doneTasks: number; left: number }, more: object = {}) =>
  progressOf({ ...request, mirror: mirror(work), goesBy: 'tasks', ...more })!.leftMs

describe('the time left', () => {
  it('goes by bytes for the built-in analysts', () => {
    const work = { done: 1, doneTasks: 3, left: 1000 }
    expect(progressOf({ ...request, mirror: mirror(work), goesBy: 'bytes' })).toEqual({
      bytesRead: 710,
      bytes: 1000,
      tasksDone: 3,
      tasks: 29,
      bytesPerSecond: 71,
      leftMs: Math.round(290 / 0.071),
      goesBy: 'bytes',
    })
  })

  it('goes by what tasks weigh with models, however much was surveyed', () => {
    expect(left({ done: 100, doneTasks: 5, left: 300 })).toBe(30_000)
  })

  it('is not known too early, too late, or when nobody works', () => {
    expect(left({ done: 100, doneTasks: 2, left: 300 })).toBeNull()
    expect(left({ done: 100, doneTasks: 5, left: 901 })).toBeNull()
    expect(left({ done: 100, doneTasks: 5, left: 900 })).toBe(90_000)
    expect(left({ done: 100, doneTasks: 5, left: 0 })).toBeNull()
    expect(left({ done: 100, doneTasks: 5, left: 300 }, { isAtWork: false })).toBeNull()
  })

  it('is told from the start of the run where nobody writes progress, as of agents of a client', () => {
    const elsewhere = join(dir.path, 'none')
    expect(left({ done: 100, doneTasks: 5, left: 100 }, { directory: elsewhere })).toBe(11_000)
  })
})
