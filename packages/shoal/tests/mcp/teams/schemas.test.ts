// What agents are told of the team tools: every property described, every answer an object, nothing left to guess.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readInbox } from '../../../src/mcp/tools/read-inbox.ts'
import { sendMessage } from '../../../src/mcp/tools/send-message.ts'
import { taskClaim } from '../../../src/mcp/tools/task-claim.ts'
import { taskCreate } from '../../../src/mcp/tools/task-create.ts'
import { taskGet } from '../../../src/mcp/tools/task-get.ts'
import { taskList } from '../../../src/mcp/tools/task-list.ts'
import { taskUpdate } from '../../../src/mcp/tools/task-update.ts'
import { teamCreate } from '../../../src/mcp/tools/team-create.ts'
import { teamDelete } from '../../../src/mcp/tools/team-delete.ts'

const tools = [teamCreate, taskCreate, taskUpdate, taskGet, taskList, taskClaim, sendMessage, readInbox, teamDelete]

interface Schema {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

function undescribed(schema: Schema, where = ''): readonly string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    ...(property.description ? [] : [`${where}${name}`]),
    ...undescribed(property, `${where}${name}.`),
  ])
  return [...own, ...(schema.items ? undescribed(schema.items, where) : [])]
}

describe.each(tools.map(tool => [tool.name, tool] as const))('%s', (_, tool) => {
  it('describes every property of its input', () => {
    expect(undescribed(z.toJSONSchema(tool.input, { io: 'input' }) as Schema)).toEqual([])
  })

  it('says in two to four sentences what it does', () => {
    const sentences = tool.description.split(/\.(?:\s|$)/).filter(sentence => sentence !== '')
    expect(sentences.length).toBeGreaterThanOrEqual(2)
    expect(sentences.length).toBeLessThanOrEqual(5)
  })

  it('says truly whether it only looks', () => {
    expect(tool.changes === 'nothing').toBe(tool === taskGet || tool === taskList)
  })
})

it('all of them together cost little to list', () => {
  const listed = tools.map(({ name, description, input }) => ({ name, description, input: z.toJSONSchema(input) }))
  expect(JSON.stringify(listed).length).toBeLessThan(16_000)
})
