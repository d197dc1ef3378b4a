// What is seen of workers from another process: masked, bounded, and gone with the work.
import { readdirSync } from 'node:fs'
import type { Ending } from '@shoal/base/model/task'
import type { Glimpse, Worker } from '@shoal/base/model/worker'
import { usedWords } from '@shoal/base/text/used-words'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../../tests/patience.ts'
import { assignmentOf } from '../../../team/tests/worker-assignment.ts'
import { readWorkers, WorkersFile } from '../../src/run/workers-file.ts'
import { tempDir } from '../cli/temp-dir.ts'

const dir = tempDir()

describe('workers that are watched', () => {
  it('are told with their last lines, without secrets, as long as they work', async () => {
    let finish = (_: Ending) => {}
    let say = (_: Glimpse) => {}
    const worker: Worker = {
      kind: 'function',
      work: ({ onGlimpse }) => {
        say = glimpse => onGlimpse?.(glimpse)
        return new Promise(resolve => {
          finish = resolve
        })
      },
    }
    const heard: string[] = []
    const file = new WorkersFile(dir.path, ({ lines }) => void heard.push(lines.at(-1)!))
    const [member] = file.watched({ members: [{ name: 'ann', worker }], tasks: [] }).members
    const working = member!.worker.work(assignmentOf(), new AbortController().signal)
    for (let line = 1; line <= 9; line++) say({ line: `line ${line}\u001b[31m`, turns: line })
    say({ line: 'password = "hunter2-correct-horse"' })
    say({ line: 'x'.repeat(10_000), tokens: 12_400, costUsd: 0.042 })
    await eventually(() => expect(readWorkers(dir.path)).toHaveLength(1))
    const [seen] = readWorkers(dir.path)
    expect(seen).toMatchObject({ member: 'ann', task: 't1', turns: 9, tokens: 12_400, costUsd: 0.042 })
    expect(seen!.lines).toHaveLength(5)
    expect(usedWords(seen!)).toBe('9 turns, 12,400 tokens, about $0.042')
    expect(JSON.stringify([seen, heard])).not.toMatch(/hunter2|\\u001b/)
    expect(Math.max(...seen!.lines.map(line => line.length))).toBe(201)
    finish({ status: 'completed', result: null })
    await working
    await eventually(() => expect(readWorkers(dir.path)).toEqual([]))
    file.close()
    expect(readdirSync(dir.path)).toEqual([])
  })

  it('a file that is something else says nothing', () => {
    expect(readWorkers(null)).toEqual([])
    expect(readWorkers('/nowhere')).toEqual([])
  })
})
