// What the check of the patterns cannot settle by itself, each with the reason why it may stand. An entry that nothing
// needs any more fails the check too.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source text is quoted here.

/** Super-linear patterns that only ever see a short text, or read only so far from each place. `source` is the beginning of the pattern. */
export const SHORT_TEXT = [
  {
    file: 'packages/shoal/src/text/log/fields.ts',
    source: '[\\s\\uFEFF]*',
    reason: 'sees at most the first 1,000 characters of a line (HEADER_REACH)',
  },
  {
    file: 'packages/flow/src/form/script-forms.ts',
    source: '\\bexport\\s*(?:default',
    reason: 'reads at most 4,000 characters from each place: linear, beyond the lengths that are counted',
  },
  {
    file: 'packages/shoal/src/text/entry-shapes.ts',
    source: '(?<! {2})(?:\\.{3,}|…)',
    reason: 'sees at most the first 160 characters of a line (REACH)',
  },
  {
    file: 'packages/shoal/src/content/structured-data/analyst/words.ts',
    source: '\\B(?=(?:\\d{3})+$)',
    reason: 'sees a number that String or toFixed wrote, at most some 330 digits',
  },
  {
    file: 'packages/page/src/charts/layout/number-text.ts',
    source: '\\.?0+e',
    reason: 'sees a number that toExponential(2) wrote, at most ten characters',
  },
]

/**
 * Places that build a pattern inside a function. `samples` are patterns as they come out, checked like all others; `reason`
 * says why no input makes a worse one.
 */
