// What is known of Erlang.
import type { Language } from './language.ts'

export const erlang: Language = {
  name: 'erlang',
  extensions: '.erl .hrl',
  interpreters: /^escript$/,
  lexis: { line: ['%'], block: [], long: [['"', '"']], short: [], escape: true },
  importLine: /^-(?:include|include_lib|import|behaviou?r)\b/,
  definitionLines: [
    ['module', /^-module\(\s*'?(\w+)/],
    ['record', /^-record\(\s*'?(\w+)/],
    ['type', /^-(?:type|opaque)\s+'?(\w+)/],
    ['macro', /^-define\(\s*(\w+)/],
    ['function', /^'?([a-z][\w@]*)'?\((?!.*\)\.)/],
  ],
}
