// What varies by nature is masked, words are not; any text is masked in linear time.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskContent } from '../../../src/text/log/mask.ts'
import { TemplateTally } from '../../../src/text/log/tally.ts'
import { mineTemplates } from '../../../src/text/log/templates.ts'

function templatesOf(...contents: string[]): string[] {
  const tally = new TemplateTally()
  for (const [k, content] of contents.entries()) tally.add(content, k + 1)
  const book = mineTemplates(tally)
  return contents.map(content => book.templateOf(content).template)
}

describe('one content', () => {
  it.each([
    ['Received block blk_-38865 of size 67108864 from /10.251.73.220:50010', 'Received block <*> of size <*> from <*>'],
    ['workerEnv.init() ok /etc/httpd/conf/workers2.properties', 'workerEnv.init() ok <*>'],
    ["can't find the child's file", "can't find the child's file"],
    ['lr:00004ed8 cr:44000444', 'lr:<*> cr:<*>'],
    ['program interrupt: fp cr field .............0', 'program interrupt: fp cr field .............<*>'],
    ['tag="View Lock", name=x', 'tag="<*>", name=x'],
    ['"GET /a/b?c=1 HTTP/1.1" 200', '"GET <*>" <*>'],
    ['addr fe80::c12:79ff:fe7a:1 mac 5c:50:15:36:bc:03 and ab:cd:ef:ab:cd:ef', 'addr <*> mac <*> and <*>'],
    ['mask=ffffffff feedback', 'mask=<*> feedback'],
    ['load/store and Input/output error', 'load/store and Input/output error'],
    ['see https://example.org/a?b=c, or mail root@example.org.', 'see <*>, or mail <*>.'],
    ['C:\\Windows\\winsxs\\x.dll loaded', '<*> loaded'],
    ['took 5.2 KB (5324 bytes), 12 ms, 1,234 rows', 'took <*> (<*> bytes), <*> rows'],
    ['sent 2048 bytes (2.0 KB) in <1 sec', 'sent <*> bytes in <*>'],
    ['at Sun Jul 24 02:38:22 2005 from host', 'at <*> from host'],
    ['connection from 10.0.0.1 () closed', 'connection from <*> (<*>) closed'],
    ['AirPort_Brcm43xx::syncPowerState: on', '<*>::syncPowerState: on'],
    ['PSR0=00001f01 PSR1=00000000', 'PSR0=<*> PSR1=<*>'],
    ['ALERT 3, ALERT 7, ALERT 9 active', 'ALERT <*> active'],
    ['  spaced \t out  ', 'spaced out'],
    ['', ''],
  ])('%s', (content, template) => {
    expect(templatesOf(content)).toEqual([template])
  })
})

describe('several contents', () => {
  it('many words in one place are a value, a few tell messages apart', () => {
    const of = (...words: string[]) => new Set(templatesOf(...words.map(word => `state is ${word} now`))).size
    expect(of('up', 'down')).toBe(2)
    expect(of('red', 'green', 'blue', 'pink', 'gray')).toBe(1)
  })

  it('a word is a value where more lines have a number', () => {
    expect(templatesOf('chdir(/a/b) failed', 'chdir(/c) failed', 'chdir(pwd) failed')).toEqual(
      Array(3).fill('chdir(<*>) failed'),
    )
  })

  it('two names behind "user" are enough, two verbs are not', () => {
    expect(new Set(templatesOf('closed for user root', 'closed for user news')).size).toBe(1)
    expect(new Set(templatesOf('the user connected', 'the user disconnected')).size).toBe(2)
  })

  it('first words and names of values are never values', () => {
    const names = ['cupsd', 'klogd', 'portmap', 'hcid', 'sdpd', 'crond', 'ntpd']
    expect(new Set(templatesOf(...names.map(name => `${name} startup succeeded`))).size).toBe(names.length)
    expect(new Set(templatesOf(...names.map(name => `the ${name}=on flag`))).size).toBe(names.length)
  })

  it('numbered words are values only when their numbers differ', () => {
    expect(templatesOf('via eth0 ok', 'via eth1 ok')).toEqual(['via <*> ok', 'via <*> ok'])
    expect(templatesOf('via alt0 ok', 'via alt0 ok', 'via e0 ok')).toEqual(Array(3).fill('via <*> ok'))
    expect(templatesOf('open through proxy HTTPS', 'open through proxy SOCKS5')).toEqual([
      'open through proxy HTTPS',
      'open through proxy SOCKS5',
    ])
  })

  it('two values that vary apart are values, two words that go together are not', () => {
    const apart = 'ann bob cy dan eve fay gus hal ida jim'.split(' ').flatMap((name, k) =>
      'lamp desk sofa rug vase bed sink pan cup box'
        .split(' ')
        .filter((_, j) => (j + k) % 4 === 0)
        .map(thing => `it is ${name} who bought ${thing}`),
    )
    expect(new Set(templatesOf(...apart))).toEqual(new Set(['it is <*> who bought <*>']))
    const together = [
      'no child',
      'bad file',
      'far end',
      'old page',
      'new lock',
      'big hole',
      'low disk',
      'hot chip',
      'wet wire',
    ]
    expect(new Set(templatesOf(...together.map(pair => `cannot map it: ${pair} found`))).size).toBe(together.length)
  })
})

describe('any text', () => {
  it('has a key that masks to itself in length at most', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
        expect(maskContent(text).length).toBeLessThanOrEqual(text.length + 1)
      }),
    )
  })
})
