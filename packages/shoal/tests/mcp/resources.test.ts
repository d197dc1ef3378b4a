import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connect, eras, scratch } from './connect.ts'

describe.each(eras)('runs as resources, %s era', era => {
  it('shows runs over files inside the roots, and no others', async () => {
    const base = scratch()
    const home = scratch()
    const [inside, outside] = [join(base, 'inside'), join(base, 'outside')]
    for (const root of [inside, outside]) {
      mkdirSync(root)
      writeFileSync(join(root, 'app.log'), '2026-01-01 10:00:00 ERROR disk full\n'.repeat(20))
    }
    const env = { SHOAL_HOME: home }
    const other = await connect({ era, cwd: base, roots: [outside], env })
    const made = await other.client.callTool({ name: 'analyze', arguments: { paths: ['.'] } })
    const hidden = (made.structuredContent as { run: string }).run
    await other.close()

    const { client, close } = await connect({ era, cwd: base, roots: [inside], env })
    const read = async (uri: string) => ((await client.readResource({ uri })).contents[0] as { text: string }).text
    const analyzed = await client.callTool({ name: 'analyze', arguments: { paths: ['.'], query: 'Which errors?' } })
    const { run, findings } = analyzed.structuredContent as { run: string; findings: { id: string; path: string }[] }
    expect(findings[0]!.path).toBe('app.log')

    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['shoal://runs', 'shoal://teams'])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'shoal://runs/{run}',
      'shoal://runs/{run}/report.md',
      'shoal://runs/{run}/report.json',
      'shoal://runs/{run}/findings/{id}',
    ])
    const listed = JSON.parse(await read('shoal://runs'))
    expect(listed.total).toBe(1)
    expect(listed.runs).toEqual([
      expect.objectContaining({ run, status: 'completed', read_by: 'shoal', query: 'Which errors?' }),
    ])
    expect(JSON.parse(await read(`shoal://runs/${run}`))).toMatchObject({
      run,
      files: 1,
      by_type: { log: 1 },
      has_report: true,
    })
    expect(await read(`shoal://runs/${run}/report.md`)).toContain('# Which errors?')
    const finding = findings[0]!.id
    expect(JSON.parse(await read(`shoal://runs/${run}/findings/${finding}`))).toMatchObject({
      id: finding,
      verified: true,
    })
    const completed = await client.complete({
      ref: { type: 'ref/resource', uri: 'shoal://runs/{run}' },
      argument: { name: 'run', value: 'analyze' },
    })
    expect(completed.completion.values).toEqual([run])

    for (const uri of ['', '/report.md', '/report.json', `/findings/${finding}`])
      await expect(read(`shoal://runs/${hidden}${uri}`)).rejects.toThrow('outside of what this server may read')
    for (const name of ['report', 'analyze']) {
      const refused = await client.callTool({ name, arguments: { run: hidden } })
      expect(refused.isError, name).toBe(true)
    }
    await expect(read('shoal://runs/nothing')).rejects.toThrow('there is no run "nothing"')
    await expect(read(`shoal://runs/${run}/findings/nothing`)).rejects.toThrow('has no finding')
    await close()
  })

  it('shows the teams that were made inside the roots, the newest first', async () => {
    const base = scratch()
    const [inside, outside] = [join(base, 'inside'), join(base, 'outside')]
    for (const root of [inside, outside]) mkdirSync(root)
    const env = { SHOAL_HOME: scratch() }
    const other = await connect({ era, cwd: base, roots: [outside], env })
    await other.client.callTool({ name: 'team_create', arguments: { team: 'theirs' } })
    await other.close()
    const { client, close } = await connect({ era, cwd: base, roots: [inside], env })
    const purpose = 'x'.repeat(1000)
    await client.callTool({ name: 'team_create', arguments: { team: 'first', tasks: [{ subject: 'Look' }] } })
    await client.callTool({ name: 'team_create', arguments: { team: 'second', purpose } })
    const { contents } = await client.readResource({ uri: 'shoal://teams' })
    const { teams, total } = JSON.parse((contents[0] as { text: string }).text)
    expect(total).toBe(2)
    expect(teams).toEqual([
      expect.objectContaining({ team: 'second', purpose: `${'x'.repeat(299)}…`, members_alive: 0 }),
      expect.objectContaining({ team: 'first', purpose: null, tasks: expect.objectContaining({ total: 1 }) }),
    ])
    const unknown = await client.callTool({ name: 'task_list', arguments: { team: 'none' } })
    expect((unknown.content as { text: string }[])[0]!.text).toContain('`shoal://teams`')
    await close()
  })
})
