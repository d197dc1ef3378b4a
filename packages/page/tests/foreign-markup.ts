// Markup that no component makes: where there is some, text of a file has become part of the page.
import type { Page } from 'playwright-core'

/** Every element and attribute that does not belong, each on one line. */
export async function foreignMarkup(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const forbidden =
      'iframe, frame, object, embed, applet, base, marquee, math, video, audio, source, portal, template'
    const ownPath = location.href.split('#')[0]!
    const foreign: string[] = []

    const isOwnAddress = (value: string) => {
      if (value.startsWith('#') || value.startsWith('data:image/') || value === 'data:,') return true
      const url = new URL(value, document.baseURI)
      return location.protocol === 'file:' ? url.href.split('#')[0] === ownPath : url.origin === location.origin
    }
    const say = (element: Element, why: string) => {
      const attributes = [...element.attributes].map(({ name, value }) => ` ${name}="${value.slice(0, 80)}"`)
      foreign.push(`${why}: <${element.localName}${attributes.join('')}>`)
    }

    for (const element of document.querySelectorAll('*')) {
      if (element.matches(forbidden)) say(element, 'element')
      if (element.matches('script, style, link, meta') && !document.head.contains(element)) {
        const isData = element.matches('script#shoal-report[type="application/json"]')
        const isProgram = element.matches('script:not([type])') && element.parentElement === document.body
        if (!isData && !isProgram) say(element, 'outside the head')
      }
      if (element.matches('meta[http-equiv="refresh" i]')) say(element, 'element')
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name)) say(element, `handler ${name}`)
        if (/^(href|src|xlink:href|action|formaction|poster|data|srcset|ping|background)$/i.test(name))
          if (!isOwnAddress(value)) say(element, `address ${name}`)
        if (name === 'srcdoc') say(element, 'document in an attribute')
        if (name === 'style' && /url\(|expression|@import|-moz-binding/i.test(value)) say(element, 'style')
      }
    }
    return foreign
  })
}

/** The scripts and styles there are, so that a test can say which belong. */
export async function programsOf(page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll('script, style, link')].map(element => {
      const about = ['id', 'type', 'rel'].flatMap(name => element.getAttribute(name) ?? [])
      const address = element.getAttribute('src') ?? element.getAttribute('href')
      const path = address === null ? [] : [new URL(address, document.baseURI).pathname]
      return [element.localName, ...about, ...path].join(' ')
    }),
  )
}
