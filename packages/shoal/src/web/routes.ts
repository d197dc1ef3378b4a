// The addresses of the server and what answers at each: the page, what is to be seen of runs, and what can be done.
import type { LiveChange } from '@shoal/base/model/live'
import type { ReportPage } from '@shoal/base/model/report-page'
import { jsonPieces } from '@shoal/base/text/json-pieces'
import { builtFile } from '../run/report-page/bundle.ts'
import { pageFile } from '../run/report-page/page-file.ts'
import { runReportPage } from '../run/report-page/report-page.ts'
import { decideOnPlan, readDecision } from './actions/decide.ts'
import { planStart } from './actions/plan.ts'
import { readResume } from './actions/resume-request.ts'
import { readStart } from './actions/start-request.ts'
import { stopRun } from './actions/stop.ts'
import { answerHtml, readAsking } from './api/asking.ts'
import { listCalls, readCall } from './api/call-logs.ts'
import { asNoSuchRun, mirrorOf } from './api/mirrors.ts'
import { readRun, watchRun } from './api/run.ts'
import { listRuns, watchRuns } from './api/runs.ts'
import { readTask } from './api/task.ts'
import { readText } from './api/text.ts'
import { pageHtml } from './page-files.ts'
import { Refusal } from './refusal.ts'
import type { Answer, Asked, Route, RouteContext } from './route.ts'

type Handler = Route['answer']
/** Of a run that is there. */
type RunHandler = (context: RouteContext, run: string, asked: Asked) => Promise<Answer>

export const routes: readonly Route[] = [
  get('/', async ({ token }) => ({ text: pageHtml(token), headers: ofType('text/html') })),
  get('/live.js', async () => ({ text: await builtFile('live.js'), headers: ofType('text/javascript') })),
  get('/live.css', async () => ({ text: await builtFile('live.css'), headers: ofType('text/css') })),

  get('/api/runs', async context => ({ json: await listRuns(context) })),
  get('/api/events', async context => ({ events: watchRuns(context) })),
  getOfRun('', async (context, run) => ({ json: await readRun(context, { run }) })),
  getOfRun('/events', async (context, run, { query, lastEventId }) => ({
    events: watchRun(context, { run, after: wholeNumber('after', lastEventId ?? query.get('after'), 0) }),
    idOf: change => (change as LiveChange).cursor,
  })),
  getOfRun('/report', async (context, run) => ({
    pieces: jsonPieces(await reportOf(context, run)),
    headers: ofType('application/json'),
  })),
  getOfRun('/asking', async (context, run) => ({ json: await readAsking(context, { run }) })),
  getOfRun('/answer.html', async (context, run) => {
    const text = await answerHtml(context, { run })
    if (text === null) throw new Refusal(404, 'not-found', `run "${run}" has no answer yet`, 'wait for it')
    return { text, headers: asFile(run) }
  }),
  getOfRun('/report.html', async (context, run) => ({
    pieces: pageFile(await reportOf(context, run)),
    headers: asFile(run),
  })),
  getOfRun('/tasks/:task', async (context, run, { parts }) => ({
    json: await readTask(context, { run, task: parts.task! }),
  })),
  getOfRun('/tasks/:task/text', async (context, run, { parts, query }) => ({
    json: await readText(context, {
      run,
      task: parts.task!,
      path: query.get('path') ?? '',
      line: wholeNumber('line', query.get('line'), null),
    }),
  })),
  getOfRun('/calls', async (context, run, { query }) => ({
    json: await listCalls(context, { run, after: wholeNumber('after', query.get('after'), 0) }),
  })),
  getOfRun('/calls/:number', async (context, run, { parts }) => ({
    json: await readCall(context, { run, number: wholeNumber('number', parts.number!, 0) }),
  })),
  getOfRun('/messages/:number', async ({ ledger }, run, { parts }) => ({
    json: { text: await ledger.messageText(run, wholeNumber('number', parts.number!, 0)) },
  })),

  post('/api/plan', async (context, { body }) => {
    const asked = readStart(body)
    return { json: await context.plans.take(context.signal, async () => await planStart(context, asked)) }
  }),
  post('/api/runs', async (context, { body }) => ({
    status: 201,
    json: { run: await context.runs.start(readStart(body)) },
  })),
  postOfRun('/stop', async (context, run) => {
    await stopRun(context, run)
    return { json: { ok: true } }
  }),
  postOfRun('/resume', async ({ runs }, run, { body }) => {
    await runs.resume(run, readResume(body))
    return { json: { ok: true } }
  }),
  postOfRun('/tasks/:task/decision', async (context, run, { parts, body }) => ({
    json: await decideOnPlan(context, { run, task: parts.task! }, readDecision(body)),
  })),
]

function get(path: string, answer: Handler): Route {
  return { method: 'GET', path, answer }
}

function post(path: string, answer: Handler): Route {
  return { method: 'POST', path, answer }
}

function getOfRun(path: string, answer: RunHandler): Route {
  return get(`/api/runs/:run${path}`, ofRun(answer))
}

function postOfRun(path: string, answer: RunHandler): Route {
  return post(`/api/runs/:run${path}`, ofRun(answer))
}

/** Only the name of a run that is there may become part of a path. */
function ofRun(answer: RunHandler): Handler {
  return async (context, asked) => {
    const { run } = asked.parts as { readonly run: string }
    await context.ledger.team(run).catch(error => {
      throw asNoSuchRun(error, run)
    })
    return await answer(context, run, asked)
  }
}

/** One that is asked for again, or by several at once, is made once. */
async function reportOf({ reports, ...context }: RouteContext, run: string): Promise<ReportPage> {
  const { ledger, settings, runDirectory } = context
  const { mirror, createdAt } = await mirrorOf(context, run)
  await mirror.refresh()
  const key = `${run} ${createdAt} ${mirror.changedAt}`
  return await reports.get(key, context.signal, async signal =>
    runReportPage({ ledger, run, directory: runDirectory(run), settings, signal }),
  )
}

function ofType(type: string) {
  return { 'content-type': `${type}; charset=utf-8` }
}

/** To be saved. What runs in it runs in the file, not here. */
function asFile(run: string) {
  return {
    ...ofType('text/html'),
    'content-disposition': `attachment; filename="${run}.html"`,
    'content-security-policy': "default-src 'none'; sandbox",
  }
}

/** In the address; `otherwise` where there is none. */
function wholeNumber<O>(name: string, given: string | null, otherwise: O): number | O {
  if (given === null || given === '') return otherwise
  if (/^\d{1,15}$/.test(given)) return Number(given)
  throw new Refusal(400, 'bad-value', `\`${name}\` must be a whole number`, 'correct the address')
}
