// What is known of Z shell.
import { SHELL } from '../lexis.ts'
import type { Language } from './language.ts'

export const zsh: Language = {
  name: 'zsh',
  extensions: '.zsh',
  fileNames: '.zshrc .zprofile .zshenv .zlogin',
  interpreters: /^zsh$/,
  lexis: SHELL,
  endsWithLine: true,
  importLine: /^(?:source\s|\.\s+\S|set\s+[-+]|setopt\s|autoload\s|zmodload\s|emulate\s)/,
}
