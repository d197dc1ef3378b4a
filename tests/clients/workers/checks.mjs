// What must have come of each pattern of examples/agents, with the scripted model behind its agents.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const CHECKS = {
  async specialists({ model, result }) {
    const read = model.results.filter(({ text }) => text.includes('made-up-4f9a8c2e71d04b6a'))
    assert.equal(read.length, 3, 'each has read the file')
    const { prompt } = model.asked.find(({ task }) => task === 'synthesis')
    for (const name of ['security', 'performance', 'style']) assert.ok(prompt.includes(`Line 5: seen for ${name}.`))
    assert.match((await result('synthesis')).text, /^Done/)
  },
  async pipeline({ directory, result }) {
    assert.ok(existsSync(join(directory, 'roman.test.mjs')) && existsSync(join(directory, 'roman.mjs')))
    assert.match((await result('check')).text, /pass 1/)
  },
  async swarm({ model, result }) {
    for (const file of ['01-analyze.mjs', '02-plan.mjs', '03-detect.mjs'])
      assert.deepEqual(await result(file), { file, shows: 'an example' })
    assert.ok(model.asked.some(({ prompt }) => prompt.includes('# Your last answer, which cannot be taken')))
    assert.ok(
      model.results.some(({ text }) => text.includes('import')),
      'a file was read',
    )
  },
  async research({ model, result, directory }) {
    assert.deepEqual(await result('research'), { uses: [{ file: 'dates.mjs', line: 1 }] })
    assert.ok(model.asked.find(({ task }) => task === 'implementation').prompt.includes('"uses"'))
    assert.ok(existsSync(join(directory, 'retire.patch')))
  },
  async 'plan-approval'({ model, directory, examples }) {
    const settings = join(examples, 'patterns/plan-approval/settings.ini')
    assert.ok(readFileSync(settings, 'utf8').includes('version = 1'), 'nothing is changed in phase plan')
    assert.equal(readFileSync(join(directory, 'settings.ini'), 'utf8'), 'version = 2\n')
    assert.ok(model.asked.some(({ prompt }) => prompt.includes('# The approved plan')))
  },
  async refactoring({ cwd, result }) {
    const source = readFileSync(join(cwd, 'src/price.mjs'), 'utf8')
    assert.ok(source.includes('calcTotal'), 'files of the user are not touched')
    const { merged } = await result('validation')
    assert.equal(readFileSync(merged.patch, 'utf8').match(/^\+.*totalPrice/gm).length, 6)
  },
  async rlm({ model, report }) {
    const { findings, answer, verification, partial } = JSON.parse(report)
    assert.equal(partial, null)
    assert.ok(
      findings.some(({ by, verified }) => by && verified),
      'readers were believed where they quote',
    )
    assert.ok(!JSON.stringify(findings).includes('what nobody wrote'))
    assert.ok(model.asked.some(({ prompt }) => prompt.includes('You have reported on this before')))
    assert.ok(answer !== null && verification.rejected === 0)
  },
}
