// The coding agent by hand: starts `shoal mcp` as a client does, writes what a model would be told as text, and makes the calls that
// somebody who has read it writes into files. See by-hand.mjs, which plays the model of `shoal ask` the same way.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const bin = fileURLToPath(new URL('../dist/bin.js', import.meta.url))

/** `FOLDER/001.calls.json` is answered by `FOLDER/001.results.md`, and so on until one says `{"calls": []}`. */
export async function playClient(folder, args) {
  mkdirSync(folder, { recursive: true })
  const client = new Client({ name: 'by-hand', version: '1' })
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp', ...args], env: process.env }),
  )
  const { tools } = await client.listTools()
  const told = [
    `# What the server says\n\n${client.getInstructions()}`,
    ...tools.map(
      ({ name, description, inputSchema }) => `## ${name}\n\n${description}\n\n${JSON.stringify(inputSchema)}`,
    ),
  ].join('\n\n')
  writeFileSync(join(folder, 'tools.md'), told)
  console.log(`${tools.length} tools, ${told.length} characters: ${join(folder, 'tools.md')}`)
  let count = 0
  let characters = 0
  for (let turn = 1; ; turn++) {
    const name = join(folder, String(turn).padStart(3, '0'))
    console.log(`waiting for ${name}.calls.json`)
    const calls = await callsIn(`${name}.calls.json`)
    if (calls.length === 0) break
    const results = []
    for (const { name: tool, input } of calls) {
      const { content, isError } = await client.callTool({ name: tool, arguments: input }).catch(failed)
      const text = content.flatMap(part => part.text ?? []).join('\n')
      results.push(`## ${tool}${isError ? ', refused' : ''}\n\n${text}`)
      characters += text.length
      count++
    }
    writeFileSync(`${name}.results.md`, `${results.join('\n\n')}\n`)
    console.log(`turn ${turn}: ${count} calls and ${characters} characters of results in all`)
  }
  await client.close()
}

function failed(error) {
  return { isError: true, content: [{ type: 'text', text: error.message }] }
}

async function callsIn(file) {
  for (;;) {
    if (existsSync(file)) {
      try {
        return JSON.parse(readFileSync(file, 'utf8')).calls
      } catch (error) {
        console.error(`${file}: ${error.message}`)
      }
    }
    await sleep(200)
  }
}
