// Draws a cast: the lines that are left on the screen, each coming when it was written last. It knows what the program uses: colours, returns, and the
// erasing of a line. Who wants no motion sees all at once.

const COLORS = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  34: '#79c0ff',
  35: '#d2a8ff',
  36: '#76e3ea',
  90: '#8b949e',
}
const [CELL, ROW, EDGE] = [8.4, 19, 16]
/** Pauses longer than this are shortened: nobody waits for a machine under load. */
const LONGEST_S = 1.5

export function drawCast(cast, { width, title }) {
  const lines = linesOf(paced(cast))
  const [w, h] = [Math.round(width * CELL + 2 * EDGE), lines.length * ROW + 2 * EDGE]
  const rows = lines.map(({ spans, at }, k) => {
    const parts = spans.map(({ text, style }) => `<tspan${attributes(style)}>${escaped(text)}</tspan>`).join('')
    return `<text x="${EDGE}" y="${EDGE + (k + 0.75) * ROW}" style="--at:${at.toFixed(2)}s">${parts}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img" aria-label="${escaped(title)}">
<style>text{font:14px ui-monospace,Menlo,Consolas,monospace;fill:#e6edf3;white-space:pre}
@media(prefers-reduced-motion:no-preference){text{opacity:0;animation:come .01s linear var(--at) forwards}}@keyframes come{to{opacity:1}}</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${rows.join('\n')}
</svg>
`
}

function paced(cast) {
  let [at, before] = [0, 0]
  return cast.map(([time, , text]) => {
    at += Math.min(LONGEST_S, time - before)
    before = time
    return { at, text }
  })
}

/** What stands on each line in the end, as runs of one style. */
function linesOf(events) {
  const lines = [newLine()]
  let [row, column, style] = [0, 0, {}]
  for (const { at, text } of events)
    for (const [token, code, kind] of text.matchAll(/\u001b\[([\d;?]*)([A-Za-z])|[\s\S]/gu)) {
      if (kind === 'm') style = styled(style, code)
      else if (kind === 'K') lines[row] = newLine()
      else if (kind !== undefined) continue
      else if (token === '\r') column = 0
      else if (token === '\n') {
        row += 1
        lines[row] ??= newLine()
      } else {
        lines[row].cells[column] = { token, style }
        lines[row].at = at
        column += 1
      }
    }
  while (lines.length > 1 && lines.at(-1).cells.length === 0) lines.pop()
  let latest = 0
  return lines.map(({ cells, at }) => {
    latest = Math.max(latest, at)
    return { at: latest, spans: spansOf(cells) }
  })
}

function newLine() {
  return { cells: [], at: 0 }
}

function spansOf(cells) {
  const spans = []
  for (const { token = ' ', style = {} } of Array.from(cells, cell => cell ?? {})) {
    const last = spans.at(-1)
    if (last && last.style === style) last.text += token
    else spans.push({ text: token, style })
  }
  return spans
}

function styled(before, codes) {
  let style = { ...before }
  for (const code of (codes || '0').split(';').map(Number)) {
    if (code === 0) style = {}
    else if (code === 1) style.bold = true
    else if (code === 2) style.dim = true
    else if (code === 22) style = { ...style, bold: false, dim: false }
    else if (code === 39) style.color = undefined
    else if (COLORS[code]) style.color = COLORS[code]
  }
  return style
}

function attributes({ bold, dim, color }) {
  return `${color ? ` fill="${color}"` : ''}${bold ? ' font-weight="bold"' : ''}${dim ? ' opacity=".65"' : ''}`
}

function escaped(text) {
  return text.replace(/[&<>"]/g, character => `&#${character.codePointAt(0)};`)
}
