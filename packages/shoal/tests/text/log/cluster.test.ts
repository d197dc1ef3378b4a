// Which words are values: what the rest of the file says of a few words in one place.
import { describe, expect, it } from 'vitest'
import { TemplateTally } from '../../../src/text/log/tally.ts'
import { mineTemplates } from '../../../src/text/log/templates.ts'

/** The templates of these contents, in the order of their texts. */
function templatesOf(...contents: readonly string[]): string[] {
  const tally = new TemplateTally()
  for (const [k, content] of contents.entries()) tally.add(content, k + 1)
  return mineTemplates(tally)
    .templates.map(({ template }) => template)
    .sort()
}

const each = (words: string, line: (word: string) => string): string[] => words.split(' ').map(line)
const times = (count: number, line: string): string[] => Array.from({ length: count }, () => line)

describe('a few names in one place', () => {
  it('are values if the same names stand in another message', () => {
    expect(
      templatesOf(
        ...each('root git uucp', name => `Failed password for ${name} from 10.0.0.1`),
        ...each('root git uucp', name => `authentication failure; rhost=10.0.0.1 user=${name}`),
      ),
    ).toEqual(['Failed password for <*> from <*>', 'authentication failure; rhost=<*> user=<*>'])
  })

  it('one of them may look like a verb', () => {
    expect(
      templatesOf(
        ...each('billing search reports', name => `Stabilized generation 5 of ${name}`),
        ...each('billing search reports', name => `Lost a member of ${name} after 5 ms`),
      ),
    ).toEqual(['Lost a member of <*> after <*>', 'Stabilized generation <*> of <*>'])
  })

  it('are values behind a noun that announces them, from two or three on', () => {
    expect(templatesOf('session opened for user root', 'session opened for user news')).toHaveLength(1)
    expect(templatesOf(...each('orders users items', name => `Query on table ${name} took 5 ms`))).toHaveLength(1)
    expect(templatesOf(...each('orders users', name => `Query on table ${name} took 5 ms`))).toHaveLength(2)
    expect(templatesOf(...each('Stats Events History', name => `profile removed, Name: ${name}`))).toHaveLength(1)
  })

  it('tell messages apart otherwise', () => {
    expect(templatesOf(...each('bytes values', name => `Block 5 stored as ${name} in memory`))).toHaveLength(2)
    expect(templatesOf(...each('usbfs hub hiddev', name => `usbcore: registered new driver ${name}`))).toHaveLength(3)
  })

  it('begin a message as values only if they are compound and shared', () => {
    const daemons = 'cupsd syslogd klogd'
    const units = 'nginx.service redis.service docker.service'
    const both = (names: string) => [
      ...each(names, name => `${name} startup succeeded`),
      ...each(names, name => `${name} shutdown succeeded`),
    ]
    expect(templatesOf(...both(daemons))).toHaveLength(6)
    expect(templatesOf(...both(units))).toEqual(['<*> shutdown succeeded', '<*> startup succeeded'])
  })
})

describe('states', () => {
  it('tell messages apart, even five that are rare', () => {
    expect(templatesOf(...each('NEW READY RUNNING DONE LOST', state => `task 5 went to ${state} now`))).toHaveLength(5)
    const events = 'Started Paused Resumed Stopped Suspended'
    expect(templatesOf(...each(events, state => `[instance: 5] VM ${state} (Lifecycle Event)`))).toHaveLength(5)
  })

  it('and so do five states that two messages share', () => {
    expect(
      templatesOf(
        ...each('true false null', value => `updateClipping overlap:${value}`),
        ...each('true false null', value => `updateDimmed overlap:${value}`),
      ),
    ).toHaveLength(6)
  })

  it('are values where two places draw from the same words in all ways', () => {
    const combinations = ['on on', 'on off', 'off on', 'off off']
    expect(templatesOf(...combinations.map(pair => `PSU status ( ${pair} )`))).toHaveLength(1)
    expect(templatesOf(...combinations.slice(0, 2).map(pair => `PSU status ( ${pair} )`))).toHaveLength(2)
    const phases = each('initialization finalization', phase => phase)
    const steps = phases.flatMap(phase => [`Starting service ${phase} now`, `Ending service ${phase} now`])
    expect(templatesOf(...steps)).toHaveLength(4)
  })

  it('of a passage from one to another are a chain, not a choice', () => {
    const passages = ['NEW to READY', 'READY to RUNNING', 'RUNNING to DONE', 'RUNNING to LOST', 'LOST to NEW']
    expect(templatesOf(...passages.map(passage => `task 5 Transitioned from ${passage}`))).toHaveLength(5)
  })
})

