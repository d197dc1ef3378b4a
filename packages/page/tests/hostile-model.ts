// A model that answers with markup: whatever it says about a file attacks the page that shows it.

import { type Stub, startStub } from '../../shoal/tests/models/stub/server.ts'
import { honestAnalyst, quoting } from '../../shoal/tests/run/models/honest-analyst.ts'
import { payloads } from './hostile-files.ts'

export const HOSTILE_QUESTION = `What is wrong? ${payloads()['script-end']} ${payloads().image}`

export async function startHostileModel(): Promise<Stub> {
  // Numbers of its own would be taken out of what it says.
  const texts = Object.values(payloads())
  const claim = (text: string, cites: readonly string[]) => ({ text: `Said: ${text}`, cites })
  return await startStub(
    honestAnalyst({
      report: ({ lines }) => {
        const worth = lines.filter(({ text }) => text.trim().length >= 8).slice(0, 4)
        return {
          findings: [
            ...worth.map((line, k) => ({
              ...quoting(line, `Said: ${texts[(line.number + k) % texts.length]}`),
              nature: 'problem' as const,
              severity: 'high' as const,
              type: texts[k % texts.length]!,
            })),
            { summary: `Made up: ${texts[2]}`, evidence: `nowhere ${texts[0]}`, line: 1 },
          ],
          missing: [`Missing: ${texts[1]}`],
          suggested_queries: [texts[2]!],
          complete_answer: `Answer: ${texts[0]}`,
        }
      },
      synthesis: exhibits => {
        const cites = exhibits.slice(0, 3).map(({ ref }) => ref)
        const claims = cites.length === 0 ? [] : texts.slice(0, 6).map(text => claim(text, cites))
        return {
          answer: claims,
          summary: claims,
          recommendations: claims,
          same: [],
          links: [],
          missing: texts.slice(0, 3),
        }
      },
    }),
  )
}

export function modelEnv(stub: Stub): Record<string, string> {
  return { ANTHROPIC_API_KEY: 'key-of-the-test', ANTHROPIC_BASE_URL: `${stub.url}/v1` }
}
