// Does everything that can be done on a page, whatever it is: presses, chooses, hovers, types, opens, scrolls.
import type { Page } from 'playwright-core'

export interface Crawl {
  /** Typed into every search. */
  readonly words: readonly string[]
  /** How many it makes at the most. */
  readonly moves: number
}

/**
 * In the page itself, so that hundreds of moves take seconds. Links that lead out of the page or to a download are left
 * alone. Gives back how many moves there were.
 */
export async function crawl(page: Page, options: Crawl): Promise<number> {
  return await page.evaluate(async ({ words, moves: most }) => {
    let moves = 0
    const isOver = () => moves >= most
    const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
    const done = new Map<string, number>()

    /** Of what is much the same, three are enough. */
    const isNew = (element: Element) => {
      const name = `${element.localName} ${element.getAttribute('class')} ${element.parentElement?.getAttribute('class')}`
      const times = done.get(name) ?? 0
      done.set(name, times + 1)
      return times < 6
    }
    const middle = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { bubbles: true, cancelable: true, clientX: x + width / 2, clientY: y + height / 2 }
    }
    const hover = (element: Element) => {
      for (const type of ['pointerenter', 'pointerover', 'pointermove'])
        element.dispatchEvent(new PointerEvent(type, middle(element)))
      for (const type of ['mouseenter', 'mouseover', 'mousemove'])
        element.dispatchEvent(new MouseEvent(type, middle(element)))
      if (element instanceof HTMLElement || element instanceof SVGElement) element.focus({ preventScroll: true })
    }
    const press = (element: Element) => {
      element.dispatchEvent(new PointerEvent('pointerdown', middle(element)))
      element.dispatchEvent(new PointerEvent('pointerup', middle(element)))
      element.dispatchEvent(new MouseEvent('click', middle(element)))
    }
    const canPress = (element: Element) =>
      element.matches('a[href]')
        ? element.getAttribute('href')!.startsWith('#') && !element.hasAttribute('download')
        : element.matches('button, summary, [role=button], [role=tab], input[type=checkbox]')

    for (let round = 0; round < 3 && !isOver(); round++) {
      for (let y = 0; y <= document.documentElement.scrollHeight && !isOver(); y += 800) {
        scrollTo(0, y)
        await frame()
      }
      const things = [
        ...document.querySelectorAll('a[href], button, summary, [role], [tabindex], svg *, td, mark, input'),
      ]
      for (const thing of things) {
        if (isOver() || !thing.isConnected || !isNew(thing)) continue
        hover(thing)
        if (canPress(thing)) press(thing)
        if (++moves % 6 === 0) await frame()
      }
      for (const select of document.querySelectorAll('select')) {
        const values = [...select.options].map(({ value }) => value)
        for (const value of [...values.slice(-2), values[0] ?? '']) {
          select.value = value
          select.dispatchEvent(new Event('change', { bubbles: true }))
          moves++
          await frame()
        }
      }
      const fields = document.querySelectorAll<HTMLInputElement>('input[type=search], input[type=text], textarea')
      for (const field of fields)
        for (const word of [...words, '']) {
          if (isOver()) break
          field.value = word
          field.dispatchEvent(new Event('input', { bubbles: true }))
          moves++
          await new Promise(resolve => setTimeout(resolve, 30))
        }
    }
    return moves
  }, options)
}
