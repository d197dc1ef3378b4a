// What a bare word is in a file, told by its name: in code the name of something else, in data a value.
import type { Syntax } from './value.ts'

const CODE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|pyi?|java|kts?|scala|groovy|go|rs|rb|php|c|h|cc|cpp|cxx|hpp|cs|fs|vb|swift|mm?|dart|lua|pl|pm|r|jl|ex|exs|erl|clj|cljs|hs|ml|elm|zig|nim|sol|proto|graphql|gql|css|scss|less|sass|sql|tf|tfvars|hcl)$/i
const DATA =
  /\.(?:jsonc?|json5|jsonl|ndjson|geojson|ipynb|ya?ml|toml|ini|cfg|conf|cnf|config|properties|props|env|csv|tsv|psv|xml|plist|log|out|sh|bash|zsh|fish|ps1|bat|cmd|service|netrc|pgpass|npmrc|pypirc|reg|har|desktop)(?:\.\d{1,4}|\.\w{1,8})?$|(?:^|[/\\])(?:\.env[\w.-]{0,40}|\.netrc|\.npmrc|\.pypirc|\.pgpass|Dockerfile|docker-compose[\w.-]{0,40}|Makefile|credentials|config)$/i

/** `locales/de.yml`, `lang/pt-br/settings.php`, `messages_fr.properties`, `de.po`: the same texts in many languages. */
const LANGUAGE =
  '(?:af|am|ar|ast|az|be|bg|bn|br|bs|ca|ckb|cs|cy|da|de|dk|el|en|eo|es|et|eu|fa|fi|fil|fr|fy|ga|gl|gu|he|hi|hr|hu|hy|ia|id|is|it|ja|ka|kk|km|kn|ko|ku|ky|la|lb|lo|lt|lv|mk|ml|mn|mr|ms|my|nb|ne|nl|nn|no|oc|pa|pl|ps|pt|ro|ru|rw|sa|se|si|sk|sl|sn|so|sq|sr|sv|sw|ta|te|tg|th|ti|tk|tl|tn|tr|tt|ug|uk|ur|uz|vi|wo|xh|yi|yo|zh|zu)(?:[-_@][A-Za-z\\d]{2,8}){0,2}'
const TEXTS = new RegExp(
  `(?:^|[/\\\\])(?:langs?|languages?|locales?|locali[sz]ations?|i18n|l10n|intl|translations?|messages)[/\\\\](?:[A-Za-z]{1,20}[-_.])?${LANGUAGE}(?:[/\\\\.]|$)|(?:^|[/\\\\])(?:locales?|i18n|l10n|intl|translations?)[/\\\\][a-z]{2,3}(?:[-_@][A-Za-z\\d]{2,8}){0,2}\\.(?:json|ya?ml|php|properties|[jt]s)$|(?:messages|strings|labels|translations?)[._-]${LANGUAGE}\\.\\w{1,10}$|\\.(?:po|pot|xliff?|arb|strings|resx|ftl|isl)$`,
  'i',
)

export function syntaxOf(path: string): Syntax | undefined {
  const name = path.slice(-200)
  if (TEXTS.test(name)) return 'texts'
  return CODE.test(name) ? 'code' : DATA.test(name) ? 'data' : undefined
}
