// Where no problem was found, the answer says what was looked for: that nothing is wrong it cannot know.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtInTypes } from '../../src/content/registry.ts'
import { shoal } from './fake-io.ts'
import { tempDir } from './temp-dir.ts'

const dir = tempDir()
const CLEAN = `id,city,amount\n${Array.from({ length: 60 }, (_, k) => `${k + 1},${k % 2 ? 'Rome' : 'Oslo'},${50 + (k % 7)}`).join('\n')}\n`

describe('what was looked for', () => {
  it('is known of every type whose files are judged', async () => {
    const analysts = await Promise.all(builtInTypes.map(async ({ name, builtIn }) => ({ name, ...(await builtIn()) })))
    const silent = analysts.filter(({ looksFor }) => looksFor === undefined)
    expect(silent.map(({ name }) => name)).toEqual(['unknown'])
  })

  it('is said where nothing was found', async () => {
    dir.write('clean.csv', CLEAN)
    const ask = async (question: string) =>
      (
        await shoal(['analyze', join(dir.path, 'clean.csv'), question, '--json'], {
          env: { SHOAL_HOME: join(dir.path, 'home') },
        })
      ).stdout
    const { answer } = JSON.parse(await ask('What looks wrong?'))
    expect(answer).toMatch(/^No problem was found in 1 file: .*\. Looked for: missing values, .*outliers/s)
    // What is asked apart is not what the list is of.
    expect(JSON.parse(await ask('Are there security problems?')).answer).not.toContain('Looked for')
  })
})
