// Names of source code. Style sheets, queries, schemas and single-file components are filed as code: people write
// them as programs. A language left open (`.h`, `.m`) is found by looking inside.
import { LANGUAGES } from '../../text/code/languages/registry.ts'
import { claims } from '../claims.ts'

type Names = 'extensions' | 'likelyExtensions' | 'fileNames'

export const extensions = claims({
  high: { '': '.h', ...namesOf('extensions') },
  // Shared with other things that people keep: looked at before they are believed.
  medium: {
    '': '.m .inc .t .pl .pp .pro .cls .v .s .d .do .i .f .cl .sc .tpp .ipp .inl .def .mod .y .l',
    ...namesOf('likelyExtensions'),
  },
})

export const fileNames = claims({ high: namesOf('fileNames') })

function namesOf(field: Names): Readonly<Record<string, string>> {
  return Object.fromEntries(LANGUAGES.flatMap(language => (language[field] ? [[language.name, language[field]]] : [])))
}
