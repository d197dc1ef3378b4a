// A model by hand: a server on the loopback that speaks the APIs of Anthropic, OpenAI and Google, writes every request as text that
// can be read, and waits for a file with the reply. So prompts are judged by somebody who reads and answers them.
//
//   node bench/by-hand.mjs FOLDER [PORT]
//
// Request 3 is FOLDER/003.request.md; what is new since the request before it in the same conversation stands in FOLDER/003.new.md.
// The reply is FOLDER/003.reply.json, written whole (write another name, then rename):
//   {"text": "…"} or {"calls": [{"name": "sql", "input": {"query": "…"}}]}, or both.
//
//   node bench/by-hand.mjs FOLDER --mcp [OPTIONS of shoal mcp]
//
// plays the coding agent instead, with the tools of the server: FOLDER/tools.md is what it is told, FOLDER/001.calls.json (the same
// {"calls": […]}, none to end) is answered by FOLDER/001.results.md. Needs a build.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createJiti } from 'jiti'

const [folder, port = '0', ...options] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: node bench/by-hand.mjs FOLDER [PORT | --mcp OPTIONS]')
  process.exit(2)
}
if (port === '--mcp') {
  const { playClient } = await import('./by-hand-mcp.mjs')
  await playClient(folder, options)
  process.exit(0)
}
mkdirSync(folder, { recursive: true })

const { startStub } = await createJiti(import.meta.url).import('../packages/shoal/tests/models/stub/server.ts')

let characters = 0
/** Whoever thinks for long is asked the same again: it has one place. */
const known = new Map()
const stub = await startStub(
  async request => {
    const text = requestText(request)
    if (known.has(text)) return await replyIn(`${known.get(text)}.reply.json`)
    const name = join(folder, String(known.size + 1).padStart(3, '0'))
    characters += text.length
    writeFileSync(`${name}.request.md`, text)
    // Of the requests before it the one of its conversation begins like it for longest.
    const [before = ''] = [...known.keys()].sort((a, b) => sharedStart(b, text) - sharedStart(a, text))
    const same = sharedStart(before, text)
    const from = same === before.length ? same : text.lastIndexOf('\n## ', same) + 1
    writeFileSync(`${name}.new.md`, text.slice(from).trimStart())
    known.set(text, name)
    console.log(
      `request ${known.size}: ${text.length} characters, ${characters} in all; waiting for ${name}.reply.json`,
    )
    return { ...(await replyIn(`${name}.reply.json`)), usage: { input: Math.ceil(text.length / 4) } }
  },
  { port: Number(port), isKept: false },
)
console.log(`base URL ${stub.url}/v1`)

function sharedStart(one, other) {
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  return same
}

function requestText({ model, system, messages, tools, schema }) {
  const turns = messages.map(({ role, content, parts, tool_calls: calls }) => {
    const body = typeof content === 'string' ? content : blocks(content ?? parts ?? [])
    return `## ${role}\n\n${body}${calls ? `\n${JSON.stringify(calls, null, 1)}` : ''}`
  })
  return [
    `# ${model}`,
    `## system\n\n${system}`,
    `## tools\n\n${tools.map(tool => `### ${tool.name}\n${tool.description}\n${JSON.stringify(tool.parameters ?? tool.input_schema)}`).join('\n\n') || '(none)'}`,
    ...(schema ? [`## the reply must be\n\n${JSON.stringify(schema)}`] : []),
    ...turns,
  ].join('\n\n')
}

function blocks(content) {
  return content
    .map(block => block.text ?? (block.type === 'tool_result' ? resultText(block) : JSON.stringify(block, null, 1)))
    .join('\n\n')
}

function resultText({ content, is_error: isError }) {
  const text = typeof content === 'string' ? content : blocks(content)
  return `[result${isError ? ', refused' : ''}]\n${text}`
}

async function replyIn(file) {
  for (;;) {
    if (existsSync(file)) {
      try {
        const { text = '', calls = [] } = JSON.parse(readFileSync(file, 'utf8'))
        return {
          text: typeof text === 'string' ? text : JSON.stringify(text),
          ...(calls.length > 0 && { toolCalls: calls }),
        }
      } catch (error) {
        console.error(`${file}: ${error.message}`)
      }
    }
    await sleep(200)
  }
}
