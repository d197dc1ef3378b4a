// What a route returns is sent to a browser.
import type { Node } from 'web-tree-sitter'
import { HOLE, Trust, type Value } from '../values.ts'
import type { Machine } from './machine.ts'
import { flows } from './sinks.ts'

/** Text that a route puts together and returns is a page. */
export function checkReturn(machine: Machine, value: Value, node: Node): void {
  const { rules } = machine.index
  const { fn } = machine.frame
  if (!fn || !rules.routesReturnPages || !rules.routeNotes.test(fn.notes)) return
  if (/^redirect:\0/.test(value.pattern ?? '')) flows(machine, 'open-redirect', value, node, `return of ${fn.name}`)
  checkPage(machine, value, node, `return of ${fn.name}`)
}

/** Text that is put together and sent as it is. */
export function checkPage(machine: Machine, value: Value, node: Node, subject = 'return'): void {
  const page = value.items?.[0] ?? value
  if (page.entries || page.trust < Trust.remote) return
  // A value that is passed on as it is may be data of any kind; put together with others, it is a page.
  if (page.pattern?.includes(HOLE) || page.path === '') flows(machine, 'xss', page, node, subject)
}
