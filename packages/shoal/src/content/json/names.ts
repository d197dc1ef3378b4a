// Names of JSON documents, with or without comments.
import { claims } from '../claims.ts'

export const extensions = claims({
  high: { '': '.json .jsonc .json5 .geojson .topojson .ipynb .webmanifest .jsonld .avsc .har .code-workspace' },
  medium: { '': '.map' },
})

export const fileNames = claims({
  high: { '': 'package.json tsconfig.json composer.json composer.lock Pipfile.lock .swcrc .watchmanconfig' },
  medium: { '': '.babelrc .eslintrc .prettierrc .jshintrc .bowerrc .stylelintrc .jscsrc' },
})
