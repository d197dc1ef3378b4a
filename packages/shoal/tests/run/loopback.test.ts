// Whose requests the servers of this machine take, by the names they come with: one table for both servers.
import { describe, expect, it } from 'vitest'
import { wrongName } from '../../src/run/loopback.ts'

const PORT = 8123
const named = (host: readonly string[], origin: readonly string[] = [], localPort = PORT) =>
  wrongName({
    headersDistinct: { host: [...host], ...(origin.length > 0 && { origin: [...origin] }) },
    socket: { localPort },
  })

describe('the Host of a request', () => {
  it.each(['127.0.0.1:8123', 'localhost:8123', 'LOCALHOST:8123'])('may be %s', host => {
    expect(named([host])).toBeNull()
  })

  it.each([
    '',
    '127.0.0.1',
    'localhost',
    'localhost:8124',
    '127.0.0.1:80',
    '127.0.0.1:08123',
    '127.0.0.2:8123',
    '[::1]:8123',
    '0.0.0.0:8123',
    '2130706433:8123',
    '0x7f.1:8123',
    '127.1:8123',
    'localhost.:8123',
    '127.0.0.1.:8123',
    'evil.example:8123',
    'localhost.evil.example:8123',
    '127.0.0.1.evil.example:8123',
    'evil.localhost:8123',
    'evil.example#localhost:8123',
    'localhost:8123@evil.example',
    'x@127.0.0.1:8123',
    '127.0.0.1:8123/x',
    '127.0.0.1:8123?x',
    ' 127.0.0.1:8123',
    '127.0.0.1:8123, evil.example',
  ])('may not be %j', host => {
    expect(named([host])).toBe('Host')
  })

  it('is one, and leaves out the port of http alone', () => {
    expect(named([])).toBe('Host')
    expect(named(['127.0.0.1:8123', '127.0.0.1:8123'])).toBe('Host')
    expect(named(['localhost'], ['http://localhost'], 80)).toBeNull()
  })
})

describe('the Origin of a request', () => {
  it('may be missing, as programs send none', () => {
    expect(named(['127.0.0.1:8123'])).toBeNull()
  })

  it.each(['127.0.0.1:8123', 'localhost:8123'])('may be the address itself: %s', host => {
    expect(named([host], [`http://${host}`])).toBeNull()
  })

  it.each([
    'null',
    '',
    'file://',
    'http://127.0.0.1',
    'http://127.0.0.1:8124',
    'http://127.0.0.1:80',
    'http://localhost:8123',
    'http://localhost:3000',
    'http://[::1]:8123',
    'https://127.0.0.1:8123',
    'ws://127.0.0.1:8123',
    'HTTP://127.0.0.1:8123',
    'http://127.0.0.1:8123/',
    'http://127.0.0.1:8123.evil.example',
    'http://127.0.0.1.:8123',
    'http://127.0.0.1.evil.example:8123',
    'http://evil.example#127.0.0.1:8123',
    'http://x@127.0.0.1:8123',
    'http://127.0.0.1:8123 http://evil.example',
    'chrome-extension://abc',
  ])('may not be %j', origin => {
    expect(named(['127.0.0.1:8123'], [origin])).toBe('Origin')
  })

  it('is one', () => {
    expect(named(['127.0.0.1:8123'], ['http://127.0.0.1:8123', 'http://127.0.0.1:8123'])).toBe('Origin')
  })
})
