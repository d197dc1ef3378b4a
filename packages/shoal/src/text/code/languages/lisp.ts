// What is known of the Lisps: Common Lisp, Scheme and Racket, Clojure, Emacs Lisp. They define alike, by the first word of a list.
import type { Lexis } from '../lexis.ts'
import type { Language } from './language.ts'

const LEXIS: Lexis = { line: [';'], block: [['#|', '|#']], long: [['"', '"']], short: [], escape: true }

const ALL: Pick<Language, 'lexis' | 'importLine' | 'definitionLines'> = {
  lexis: LEXIS,
  importLine:
    /^\((?:require|import|use-modules|use|load|in-package|use-package|:require(?:-macros)?|:import|:use|(?:asdf:|ql:)[\w-]+)[\s:']/,
  definitionLines: [
    [
      'type',
      /^\((?:cl-)?(?:defstruct|defclass|deftype|defrecord|defprotocol|definterface|define-record-type|define-struct|struct|define-condition)\s+\(?([^\s()[\]'"]+)/,
    ],
    ['macro', /^\((?:cl-)?(?:defmacro|define-syntax(?:-rule)?|define-macro)\s+\(?([^\s()[\]'"]+)/],
    ['module', /^\((?:defpackage|define-module|define-library|module|ns)\s+\(?#?:?([^\s()"]+)/],
    [
      'function',
      /^\((?:cl-)?(?:defun|defsubst|defmethod|defgeneric|defn-?|defmulti|define-inline|define-minor-mode|define-derived-mode|define-public|ert-deftest|deftest)\*?\s+\(?([^\s()[\]'"]+)/,
    ],
    ['function', /^\(define\*?(?:\/\w+)?\s+\(+([^\s()[\]'"]+)/],
    [
      'variable',
      /^\((?:defvar|defvar-local|defparameter|defconst|defconstant|defcustom|defface|defgroup|defonce|def|define)\s+([^\s()[\]'"]+)/,
    ],
  ],
}

export const lisp: Language = {
  name: 'lisp',
  extensions: '.lisp .lsp .asd',
  sharedExtensions: '.cl',
  interpreters: /^(?:sbcl|clisp)$/,
  aliases: 'commonlisp common-lisp',
  ...ALL,
}

export const scheme: Language = {
  name: 'scheme',
  extensions: '.scm .rkt .ss',
  interpreters: /^(?:guile|racket|scheme|csi)$/,
  ...ALL,
}

export const clojure: Language = {
  name: 'clojure',
  extensions: '.clj .cljs .cljc',
  interpreters: /^(?:clojure|bb)$/,
  ...ALL,
}

export const emacsLisp: Language = {
  name: 'emacs-lisp',
  extensions: '.el',
  fileNames: '.emacs',
  aliases: 'elisp',
  ...ALL,
}
