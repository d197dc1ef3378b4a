// Nothing that leaves the gate shows a secret, and nothing else is hidden.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskDeep } from '../../src/stages/verify/mask.ts'

const SECRET = 'q8Zr2LmX7vTn4KpW'

describe('maskDeep', () => {
  it.each([
    ['beside its name in a text', { evidence: `password: ${SECRET}` }],
    ['under its name as a field', { figures: { db: { password: SECRET } } }],
    ['as the value of a name', { role: 'config-key', name: 'db.password', value: SECRET }],
    ['in a row of a panel', { rows: [['db_password', SECRET]] }],
    [
      'repeated where nothing gives it away',
      { evidence: `password: ${SECRET}`, summary: `It is ${SECRET}.`, top: [[SECRET, 3]] },
    ],
    ['as the name of a field', { evidence: `password: ${SECRET}`, counts: { [SECRET]: 2 } }],
  ])('hides a secret %s', (_, value) => {
    const text = JSON.stringify(maskDeep(value))
    expect(text).not.toContain(SECRET)
    expect(text).toContain('[masked]')
    expect(maskDeep(maskDeep(value))).toEqual(maskDeep(value))
  })

  it('leaves names, types and plain words alone', () => {
    const values = [
      { role: 'field', name: 'password', value: 'string' },
      { role: 'schema-field', name: 'api_token', value: 'string required' },
      { columns: [{ name: 'password', type: 'text', missing: 3 }] },
      {
        rows: [
          ['password', 'varchar(80)'],
          ['password', 3],
        ],
      },
      { words: ['password', 'token'] },
      { topics: ['password', 'token'], summary: '12 of 90 rows have no password' },
    ]
    for (const value of values) expect(maskDeep(value)).toEqual(value)
  })

  it('hides a weak password where it is used, not the word elsewhere', () => {
    const made = maskDeep({ name: 'db.password', value: 'password', summary: 'The password is a default' })
    expect(made.name).toBe('db.password')
    expect(made.summary).toBe('The password is a default')
  })

  it('changes nothing in values without secrets', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const made = maskDeep(value)
        if (!JSON.stringify(made).includes('[masked]')) expect(made).toEqual(value)
        expect(maskDeep(made)).toEqual(made)
      }),
    )
  })
})
