// A model of the stub that reads like one of average care: it quotes lines that stand out, gets every third quote a little wrong and every
// seventh number, asks for what it cannot see, mends what it is shown, and looks a few steps further where it is let. It counts what it is sent.

const NOTABLE =
  /ERROR|WARN|FATAL|disabled|switched off|TODO|except|raise|eval\(|password|abandoned|null|custmer|limit|enabled/i

export function scripted() {
  const parts = new Map()
  const calls = new Map()
  const add = (map, part, amount) => map.set(part, (map.get(part) ?? 0) + amount)
  let said = 0
  return {
    parts,
    calls,
    onRequest(request) {
      const purpose = purposeOf(request)
      add(calls, purpose, 1)
      for (const [part, size] of sizes(request, purpose)) add(parts, part, size)
      if (purpose === 'reading' || purpose === 'follow-up') return { json: reports(request, () => ++said) }
      if (purpose === 'corrections') return { json: corrected(request) }
      if (purpose === 'synthesis') return { json: synthesis(request) }
      if (purpose === 'sceptic') return { json: { objections: [], rival: null } }
      if (purpose === 'loop') return loopStep(request)
      if (purpose === 'labels') return { json: { judgement: false, why: 'a program can count it' } }
      return { json: {} }
    },
  }
}

/** All that the model has to read. */
function sizes(request, purpose) {
  const frame = request.system.length + textOf(request.tools) + textOf(request.schema)
  const text = messagesText(request)
  if (purpose !== 'reading') return [[purpose, frame + text.length]]
  const content = fenced(text, 'content').reduce((sum, one) => sum + one.length, 0)
  const borrowed = fenced(text, 'context').reduce((sum, one) => sum + one.length, 0)
  return [
    ['instructions', frame],
    ['content', content],
    ['facts and borrowed lines', text.length - content],
  ].map(([part, size]) => [part, size + (part === 'content' ? 0 : 0 * borrowed)])
}

function textOf(value) {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
    ? 0
    : JSON.stringify(value).length
}

function purposeOf(request) {
  const { schema, tools, messages } = request
  const fields = Object.keys(schema?.properties ?? {})
  const last = turnText(messages.at(-1))
  if (fields.includes('objections')) return 'sceptic'
  if (fields.includes('judgement') || fields.includes('labels')) return 'labels'
  if (tools.some(({ name }) => name === 'answer')) return 'loop'
  if (/not accepted|put right or left out|cannot be used/.test(last)) return 'corrections'
  if (fields.includes('summary') && !fields.includes('findings') && !fields.includes('reports')) return 'synthesis'
  if (messagesText(request).includes('(This helps to answer:')) return 'follow-up'
  return 'reading'
}

function reports(request, count) {
  const text = messagesText(request)
  const types = typesIn(request.schema)
  const heads = [...text.matchAll(/^===== FILE \d+: (.+) =====$/gm)]
  const pieces =
    heads.length === 0
      ? [{ path: /file_path: (.+)/.exec(text)?.[1] ?? '', text }]
      : heads.map((head, k) => ({ path: head[1], text: text.slice(head.index, heads[k + 1]?.index) }))
  const all = pieces.map(({ path, text: own }) => report(path, linesIn(own), types, count))
  const fields = Object.keys(request.schema?.properties ?? {})
  const findings = all.flatMap(({ findings: own }) => own)
  const closing = fields.includes('answer')
    ? { ...sentences(findings.slice(0, 4).map(({ id, summary }) => [id, wordsOf(summary)])), open: [] }
    : {}
  return { ...(fields.includes('reports') ? { reports: all } : all[0]), ...closing }
}

function report(path, lines, types, count) {
  const seen = new Set()
  const findings = []
  for (const { number, text } of lines) {
    const kind = text.replace(/\d+/g, '#').slice(0, 60)
    if (findings.length === 6) break
    if (!NOTABLE.test(text) || seen.has(kind) || text.trim().length < 12) continue
    seen.add(kind)
    const k = count()
    const evidence = k % 3 === 0 ? text.trim().replace(/[a-z]{4,}/, 'zzyzx') : text.trim().slice(0, 300)
    const about = wordsOf(text)
    findings.push({
      id: `f${k}`,
      type: types[0],
      nature: 'problem',
      summary: k % 7 === 0 ? `${about} was seen 4711 times` : `${about} needs attention`,
      evidence,
      quotes: [{ path, line: number, quote: evidence }],
      results: [],
      line: number,
      severity: ['high', 'medium', 'low'][k % 3],
      confidence: 'medium',
      scope: null,
      column: null,
      path: null,
    })
  }
  return {
    file_path: path,
    relevant: findings.length > 0,
    findings,
    missing: [`Which release changed ${path.split('/').at(-1)}?`],
    suggested_queries: [`Where else is ${wordsOf(lines[0]?.text ?? 'it')} used?`],
    complete_answer: null,
    metadata: { key_topics: [] },
  }
}

/** Words of a line, without numbers. */
function wordsOf(text) {
  return (text.match(/[A-Za-z_]{4,}/g) ?? ['this line']).slice(-5).join(' ')
}

function typesIn(schema) {
  return (
    /"enum":\["([^"]+)"/
      .exec(JSON.stringify(schema?.properties ?? {}).replace(/"enum":\["(?:problem|fact|high)"[^\]]*\]/g, ''))?.[1]
      .split() ?? ['pattern']
  )
}

