// The answer to a question as Markdown.
import type { AskReport } from '@shoal/base/model/asking'
import { inputText } from '@shoal/base/report/input-text'
import { formatBytes, plural, printable } from '@shoal/base/text/printable'
import { code, codeBlock } from '../report/markdown-code.ts'
import { inline } from '../report/panel-markdown.ts'
import { openPoints, quotedPlace, shownNotes, usageText } from './report-parts.ts'
import { tellingLines } from './telling-lines.ts'

export function askMarkdown(report: AskReport): string {
  const { question, sentences, steps, stopped, files, bytes, skipped } = report
  const shown = shownNotes(report)
  const open = openPoints(report)
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
    ...(open.length === 0 ? [] : [`## What is open\n\n${open.map(one => `- ${said(one)}`).join('\n')}`]),
    ...(shown.length === 0 ? [] : ['## What it rests on']),
    ...shown.map(({ id, claim, quotes, results }) =>
      [
        `**${id}** ${said(claim)}`,
        ...quotes.map(one => `- ${code(quotedPlace(one))}\n${codeBlock(one.quote, { indent: '  ' }).join('\n')}`),
        ...results.map(result => {
          const step = steps.find(one => one.result === result)
          if (!step) return `- ${result}: what was known of the files at first`
          const told = codeBlock(tellingLines(step.text, claim, 8).join('\n'), { indent: '  ' })
          return `- ${result}: ${said(step.tool)} ${code(inputText(step))}\n${told.join('\n')}`
        }),
      ].join('\n'),
    ),
    ...(steps.length === 0
      ? []
      : [
          `## How it was found\n\n${steps.map(step => `${step.number}. ${step.result ?? '—'} ${said(step.tool)} ${code(inputText(step).slice(0, 300))}`).join('\n')}`,
        ]),
    `## Coverage\n\n${plural(files, 'file')}, ${formatBytes(bytes)}${skipped.length === 0 ? '' : `; ${plural(skipped.length, 'file')} left out`}. ${said(usageText(report))}.`,
  ].join('\n\n')}\n`
}

/** Words of others, as words. */
function said(text: string): string {
  return inline(printable(text))
}
