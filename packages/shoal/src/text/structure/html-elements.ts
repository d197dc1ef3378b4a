// What HTML knows of its elements: which have no content, whose end tag may be left out, whose text is not markup.

export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)
export const RAW_ELEMENTS: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'title'])
/** Left open they end by themselves. */
export const IMPLIED_ENDS: ReadonlySet<string> = new Set(
  'p li dt dd td th tr tbody thead tfoot option optgroup colgroup rb rt rtc rp body html head'.split(' '),
)
