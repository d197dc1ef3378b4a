// Asynchronous code that blocks, and promises nobody waits for.

import type { Rule } from '@shoal/base/model/finding'
import { languageOf } from '../../../../text/code/languages/registry.ts'
import type { Definition } from '../../../../text/code/symbols/code-index.ts'
import { Kind } from '../../../../text/code/symbols/syntax-kinds.ts'
import type { CodeReading } from '../reading.ts'
import type { Smell } from '../smell.ts'

const BLOCKING: Rule = {
  id: 'code.blocking-in-async',
  concern: 'performance',
  title: 'A blocking call in an asynchronous function',
  explanation:
    'While it runs nothing else does: every other request, timer and task of the event loop waits. Use the asynchronous counterpart, or hand the work to a thread.',
  cwe: 'CWE-1088',
}
const FLOATING: Rule = {
  id: 'code.floating-promise',
  concern: 'quality',
  title: 'An asynchronous call nobody waits for',
  explanation:
    'The function goes on before the work is done, and its errors reach nobody. Await the call, return it, or say with a catch that it is meant to run on its own.',
  cwe: 'CWE-252',
}

/** Where one blocked request holds up all others. */
const SERVERS =
  /^(?:node:)?https?2?$|^(?:express|fastify|koa|hono|ws|next|@nestjs|@hapi|socket\.io|Microsoft\.AspNetCore)/

export function* waitingSmells(reading: CodeReading): Generator<Smell> {
  const { tree } = reading
  const { blocks: blocking, isScript } = languageOf(tree.language)
  if (!blocking || reading.isTest) return
  const asynchronous = new Set(
    reading.index.definitions.filter(({ isFunction }) => isFunction).filter(d => isAsync(reading, d)),
  )
  if (asynchronous.size === 0) return
  const isServer = reading.imports.some(({ specifier }) => SERVERS.test(specifier))
  for (const call of reading.calls) {
    const around = reading.functionAround(call.node)
    if (!around || !asynchronous.has(around) || !blocking.test(call.callee)) continue
    yield {
      type: 'antipattern',
      rule: BLOCKING,
      node: call.node,
      summary: `\`${call.callee}\` blocks the event loop inside the asynchronous function \`${around.name}\`.`,
      severity: isServer || tree.language === 'python' || tree.language === 'rust' ? 'medium' : 'low',
      confidence: 'high',
      topics: ['async', 'blocking', 'performance', call.name],
    }
  }
  if (isScript || tree.language === 'python') yield* floating(reading, asynchronous)
}

function* floating(reading: CodeReading, asynchronous: ReadonlySet<Definition>): Generator<Smell> {
  const { tree, calls, index } = reading
  const names = new Map<string, number>()
  for (const { name } of asynchronous) names.set(name, 0)
  // A name that also means something that is not asynchronous tells nothing.
  for (const { name, isFunction } of index.definitions)
    if (isFunction && names.has(name)) names.set(name, names.get(name)! + 1)
  for (const { name } of asynchronous) names.set(name, names.get(name)! - 1)
  for (const call of calls) {
    if (names.get(call.name) !== 0 || !/^(?:|self|this|cls)$/.test(call.receiver)) continue
    if (!tree.is(tree.parents[call.node]!, Kind.wrapper) || !reading.functionAround(call.node)) continue
    const python = tree.language === 'python'
    yield {
      type: 'antipattern',
      rule: FLOATING,
      node: call.node,
      summary: python
        ? `The coroutine \`${call.name}()\` is never awaited, so it never runs.`
        : `\`${call.name}()\` is asynchronous and nothing waits for it: its errors reach nobody.`,
      severity: 'medium',
      confidence: python ? 'high' : 'medium',
      topics: ['async', 'promise', 'await', call.name],
    }
  }
}

function isAsync({ tree }: CodeReading, { node }: Definition): boolean {
  return /^\s*(?:(?:public|private|protected|static|internal|override|pub|export|virtual|sealed)\s+)*(?:async|suspend)\b/.test(
    tree.textOf(node, 120).replace(/^(?:#?\[[^\]]*\]\s*)+/, ''),
  )
}
