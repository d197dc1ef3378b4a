// The man page as the programs that show it read it; where none is installed that is said.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { commandNames, fullName } from '@shoal/base/model/option'
import { describe, expect, it } from 'vitest'
import { optionRows, shownFlag } from '../packages/shoal/src/config/options.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const isThere = (program: string) => spawnSync(program, ['--version']).status === 0

describe('the man page', () => {
  it('is named by the package and goes with it', () => {
    const { man, files } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
    expect(man).toEqual(['./docs/shoal.1'])
    expect(files).toContain('docs/shoal.1')
  })

  it.skipIf(!isThere('groff'))(`is set without a warning${isThere('groff') ? '' : ' (groff is not installed)'}`, () => {
    const { status, stdout, stderr } = spawnSync('groff', ['-ww', '-man', '-Tascii', '-P-c', 'docs/shoal.1'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const text = stdout
      .replace(/.\u0008/g, '')
      .replace(/-\n\s+/g, '-')
      .replace(/\s+/g, ' ')
    for (const name of commandNames) expect(text).toContain(`shoal ${fullName(name)}`)
    for (const option of optionRows) expect(text.includes(`${shownFlag(option)} `), option.flag).toBe(!option.hidden)
  })
})
