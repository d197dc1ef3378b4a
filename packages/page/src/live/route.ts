// Which view an address of the live page names. Run names hold no slash; task ids may.
export type Route =
  | { readonly view: 'runs' }
  | { readonly view: 'new' }
  | { readonly view: 'run' | 'report' | 'calls'; readonly run: string }
  | { readonly view: 'task'; readonly run: string; readonly task: string }
  | { readonly view: 'call'; readonly run: string; readonly number: number }
  | { readonly view: 'nowhere' }

export function routeOf(path: string): Route {
  const [first = '', run = '', part = '', ...rest] = path.split('/')
  if (path === '') return { view: 'runs' }
  if (path === 'new') return { view: 'new' }
  if (first !== 'runs' || run === '') return { view: 'nowhere' }
  const last = rest.join('/')
  if (part === '' && last === '') return { view: 'run', run }
  if (part === 'report') return { view: 'report', run }
  if (part === 'tasks' && last !== '') return { view: 'task', run, task: last }
  if (part === 'calls' && last === '') return { view: 'calls', run }
  if (part === 'calls' && /^[1-9]\d{0,9}$/.test(last)) return { view: 'call', run, number: Number(last) }
  return { view: 'nowhere' }
}

export function runPath(run: string): string {
  return `runs/${run}`
}

export function reportPath(run: string): string {
  return `runs/${run}/report`
}

export function taskPath(run: string, task: string): string {
  return `runs/${run}/tasks/${task}`
}

export function callsPath(run: string): string {
  return `runs/${run}/calls`
}

export function callPath(run: string, number: number): string {
  return `runs/${run}/calls/${number}`
}
