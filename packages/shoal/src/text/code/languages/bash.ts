// What is known of Bash.
import { SHELL } from '../lexis.ts'
import type { Language } from './language.ts'

export const bash: Language = {
  name: 'bash',
  extensions: '.sh .bash .ksh .bats',
  fileNames:
    '.bashrc .bash_profile .bash_aliases .bash_logout .profile .xinitrc .xsession PKGBUILD APKBUILD gradlew mvnw configure',
  interpreters: /^(?:ba|da|k|a|mk|pdk)?sh$/,
  aliases: 'sh shell dash ksh',
  lexis: SHELL,
  endsWithLine: true,
  importLine: /^(?:source\s|\.\s+\S|set\s+[-+]|shopt\s)/,
  cuts: {
    functions: 'function_definition',
    types: '',
    bodies: 'program compound_statement do_group',
    data: 'array',
    comments: 'comment',
  },
  syntax: {
    function: 'function_definition',
    branch: 'if_statement elif_clause for_statement c_style_for_statement while_statement',
    case: 'case_item',
    operator: '&& ||',
    nest: 'if_statement for_statement c_style_for_statement while_statement case_statement',
    loop: 'for_statement c_style_for_statement while_statement',
    block: 'compound_statement do_group',
    call: 'command',
    string: 'string raw_string',
    hole: 'simple_expansion expansion command_substitution',
    identifier: 'variable_name command_name',
    binding: 'variable_assignment',
    comment: 'comment',
    number: 'number',
    binary: 'list binary_expression',
  },
  builtIns:
    'echo printf read cd pwd test true false exit return export local readonly declare set unset shift source eval exec trap wait kill let getopts alias type command builtin hash ulimit umask grep sed awk cut sort uniq head tail cat cp mv rm mkdir rmdir ls find xargs tr wc tee touch chmod chown ln date sleep curl wget tar gzip basename dirname env which uname id tput seq expr diff stat mktemp dd ps break continue',
  importsBy: 'beside',
  importCalls: /^(?:source|\.)$/,
  importsWords: true,
}
