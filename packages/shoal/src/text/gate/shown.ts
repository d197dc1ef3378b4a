// The gate for text of which no file is at hand: questions, messages, prompts, errors. What a secret is shows by its shape
// and by the name it stands under.
import type { Shown } from '@shoal/base/model/shown'
import { maskValue } from '@shoal/base/secrets/mask-value'
import { maskSecrets } from '@shoal/base/secrets/secrets'
import type { Syntax } from '@shoal/base/secrets/value'

export function shownText(text: string, syntax?: Syntax): Shown {
  return maskSecrets(text, syntax) as Shown
}

/** What is known to be a secret. */
export function hiddenValue(secret: string): Shown {
  return maskValue(secret) as Shown
}

/** The question of a run wherever it is shown, told or listed. What a run works with and is known by is what was asked. */
export function shownQuestion(asked: string | null): Shown | null {
  return asked === null ? null : shownText(asked)
}
