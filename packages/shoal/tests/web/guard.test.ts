// Tickets: they stand for the token once, and not for long.
import { describe, expect, it } from 'vitest'
import { Guard } from '../../src/web/guard.ts'

describe('a ticket', () => {
  it('is taken once', () => {
    const guard = new Guard('token')
    const [one, other] = [guard.issueTicket(), guard.issueTicket()]
    expect(one).not.toBe(other)
    expect(guard.redeem('made up')).toBe(false)
    expect(guard.redeem(one)).toBe(true)
    expect(guard.redeem(one)).toBe(false)
    expect(guard.redeem(other)).toBe(true)
  })

  it('is good for a minute', () => {
    let now = 0
    const guard = new Guard('token', () => now)
    const [early, late] = [guard.issueTicket(), guard.issueTicket()]
    now = 59_999
    expect(guard.redeem(early)).toBe(true)
    now = 60_000
    expect(guard.redeem(late)).toBe(false)
  })
})
