// What only speaks of secrets is shown as it stands: a line that is masked without need is a line that cannot be read.
import { describe, expect, it } from 'vitest'
import { maskSecrets } from '../../src/text/secrets.ts'
import { HARMLESS } from './harmless.ts'

describe('a line that holds no secret', () => {
  it('is one of many', () => {
    expect(HARMLESS.length).toBeGreaterThanOrEqual(150)
  })

  it.each(HARMLESS)('%j is left alone', line => {
    expect([maskSecrets(line), maskSecrets(`  ${line}\n`, 'code').trim()]).toEqual([line, line.trim()])
  })

  it('is left alone among the others', () => {
    const text = HARMLESS.join('\n\n')
    expect(maskSecrets(text)).toBe(text)
  })
})
