import { ShoalError } from '@shoal/base/model/errors'
import { describe, expect, it } from 'vitest'
import { parseCommandLine } from '../../src/config/parse.ts'

const failure = (...argv: string[]) => {
  try {
    parseCommandLine(argv)
  } catch (error) {
    if (error instanceof ShoalError) return `${error.message} — ${error.advice}`
    throw error
  }
  throw new Error(`${argv.join(' ')} was accepted`)
}

describe('what is typed', () => {
  it('is a command, its arguments and its options, in any order', () => {
    const typed = parseCommandLine(['--color', 'never', 'plan', 'a', '--goal=data', 'b', '-q', 'why?', '--json'])
    expect(typed).toEqual({
      command: 'plan',
      args: ['a', 'b'],
      values: { color: ['never'], goal: ['data'], query: ['why?'], json: true },
    })
  })

  it('keeps every value of a repeated option, in order', () => {
    const { values } = parseCommandLine(['detect', '--include', 'a', '--include=b', '--include', 'c'])
    expect(values.include).toEqual(['a', 'b', 'c'])
  })

  it('keeps what follows the first equals sign, and an empty value', () => {
    expect(parseCommandLine(['detect', '--type=*.a=log']).values.overrides).toEqual(['*.a=log'])
    expect(parseCommandLine(['detect', '--include=']).values.include).toEqual([''])
  })

  it('turns booleans off with --no-, and the last one wins', () => {
    expect(parseCommandLine(['detect', '--no-recursive']).values.recursive).toBe(false)
    expect(parseCommandLine(['detect', '--no-recursive', '--recursive']).values.recursive).toBe(true)
    expect(parseCommandLine(['detect', '--no-config']).values).toEqual({ noConfig: true })
  })

  it('takes everything after -- as arguments, and a lone dash too', () => {
    expect(parseCommandLine(['detect', '--', '--json', '-x', '--']).args).toEqual(['--json', '-x', '--'])
    expect(parseCommandLine(['detect', '-']).args).toEqual(['-'])
  })

  it('lets a value begin with a dash after an equals sign', () => {
    expect(parseCommandLine(['plan', '.', '-q=-1 means what?']).values.query).toEqual(['-1 means what?'])
  })

  it('takes the commands of `runs` and `info` by their full and their bare name', () => {
    for (const words of ['runs report nightly --json', 'runs calls nightly 3', 'info doctor', 'info agents a.md']) {
      const [, ...bare] = words.split(' ')
      expect(parseCommandLine(words.split(' ')), words).toEqual(parseCommandLine(bare))
    }
    expect(parseCommandLine(['runs', 'delete', 'nightly', '--force'])).toMatchObject({
      command: 'runs',
      args: ['delete', 'nightly'],
    })
    expect(parseCommandLine(['runs', 'ask', 'report', 'Why?'])).toMatchObject({
      command: 'runs',
      args: ['ask', 'report', 'Why?'],
    })
  })

  it('names no command when there is none', () => {
    expect(parseCommandLine(['--help'])).toEqual({ command: null, args: [], values: { help: true } })
  })
})

describe('what cannot be understood', () => {
  it.each([
    [['detect', '--jsn'], 'unknown option --jsn — did you mean --json?'],
    [['detect', '--no-recusive'], 'unknown option --no-recusive — did you mean --no-recursive?'],
    [['detect', '--frobnicate'], 'unknown option --frobnicate — run `shoal detect --help` for its options'],
    [['detect', '-x'], 'unknown option -x — run `shoal detect --help` for its options'],
    [['--zzzzz'], 'unknown option --zzzzz — run `shoal help`'],
    [['detct'], 'unknown command "detct" — did you mean `shoal detect`?'],
    [['frobnicate'], 'unknown command "frobnicate" — run `shoal help` for the commands'],
    [
      ['types', '--goal', 'data'],
      '--goal is not an option of `shoal types` — it belongs to `shoal analyze`, `shoal watch`, `shoal plan`',
    ],
    [['detect', '--json=yes'], '--json takes no value — run the command with `--help` for what it takes'],
    [['plan', '--max-files'], '--max-files needs a value — write --max-files N'],
    [
      ['plan', '--exclude', '--json'],
      '--exclude needs a value — write --exclude=GLOB; with the equals sign the value may begin with a dash',
    ],
    [['chunk', '--mode'], '--mode needs a value — write --mode single|directory'],
  ])('%j', (argv, message) => {
    expect(failure(...argv)).toBe(message)
  })

  it('an unknown command comes before an unknown option of it', () => {
    expect(failure('frobnicate', '--zzz')).toMatch(/^unknown command/)
  })
})
