// Question and passage pairs: how often the passage that answers is the first quote, or among the first three.
// Run after the build: node bench/passages.mjs
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { analyst } from '../build/shoal/content/prose/analyst.js'
import { surveySource } from '../build/shoal/stages/survey.js'
import { briefOf } from '../build/shoal/text/question.js'
import { openSource } from '../build/shoal/text/source-file.js'

const FOLDER = fileURLToPath(new URL('../fixtures/prose-qa', import.meta.url))

async function main() {
  const pairs = JSON.parse(readFileSync(`${FOLDER}/pairs.json`, 'utf8'))
  const asked = []
  for (const pair of pairs) asked.push({ ...pair, ...(await ask(pair)) })
  console.log('| document | questions | hit@1 | hit@3 |\n|---|---|---|---|')
  for (const document of [...new Set(pairs.map(pair => pair.document))])
    row(
      document,
      asked.filter(pair => pair.document === document),
    )
  row('**all**', asked)
  for (const { document, question, answer, quotes } of asked.filter(({ rank }) => rank !== 1))
    console.log(`\nnot first: ${document}: ${question} → ${answer}\n  ${quotes.map(short).join('\n  ')}`)
}

async function ask({ document, question, answer }) {
  const source = openSource(`${FOLDER}/${document}`)
  try {
    const about = {
      path: document,
      contentType: 'prose',
      language: null,
      sizeBytes: source.sizeBytes,
      lineCount: 0,
      chunks: [],
    }
    const task = { about, brief: briefOf(question), signal: new AbortController().signal, onRead() {} }
    const { answers } = await surveySource(analyst, source, task)
    const quotes = (answers[0]?.evidence ?? []).slice(0, 3).map(({ quote }) => quote)
    return { quotes, rank: 1 + quotes.findIndex(quote => quote.replace(/\s+/g, ' ').includes(answer)) }
  } finally {
    source.close()
  }
}

function row(name, asked) {
  const share = most => (asked.filter(({ rank }) => rank >= 1 && rank <= most).length / asked.length).toFixed(3)
  console.log(`| ${name} | ${asked.length} | ${share(1)} | ${share(3)} |`)
}

function short(quote) {
  return quote.replace(/\s+/g, ' ').slice(0, 120)
}

await main()
