// The answer to a question as Markdown.
import type { AskReport } from '../../model/asking.ts'
import { dollarsText } from '../../text/dollars.ts'
import { formatBytes, formatCount, plural, printable } from '../../text/printable.ts'
import { code, codeBlock } from '../report/markdown-code.ts'
import { inline } from '../report/panel-markdown.ts'
import { inputText } from './input-text.ts'
import { tellingLines } from './telling-lines.ts'

export function askMarkdown(report: AskReport): string {
  const { question, sentences, notes, steps, missing, rival, stopped, usage, model, files, bytes, skipped } = report
  const cited = new Set(sentences.flatMap(({ cites }) => cites))
  const shown = sentences.length === 0 ? notes : notes.filter(({ id }) => cited.has(id))
  const open = [
    ...missing,
    ...(rival === null ? [] : [`Another explanation fits as well: ${rival}`]),
    ...(stopped === null ? [] : [stopped]),
  ]
  const cost = usage.costUsd === null ? 'price not known' : dollarsText(usage.costUsd)
  return `${[
    `# ${said(question)}`,
    sentences.length === 0
      ? `There is no answer${stopped === null ? '' : `: ${said(stopped)}`}.`
      : sentences
          .map(
            ({ text, cites, objection }) =>
              `${said(text)} [${cites.join(', ')}]${objection === null ? '' : `\n\n> A sceptic objects: ${said(objection)}`}`,
          )
          .join('\n\n'),
    ...(shown.length === 0 ? [] : ['## What it rests on']),
    ...shown.map(({ id, claim, quotes, results }) =>
      [
        `**${id}** ${said(claim)}`,
        ...quotes.map(
          ({ path, line, quote }) => `- ${code(`${path}:${line}`)}\n${codeBlock(quote, { indent: '  ' }).join('\n')}`,
        ),
        ...results.map(result => {
          const step = steps.find(one => one.result === result)
          if (!step) return `- ${result}: what was known of the files at first`
          const told = codeBlock(tellingLines(step.text, claim, 8).join('\n'), { indent: '  ' })
          return `- ${result}: ${said(step.tool)} ${code(inputText(step))}\n${told.join('\n')}`
        }),
      ].join('\n'),
    ),
    ...(open.length === 0 ? [] : [`## What is open\n\n${open.map(one => `- ${said(one)}`).join('\n')}`]),
    ...(steps.length === 0
      ? []
      : [
          `## How it was found\n\n${steps.map(step => `${step.number}. ${step.result ?? '—'} ${said(step.tool)} ${code(inputText(step).slice(0, 300))}`).join('\n')}`,
        ]),
    `## Coverage\n\n${plural(files, 'file')}, ${formatBytes(bytes)}${skipped.length === 0 ? '' : `; ${plural(skipped.length, 'file')} left out`}. ${code(model)}: ${plural(usage.calls, 'call')}, ${formatCount(usage.inputTokens)} tokens in, ${formatCount(usage.outputTokens)} out, ${cost}.`,
  ].join('\n\n')}\n`
}

/** Words of others, as words. */
function said(text: string): string {
  return inline(printable(text))
}
