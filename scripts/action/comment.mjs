// Step of the action: comments on the pull request when there are new problems, and keeps to one comment. One that is there
// already is written anew, also when nothing is new any more; without one, nothing new means no comment.
import { readFileSync } from 'node:fs'

const MARK = '<!-- shoal -->'
/** GitHub takes no more. */
const LONGEST = 65_000

const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN, GITHUB_EVENT_PATH, SHOAL_NEW, SHOAL_SUMMARY } = process.env

const number = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8')).pull_request?.number
if (number === undefined) console.log('shoal: not a pull request, so nothing is commented on')
else await comment(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/issues`)

async function comment(issues) {
  const known = await ownComment(`${issues}/${number}/comments`)
  if (SHOAL_NEW === '0' && known === null) return console.log('shoal: nothing new, so no comment')
  const body = `${MARK}\n${readFileSync(SHOAL_SUMMARY, 'utf8')}`.slice(0, LONGEST)
  if (known === null) await call(`${issues}/${number}/comments`, 'POST', { body })
  else await call(`${issues}/comments/${known.id}`, 'PATCH', { body })
}

async function ownComment(url) {
  for (let page = 1; page <= 30; page++) {
    const comments = await call(`${url}?per_page=100&page=${page}`, 'GET')
    const own = comments.find(({ body }) => body?.startsWith(MARK))
    if (own || comments.length < 100) return own ?? null
  }
  return null
}

async function call(url, method, body) {
  const headers = { authorization: `Bearer ${GITHUB_TOKEN}`, accept: 'application/vnd.github+json' }
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (response.ok) return await response.json()
  console.log(
    `::warning::shoal could not comment: ${response.status} ${response.statusText}; it needs the permission pull-requests: write`,
  )
  process.exit(0)
}
