// Log lines traced to the line of code that prints them, and errors in logs that no code here prints.
import type { CrossCheck, CrossDraft, Located } from './check.ts'
import { counted, listed } from './names.ts'
import { PatternIndex } from './templates.ts'

const GRAVE = /\b(ERROR|FATAL|CRITICAL|SEVERE|PANIC|ALERT|EMERG|Traceback|Exception)\b|"level":\s*"(error|fatal)"/

export const checkLogOrigin: CrossCheck = anchors => {
  const templates = anchors.of('log-template')
  const calls = anchors.of('log-call').filter(({ inCode }) => inCode)
  if (templates.length === 0 || calls.length === 0) return []
  const index = new PatternIndex(calls.map(call => ({ text: call.name, of: call })))
  // What code raises reaches the log by way of whoever catches it.
  const raised = new PatternIndex(anchors.of('raise').map(raise => ({ text: raise.name, of: raise })))
  const traced: { readonly template: Located; readonly call: Located }[] = []
  const lost: Located[] = []
  for (const template of templates) {
    const call = index.find(template.name)
    if (call) traced.push({ template, call })
    else if (GRAVE.test(template.quote) && !raised.find(template.name)) lost.push(template)
  }
  return [...traced.map(origin), ...untraced(lost, traced)]
}

function origin({ template, call }: { readonly template: Located; readonly call: Located }): CrossDraft {
  const times = Number(template.value)
  const isGrave = GRAVE.test(template.quote) || /^(error|critical|fatal|exception)$/i.test(call.value ?? '')
  return {
    kind: 'log-origin',
    summary: `“${template.name}”${times > 0 ? ` (${counted(times, 'time')} in ${template.file})` : ` in ${template.file}`} is printed at ${call.file}:${call.line}`,
    severity: isGrave ? 'medium' : 'low',
    nature: 'fact',
    ends: [template, call],
    topics: [
      'log',
      'origin',
      'error',
      ...template.name
        .split(/\W+/)
        .filter(word => word.length > 3)
        .slice(0, 8),
    ],
    weight: isGrave ? 0.7 : 0.3,
  }
}

/** Only where the code at hand prints some of the log: else the log is simply another program's. */
function untraced(
  lost: readonly Located[],
  traced: readonly { readonly template: Located; readonly call: Located }[],
): CrossDraft[] {
  const known = new Map(traced.map(link => [link.template.file, link.call]))
  const own = lost.filter(({ file }) => known.has(file))
  if (own.length === 0) return []
  const names = own.map(({ name }) => `“${name.slice(0, 80)}”`)
  return [
    {
      kind: 'log-without-origin',
      summary: `${counted(own.length, 'kind of error line is', 'kinds of error lines are')} in ${listed([...new Set(own.map(({ file }) => file))])} but printed by no code read here: ${listed(names, 3)}`,
      severity: 'low',
      nature: 'fact',
      ends: [...own.slice(0, 5), known.get(own[0]!.file)!],
      more: own.slice(5),
      topics: ['log', 'error', 'origin'],
      weight: 0.3,
    },
  ]
}
