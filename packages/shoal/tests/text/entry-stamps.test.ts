// Which lines open an entry by a time or a level.
import { expect, test } from 'vitest'
import { entryKind } from '../../src/text/entry-stamps.ts'

test.each([
  ['2023-03-06 09:14:02 ready', 'dated'],
  ['20230306-091402 ready', 'dated'],
  ['[0.113s][info][gc] Using G1', 'undated'],
  ['[   21.113042] usb 1-1: new device', 'undated'],
  ['2211  09:14:02.113042 close(3) = 0', 'undated'],
  ['MSI (c) (A4:11) [09:14:02:113]: Resetting cached policy values', 'undated'],
  ['WARN  cache is cold', 'levelled'],
  ['level=info msg="serving" port=8080', 'logfmt'],
])('%j is %s', (line, kind) => expect(entryKind(line)).toBe(kind))

test.each([
  'example.org/tides v0.0.0-20230306091402-9f1c02113ab4 h1:abc=',
  '00:00:01,000 --> 00:00:04,000',
  'Error handling is described below.',
])('%j opens none', line => expect(entryKind(line)).toBeNull())
