// Which lines look like the output of a program, and which only at first sight.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outputWeight, sentenceTemplate } from '../../src/text/entry-shapes.ts'

const CERTAIN = [
  "beacon.c:27:12: error: 'struct beacon' has no member named 'period'",
  'Clock.cs(41,13): warning CS0168: the variable is never used',
  'error[E0308]: mismatched types',
  '   41 |     int phase = 0;',
  "make[1]: Entering directory '/home/keeper/tide'",
  'configure:2391: checking for a BSD-compatible install',
  '==2211== Invalid read of size 4',
  'web_1  | listening on port 8080',
  '(WW) RADEON(0): Option "Shadow" is not used',
  '[Server] Starting on *:25565',
  '[ 12%] Building CXX object tide.cpp.o',
  '[3/40] Linking tideclock',
  'ok 2 - finds high water',
  '--- FAIL: TestLowTide (0.00s)',
  'checking for gawk... no',
  'Overfull \\hbox (12.4pt too wide) in paragraph at lines 41--47',
  'close(3)                                = 0',
  '\tat org.example.Clock.main(Clock.java:12)',
  '\u001b[32mdone\u001b[0m',
]

const LIKELY = [
  'Unpacking tides (1.4-2) over (1.3-1) ...',
  'iter 10: loss 3.2411, time 113.02ms, mfu 3.31%',
  'added 412 packages in 9.412s',
  'gcc -DHAVE_CONFIG_H -I. -O2 -c -o main.o main.c',
]

const OTHER = [
  'The harbour was quiet, and nobody spoke of the tide.',
  'const height = moon.height(6)',
  '[package]',
  '- [x] measure the harbour',
  '[the almanac](https://example.org/almanac)',
  'name: tides',
  'name = "tides"',
  '-- the moon is counted from the new moon on',
  'station,date,height',
  '#include <stdio.h>',
  'for f in *.c; do gcc -c -O2 -g "$f" -o "$f.o"; done',
  '  | Full Int',
  'mex -I./include           ...',
]

describe('outputWeight', () => {
  test.each(CERTAIN)('is 1 for %j', line => expect(outputWeight(line)).toBe(1))

  test.each(LIKELY)('is between for %j', line => {
    expect(outputWeight(line)).toBeGreaterThan(0)
    expect(outputWeight(line)).toBeLessThan(1)
  })

  test.each(OTHER)('is 0 for %j', line => expect(outputWeight(line)).toBe(0))

  test('takes any line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, times) => {
        const weight = outputWeight(text.repeat(times + 1))
        expect(weight).toBeGreaterThanOrEqual(0)
        expect(weight).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('sentenceTemplate', () => {
  test('is equal for two sentences of one statement', () => {
    const one = sentenceTemplate('Host is up (0.0011s latency).')
    expect(one).not.toBeNull()
    expect(sentenceTemplate('Host is up (0.113s latency).')).toBe(one)
    expect(sentenceTemplate('Host is down (0.113s latency).')).not.toBe(one)
  })

  test.each([
    'margin: 0 auto 12px;',
    '<td class="a" width="12">',
    'one two three',
    'a1,b2,c3,d4',
    '# step 12 of the plan',
  ])('is null for %j', line => expect(sentenceTemplate(line)).toBeNull())
})
