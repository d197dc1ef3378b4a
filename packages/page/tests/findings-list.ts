// The list of findings of a report, as a reader uses it: by roles and names, whatever it looks like.

import type { Finding } from '@shoal/base/model/finding'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** What a reader reads: white space in one, names without the backticks that the page draws them by. */
export function plain(text: string | null): string {
  return (text ?? '').replaceAll('`', '').replace(/\s+/g, ' ').trim()
}

export async function wordsOf(locator: Locator): Promise<string> {
  return plain(await locator.textContent())
}

export class FindingsList {
  constructor(readonly page: Page) {}

  get search(): Locator {
    return this.page.getByRole('search').getByRole('searchbox')
  }

  get rows(): Locator {
    return this.page.getByRole('table', { name: 'Findings', exact: true }).getByRole('link')
  }

  get opened(): Locator {
    return this.page.locator('article, dialog').filter({ has: this.page.getByRole('button', { name: 'Close' }) })
  }

  /** Of the rows that are drawn: those in sight. */
  async summaries(): Promise<string[]> {
    return (await this.rows.allTextContents()).map(plain)
  }

  async count(): Promise<string> {
    return await wordsOf(this.page.getByRole('search').getByRole('status'))
  }

  async filter(label: string, value: string): Promise<void> {
    await this.page.getByRole('search').getByRole('combobox', { name: label, exact: true }).selectOption(value)
  }

  /** The finding is open, on its line, with its quote marked there character for character. */
  async expectOpen({ summary, evidence, line, path, severity, nature }: Finding): Promise<void> {
    await expect.poll(() => wordsOf(this.opened.getByRole('heading').first())).toBe(plain(summary))
    await expect.poll(() => wordsOf(this.opened.locator('header'))).toContain(nature === 'fact' ? 'fact' : severity)
    const source = this.opened.getByLabel(`${path}, line ${line}`, { exact: true }).first()
    const marked = async () => (await source.locator('mark').allTextContents()).join('\n')
    await expect.poll(marked).toBe(evidence.replaceAll(/\r\n?/g, '\n'))
    const first = source
      .getByRole('listitem')
      .filter({ has: this.page.locator('mark') })
      .first()
    await expect.poll(() => first.locator('span').first().textContent()).toBe(String(line))
  }
}
