// Serves the tiny model as an OpenAI-compatible server does: POST /v1/chat/completions, streaming or not, with
// `response_format: json_schema` enforced by a grammar. It tells its parent where it listens, and when asked what it did.
// fork('server.mjs', [DIRECTORY_OF_NODE_LLAMA_CPP])
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { boundedSchema } from './bounded-schema.mjs'
import { CONTEXT, tinyModel } from './tiny-model.mjs'

const [directory] = process.argv.slice(2)
const library = pathToFileURL(join(directory, 'node_modules/node-llama-cpp/dist/index.js'))
const { getLlama, LlamaCompletion } = await import(library.href)

const modelPath = join(directory, 'tiny.gguf')
writeFileSync(modelPath, tinyModel())
const llama = await getLlama({ gpu: false, build: 'never', logLevel: 'error', maxThreads: 1 })
const model = await llama.loadModel({ modelPath })
const context = await model.createContext({ contextSize: CONTEXT, threads: 1, sequences: 1 })
const completion = new LlamaCompletion({ contextSequence: context.getSequence() })

const done = { requests: 0, free: 0, inputTokens: 0, outputTokens: 0, ms: 0 }
/** One at a time: there is one sequence. */
let last = Promise.resolve()

const server = createServer(async (request, response) => {
  try {
    if (request.method !== 'POST' || !request.url.endsWith('/chat/completions')) return response.writeHead(404).end()
    const asked = JSON.parse(await textIn(request))
    last = last.then(
      () => answer(asked, response),
      () => answer(asked, response),
    )
    await last
  } catch (error) {
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: String(error) } }))
  }
})
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}/v1` }))
process.on('message', () => process.send(done))
process.on('disconnect', () => process.exit())

async function answer({ messages, response_format, max_tokens, stream, stream_options }, response) {
  const began = performance.now()
  const number = ++done.requests
  const schema = response_format?.json_schema?.schema
  if (!schema) done.free++
  const text = messages.map(({ role, content }) => `${role}: ${contentText(content)}\n`).join('')
  const prompt = model.tokenize(text)
  const id = `chatcmpl-${number}`
  const send = value => response.write(`data: ${JSON.stringify({ id, model: 'tiny', ...value })}\n\n`)
  if (stream) response.writeHead(200, { 'content-type': 'text/event-stream' })
  let outputTokens = 0
  const result = await completion.generateCompletionWithMeta(prompt, {
    grammar: schema && (await llama.createGrammarForJsonSchema(boundedSchema(schema))),
    maxTokens: max_tokens ?? 2000,
    temperature: 1,
    // Who asks the same hears the same, whenever it is.
    seed: createHash('sha256').update(text).digest().readUInt32LE(),
    onToken: tokens => {
      outputTokens += tokens.length
    },
    onTextChunk: content => {
      if (stream) send({ object: 'chat.completion.chunk', choices: [choice({ delta: { content } })] })
    },
  })
  const finish_reason = result.metadata.stopReason === 'maxTokens' ? 'length' : 'stop'
  const usage = {
    prompt_tokens: prompt.length,
    completion_tokens: outputTokens,
    total_tokens: prompt.length + outputTokens,
  }
  done.inputTokens += prompt.length
  done.outputTokens += outputTokens
  done.ms += performance.now() - began
  if (stream) {
    send({ object: 'chat.completion.chunk', choices: [choice({ delta: {}, finish_reason })] })
    if (stream_options?.include_usage) send({ object: 'chat.completion.chunk', choices: [], usage })
    return response.end('data: [DONE]\n\n')
  }
  const message = { role: 'assistant', content: result.response }
  const document = {
    id,
    model: 'tiny',
    object: 'chat.completion',
    choices: [choice({ message, finish_reason })],
    usage,
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
}

function choice(rest) {
  return { index: 0, finish_reason: null, ...rest }
}

function contentText(content) {
  return typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('')
}

async function textIn(request) {
  const parts = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
