// The answer to a question as Markdown.
import type { AskReport } from '@shoal/base/model/asking'
import { formatBytes, plural, printable } from '@shoal/base/text/printable'
import { code, codeBlock } from '../report/markdown-code.ts'
import { inline } from '../report/panel-markdown.ts'
import { excerptOf, openPoints, shownNotes, usageText } from './report-parts.ts'
import { ShownPaths } from './shown-paths.ts'

export function askMarkdown(report: AskReport): string {
  const { question, sentences, steps, stopped, files, bytes, skipped } = report
  const shown = shownNotes(report)
  const open = openPoints(report)
  const paths = new ShownPaths(report)
  const told = new Set<string>()
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
        ...quotes.map(one => `- ${code(paths.place(one))}\n${codeBlock(one.quote, { indent: '  ' }).join('\n')}`),
        ...results.map(result => {
          const step = steps.find(one => one.result === result)
          if (!step) return `- ${result}: what was known of the files at first`
          if (told.has(result)) return `- ${result}, as above`
          told.add(result)
          const excerpt = paths.result(excerptOf(step, { notes: shown, sentences }))
          return `- ${result}: ${said(step.tool)} ${code(paths.asked(step))}\n${codeBlock(excerpt, { indent: '  ' }).join('\n')}`
        }),
      ].join('\n'),
    ),
    ...(steps.length === 0
      ? []
      : [
          `## How it was found\n\n${steps.map(step => `${step.number}. ${step.result ?? '—'} ${said(step.tool)} ${code(paths.asked(step).slice(0, 300))}`).join('\n')}`,
        ]),
    `## Coverage\n\n${plural(files, 'file')}, ${formatBytes(bytes)}${skipped.length === 0 ? '' : `; ${plural(skipped.length, 'file')} left out`}. ${paths.base === null ? '' : `Paths are told from ${code(paths.base)}. `}${said(usageText(report))}.`,
  ].join('\n\n')}\n`
}

/** Words of others, as words. */
function said(text: string): string {
  return inline(printable(text))
}
