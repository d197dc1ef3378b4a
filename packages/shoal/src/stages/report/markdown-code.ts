// Names, quotes and statements in Markdown: none can end the fence it stands in.

import { placeName } from '@shoal/base/report/places'
import { printable } from '@shoal/base/text/printable'
import { inline } from './panel-markdown.ts'

export function place(at: Parameters<typeof placeName>[0]): string {
  return code(placeName(at))
}

/** Inline code holds any text when its fence is longer than every run of backticks inside. */
export function code(text: string): string {
  const flat = printable(text.replace(/\s+/g, ' ').trim())
  const fence = '`'.repeat(longestRun(flat) + 1)
  const gap = flat.startsWith('`') || flat.endsWith('`') ? ' ' : ''
  return flat === '' ? '` `' : `${fence}${gap}${flat}${gap}${fence}`
}

/** A sentence of ours: what stands between backticks in it is a name out of a file. */
export function withNames(text: string): string {
  return text
    .split(/`([^`]{1,200})`/)
    .map((part, k) => (k % 2 === 1 ? code(part) : inline(part)))
    .join('')
}

export function codeBlock(text: string, { indent = '', language = 'text' } = {}): string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  const lines = text.split(/\r\n|\n|\r/).map(line => printable(line.replaceAll('\t', '  ')))
  return [`${fence}${language}`, ...lines, fence].map(line => `${indent}${line}`)
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
}
