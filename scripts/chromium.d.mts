import type { Browser } from 'playwright-core'

/** CHROMIUM_PATH, else the first of the well-known names on PATH; null when there is none. */
export declare function findChromium(env?: Readonly<Record<string, string | undefined>>): string | null

/** Headless, with nothing that goes out by itself. */
export declare function launchChromium(options?: { readonly args?: readonly string[] }): Promise<Browser>
