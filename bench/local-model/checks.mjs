// What must hold when a model of random weights answers under a grammar: everything is read and counted, nothing believed.

/** As [what, whether it holds, what was seen]. */
export function checksOf({ status, report, calls, served }) {
  const { usage, coverage, findings, partial, failed = [] } = report
  const verdicts = calls.map(({ verdict }) => verdict ?? {})
  const gated = verdicts.filter(({ quotes }) => quotes !== undefined)
  const sum = name => gated.reduce((total, verdict) => total + verdict[name], 0)
  const areRejected = sum('quotes') > 0 && sum('rejected') === sum('quotes')
  const complaints = verdicts.flatMap(verdict => verdict.complaints ?? [])
  const unanswered = calls.filter(({ failure, finish }) => failure !== null || finish !== 'stop').length
  const resent = calls.reduce((total, { attempts }) => total + attempts - 1, 0)
  const repairs = calls.filter(({ purpose }) => purpose === 'repair').length
  const syntheses = calls.filter(({ purpose }) => /synthesis/.test(purpose)).length
  const believed = findings.filter(({ by }) => by !== undefined && by !== null).length
  const readings = [report, ...Object.values(report.per_type)].flatMap(({ reading }) => reading ?? [])
  const claims = readings.flatMap(({ answer, summary, recommendations }) => [answer, summary, recommendations].flat())
  const unsaid = readings.flatMap(({ rejected }) => rejected).length
  const isWhole = partial === null && failed.length === 0 && coverage.tasks_completed === coverage.tasks
  const { input_tokens, output_tokens } = usage
  const areCounted = input_tokens === served.inputTokens && output_tokens === served.outputTokens
  return [
    ['exit status', status === 0, status],
    ['a schema with every request', served.requests > 0 && served.free === 0, `${served.free} without`],
    ['calls in the report', usage.calls === served.requests, `${usage.calls} of ${served.requests} served`],
    ['calls in the record', calls.length === served.requests, `${calls.length}, ${syntheses} for syntheses`],
    ['requests sent again', resent === 0, resent],
    [
      'tokens in the report',
      areCounted,
      `${input_tokens} in, ${output_tokens} out; the server counted ${served.inputTokens} and ${served.outputTokens}`,
    ],
    ['an unknown price is said', usage.cost_usd === null, usage.cost_usd],
    ['replies that came whole', unanswered === 0, `${calls.length - unanswered} of ${calls.length}`],
    ['replies read at once', complaints.length + repairs === 0, `${repairs} repairs ${complaints.join('; ')}`],
    ['random quotes rejected', areRejected, `${sum('rejected')} of ${sum('quotes')}`],
    ['findings of the model in the report', believed === 0, believed],
    ['sentences of the model in the report', claims.length === 0 && unsaid > 0, `${claims.length}, ${unsaid} rejected`],
    ['exact findings are there', findings.length > 0, findings.length],
    ['tasks completed', isWhole, `${coverage.tasks_completed} of ${coverage.tasks}`],
  ]
}
