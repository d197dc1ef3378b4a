// What the tools of the loop give: text as a reader is shown it, with line numbers and nothing escaped.
import { z } from 'zod'

export const text = z.string().describe('At most 6,000 characters; it says how to go on where there is more')
