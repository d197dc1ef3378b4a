// What packed files hold.
import { storedUnpacked } from '../../unpacking/store.ts'
import type { Works } from '../file-work.ts'

export const unpacking: Pick<Works, 'unpack'> = {
  unpack: (input, context) => storedUnpacked(input, context),
}
