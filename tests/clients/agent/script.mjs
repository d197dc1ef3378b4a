// What the scripted model does in another agent's client: the whole delegated analysis with our tools, one chunk after
// the other, and one quote that it makes up and has to take back. It knows nothing of any client or model API.

export const question = 'Why can a refund exceed the price of its order?'

/** What it says about each file, by name. The quotes stand in `fixtures/clients/shop`. */
const readings = {
  'refund.py': {
    type: 'antipattern',
    nature: 'problem',
    summary: 'refund() writes any amount that it is given: nothing compares it with the price of the order.',
    evidence: 'db.execute("UPDATE orders SET refunded = ? WHERE id = ?", (cents, order[0]))',
    line: 12,
    severity: 'high',
    confidence: 'high',
    scope: 'function:refund',
  },
  'app.log': {
    type: 'error_pattern',
    nature: 'problem',
    summary: 'The excess was noticed and logged, and the refund carried out all the same.',
    evidence: 'refund of A-1003 exceeds its price: 12900 > 9900',
    line: 3,
    severity: 'medium',
    confidence: 'high',
  },
  'orders.csv': {
    type: 'outlier',
    nature: 'problem',
    summary: 'Order A-1003 was refunded with more than was paid for it.',
    evidence: 'A-1003,Mira,9900,12900',
    line: 4,
    severity: 'high',
    confidence: 'high',
    column: 'refunded',
  },
  'shop.yaml': {
    type: 'pattern',
    nature: 'fact',
    summary: 'The only limit on refunds is one amount for all orders.',
    evidence: 'limit_cents: 100000',
    line: 3,
    severity: 'low',
    confidence: 'medium',
  },
}

/** Quoted first for `refund.py`; no file holds it. */
export const fabricated = 'if cents > order.total: raise RefundTooLarge(order)'

export const summaries = Object.values(readings).map(({ summary }) => summary)

/**
 * Yields `{tool, input}`, is resumed with the tool's answer, and returns what the model says in the end. What it saw on
 * the way is in `seen`.
 */
export function* analysis(directory, seen) {
  const planned = yield { tool: 'plan', input: { paths: [directory], query: question } }
  seen.planned = planned
  seen.lines = []
  for (const { task } of planned.stage.tasks) {
    const texts = []
    let part = 1
    let chunk
    while (part !== null) {
      chunk = yield { tool: 'read_chunk', input: { run: planned.run, task, part } }
      texts.push(chunk.text)
      part = chunk.next_part
    }
    const name = Object.keys(readings).find(one => chunk.file_path.endsWith(one))
    const finding = readings[name]
    seen.quotesDelivered = (seen.quotesDelivered ?? 0) + (texts.join('\n').includes(finding.evidence) ? 1 : 0)
    if (name === 'refund.py') {
      const reports = [report(chunk, { ...finding, evidence: fabricated })]
      seen.refused = yield { tool: 'submit_findings', input: { run: planned.run, task, reports } }
    }
    const submitted = yield {
      tool: 'submit_findings',
      input: { run: planned.run, task, reports: [report(chunk, finding)] },
    }
    seen.lines.push(submitted.line)
  }
  seen.findings = yield { tool: 'findings', input: { run: planned.run, limit: 100 } }
  seen.synthesis = yield { tool: 'synthesize', input: { run: planned.run } }
  seen.report = yield { tool: 'report', input: { run: planned.run, format: 'md' } }
  return `The answer of the report:\n${seen.synthesis.answer}`
}

function report(chunk, finding) {
  return {
    file_path: chunk.file_path,
    ...(chunk.chunk_id ? { chunk_id: chunk.chunk_id } : {}),
    relevant: true,
    findings: [finding],
    missing: [],
    suggested_queries: [],
    complete_answer: null,
    metadata: {},
  }
}
