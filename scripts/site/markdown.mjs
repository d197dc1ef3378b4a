// Markdown as the docs are written in, to HTML: headings, paragraphs, lists, tables, fences, quotes; inside code, bold, italics, links and
// pictures. Text is escaped before anything else is done with it.

/** `linkOf` says where a link leads, or null for one that leads nowhere here. */
export function renderMarkdown(text, linkOf) {
  const lines = text.replace(/<!--.*?-->/gs, '').split(/\r?\n/)
  const headings = []
  const html = blocks(lines, { linkOf, headings })
  return { html, headings }
}

/** As GitHub makes it: `## What it *does*` is `what-it-does`. */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

export function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function blocks(lines, context) {
  const out = []
  for (let at = 0; at < lines.length; ) {
    const [html, next] = block(lines, at, context)
    if (html !== '') out.push(html)
    at = next
  }
  return out.join('\n')
}

function block(lines, at, context) {
  const line = lines[at]
  if (line.trim() === '') return ['', at + 1]
  const fence = /^(\s*)(`{3,})(\w*)/.exec(line)
  if (fence) return fenced(lines, at, fence)
  const heading = /^(#{1,6}) (.*)$/.exec(line)
  if (heading) {
    const [, marks, said] = heading
    const id = anchorOf(said)
    context.headings.push({ level: marks.length, id, text: plain(said) })
    return [`<h${marks.length} id="${escaped(id)}">${inline(said, context)}</h${marks.length}>`, at + 1]
  }
  if (line.startsWith('|') && /^\|[\s:|-]+\|?\s*$/.test(lines[at + 1] ?? '')) return table(lines, at, context)
  if (line.startsWith('>')) {
    const end = endWhile(lines, at, one => one.startsWith('>'))
    const inner = lines.slice(at, end).map(one => one.replace(/^> ?/, ''))
    return [`<blockquote>${blocks(inner, context)}</blockquote>`, end]
  }
  if (ITEM.test(line)) return list(lines, at, context)
  const end = endWhile(
    lines,
    at,
    one => one.trim() !== '' && !/^(?:#{1,6} |\s*```|\||>)/.test(one) && !ITEM.test(one),
    at + 1,
  )
  return [`<p>${inline(lines.slice(at, end).join('\n'), context)}</p>`, end]
}

const ITEM = /^(\s*)(?:[-*]|\d+\.) +/

function endWhile(lines, at, holds, from = at) {
  let end = from
  while (end < lines.length && holds(lines[end])) end++
  return end
}

function fenced(lines, at, [, indent, marks, language]) {
  const end = endWhile(lines, at + 1, one => one.trim() !== marks)
  const code = lines.slice(at + 1, end).map(one => (one.startsWith(indent) ? one.slice(indent.length) : one))
  return [
    `<pre tabindex="0"><code data-language="${escaped(language)}">${escaped(code.join('\n'))}\n</code></pre>`,
    end + 1,
  ]
}

function list(lines, at, context) {
  const depth = ITEM.exec(lines[at])[1].length
  const tag = /^\s*\d/.test(lines[at]) ? 'ol' : 'ul'
  const items = []
  let k = at
  while (k < lines.length && ITEM.exec(lines[k])?.[1].length === depth) {
    const own = ITEM.exec(lines[k])[0].length
    const end = endWhile(lines, k, one => one.trim() === '' || (/^\s/.test(one) && one.search(/\S/) > depth), k + 1)
    const inner = lines
      .slice(k, end)
      .map((one, n) => (n === 0 ? one.slice(own) : one.slice(Math.min(own, Math.max(0, one.search(/\S/))))))
    while (inner.at(-1)?.trim() === '') inner.pop()
    const html = blocks(inner, context)
    items.push(
      `<li>${html.startsWith('<p>') && html.endsWith('</p>') && !html.slice(3).includes('<p>') ? html.slice(3, -4) : html}</li>`,
    )
    k = endWhile(lines, end, one => one.trim() === '')
  }
  return [`<${tag}>${items.join('\n')}</${tag}>`, k]
}

function table(lines, at, context) {
  const end = endWhile(lines, at, one => one.startsWith('|'))
  const cells = line =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map(cell => inline(cell.trim().replaceAll('\\|', '|'), context))
  const row = (line, tag) =>
    `<tr>${cells(line)
      .map(cell => `<${tag}>${cell}</${tag}>`)
      .join('')}</tr>`
  const body = lines
    .slice(at + 2, end)
    .map(line => row(line, 'td'))
    .join('\n')
  return [
    `<div class="table" tabindex="0"><table><thead>${row(lines[at], 'th')}</thead><tbody>${body}</tbody></table></div>`,
    end,
  ]
}

/** Code first: nothing in it means anything else. */
function inline(text, { linkOf }) {
  return (
    text
      .split(/(`+[^`]*`+)/)
      .map((part, k) =>
        k % 2 === 1 ? `<code>${escaped(part.replace(/^`+ ?| ?`+$/g, ''))}</code>` : styled(part, linkOf),
      )
      .join('')
      // A link around code was cut in two by it.
      .replace(/\[((?:[^[\]]|<code>[^<]*<\/code>)*)\]\(([^()\s]+)\)/g, (_, said, to) => anchor(said, to, linkOf))
  )
}

function styled(text, linkOf) {
  return escaped(text)
    .replace(/\[!\[([^\]]*)\]\(([^()\s]+)\)\]\(([^()\s]+)\)/g, (_, alt, src, to) =>
      anchor(picture(alt, src, linkOf), to, linkOf),
    )
    .replace(/!\[([^\]]*)\]\(([^()\s]+)\)/g, (_, alt, src) => picture(alt, src, linkOf))
    .replace(/\[([^[\]]*)\]\(([^()\s]+)\)/g, (_, said, to) => anchor(said, to, linkOf))
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g, '<em>$1</em>')
}

function picture(alt, src, linkOf) {
  return `<img alt="${alt}" src="${escaped(linkOf(src) ?? src)}" loading="lazy">`
}

function anchor(said, to, linkOf) {
  const href = linkOf(to)
  return href === null ? said : `<a href="${escaped(href)}">${said}</a>`
}

export function plain(text) {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/`|\*\*/g, '')
}
