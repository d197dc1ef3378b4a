// Tells whether a top-level statement brings other modules in, by its own words. One pattern per language.
import { lookup } from '../../model/lookup.ts'

const SCRIPT =
  /^(?:import\b(?!\s*\()|export\s+(?:\*|\{[^}]*\})\s*(?:as\s+\w+\s*)?from\b|(?:const|let|var)\s[^=;]+=\s*(?:await\s+)?(?:require|import|__importDefault|__importStar|__importDefault\(require|_interop\w+)\s*\(|require\s*\(|['"]use (?:strict|client|server)['"]|\/\/\/\s*<reference)/
const C =
  /^(?:#\s*(?:include|import|pragma|error)\b|@import\b|import\b|module;|export module\b|using\s+(?:namespace\s+)?[\w:]+\s*(?:=[^;]+)?;)/

const PATTERNS: Readonly<Record<string, RegExp>> = {
  bash: /^(?:source\s|\.\s+\S|set\s+[-+]|shopt\s)/,
  zsh: /^(?:source\s|\.\s+\S|set\s+[-+]|setopt\s|autoload\s|zmodload\s|emulate\s)/,
  c: C,
  cpp: C,
  csharp:
    /^(?:global\s+)?(?:using\s[\w.=\s<>:]+;|using\s+static\b|extern alias\b|namespace\s+[\w.]+\s*;|#\s*(?:nullable|pragma|define)\b)/,
  elixir: /^(?:alias|import|require|use)\s/,
  go: /^(?:package|import)\b/,
  haskell: /^(?:module|import)\b|^\{-#/,
  java: /^(?:package|import)\b/,
  javascript: SCRIPT,
  kotlin: /^(?:package|import|@file:)/,
  lua: /^(?:local\s+(?! )[\w, ]+=\s*require\b|require\b)/,
  ocaml: /^(?:open|include|#use|#require)\b/,
  php: /^(?:<\?php|namespace\s+[\w\\]+\s*;|use\s|declare\s*\(|(?:require|include)(?:_once)?\b)/,
  python:
    /^(?:import|from)\s|^try:\s*(?:#[^\n]*\n\s*)?(?=(?:import|from)\s)(?<=\n\s+)|^if\s+(?:typing\.)?TYPE_CHECKING\b|^if\s+sys\.version_info[^\n]*\n\s+(?:import|from)\s/,
  ruby: /^(?:require|require_relative|load|autoload|using)\b|^begin\s*(?=require\b)(?<=\n\s*)/,
  rust: /^(?:pub(?:\([^)]*\))?\s+)?(?:use|extern\s+crate|mod\s+\w+\s*;)|^#!\[/,
  scala: /^(?:package|import|export)\b/,
  swift: /^(?:@\w+\s+)?import\b/,
  tsx: SCRIPT,
  typescript: SCRIPT,
  zig: /^(?:pub\s+)?(?:const|var)\s+[\w@"]+\s*(?::[^=]+)?=\s*(?:@import|@cImport|\w+(?:\.\w+)+;)|^usingnamespace\b/,
}

const ANY =
  /^(?:import\b|from\s+\S+\s+import\b|#\s*(?:include|import)\b|use\s+[\w\\:]+|using\s+[\w.:]+|require\b|package\s+[\w.]+|open\s+[A-Z]|library\s*\(|source\s*\(|include\b|@import\b|@use\b|syntax\s*=)/

export function isImport(text: string, language: string): boolean {
  return (lookup(PATTERNS, language) ?? ANY).test(text)
}