export const BUILT_LATER = [
  {
    file: 'packages/shoal/src/sql/written-dates.ts',
    text: "new RegExp(`^${looks}$`, 'i')",
    samples: ['^(?:0?[1-9]|[12]\\d|3[01])/(?:0?[1-9]|1[0-2])/(?:1[5-9]|20|21)\\d\\d,? (?:[01]?\\d|2[0-3]):[0-5]\\d$'],
    reason: 'made of the forms and times of the same file, none of which repeats without end',
  },
  {
    file: 'packages/shoal/src/sql/written-numbers.ts',
    text: 'new RegExp(`^[-+]?${pattern(style)}$`)',
    samples: ['^[-+]?(?:[1-9]\\d{0,2}(?:[,]\\d{3})+|0|[1-9]\\d*)(?:\\.\\d+)?$'],
    reason: 'made of the styles of the same file',
  },
  {
    file: 'packages/shoal/src/sql/written-numbers.ts',
    text: 'new RegExp(`^${whole}$`)',
    samples: ['^(?:[-+]?\\$ ?|\\$ ?[-+]?)(?:[1-9]\\d{0,2}(?:[,]\\d{3})+|0|[1-9]\\d*)(?:\\.\\d+)? ?km\\/h$'],
    reason: 'made of the styles, signs and units of the same file',
  },
  {
    file: 'packages/shoal/src/content/define.ts',
    text: "new RegExp(sniff, 'm')",
    reason: 'written by the user in a config file; run with a deadline (`within-time.ts`)',
  },
  {
    file: 'packages/shoal/src/content/define.ts',
    text: 'new RegExp(sniff.source',
    reason: 'written by the user in a config file; run with a deadline (`within-time.ts`)',
  },
  {
    file: 'packages/shoal/src/stages/tools/line-search.ts',
    text: 'new RegExp(source, `${flags}u`)',
    reason: 'written by a user or a model; run with a deadline (`within-time.ts`)',
  },
  {
    file: 'packages/shoal/src/stages/tools/line-search.ts',
    text: 'new RegExp(source, flags)',
    reason: 'written by a user or a model; run with a deadline (`within-time.ts`)',
  },
  {
    file: 'packages/shoal/src/stages/tools/line-search.ts',
    text: 'new RegExp(this.regex, `${this.regex.flags}g`)',
    reason: 'written by a user or a model; run with a deadline (`within-time.ts`)',
  },
  {
    file: 'packages/shoal/src/content/log/analyst/signatures.ts',
    text: 'new RegExp(`(?<![A-Za-z_])(?:',
    reason: 'called while the module is loaded only: what it made was seen then',
  },
  {
    file: 'packages/shoal/src/content/log/analyst/question-filters.ts',
    text: 'new RegExp(phrasal',
    samples: ['timeout|(?:^|[^a-zA-Z])e?tim[a-z]{0,4}[-_ ]?out'],
    reason: 'letters of one word, and a bounded gap',
  },
  {
    file: 'packages/shoal/src/content/log/analyst/question-filters.ts',
    text: 'new RegExp(isWord ?',
    samples: ['(?<![a-zA-Z])retr', 'connection refused'],
    reason: 'a literal text, its signs escaped',
  },
  {
    file: 'packages/shoal/src/content/prose/analyst/rank-answers.ts',
    text: 'new RegExp(`\\\\b${LONGEST}',
    reason: 'called while the module is loaded only: what it made was seen then',
  },
  {
    file: 'packages/shoal/src/content/source-code/analyst/rank-answers.ts',
    text: 'new RegExp(String.raw`\\bmost',
    reason: 'called while the module is loaded only: what it made was seen then',
  },
  {
    file: 'packages/shoal/src/content/source-code/analyst/rules/habits.ts',
    text: 'new RegExp( String.raw`\\b${escaped(parameter)}',
    samples: [
      String.raw`\bname(?:\.(?:append|add|update|extend|insert|pop|remove|clear|setdefault|sort)\(|\[[^\]\n]{0,80}\]\s*[+|-]?=(?!=)|\s*[+|]=)`,
    ],
    reason: 'holds a name of the code, its signs escaped',
  },
  {
    file: 'packages/shoal/src/content/source-code/analyst/rules/habits.ts',
    text: 'new RegExp( String.raw`\\b${word}',
    samples: [
      String.raw`\bname\s*\.\s*(?:close|Close|__exit__)\b|\b(?:return|yield)\b[^\n]{0,200}\bname\b(?!\s*\.)|\bwith\s+name\b|=\s*name\b|[(,]\s*name\s*[,)]|closing\(`,
    ],
    reason: 'holds a name of the code, its signs escaped',
  },
  {
    file: 'packages/shoal/src/content/unknown/analyst/line-facts.ts',
    text: 'new RegExp(pattern.source)',
    reason: 'a literal of the same file with other flags',
  },
  {
    file: 'packages/shoal/src/run/search/literal-matcher.ts',
    text: 'new RegExp(plain',
    samples: ['connection refused'],
    reason: 'a literal text, its signs escaped',
  },
  {
    file: 'packages/shoal/src/run/search/tried-lines.ts',
    text: 'new RegExp(pattern, `${alone.flags}m`)',
    reason: 'written by a user; run with a deadline (`within-time.ts`)',
  },
  {
    file: 'packages/shoal/src/run/search/regex-matcher.ts',
    text: "new RegExp(wide.join('|')",
    samples: ['(?:k|\\xe2\\x84\\xaa)ey|(?:s|\\xc5\\xbf)ecret'],
    reason: 'literal texts, their signs escaped',
  },
  {
    file: 'packages/shoal/src/run/search/term-lines.ts',
    text: "new RegExp(starts, 'g')",
    samples: ['pum|coo'],
    reason: 'beginnings of words, letter by letter',
  },
  {
    file: 'packages/shoal/src/run/search/term-lines.ts',
    text: 'new RegExp(`${starts}|[\\\\xc3-\\\\xff]`',
    samples: ['pum|coo|[\\xc3-\\xff]'],
    reason: 'beginnings of words, letter by letter',
  },
  {
    file: 'packages/shoal/src/run/search/term-lines.ts',
    text: 'new RegExp(`${starts}|[^\\\\x00-\\\\x7f]`',
    samples: ['pum|coo|[^\\x00-\\x7f]'],
    reason: 'beginnings of words, letter by letter',
  },
  {
    file: 'packages/shoal/src/run/subcall.ts',
    text: 'new RegExp(`\\\\b${name}',
    samples: ['\\bstructured_data\\b'],
    reason: 'the name of a content type',
  },
  {
    file: 'packages/shoal/src/stages/cross/hard-coded.ts',
    text: 'new RegExp(`^\\\\s*${name}',
    samples: ['^\\s*port\\s*:(?!:)'],
    reason: 'holds a name of the code, its signs escaped',
  },
  {
    file: 'packages/shoal/src/stages/cross/settings-files.ts',
    text: 'new RegExp(`\\\\[\\\\s{0,3}',
    samples: ['\\[\\s{0,3}port\\s{0,3}\\]'],
    reason: 'holds a name of the code, its signs escaped',
  },
  {
    file: 'packages/shoal/src/stages/cross/settings-files.ts',
    text: 'new RegExp(`(?:fetch',
    samples: ['(?:fetch|OrThrow)\\(\\s{0,3}port'],
    reason: 'holds a name of the code, its signs escaped',
  },
  {
    file: 'packages/shoal/src/stages/cross/settings-files.ts',
    text: 'new RegExp(`${escaped(',
    samples: ['port\\s{0,5}[-+|&]?=(?!=)'],
    reason: 'holds a name of the code, its signs escaped',
  },
  {
    file: 'packages/shoal/src/stages/cross/settings-files.ts',
    text: 'new RegExp(`${last}',
    samples: ['port\\s{0,5}(?:\\?|in\\b)'],
    reason: 'holds a name of the code, its signs escaped',
  },
  {
    file: 'packages/shoal/src/stages/cross/imports.ts',
    text: 'new RegExp(`(?<!\\\\bas',
    samples: ['(?<!\\bas\\s{1,4})\\bname\\b'],
    reason: 'holds a name of the code, its signs escaped',
  },
  {
    file: 'packages/shoal/src/text/gate/secret-hider.ts',
    text: 'new RegExp(`\\\\[${word}',
    samples: ['\\[hidden secret (\\d{1,9})\\]'],
    reason: 'holds a fixed word, repeated',
  },
  {
    file: 'packages/shoal/src/stages/report/html.ts',
    text: 'new RegExp(`</${element}',
    samples: ['</script|<!--|[\\r\\0]'],
    reason: 'holds one of two fixed words',
  },
  {
    file: 'packages/shoal/src/text/log/fields.ts',
    text: 'new RegExp(`[\\\\s\\\\uFEFF]*',
    reason:
      'joins patterns of the tables of this folder, as seen on the logs of the fixtures; sees at most 1,000 characters',
  },
  {
    file: 'packages/shoal/src/text/log/whole-stamps.ts',
    text: 'new RegExp(`^(?:${kind.pattern})$`)',
    reason: 'called while the module is loaded only: what it made was seen then',
  },
  {
    file: 'packages/shoal/src/text/log/sample.ts',
    text: "new RegExp(pattern, 'y')",
    reason: 'patterns of the tables of this folder, as seen on the logs of the fixtures',
  },
  {
    file: 'packages/shoal/src/text/question-words.ts',
    text: 'new RegExp(unparted',
    reason: 'called while the module is loaded only: what it made was seen then',
  },
  {
    file: 'packages/base/src/secrets/providers.ts',
    text: 'new RegExp(`${boundary}',
    reason: 'called while the module is loaded only: what it made was seen then',
  },
  {
    file: 'packages/shoal/src/text/structure/marked-headings.ts',
    text: 'new RegExp(`^\\\\s*#',
    samples: ['^\\s*#\\+end_src'],
    reason: 'holds a word of letters',
  },
  {
    file: 'packages/shoal/src/text/structure/marked-headings.ts',
    text: 'new RegExp(`\\\\\\\\end',
    samples: ['\\\\end\\{table\\*\\}'],
    reason: 'holds one of a few fixed words',
  },
  {
    file: 'packages/shoal/src/text/structure/marked-headings.ts',
    text: 'new RegExp(`^@end',
    samples: ['^@end example\\b'],
    reason: 'holds one of a few fixed words',
  },
  {
    file: 'packages/shoal/src/text/structure/recipes.ts',
    text: 'new RegExp(`^\\\\s*${word}',
    samples: ['^\\s*EOF\\s*$'],
    reason: 'holds a word of letters',
  },
  {
    file: 'packages/shoal/src/text/term-matcher.ts',
    text: 'new RegExp(terms.map(beginning)',
    samples: ['pum|coo'],
    reason: 'beginnings of words, letter by letter',
  },
  {
    file: 'packages/shoal/src/question/find/coverage.ts',
    text: "new RegExp(begins.length === 0 ? '(?!)' : begins.join('|')",
    samples: ['wif|wireless|network', '--out|renam'],
    reason: 'beginnings of words, with what has a meaning escaped',
  },
]
