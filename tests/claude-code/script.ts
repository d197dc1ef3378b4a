// The model behind the client: tells by the system prompt who is asked, and lets that one's script say the next turn.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { StubAction, StubRequest } from '../../packages/shoal/tests/models/stub/exchange.ts'
import { analystTurn } from './analyst.ts'
import { clerkTurn } from './clerk.ts'
import { type Conversation, conversationIn } from './conversation.ts'
import { synthesizerTurn } from './synthesizer.ts'

export interface Turn {
  /** `lead`, the name of an agent, or `clerk` for one of the client's own. */
  readonly role: string
  readonly request: StubRequest
  readonly conversation: Conversation
  readonly action: StubAction
}

export type LeadScript = (conversation: Conversation) => StubAction

export class Script {
  readonly turns: Turn[] = []
  /** What a script could not make sense of: a defect of the product or of the script. */
  readonly problems: string[] = []
  private readonly prompts: ReadonlyMap<string, string>

  constructor(
    private readonly lead: LeadScript,
    agentsDirectory: string,
  ) {
    this.prompts = promptsIn(agentsDirectory)
  }

  answer(request: StubRequest): StubAction {
    const conversation = conversationIn(request)
    const role = this.roleOf(conversation)
    const action = this.next(role, conversation)
    this.turns.push({ role, request, conversation, action })
    return action
  }

  /** An answer is given in any case: the client would ask again and again for what is refused. */
  private next(role: string, conversation: Conversation): StubAction {
    try {
      if (role === 'lead') return this.lead(conversation)
      if (role === 'clerk') return clerkTurn(conversation)
      return role === 'rlm-synthesizer' ? synthesizerTurn(conversation) : analystTurn(conversation)
    } catch (error) {
      const problem = `${role}: ${(error as Error).message}`
      this.problems.push(problem)
      return { text: `I cannot go on: ${problem}` }
    }
  }

  private roleOf({ isAgent, system }: Conversation): string {
    if (!isAgent) return 'lead'
    return [...this.prompts].find(([, prompt]) => system.includes(prompt))?.[0] ?? 'clerk'
  }
}

/** The text of every agent, behind its frontmatter, by name. */
function promptsIn(directory: string): Map<string, string> {
  const files = readdirSync(directory).filter(name => name.endsWith('.md'))
  return new Map(
    files.map(file => {
      const [, , ...body] = readFileSync(join(directory, file), 'utf8').split(/^---$/m)
      return [basename(file, '.md'), body.join('---').trim()]
    }),
  )
}
