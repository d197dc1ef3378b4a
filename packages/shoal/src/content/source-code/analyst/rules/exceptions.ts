// Errors that are caught and lost.

import type { Rule } from '@shoal/base/model/finding'
import { firstFrom } from '@shoal/base/model/lists'
import { languageOf } from '../../../../text/code/languages/registry.ts'
import { Kind } from '../../../../text/code/symbols/syntax-kinds.ts'
import type { CodeReading } from '../reading.ts'
import type { Smell } from '../smell.ts'

const SWALLOWED: Rule = {
  id: 'code.swallowed-error',
  concern: 'quality',
  title: 'An error is caught and nothing is done about it',
  explanation:
    'Whatever goes wrong inside vanishes: no log, no retry, no message. Handle the error, log it with its cause, or let it pass to a caller that can.',
  cwe: 'CWE-390',
}
const TOO_BROAD: Rule = {
  id: 'code.bare-except',
  concern: 'quality',
  title: 'Every error is caught, even those that end the program',
  explanation:
    'A bare except also catches KeyboardInterrupt and SystemExit, and hides mistakes such as a misspelled name. Name the errors that are expected here.',
  cwe: 'CWE-396',
}

const BROAD = /(?<![.\w])(?:Exception|BaseException|Throwable|StandardError)\b|\.\.\./
const NOTHING =
  /^(?:pass_statement|ellipsis|continue_statement|nil|null|empty_statement|comment|line_comment|block_comment)$/

export function* exceptionSmells(reading: CodeReading): Generator<Smell> {
  const { tree, index } = reading
  for (const node of index.catches) {
    const body = bodyOf(reading, node)
    const head = tree.text.slice(tree.starts[node]!, body >= 0 ? tree.starts[body]! : tree.ends[node]!).slice(0, 200)
    const what = head
      .replace(/\s+/g, ' ')
      .replace(/[{:]\s*$/, '')
      .trim()
    const isBare = /^(?:except|rescue|catch)\s*(?:(?:\{|:|=>\s*\w+|\(\s*\.\.\.\s*\))\s*)?$/.test(head.trim())
    const isBroad =
      isBare || BROAD.test(head) || (languageOf(tree.language).isScript && !/instanceof|\bif\b/.test(head))
    if (isEmpty(reading, node, body)) {
      if (isMeant(reading, node, head) || (!isBroad && languageOf(tree.language).ignoresErrorsByIdiom)) continue
      yield {
        type: 'antipattern',
        rule: SWALLOWED,
        node,
        summary: `\`${what}\` does nothing with the error: whatever fails in the block before it goes unnoticed.`,
        severity:
          !isBroad ||
          isValue(reading, body) ||
          isOneStep(reading, node) ||
          languageOf(tree.language).isScript ||
          reading.isTest
            ? 'low'
            : 'medium',
        confidence: 'high',
        topics: ['exception', 'error handling', 'swallowed'],
        endLine: tree.endLine(node),
      }
    } else if (isBare && tree.language === 'python' && !raises(reading, node))
      yield {
        type: 'antipattern',
        rule: TOO_BROAD,
        node,
        summary:
          'A bare `except:` catches every error, KeyboardInterrupt and SystemExit included, and does not raise it again.',
        severity: 'low',
        confidence: 'high',
        topics: ['exception', 'error handling', 'bare except'],
        endLine: tree.endLine(node),
      }
  }
}

/** One statement that may fail was tried on purpose: a flush, a removal, a look. */
function isOneStep({ tree }: CodeReading, node: number): boolean {
  const tried = tree.parents[node]!
  return tried >= 0 && tree.line(node) - tree.line(tried) <= 2
}

/** A comment or the name of the variable says that nothing is to be done. */
function isMeant(reading: CodeReading, node: number, head: string): boolean {
  return hasComment(reading, node) || /\b(?:ignored?|expected|unused|_)\s*\)/.test(head)
}

function bodyOf({ tree }: CodeReading, node: number): number {
  const body = tree.field(node, 'body')
  return body >= 0 ? body : tree.child(node, Kind.block)
}

function isEmpty({ tree }: CodeReading, node: number, body: number): boolean {
  if (body < 0) return tree.namedChildren(node).every(child => !/then|block|body/.test(tree.type(child)))
  return tree.namedChildren(body).every(child => {
    if (NOTHING.test(tree.type(child))) return tree.type(child) !== 'continue_statement'
    const inner = tree.namedChildren(child)
    return tree.is(child, Kind.wrapper) && inner.length === 1 && tree.type(inner[0]!) === 'ellipsis'
  })
}

/** `rescue` then `nil`: the caller is given a value instead. */
function isValue({ tree }: CodeReading, body: number): boolean {
  return body >= 0 && tree.namedChildren(body).some(child => /^(?:nil|null)$/.test(tree.type(child)))
}

/** A word on why nothing is done, inside or behind it on its last line. */
function hasComment({ tree, index }: CodeReading, node: number): boolean {
  const next = index.comments[firstFrom(index.comments, node)]
  return next !== undefined && tree.line(next) <= tree.endLine(node)
}

function raises({ index, tree }: CodeReading, node: number): boolean {
  const next = index.throws[firstFrom(index.throws, node)]
  return next !== undefined && next < tree.afters[node]!
}
