// What somebody sees who opens an address that nothing is shown at: what is wrong, and how to get to the right one. Words and
// nothing else, for there may be no right to anything more.
import { lookup } from '@shoal/base/model/lookup'
import { LOOPBACK } from '../run/loopback.ts'
import { shownText } from '../text/gate/shown.ts'
import type { ErrorAnswer } from './refusal.ts'

/** It needs nothing, so that it may load nothing. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const NOT_LET_IN: readonly string[] = ['no-token', 'wrong-host', 'wrong-origin']

export function errorPage({ code, message, advice }: ErrorAnswer['body']['error']) {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY }
  const text = NOT_LET_IN.includes(code)
    ? html('This page needs its own address', TO_GET_IN)
    : html('Nothing is shown here', [`${sentence(shownText(message))}.`, `${sentence(advice)}.`])
  return { headers, text }
}

const TO_GET_IN: readonly string[] = [
  `shoal shows runs only to whoever has the address that \`shoal serve\` printed when it was started. It begins with \`http://${LOOPBACK}:\` and ends with a token.`,
  'Open the whole of it, as that terminal shows it. A server that was started anew has another one. If the terminal is gone, end the server and run `shoal serve --open`: it opens the right address by itself.',
  'To keep one address, set the token in `SHOAL_SERVE_TOKEN` and the port with `--port`.',
]

function html(title: string, told: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>shoal: ${marked(title)}</title>
</head>
<body>
<h1>${marked(title)}</h1>
${told.map(text => `<p>${marked(text)}</p>`).join('\n')}
</body>
</html>
`
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const HTML: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&#39;' }

function marked(text: string): string {
  return text.replace(/[<>&"']/g, character => lookup(HTML, character)!).replace(/`([^`]+)`/g, '<code>$1</code>')
}
