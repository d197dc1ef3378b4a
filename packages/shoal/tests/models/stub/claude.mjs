#!/usr/bin/env node
// A `claude` for tests: takes the arguments that shoal passes, asks the stub server at STUB_URL instead of a model, and
// prints what Claude Code would print.
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    print: { type: 'boolean', short: 'p' },
    bare: { type: 'boolean' },
    tools: { type: 'string' },
    model: { type: 'string' },
    'output-format': { type: 'string' },
    'system-prompt': { type: 'string' },
    'json-schema': { type: 'string' },
  },
})
if (!values.print || !values.bare || values.tools !== '' || values['output-format'] !== 'json')
  throw new Error('not asked as it should be')

let prompt = ''
for await (const part of process.stdin.setEncoding('utf8')) prompt += part

const schema = values['json-schema'] === undefined ? null : JSON.parse(values['json-schema'])
const response = await fetch(`${process.env.STUB_URL}/v1/messages`, {
  method: 'POST',
  body: JSON.stringify({
    model: values.model,
    system: values['system-prompt'],
    messages: [{ role: 'user', content: prompt }],
    ...(schema === null ? {} : { output_config: { format: { type: 'json_schema', schema } } }),
  }),
})
const answer = await response.json()
if (response.ok) {
  const result = answer.content.map(block => block.text).join('')
  const isValue = schema !== null && answer.stop_reason === 'end_turn'
  print({
    subtype: 'success',
    is_error: false,
    result,
    ...(isValue ? { structured_output: JSON.parse(result) } : {}),
    stop_reason: answer.stop_reason,
    usage: answer.usage,
  })
} else {
  print({ subtype: 'success', is_error: true, result: `API Error: ${response.status} ${JSON.stringify(answer)}` })
  process.exitCode = 1
}

function print(rest) {
  console.log(JSON.stringify({ type: 'result', ...rest }))
}
