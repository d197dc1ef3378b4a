// Nothing that leaves the gate shows a secret, and nothing else is hidden.

import { KnownSecrets } from '@shoal/base/secrets/known'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shownValue } from '../../src/text/gate/shown-value.ts'

const SECRET = 'q8Zr2LmX7vTn4KpW'

describe('shownValue', () => {
  it.each([
    ['beside its name in a text', { evidence: `password: ${SECRET}` }],
    ['under its name as a field', { figures: { db: { password: SECRET } } }],
    ['as the value of a name', { role: 'config-key', name: 'db.password', value: SECRET }],
    ['in a row of a panel', { rows: [['db_password', SECRET]] }],
    [
      'repeated where nothing gives it away',
      { evidence: `password: ${SECRET}`, summary: `It is ${SECRET}.`, top: [[SECRET, 3]] },
    ],
    ['among the values of a path', { path: '$.aws.secret_access_key', top: [{ value: SECRET, count: 2 }] }],
    ['among the values of a list', { path: "$.users[*]['api_token'][*]", examples: [SECRET] }],
    ['as an end of a column', { columns: [{ name: 'password', type: 'text', min: SECRET, max: 'x' }] }],
    ['in the shares of a finding', { column: 'api_key', distribution: [{ value: SECRET, count: 3 }] }],
    ['as the label of a bar', { kind: 'bars', title: '$.token', rows: [{ label: SECRET, value: 2 }] }],
    ['in a sentence', { summary: `bob logged in with password ${SECRET} today` }],
    ['in JSON inside JSON', { evidence: JSON.stringify(JSON.stringify({ password: SECRET })) }],
    ['as the name of a field', { evidence: `password: ${SECRET}`, counts: { [SECRET]: 2 } }],
  ])('hides a secret %s', (_, value) => {
    const text = JSON.stringify(shownValue(value))
    expect(text).not.toContain(SECRET)
    expect(text).toContain('[masked]')
    expect(shownValue(shownValue(value))).toEqual(shownValue(value))
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
      { path: '$.token_type', top: [{ value: 'bearer', count: 9 }] },
      { path: '$.password_changed', top: [{ value: 'true', count: 9 }] },
      { path: '$.tokens', min: 12, max: 512, top: [{ value: '512', count: 3 }] },
      { kind: 'bars', title: 'Names', rows: [{ label: 'password', value: 3 }] },
      { summary: 'the password is hashed with PBKDF2WithHmacSHA1 or sha256' },
      { topics: ['password', 'token'], summary: '12 of 90 rows have no password' },
    ]
    for (const value of values) expect(shownValue(value)).toEqual(value)
  })

  it('hides a weak password where it is used, not the word elsewhere', () => {
    const made = shownValue({ name: 'db.password', value: 'password', summary: 'The password is a default' })
    expect(made.name).toBe('db.password')
    expect(made.summary).toBe('The password is a default')
  })

  it('hides what is known, whole or in part, wherever it stands', () => {
    const known = new KnownSecrets([SECRET])
    const made = shownValue({ topics: [SECRET.toLowerCase(), 'word'], answer: `starts ${SECRET.slice(0, 13)}` }, known)
    expect(made).toEqual({ topics: ['q8z…[masked]', 'word'], answer: 'starts q8…[masked]' })
  })

  it('changes nothing in values without secrets', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const made = shownValue(value)
        if (!JSON.stringify(made).includes('[masked]')) expect(made).toEqual(value)
        expect(shownValue(made)).toEqual(made)
      }),
    )
  })
})
