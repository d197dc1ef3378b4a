// What pyright says of names in Python, asked as an editor would: where is the name at this place defined.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { judge, pick } from './judge.mjs'

export async function pyrightSays(root, ours, { sample, random, pyright }) {
  const server = new LanguageServer(join(pyright, 'dist/pyright-langserver.js'), root)
  const lines = new Map()
  const own = rows => rows.filter(({ path }) => /\.py$/.test(path))
  try {
    await server.start()
    const uses = own(ours.uses).filter(row => columnOf(row) >= 0)
    const stated = uses.filter(({ target_line }) => target_line !== null)
    const judged = {
      symbols: await symbols(pick(own(ours.symbols), sample, random)),
      uses: await places(pick(uses, sample, random)),
      'uses told': await places(pick(stated, sample, random)),
      calls: await places(
        pick(
          uses.filter(({ kind }) => kind === 'call'),
          sample,
          random,
        ),
      ),
      imports: await places(
        pick(
          own(ours.imports).filter(row => row.name !== '*' && columnOf(row) >= 0),
          sample,
          random,
        ),
      ),
    }
    return {
      counts: Object.fromEntries(Object.entries(judged).map(([what, { counts }]) => [what, counts])),
      wrong: Object.entries(judged).flatMap(([what, { wrong }]) => wrong.map(line => `${what}: ${line}`)),
    }
  } finally {
    server.stop()
  }

  async function symbols(rows) {
    const verdicts = []
    const known = new Map()
    for (const { path, line, name } of rows) {
      if (!known.has(path)) known.set(path, new Set(flat(await server.symbols(path))))
      verdicts.push(known.get(path).has(`${line}:${name}`) || `${path}:${line}:${name} is no definition`)
    }
    return judge(verdicts, verdict => verdict)
  }

  async function places(rows) {
    const verdicts = []
    for (const row of rows) {
      const { path, line, name, target_path, target_line } = row
      const found = await server.definition(path, line - 1, columnOf(row))
      const here = found.filter(place => !place.path.startsWith('..'))
      if (target_line === null) verdicts.push(here.some(isKept) ? 'open' : 'empty')
      else if (found.length === 0) verdicts.push('unknown')
      else
        verdicts.push(
          found.some(place => place.path === target_path && place.line === target_line) ||
            `${path}:${line}:${name} stated ${target_path}:${target_line} is ${found.slice(0, 3).map(place => `${place.path}:${place.line}`)}`,
        )
    }
    return judge(verdicts, verdict => verdict)
  }

  /** A definition that other code may name: it stands at the top of a file or of a class. */
  function isKept({ path, line }) {
    const text = linesOf(path)[line - 1] ?? ''
    return line === 1 || /^\S|^\s{1,4}(?:async\s+)?(?:def|class)\b/.test(text)
  }

  /** Where the name stands on its line; -1 unless it stands there once. */
  function columnOf({ path, line, name, alias }) {
    const text = linesOf(path)[line - 1] ?? ''
    const found = [...text.matchAll(new RegExp(`(?<![\\w])${name.replace(/\W/g, '\\$&')}(?!\\w)`, 'g'))]
    return found.length === 1 && alias !== name ? found[0].index : -1
  }

  function linesOf(path) {
    if (!lines.has(path)) lines.set(path, readFileSync(join(root, path), 'utf8').split('\n'))
    return lines.get(path)
  }
}

function flat(list) {
  return list.flatMap(one => [`${one.selectionRange.start.line + 1}:${one.name}`, ...flat(one.children ?? [])])
}

class LanguageServer {
  constructor(program, root) {
    this.root = root
    this.waiting = new Map()
    this.open = new Set()
    this.count = 0
    this.buffer = Buffer.alloc(0)
    this.process = spawn(process.execPath, ['--max-old-space-size=3000', program, '--stdio'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    this.process.stdout.on('data', data => this.read(data))
  }

  async start() {
    const uri = pathToFileURL(this.root).href
    await this.ask('initialize', {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: 'root' }],
      capabilities: { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } }, workspace: {} },
    })
    this.send({ method: 'initialized', params: {} })
  }

  async definition(path, line, character) {
    const found =
      (await this.ask('textDocument/definition', {
        textDocument: this.document(path),
        position: { line, character },
      })) ?? []
    return [found].flat().map(({ uri, targetUri, range, targetSelectionRange }) => ({
      path: relative(this.root, fileURLToPath(uri ?? targetUri)),
      line: (range ?? targetSelectionRange).start.line + 1,
    }))
  }

  async symbols(path) {
    return (await this.ask('textDocument/documentSymbol', { textDocument: this.document(path) })) ?? []
  }

  document(path) {
    const uri = pathToFileURL(join(this.root, path)).href
    if (!this.open.has(path)) {
      this.open.add(path)
      const text = readFileSync(join(this.root, path), 'utf8')
      this.send({
        method: 'textDocument/didOpen',
        params: { textDocument: { uri, languageId: 'python', version: 1, text } },
      })
    }
    return { uri }
  }

  async ask(method, params) {
    const id = ++this.count
    this.send({ id, method, params })
    return await new Promise(done => this.waiting.set(id, done))
  }

  send(message) {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }

  read(data) {
    this.buffer = Buffer.concat([this.buffer, data])
    for (;;) {
      const end = this.buffer.indexOf('\r\n\r\n')
      const size =
        end < 0 ? Number.NaN : Number(/Content-Length: (\d+)/i.exec(this.buffer.toString('latin1', 0, end))?.[1])
      if (!(this.buffer.length >= end + 4 + size)) return
      const message = JSON.parse(this.buffer.toString('utf8', end + 4, end + 4 + size))
      this.buffer = this.buffer.subarray(end + 4 + size)
      this.hear(message)
    }
  }

  hear({ id, method, params, result }) {
    if (method === undefined) {
      this.waiting.get(id)?.(result)
      this.waiting.delete(id)
    } else if (id !== undefined)
      this.send({ id, result: method === 'workspace/configuration' ? params.items.map(() => null) : null })
  }

  stop() {
    this.process.kill()
  }
}
