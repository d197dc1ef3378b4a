// The question of a run wherever it is shown, told or listed. What a run works with and is known by is what was asked.
import { maskSecrets } from '../secrets.ts'

export function shownQuestion(asked: string | null): string | null {
  return asked === null ? null : maskSecrets(asked)
}