describe('a word in the place of values', () => {
  it('is one if a fair part of the lines has a value there', () => {
    const unknown = times(9, 'connect from unknown[10.0.0.1]')
    expect(templatesOf(...unknown, ...times(3, 'connect from mx1.example.com[10.0.0.1]'))).toHaveLength(1)
    expect(templatesOf(...unknown, 'connect from mx1.example.com[10.0.0.1]')).toHaveLength(2)
  })

  it('is one behind `=`, as is nothing at all, or a thing with what it holds', () => {
    const lock = (source: string) => `acquire lock=5, ws=${source}, uid=7`
    expect(templatesOf(...times(9, lock('null')), lock('WorkSource{10113}'), lock('17'), lock('android'))).toEqual([
      'acquire lock=<*>, ws=<*>, uid=<*>',
    ])
  })

  it('is an address if it has a point and a port', () => {
    expect(templatesOf('csdnimg.cn:80 error : canceled', '10.0.0.1:80 error : canceled')).toHaveLength(1)
  })

  it('ends before the full stop', () => {
    expect(templatesOf(...each('en0 en1 awdl0', name => `Link down on ${name}. Reason 5`))).toEqual([
      'Link down on <*>. Reason <*>',
    ])
  })
})

describe('values of several words', () => {
  it('a list may be cut off, by the program or because it is too long', () => {
    const list = (count: number) => times(count, 'node-7 0xffe <ok>').join(' ')
    const tail = ['', ' node-7', ' node-7 0xff', ' node-7 0xff <ok>']
    const lists = [...tail.map(end => list(5) + end), list(200), list(3000)]
    expect(templatesOf(...lists.map(nodes => `inconsistent nodesets ${nodes}`))).toEqual([
      'inconsistent nodesets <*> <ok>',
    ])
    expect(templatesOf('got a=1, b=2, a=3, b=4, a=5', 'got a=1, b=2, a=3, b=4')).toEqual(['got a=<*>, b=<*>'])
  })

  it('addresses of any kind are one value', () => {
    const addresses = '10.0.0.1 ::1 ::ffff:10.0.0.1 2001:db8::1 fe80::c6b3:1ff:fecd:467f'
    expect(templatesOf(...each(addresses, address => `Connection from ${address} closed`))).toEqual([
      'Connection from <*> closed',
    ])
  })

  it('frames of a stack trace are alike', () => {
    expect(
      templatesOf(
        'at org.apache.hadoop.ipc.Client.call(Client.java:1415)',
        'at com.sun.proxy.$Proxy9.getFileInfo(Unknown Source)',
        'at sun.reflect.NativeMethodAccessorImpl.invoke0(Native Method)',
        'at Object.<anonymous> (/srv/app/index.js:3:11)',
        'File "/usr/lib/a.py", line 17, in main',
        'File "/usr/lib/b.py", line 3, in <module>',
      ),
    ).toEqual(['File "<*>", line <*>, in <*>', 'at <*>(<*>)'])
  })

  it('an object in angle brackets keeps both', () => {
    expect(templatesOf('object <0x7f80> gone', 'object <0x7f81> gone')).toEqual(['object <<*>> gone'])
    expect(templatesOf('took <1 sec', 'took 5 sec')).toHaveLength(1)
  })
})
