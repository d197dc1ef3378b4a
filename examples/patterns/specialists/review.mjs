// One reviewer: reads the file for the concern that is named as its argument. It writes nothing.
import { readFileSync } from 'node:fs'
import { work } from '../assignment.mjs'

/** Each rule says what it looks for in a line; those with `inLoop` only count inside a loop. */
const concerns = {
  security: [
    { severity: 'high', what: 'runs text as code', pattern: /\beval\(/ },
    { severity: 'high', what: 'puts a value into SQL text', pattern: /\bSELECT\b.*(\$\{|' ?\+)/ },
    { severity: 'high', what: 'puts a value into a shell command', pattern: /\bexec\(.*(\+|\$\{)/ },
    { severity: 'high', what: 'holds a secret', pattern: /\b\w*(key|secret|password)\w* = '[^']{12,}'/i },
  ],
  performance: [
    { severity: 'medium', what: 'waits for one call after the other', pattern: /\bawait\b/, inLoop: true },
    { severity: 'medium', what: 'searches a list for every element of another', pattern: /\.includes\(/, inLoop: true },
    { severity: 'medium', what: 'copies through JSON for every element', pattern: /JSON\.parse\(JSON/, inLoop: true },
    { severity: 'medium', what: 'blocks all requests while it reads a file', pattern: /^\s+.*\breadFileSync\(/ },
  ],
  style: [
    { severity: 'low', what: 'uses var', pattern: /^\s*var\b/ },
    { severity: 'low', what: 'compares loosely', pattern: /[^=!](==|!=)[^=]/ },
    { severity: 'low', what: 'is longer than 100 characters', pattern: /^.{101}/ },
    { severity: 'low', what: 'opens several blocks', pattern: /\{.*\{.*\{/ },
  ],
}

await work(({ input }) => {
  const concern = process.argv[2]
  const findings = review(readFileSync(input.file, 'utf8'), concerns[concern])
  return { summary: `${concern}: ${findings.length} findings in ${input.file}`, concern, file: input.file, findings }
})

function review(text, rules) {
  const findings = []
  const loops = []
  for (const [index, line] of text.split('\n').entries()) {
    const indent = line.search(/\S/)
    if (indent === -1 || line.trim().startsWith('//')) continue
    while (loops.length > 0 && indent <= loops.at(-1)) loops.pop()
    for (const { severity, what, pattern, inLoop } of rules)
      if (pattern.test(line) && (!inLoop || loops.length > 0))
        findings.push({ line: index + 1, severity, what, quote: line.trim() })
    if (/^\s*(for|while)\b/.test(line)) loops.push(indent)
  }
  return findings
}
