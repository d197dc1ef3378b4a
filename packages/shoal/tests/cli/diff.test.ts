// `shoal diff` as text, JSON and CSV, and what goes wrong in one line; the same in the library and over MCP.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { diffFiles as tool } from '../../src/mcp/tools/diff-files.ts'
import { diff as library } from '../../src/run/library-data.ts'
import { makeLab } from '../mcp/lab.ts'
import { shoal } from './fake-io.ts'

const lab = makeLab()
const server = lab.server()
const put = (name: string, text: string) => writeFileSync(join(lab.root, name), text)
put('jan.csv', 'id,city,amount\n1,Oslo,10.50\n2,Rome,4.25\n3,Bonn,0.25\n')
put('feb.csv', 'id,city,amount\n1,Oslo,12\n3,Bonn,0.250\n4,"a, b",7\n')
put('app.log', '2024-01-01 10:00:00 ERROR pump failed\n')

const diff = (...args: string[]) =>
  shoal(['diff', ...args], { cwd: lab.root, env: { SHOAL_HOME: lab.home }, columns: 80 })

it('says the figures first, then each difference with its places', async () => {
  const { status, stdout, stderr } = await diff('jan.csv', 'feb.csv')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout.split('\n')).toEqual([
    '1 row added, 1 removed, 1 changed of 3; key: id',
    '',
    '~ id=1',
    '    feb.csv:2, before jan.csv:2',
    '    amount  10.5 → 12',
    '',
    '- id=2',
    '    jan.csv:3',
    '    city=Rome, amount=4.25',
    '',
    '+ id=4',
    '    feb.csv:4',
    '    city=a, b, amount=7',
    '',
  ])
  expect((await diff('jan.csv', 'jan.csv')).stdout).toBe('no difference: every byte is the same\n')
})

it('writes a line of CSV for every cell, and pages', async () => {
  const { stdout } = await diff('jan.csv', 'feb.csv', '--csv', '--limit', '1')
  expect(stdout).toBe(
    'change,unit,table,key,column,before,after,before_path,before_line,after_path,after_line\nchanged,row,,"{""id"":1}",amount,10.5,12,jan.csv,2,feb.csv,2\n',
  )
  const page = await diff('jan.csv', 'feb.csv', '--limit', '1', '--offset', '1')
  expect(page.stdout).toContain('differences 2–2 of 3; --offset 2 shows the next')
})

it('is the same on the command line, in the library and over MCP', async () => {
  const line = JSON.parse((await diff('jan.csv', 'feb.csv', '--json')).stdout)
  const agent = await server.call(tool, { before: 'jan.csv', after: 'feb.csv' })
  const { schema_version: ____, before: _, after: __, offset: ___, ...said } = line
  expect(agent).toEqual({ ...said, file_diff_count: 1 })
  const program = await library(join(lab.root, 'jan.csv'), join(lab.root, 'feb.csv'))
  expect(program.differences.map(({ change, key, cells }) => ({ change, key, cells }))).toEqual(
    line.differences.map(({ change, key, cells }: (typeof program.differences)[number]) => ({ change, key, cells })),
  )
  expect([program.same, program.differenceCount]).toEqual([line.same, line.difference_count])
  expect(await server.refused(tool, { before: '/etc', after: 'jan.csv' })).toMatch(/outside/)
})

it.each([
  [[], 'shoal diff takes two paths'],
  [['jan.csv'], 'shoal diff takes two paths'],
  [['jan.csv', 'feb.csv', 'x'], 'shoal diff takes two paths'],
  [['jan.csv', 'march.csv'], 'march.csv'],
  [['jan.csv', 'app.log'], 'jan.csv is structured_data and app.log is log'],
  [['jan.csv', '.'], '. is a directory and jan.csv is a file'],
  [['jan.csv', 'feb.csv', '--key', 'zip'], 'has no column zip'],
])('%j ends with 2 and one line', async (args, said) => {
  const { status, stdout, stderr } = await diff(...args)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toContain(said)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
