/** `linkOf` says where a link leads, or null for one that leads nowhere here. */
export declare function renderMarkdown(
  text: string,
  linkOf: (to: string) => string | null,
): {
  readonly html: string
  readonly headings: readonly { readonly level: number; readonly id: string; readonly text: string }[]
}
