// Paths as people type and paste them.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkStart, readStart, typedPath } from '../../../src/web/actions/start-request.ts'

it.each([
  ['data/a b.csv', 'data/a b.csv'],
  [' data ', 'data'],
  ['"my data/a.csv"', 'my data/a.csv'],
  ["'it''s'", "it''s"],
  ['"half', '"half'],
  ['~', homedir()],
  ['~/logs', join(homedir(), 'logs')],
  ['~other/logs', '~other/logs'],
  ['file:///var/log/a%20b.log', '/var/log/a b.log'],
  ['file://host/share', 'file://host/share'],
])('%s', (given, meant) => {
  expect(typedPath(given)).toBe(meant)
  expect(readStart({ paths: [given] }).paths).toEqual([meant])
})

it('a pattern that is no name of a file is explained', () => {
  const start = { paths: ['nowhere/*.csv'], query: null, model: null, maxCostUsd: null }
  const context = { cwd: '/', settings: { model: null } } as unknown as Parameters<typeof checkStart>[0]
  expect(() => checkStart(context, start)).toThrow(
    expect.objectContaining({ advice: expect.stringContaining('directory') }),
  )
})
