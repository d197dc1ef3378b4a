// The answer to a question as one page that needs nothing else and runs nothing: sentences with links to what they rest on.
import type { AskNote, AskReport, AskStep } from '@shoal/base/model/asking'
import { formatBytes, plural } from '@shoal/base/text/printable'
import { GENERATOR } from '../../text/own-report.ts'
import { digest, escaped } from '../report/html.ts'
import { openPoints, shownNotes, usageText } from './report-parts.ts'
import { ShownPaths } from './shown-paths.ts'

const STYLE = `
:root { color-scheme: light dark; --ground: light-dark(#f7f7f5, #121518); --surface: light-dark(#fff, #1a1e22); --ink: light-dark(#1a1d21, #e9ebed);
  --muted: light-dark(#565f69, #a3adb7); --line: light-dark(#dcdfe2, #2e353c); --accent: light-dark(#0a6580, #63c5de); --doubt: light-dark(#8a5200, #f2b866); }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
main { max-width: 52rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 1.25rem; }
h2 { font-size: 1.1rem; margin: 2.25rem 0 0.75rem; }
a { color: var(--accent); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; }
.answer p { margin: 0 0 0.6rem; }
.answer p:first-child { font-size: 1.15rem; font-weight: 600; }
.doubt { color: var(--doubt); }
.muted, footer { color: var(--muted); font-size: 0.875rem; }
article { background: var(--surface); border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem 1rem; margin: 0 0 0.75rem; }
article:target { border-color: var(--accent); }
article p { margin: 0 0 0.5rem; }
code, pre { font: 0.8125rem/1.5 ui-monospace, monospace; }
pre { margin: 0.25rem 0 0.6rem; padding: 0.5rem 0.75rem; background: var(--ground); border-radius: 4px; overflow-x: auto; white-space: pre-wrap; }
summary { cursor: pointer; }
ol, ul { padding-left: 1.4rem; }
li { margin: 0 0 0.35rem; }
`

export function askHtml(report: AskReport, version: string): string {
  const { question, steps, objected } = report
  const shown = shownNotes(report)
  const open = openPoints(report)
  const paths = new ShownPaths(report)
  const policy = `default-src 'none'; style-src '${digest(STYLE)}'; base-uri 'none'; form-action 'none'`
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<meta name="generator" content="${escaped(`${GENERATOR}${version}`)}">`,
    `<title>${escaped(question)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1>${escaped(question)}</h1>`,
    `<section class="answer">${answerHtml(report)}</section>`,
    ...section(
      'What is open',
      open.length === 0 ? [] : [`<ul>${open.map(one => `<li>${escaped(one)}</li>`).join('')}</ul>`],
    ),
    ...(objected > 0
      ? [
          `<p class="muted">A sceptic objected to ${plural(objected, 'sentence')} of the first answer, which ${objected === 1 ? 'was' : 'were'} then changed, left out or repeated.</p>`,
        ]
      : []),
    ...section(
      'What it rests on',
      shown.map(note => noteHtml(note, report, paths)),
    ),
    ...section(
      'How it was found',
      steps.length === 0 ? [] : [`<ol>${steps.map(step => stepHtml(step, paths)).join('\n')}</ol>`],
    ),
    `<footer>${footHtml(report, paths)}</footer>`,
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

function answerHtml({ sentences, stopped }: AskReport): string {
  if (sentences.length === 0) return `<p>There is no answer${stopped === null ? '' : `: ${escaped(stopped)}`}.</p>`
  return sentences
    .map(({ text: said, cites, objection }) => {
      const links = cites.map(id => `<a href="#${escaped(id)}">${escaped(id)}</a>`).join(', ')
      const doubt = objection === null ? '' : `<p class="doubt">A sceptic objects: ${escaped(objection)}</p>`
      return `<p>${escaped(said)} <span class="muted">[${links}]</span></p>${doubt}`
    })
    .join('\n')
}

function noteHtml({ id, claim, quotes, results }: AskNote, { steps }: AskReport, paths: ShownPaths): string {
  const quoted = quotes.map(one => `<p><code>${escaped(paths.place(one))}</code></p>${pre(one.quote)}`)
  const worked = results.map(result => {
    const step = steps.find(one => one.result === result)
    if (!step) return `<p class="muted">${escaped(result)}: what was known of the files at first</p>`
    return `<details><summary><code>${escaped(`${result} ${step.tool}`)}</code></summary>${pre(paths.asked(step))}${pre(paths.result(step.text))}</details>`
  })
  return `<article id="${escaped(id)}"><p><strong>${escaped(id)}</strong> ${escaped(claim)}</p>${[...quoted, ...worked].join('\n')}</article>`
}

function stepHtml(step: AskStep, paths: ShownPaths): string {
  const id = step.result ?? 'refused'
  return `<li><details><summary><code>${escaped(`${id} ${step.tool} ${paths.asked(step).slice(0, 160)}`)}</code></summary>${pre(paths.result(step.text))}</details></li>`
}

function footHtml(report: AskReport, { base }: ShownPaths): string {
  const { files, bytes, isWhole, skipped, run } = report
  const reached = isWhole ? 'the model was given all of it' : 'the model saw what the steps gave it, and no more'
  const out = skipped.length === 0 ? '' : ` ${plural(skipped.length, 'file')} left out.`
  const from = base === null ? '' : ` Paths are told from ${base}.`
  return escaped(
    `${plural(files, 'file')}, ${formatBytes(bytes)}: ${reached}.${out}${from} ${usageText(report)}. Run ${run}.`,
  )
}

function section(title: string, content: readonly string[]): string[] {
  return content.length === 0 ? [] : [`<h2>${title}</h2>`, ...content]
}

function pre(content: string): string {
  return `<pre>${content.split('\n').map(escaped).join('\n')}</pre>`
}
