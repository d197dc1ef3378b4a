// Sentences of the report, with every place they name as a link.
import type { Claim } from '@shoal/base/model/report'
import { objectionText } from '@shoal/base/report/model-words'
import { Words } from '../parts/words.tsx'
import { usePage } from './context.ts'
import { blocksOf, linkedText } from './linked-text.ts'
import { PlaceName } from './quote.tsx'

/** Paragraphs and lists. */
export function Sentences({ text }: { readonly text: string }) {
  return (
    <>
      {blocksOf(text).map((block, k) =>
        block.kind === 'list' ? (
          <ul key={k}>
            {block.lines.map((line, at) => (
              <li key={at}>
                <LinkedText text={line} />
              </li>
            ))}
          </ul>
        ) : (
          <p key={k}>
            <LinkedText text={block.lines[0]!} />
          </p>
        ),
      )}
    </>
  )
}

export function LinkedText({ text }: { readonly text: string }) {
  const { pathsAt } = usePage()
  return (
    <>
      {linkedText(text, pathsAt).map(({ text, place }, k) =>
        place ? <PlaceName key={k} {...place} /> : <Words key={k} text={text} />,
      )}
    </>
  )
}

/** What a model says, each sentence with what it rests on. */
export function Claims({ claims }: { readonly claims: readonly Claim[] }) {
  return (
    <ul class="claims">
      {claims.map(({ text, evidence, objection }, k) => (
        <li key={k}>
          <LinkedText text={text} />
          {evidence.slice(0, 4).map(({ path, line }, at) => (
            <span key={at} class="small mono">
              {' '}
              <PlaceName path={path} line={line} />
            </span>
          ))}
          <Objection of={objection} />
        </li>
      ))}
    </ul>
  )
}

/** What a sceptic holds against it. */
export function Objection({ of }: { readonly of: string | undefined }) {
  return of === undefined ? null : (
    <p class="small objection">
      <Words text={objectionText(of)} />
    </p>
  )
}
