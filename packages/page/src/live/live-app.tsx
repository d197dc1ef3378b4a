// The live view: the runs, one run at work, its tasks and calls, its report.
import { useEffect, useRef } from 'preact/hooks'
import { useAddress, writeAddress } from '../address.ts'
import { ThemeChoice } from '../parts/theme.tsx'
import { NewRunView } from './new-run-view.tsx'
import { type Route, routeOf } from './route.ts'
import { RunPages } from './run/run-pages.tsx'
import { RunsView } from './runs-view.tsx'
import './live.css'

export function LiveApp() {
  const { path } = useAddress()
  const route = routeOf(path)
  const main = useRef<HTMLElement>(null)
  const place = 'run' in route ? `${route.view} ${route.run}` : route.view
  const seen = useRef(place)
  useEffect(() => {
    if (seen.current === place) return
    const isSame = isOfRun(seen.current) && isOfRun(place)
    seen.current = place
    // Whoever does not see the page is led to what is new.
    if (!isSame || document.activeElement === document.body) main.current?.focus({ preventScroll: true })
    if (!isSame) scrollTo(0, 0)
  }, [place])
  return (
    <>
      <header class="live-head no-print">
        <a class="live-brand" href={writeAddress('')}>
          shoal
        </a>
        <nav class="live-nav" aria-label="Main">
          <a href={writeAddress('')} aria-current={route.view === 'runs' ? 'page' : undefined}>
            Runs
          </a>
          <a href={writeAddress('new')} aria-current={route.view === 'new' ? 'page' : undefined}>
            New run
          </a>
        </nav>
        <ThemeChoice />
      </header>
      <main class="live-main" ref={main} tabIndex={-1}>
        <View route={route} />
      </main>
    </>
  )
}

function View({ route }: { readonly route: Route }) {
  switch (route.view) {
    case 'runs':
      return <RunsView />
    case 'new':
      return <NewRunView />
    case 'nowhere':
      return (
        <div class="live-page">
          <h1>There is nothing here</h1>
          <p>
            The address may have been cut. <a href={writeAddress('')}>See all runs</a>.
          </p>
        </div>
      )
    default:
      return <RunPages route={route} />
  }
}

/** Going to a task of a run and back keeps the place on the page; the task takes the focus, and gives it back. */
function isOfRun(place: string): boolean {
  return place.startsWith('run ') || place.startsWith('task ')
}
