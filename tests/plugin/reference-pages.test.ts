// The reference pages of the skills say what the code does, and the short tables beside them agree with them.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { loadAgents } from '../../packages/shoal/src/config/agents/load-agents.ts'
import { classifyFields } from '../../packages/shoal/src/content/jsonl/log-fields.ts'
import { STAGE_SIZE } from '../../packages/shoal/src/stages/plan.ts'
import { SMALL_LINES } from '../../packages/shoal/src/stages/plan-batches.ts'
import { shapeOf } from '../../packages/shoal/src/text/json-shape.ts'
import { tempDir } from '../../packages/shoal/tests/cli/temp-dir.ts'
import { contentTypesPage, recipesPage, routingPage, types } from './reference-pages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const textOf = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (.*) \|$/gm)].map(([, cells]) => cells!.split(' | ').map(cell => cell.trim()))
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word!)

describe('generated pages', () => {
  it.each([
    ['skills/rlm-pattern/content-types.md', contentTypesPage],
    ['skills/rlm-pattern/routing.md', routingPage],
    ['skills/jsonl-log-analysis/recipes.md', recipesPage],
  ])('%s is in step with the code (vitest run PATH --update writes it)', async (path, page) => {
    await expect(page()).toMatchFileSnapshot(`${root}${path}`)
  })
})

describe('short tables', () => {
  const pattern = textOf('skills/rlm-pattern/SKILL.md')

  it.each(types)('rlm-pattern has the target and the agent of $name', ({ name, sizing, agent }) => {
    const row = rowsOf(pattern).find(([first]) => quoted(first!).includes(name))
    expect(row).toEqual([row![0], row![1], `${sizing.target} ${sizing.unit}`, `\`${agent}\``])
  })

  it('rlm-pattern knows the size of a stage and of a small file', () => {
    expect(pattern).toContain(`at most ${STAGE_SIZE} tasks`)
    expect(pattern).toContain(`Less than ${SMALL_LINES} lines`)
    expect(textOf('skills/rlm-pattern/teams.md')).toContain(`up to ${SMALL_LINES} lines together`)
    expect(textOf('commands/rlm.md')).toContain(`(at most ${STAGE_SIZE})`)
  })

  it.each(loadAgents({ cwd: tempDir().path, home: undefined }).agents)('teams.md has $name and its model', agent => {
    const row = rowsOf(textOf('skills/rlm-pattern/teams.md')).find(([, , name]) => name === `\`shoal:${agent.name}\``)
    expect(row?.[3]).toBe(agent.modelClass)
  })

  it('jsonl-log-analysis names fields by the role that the code gives them', () => {
    const rows = rowsOf(textOf('skills/jsonl-log-analysis/SKILL.md'))
      .slice(1)
      .filter(([role]) => !/^-+$/.test(role!))
    expect(rows).toHaveLength(7)
    for (const [role, names] of rows)
      for (const name of quoted(names!))
        expect([name, classifyFields(shapeOf([{ [name]: 'x' }]))]).toEqual([name, { [role!]: [`.${name}`] }])
  })

  it('jsonl-log-analysis has the sizes of a chunk', () => {
    const { min, max, target } = types.find(({ name }) => name === 'jsonl')!.sizing
    expect(textOf('skills/jsonl-log-analysis/SKILL.md')).toContain(`${min} to ${max} lines a chunk (target ${target})`)
  })
})
