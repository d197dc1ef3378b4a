// What is known of Protocol Buffers.
import { SLASHED } from '../lexis.ts'
import type { Language } from './language.ts'

export const protobuf: Language = {
  name: 'protobuf',
  extensions: '.proto',
  aliases: 'proto proto3',
  lexis: SLASHED,
  importLine: /^(?:import\s|package\s|syntax\s*=|edition\s*=)/,
  definitionLines: [
    ['message', /^message\s+(\w+)/],
    ['enum', /^enum\s+(\w+)/],
    ['service', /^service\s+(\w+)/],
    ['extend', /^extend\s+([\w.]+)/],
    ['function', /^rpc\s+(\w+)/],
  ],
}
