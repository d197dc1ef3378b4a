// What analysts look for in markup.
import type { Focus } from '@shoal/base/model/content-type'

export const focus: Focus = {
  types: ['syntax_error', 'broken_link', 'accessibility', 'vulnerability', 'pattern'],
  goals: {
    general: 'what the document presents, where its structure is broken, what a reader or a program would stumble over',
    security: 'inline scripts, forms without protection, foreign content that is loaded, addresses that carry secrets',
    architecture: 'how the document is built, what it repeats, what it includes from elsewhere',
    performance: 'what is large, blocking or loaded without need',
  },
}
