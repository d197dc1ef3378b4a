// What a bare word is in a file, told by its name: in code the name of something else, in data a value.
import type { Syntax } from './value.ts'

const CODE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|pyi?|java|kts?|scala|groovy|go|rs|rb|php|c|h|cc|cpp|cxx|hpp|cs|fs|vb|swift|mm?|dart|lua|pl|pm|r|jl|ex|exs|erl|clj|cljs|hs|ml|elm|zig|nim|sol|proto|graphql|gql|css|scss|less|sass|sql)$/i
const DATA =
  /\.(?:jsonc?|json5|jsonl|ndjson|geojson|ipynb|ya?ml|toml|ini|cfg|conf|cnf|config|properties|props|env|csv|tsv|psv|xml|plist|tf|tfvars|hcl|log|out|sh|bash|zsh|fish|ps1|bat|cmd|service|netrc|pgpass|npmrc|pypirc|reg|har|desktop)(?:\.\d{1,4}|\.\w{1,8})?$|(?:^|[/\\])(?:\.env[\w.-]{0,40}|\.netrc|\.npmrc|\.pypirc|\.pgpass|Dockerfile|docker-compose[\w.-]{0,40}|Makefile|credentials|config)$/i

export function syntaxOf(path: string): Syntax | undefined {
  const name = path.slice(-200)
  return CODE.test(name) ? 'code' : DATA.test(name) ? 'data' : undefined
}
