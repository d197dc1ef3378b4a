// Questions about code over relations in which names are followed: who calls, what a rename touches, where and how something is handled.
import { describe, expect, it } from 'vitest'
import { answerQuestion } from '../../src/question/answer.ts'
import { askedOf } from './asked.ts'

const list = (rows: readonly (readonly (string | number | null)[])[]) =>
  rows
    .map(
      row =>
        `(${row.map(cell => (cell === null ? 'NULL' : typeof cell === 'number' ? cell : `'${cell}'`)).join(', ')})`,
    )
    .join(', ')

const asked = await askedOf(
  {
    name: 'symbols',
    kind: 'symbols',
    paths: ['src/auth.py', 'src/mail.py', 'tests/test_auth.py'],
    sql: `SELECT * FROM (VALUES ${list([
      ['AuthBase', 'class', null, 'class AuthBase:', 9, 'src/auth.py'],
      ['admit', 'method', 'AuthBase', 'def admit(self):', 12, 'src/auth.py'],
      ['admit', 'function', null, 'def admit(text):', 20, 'src/mail.py'],
      ['test_auth', 'function', null, 'def test_auth():', 9, 'tests/test_auth.py'],
    ])}) v(name, kind, scope, signature, end_line, path)`,
  },
  {
    name: 'uses',
    kind: 'uses',
    paths: ['src/auth.py', 'src/mail.py', 'tests/test_auth.py'],
    sql: `SELECT * FROM (VALUES ${list([
      ['admit', 'call', 'test_auth', 'AuthBase.admit', 'src/auth.py', 3, 'tests/test_auth.py'],
      ['admit', 'call', 'send', 'AuthBase.admit', 'src/auth.py', 3, 'src/mail.py'],
      ['admit', 'call', 'send', 'admit', 'src/mail.py', 4, 'src/mail.py'],
      ['admit', 'call', 'other', null, null, null, 'src/mail.py'],
      ['verify', 'call', 'renamed', 'admit', 'src/mail.py', 4, 'src/auth.py'],
      ['AuthBase', 'call', 'make', 'AuthBase', 'src/auth.py', 2, 'src/mail.py'],
    ])}) v(name, kind, scope, target, target_path, target_line, path)`,
  },
)

describe('names of code', () => {
  it('tells which definition each call leads to, and of how many nobody can tell', async () => {
    const { status, text, rows } = await answerQuestion('who calls admit?', asked)
    expect(status).toBe('answered')
    expect(text).toContain('5 places in 3 files')
    expect(text).toContain('2 lead to `AuthBase.admit` (src/auth.py:3)')
    expect(text).toContain('of 1 that say `admit` nothing tells which is meant')
    expect(rows.at(-1)).toMatchObject({ text: 'other', leads_to: null })
  })

  it('leaves out what leads to another definition where the type is said', async () => {
    const { rows } = await answerQuestion('who calls AuthBase.admit?', asked)
    expect(rows.map(row => row.leads_to)).toEqual([
      '`AuthBase.admit` (src/auth.py:3)',
      '`AuthBase.admit` (src/auth.py:3)',
      null,
    ])
    // Tests behind the program.
    expect(rows.map(({ path }) => path)).toEqual(['src/mail.py', 'tests/test_auth.py', 'src/mail.py'])
  })

  it('names definitions first in what a rename touches, and uses under another name', async () => {
    const { rows } = await answerQuestion('what would break if I rename admit?', asked)
    expect(rows.slice(0, 2).map(({ what }) => what)).toEqual(['method', 'function'])
    expect(rows.map(({ text }) => text)).toContain('renamed')
  })
})

describe('code about something', () => {
  it.each([
    ['where is authentication handled?', ['AuthBase', 'AuthBase.admit', 'test_auth']],
    ['where are users authenticated?', ['AuthBase', 'AuthBase.admit', 'test_auth']],
    ['how does authentication work?', ['AuthBase', 'AuthBase.admit', 'test_auth']],
  ])('%s', async (question, names) => {
    const { status, text, rows } = await answerQuestion(question, asked)
    expect(status).toBe('partial')
    expect(text).toContain('no explanation')
    expect(rows.filter(({ what }) => what === 'definition').map(({ name }) => name)).toEqual(names)
    expect(rows.some(({ what }) => what === 'called by')).toBe(question.startsWith('how'))
  })

  it.each(['where is shipping handled?', 'how does the weather work?'])(
    'says nothing of what no name has: %s',
    async question => {
      expect(await answerQuestion(question, asked)).toMatchObject({ status: 'unanswered', rows: [] })
    },
  )

  it('names the words that no definition has', async () => {
    expect((await answerQuestion('where is authentication of invoices handled?', asked)).unused).toEqual(['invoices'])
  })
})