/** Quotes the nearest text, and leaves invented numbers out. */
function corrected(request) {
  const last = turnText(request.messages.at(-1))
  const fields = Object.keys(request.schema?.properties ?? {})
  if (fields.includes('summary') && !fields.includes('findings'))
    return { answer: [], summary: [], recommendations: [], same: [], links: [], missing: [] }
  const types = typesIn(request.schema)
  const found = last.split(/\n(?=- |\d+\. )/).flatMap(one => {
    const [, summary] = /"([^"]+)": /.exec(one) ?? []
    const [, line, text] = /(?:nearest text is )?line (\d+): ([^\n]+)/.exec(one) ?? /\n(\d+)\|([^\n]+)/.exec(one) ?? []
    if (summary === undefined || text === undefined) return []
    const at = Number(line)
    return [
      {
        type: types[0],
        nature: 'problem',
        summary: `${wordsOf(text)} needs attention`,
        evidence: text.trim().slice(0, 300),
        quotes: [{ path: '', line: at, quote: text.trim().slice(0, 300) }],
        results: [],
        line: at,
        number: Number(/^(\d+)\. /.exec(one)?.[1] ?? 0),
        severity: 'medium',
        confidence: 'medium',
        scope: null,
        column: null,
        path: null,
      },
    ]
  })
  if (!fields.includes('file_path') && !fields.includes('reports')) return { findings: found }
  const report = {
    file_path: '',
    relevant: true,
    findings: found,
    missing: [],
    suggested_queries: [],
    complete_answer: null,
    metadata: { key_topics: [] },
  }
  return fields.includes('reports') ? { reports: [report] } : report
}

function synthesis(request) {
  const [shown = ''] = fenced(messagesText(request), 'exhibits')
  const refs = [...shown.matchAll(/^(F\d+) \[[^\]]*\] (.+)$/gm)].map(([, ref, text]) => [
    ref,
    wordsOf(text.split(' (')[0]),
  ])
  return { ...sentences(refs.slice(0, 6)), same: [], links: [], missing: ['Who approved the change is not told.'] }
}

function sentences(refs) {
  const claim = ([ref, text], k) => ({ text: `${text} matters here${k === 2 ? ', in 4711 cases' : ''}.`, cites: [ref] })
  const all = refs.map(claim)
  return { answer: all.slice(0, 2), summary: all, recommendations: all.slice(0, 1) }
}

/** Two looks, then what can be shown. */
function loopStep({ messages, tools }) {
  const turns = messages.filter(({ role }) => role === 'assistant').length
  const can = name => tools.some(tool => tool.name === name)
  if (turns === 0 && can('search'))
    return { toolCalls: [{ name: 'search', input: { query: 'switched off', mode: 'text' } }] }
  if (turns === 1 && can('search'))
    return { toolCalls: [{ name: 'search', input: { query: 'disabled', mode: 'text' } }] }
  const found = [
    ...messages
      .map(turnText)
      .join('\n')
      .matchAll(/^(\S+?):(\d+)\| (.+)$/gm),
  ].map(([, path, line, quote]) => ({ path, line: Number(line), quote: quote.slice(0, 200) }))
  const quote = found.find(({ quote: text }) => /disabled|switched off/.test(text))
  const answer = quote
    ? [{ text: `It was changed: ${wordsOf(quote.quote)}.`, cites: [], quotes: [quote], results: [] }]
    : []
  return { toolCalls: [{ name: 'answer', input: { sentences: answer, missing: ['Who approved it is not told.'] } }] }
}

export function fenced(text, name) {
  const out = []
  for (const [head, mark] of text.matchAll(new RegExp(`^----- begin of ${name} ([0-9a-z]+) -----$`, 'gm'))) {
    const from = text.indexOf(head) + head.length + 1
    out.push(text.slice(from, text.indexOf(`\n----- end of ${name} ${mark} -----`, from - 1)))
    text = text.replace(head, '-'.repeat(head.length))
  }
  return out
}

function linesIn(text) {
  return fenced(text, 'content').flatMap(body =>
    body.split('\n').flatMap(line => {
      const [, number, rest] = /^(\d+)\|(.*)$/.exec(line) ?? []
      return number === undefined ? [] : [{ number: Number(number), text: rest }]
    }),
  )
}

function messagesText({ messages }) {
  return messages.map(turnText).join('\n')
}

function turnText(turn) {
  const { content = [] } = turn ?? {}
  if (typeof content === 'string') return content
  return content
    .map(block => {
      if (block.type === 'tool_result')
        return typeof block.content === 'string' ? block.content : block.content.map(({ text = '' }) => text).join('\n')
      return block.text ?? JSON.stringify(block.input ?? '')
    })
    .join('')
}
