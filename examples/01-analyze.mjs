// The main job: reads a directory, answers the question, and shows the gravest problems with the words that prove them.
//   node examples/01-analyze.mjs [PATH] [QUESTION]
import { analyze } from 'shoal'
import { memoryLedger } from 'shoal/team'

const [path = 'examples/data', query = 'What looks wrong?'] = process.argv.slice(2)

// Without `ledger` the run is kept where `shoal runs` finds it; this one is forgotten at the end.
const report = await analyze(path, { query, ledger: memoryLedger() })

console.log(report.answer)
for (const finding of report.findings.filter(({ nature }) => nature === 'problem').slice(0, 5)) {
  console.log(`\n${finding.severity.toUpperCase()} ${finding.path}:${finding.line}`)
  console.log(`  ${finding.summary}`)
  console.log(`  > ${finding.evidence.split('\n', 1)[0]}`)
}

const { files, linesRead, lines } = report.coverage
const { quotes, verified } = report.verification
console.log(`\n${files} files, ${linesRead} of ${lines} lines read; ${verified} of ${quotes} quotes verified`)
