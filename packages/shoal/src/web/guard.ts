// Who is let in: whoever knows the token, from a page of this server or from no page at all.
import type { IncomingMessage } from 'node:http'
import { bearerToken, isSameToken, newToken, wrongName } from '../run/loopback.ts'
import { Refusal } from './refusal.ts'

const TICKET_MS = 60_000

export class Guard {
  private readonly tickets = new Map<string, number>()

  constructor(
    readonly token: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** Throws a Refusal, as does `checkNames`, which comes first. */
  checkToken(request: IncomingMessage, url: URL): void {
    const given = bearerToken(request) ?? url.searchParams.get('token')
    if (given === null || !isSameToken(given, this.token))
      throw new Refusal(
        401,
        'no-token',
        given === null ? 'a token is needed' : 'this is not the token of this server',
        'open the address that `shoal serve` printed when it was started',
        { 'www-authenticate': 'Bearer' },
      )
  }

  checkNames(request: IncomingMessage): void {
    const wrong = wrongName(request)
    if (wrong)
      throw new Refusal(
        403,
        wrong === 'Host' ? 'wrong-host' : 'wrong-origin',
        `wrong ${wrong}`,
        'open the address that `shoal serve` printed',
      )
  }

  /** Stands for the token once, for a minute: what starts a browser can be seen by every user of the machine. */
  issueTicket(): string {
    const ticket = newToken()
    this.tickets.set(ticket, this.now() + TICKET_MS)
    return ticket
  }

  redeem(ticket: string): boolean {
    const until = this.tickets.get(ticket)
    this.tickets.delete(ticket)
    return until !== undefined && this.now() < until
  }
}
