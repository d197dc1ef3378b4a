import { commandNames, type Option } from '@shoal/base/model/option'
import { nearest } from '@shoal/base/text/nearest'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { optionRows, optionsOf, shownFlag } from '../../src/config/options.ts'
import { parseCommandLine } from '../../src/config/parse.ts'
import { resolveOptions } from '../../src/config/resolve.ts'

describe('the option table', () => {
  it('gives every spelling to one option only', () => {
    const spellings = optionRows.flatMap(row => [
      `--${row.flag}`,
      ...(row.type === 'boolean' ? [`--no-${row.flag}`] : []),
      ...(row.short ? [`-${row.short}`] : []),
    ])
    expect(new Set(spellings).size).toBe(spellings.length)
  })

  it('describes every option in one sentence without its full stop', () => {
    for (const { flag, description } of optionRows) expect(description, flag).toMatch(/^[A-Z].*[^.]$/)
  })

  it('has a value for every example, on the command line and in a config', () => {
    for (const row of optionRows) {
      if (row.type === 'boolean') continue
      const line = [row.commands[0]!, `${shownFlag(row)}=${row.example}`]
      expect(() => resolveOptions(parseCommandLine(line).values, {}, ''), row.flag).not.toThrow()
    }
  })

  it('gives every command --help and --color', () => {
    for (const command of commandNames)
      expect(optionsOf(command).map(row => row.flag)).toEqual(expect.arrayContaining(['help', 'color']))
  })

  it('a choice has its default among its choices', () => {
    for (const row of optionRows as readonly Option[])
      if (row.type === 'choice' && row.default !== null) expect(row.choices).toContain(row.default)
  })
})

describe('nearest', () => {
  const words = ['include', 'exclude', 'max-files', 'json', 'no-recursive']

  it('finds a word after one slip of the finger', () => {
    fc.assert(
      fc.property(fc.constantFrom(...words), fc.nat(), fc.constantFrom('drop', 'swap', 'double'), (word, n, slip) => {
        const at = n % word.length
        const typed =
          slip === 'drop'
            ? word.slice(0, at) + word.slice(at + 1)
            : slip === 'double'
              ? word.slice(0, at + 1) + word.slice(at)
              : word.slice(0, at) + (word[at + 1] ?? '') + word[at] + word.slice(at + 2)
        expect(nearest(typed, words)).toBe(word)
      }),
    )
  })

  it('suggests nothing that is far away', () => {
    expect(nearest('frobnicate', words)).toBeNull()
    expect(nearest('', words)).toBeNull()
  })
})
