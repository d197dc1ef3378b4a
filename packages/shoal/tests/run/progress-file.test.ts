// The progress that a lead writes down: paced, whole at any time, the last word at the end, and never a reason to fail.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ProgressFile, readProgress } from '../../src/run/analysis/progress-file.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()
const progress = (bytesRead: number) => ({
  bytesRead,
  bytes: 100,
  tasksDone: 1,
  tasks: 4,
  files: 2,
  findings: 3,
  calls: null,
})

it('writes the newest at most twice a second, and the last at the end', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const directory = join(dir.path, 'run')
  let now = 1000
  const file = new ProgressFile(directory, 1, () => now)
  expect(readProgress(directory)).toBeNull()
  file.tell(progress(1))
  vi.advanceTimersByTime(1)
  expect(readProgress(directory)).toEqual({ at: 1000, startedAt: 1000, tasksBefore: 1, ...progress(1) })
  now = 2000
  for (let k = 2; k < 50; k++) file.tell(progress(k))
  vi.advanceTimersByTime(498)
  expect(readProgress(directory)).toMatchObject({ bytesRead: 1 })
  vi.advanceTimersByTime(2)
  expect(readProgress(directory)).toMatchObject({ bytesRead: 49 })
  file.tell(progress(50))
  file.close()
  expect(readProgress(directory)).toMatchObject({ at: 2000, startedAt: 1000, bytesRead: 50 })
  expect(existsSync(join(directory, 'progress.json.new'))).toBe(false)
})

it('does not bring back the directory of a run that was deleted', () => {
  const directory = join(dir.path, 'deleted')
  const file = new ProgressFile(directory, 0)
  file.tell(progress(1))
  rmSync(directory, { recursive: true })
  file.close()
  expect(existsSync(directory)).toBe(false)
})

it('does without a place to write to, and reads no nonsense', () => {
  const occupied = dir.write('occupied', 'a file')
  for (const directory of [null, occupied]) {
    const file = new ProgressFile(directory, 0)
    file.tell(progress(1))
    file.close()
  }
  for (const text of ['', '[]', '{"at":1}', 'null']) {
    writeFileSync(join(dir.path, 'progress.json'), text)
    expect(readProgress(dir.path)).toBeNull()
  }
})
