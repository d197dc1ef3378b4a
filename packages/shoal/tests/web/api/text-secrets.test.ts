// The lines that a task reads show no secret: not where a line or a chunk is cut, not in a cell over several lines, not where
// only a finding tells of it.

import type { Ledger } from '@shoal/base/model/ledger'
import type { AnalystResult } from '@shoal/base/model/report'
import { MASK, maskValue } from '@shoal/base/secrets/mask-value'
import { describe, expect, it } from 'vitest'
import { readRun } from '../../../src/web/api/run.ts'
import { readTask } from '../../../src/web/api/task.ts'
import { readText } from '../../../src/web/api/text.ts'
import { openLab } from './lab.ts'

const lab = await openLab()

async function linesOf(run: string, context = lab.context): Promise<string[]> {
  const lines: string[] = []
  for (const { id } of (await readRun(context, { run })).taskList)
    for (const { path } of (await readTask(context, { run, task: id })).pieces)
      for (let line: number | null = null; ; ) {
        const text = await readText(context, { run, task: id, path, line })
        expect(text.problem).toBeNull()
        lines.push(...text.lines)
        line = text.next
        if (line === null) break
      }
  return lines
}

describe('readText', () => {
  it('shows nothing of a token that the end of a long line cuts', async () => {
    const token = ['ghp', '6aKtfopRq2Zx7Vb3Nm5Rt1Yp6Ws4Dc0Eg8Hj'].join('_')
    const lines = Array.from({ length: 40 }, (_, k) => `${'x'.repeat(3999 - k)} ${token} and so on`)
    const file = lab.home.write('data/cut.md', `# Cut\n\n${lines.join('\n\n')}\n`)
    await lab.analyze([file], 'cut')
    const shown = (await linesOf('cut')).filter(line => line.startsWith('x'))
    expect(shown).toEqual(lines.map((_, k) => `${'x'.repeat(3999 - k)} ${k === 0 ? '' : maskValue(token)}…`))
  })

  it('hides the cells of passwords at their own places, over all their lines', async () => {
    const rows = Array.from({ length: 30 }, (_, k) => `${k},dragonfly,"dragon\nmonkey",dragon`)
    const file = lab.home.write('data/cells.csv', `id,user,password,note\n${rows.join('\n')}\n`)
    await lab.analyze([file], 'cells')
    const expected = rows.flatMap((_, k) => [`${k},dragonfly,"d${MASK}`, `${MASK}",dragon`])
    expect(await linesOf('cells')).toEqual(['id,user,password,note', ...expected])
  })

  it('closes a line when it cannot be told what its finding hides, and looks at all lines of a quote', async () => {
    const file = lab.home.write(
      'data/door.md',
      '# Door\n\nIt opens to Sesame by hand\nand to Lantern by foot.\n\nEnd.\n',
    )
    await lab.analyze([file], 'door')
    const task = (await readRun(lab.context, { run: 'door' })).taskList[0]!.id
    const result = (await lab.ledger.result('door', task)) as unknown as AnalystResult
    const [report, ...others] = result.reports
    const shownWith = async (evidence: string) => {
      const finding = { id: 'f', summary: 's', path: file, line: 3, evidence }
      const to = { ...result, reports: [{ ...report, findings: [finding] }, ...others] }
      const ledger: Ledger = Object.assign(Object.create(lab.ledger), {
        result: async (of: string, id: string) => (id === task ? (to as never) : await lab.ledger.result(of, id)),
      })
      return await linesOf('door', { ...lab.context, ledger })
    }
    const plain = ['# Door', '', 'It opens to Sesame by hand', 'and to Lantern by foot.', '', 'End.']
    expect(await shownWith(`opens to S${MASK} by hand\nand to L${MASK} by`)).toEqual(
      plain.map(line => line.replace('Sesame', maskValue('Sesame')).replace('Lantern', maskValue('Lantern'))),
    )
    expect(await shownWith(`opens to L${MASK} by hand`)).toEqual(plain.with(2, MASK))
  })
})
