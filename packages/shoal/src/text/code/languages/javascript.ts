// What is known of JavaScript.
import { SLASHED } from '../lexis.ts'
import { type Import, type ImportedName, unquoted } from '../symbols/import.ts'
import type { SyntaxTree } from '../symbols/syntax-tree.ts'
import type { Language } from './language.ts'

/** What TypeScript shares. */
export const SCRIPT = {
  lexis: { ...SLASHED, long: [['`', '`']] },
  importLine:
    /^(?:import\b(?!\s*\()|export\s+(?:\*|\{[^}]*\})\s*(?:as\s+\w+\s*)?from\b|(?:const|let|var)\s[^=;]+=\s*(?:await\s+)?(?:require|import|__importDefault|__importStar|__importDefault\(require|_interop\w+)\s*\(|require\s*\(|['"]use (?:strict|client|server)['"]|\/\/\/\s*<reference)/,
  cuts: {
    functions:
      'function_declaration function_expression generator_function generator_function_declaration arrow_function method_definition',
    types: 'class_declaration class',
    bodies: 'program statement_block class_body switch_body',
    data: 'object array arguments',
    glue: 'decorator',
    comments: 'comment html_comment hash_bang_line',
  },
  syntax: {
    function:
      'function_declaration function_expression generator_function generator_function_declaration arrow_function method_definition',
    type: 'class_declaration class',
    branch: 'if_statement for_statement for_in_statement while_statement do_statement catch_clause ternary_expression',
    case: 'switch_case',
    operator: '&& || ??',
    nest: 'if_statement for_statement for_in_statement while_statement do_statement switch_statement try_statement',
    loop: 'for_statement for_in_statement while_statement do_statement',
    block: 'statement_block program switch_case switch_default',
    jump: 'return_statement throw_statement break_statement continue_statement',
    throw: 'throw_statement',
    catch: 'catch_clause',
    call: 'call_expression new_expression',
    arguments: 'arguments',
    member: 'member_expression',
    subscript: 'subscript_expression',
    string: 'string template_string',
    hole: 'template_substitution',
    identifier:
      'identifier property_identifier private_property_identifier shorthand_property_identifier shorthand_property_identifier_pattern statement_identifier',
    binding: 'variable_declarator assignment_expression field_definition',
    comment: 'comment',
    import: 'import_statement',
    parameters: 'formal_parameters',
    number: 'number',
    wrapper: 'expression_statement',
    binary: 'binary_expression',
    pair: 'pair',
  },
  builtIns:
    'Array Object String Number Boolean Symbol Map Set WeakMap WeakSet Promise Error TypeError RangeError SyntaxError Date RegExp Math JSON Reflect Proxy Intl BigInt Function console process require module exports setTimeout setInterval clearTimeout clearInterval setImmediate queueMicrotask parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI fetch URL URLSearchParams Buffer globalThis window document structuredClone Uint8Array Uint16Array Uint32Array Int8Array Int16Array Int32Array Float32Array Float64Array ArrayBuffer DataView TextEncoder TextDecoder AbortController AbortSignal Event EventTarget Headers Request Response FormData Blob alert eval push pop shift unshift slice splice map filter reduce forEach some every find findIndex includes indexOf lastIndexOf join concat sort reverse flat flatMap keys values entries from of assign freeze has get set add delete clear then catch finally resolve reject all race allSettled split replace replaceAll trim trimStart trimEnd startsWith endsWith toLowerCase toUpperCase padStart padEnd repeat substring charAt charCodeAt codePointAt at match matchAll test exec toString toFixed toISOString getTime now parse stringify log error warn info debug floor ceil round max min abs pow random sqrt call apply bind super constructor Record Partial Readonly Required Pick Omit Exclude Extract ReturnType Parameters NonNullable Awaited Iterable Iterator Generator AsyncIterable AsyncGenerator ReadonlyArray ReadonlyMap ReadonlySet isArray fill subarray defineProperty hasOwn fromEntries next',
  importsBy: 'script',
  importCalls: /^(?:require|import)$/,
  hooks: /^(?:constructor|toString|valueOf|toJSON)$/,
  namesTellVisibility: true,
  mergesNames: 'first',
  namelessFunctions: true,
  checksImports: true,
  declares: /^variable_declarator$/,
  prints: /^console\.(?:log|debug)$/,
  blocks:
    /(?:^|\.)(?:readFileSync|writeFileSync|appendFileSync|execSync|execFileSync|spawnSync|readdirSync|statSync|copyFileSync)$/,
  readImport,
  isScript: true,
} satisfies Omit<Language, 'name'>

export const javascript: Language = {
  ...SCRIPT,
  name: 'javascript',
  extensions: '.js .mjs .cjs .jsx',
  sharedExtensions: '.t',
  fileNames: 'Jakefile',
  interpreters: /^(?:node|nodejs|bun)$/,
  aliases: 'jsx js javascriptreact node',
}

function readImport(tree: SyntaxTree, node: number): Omit<Import, 'line'>[] {
  const source = tree.field(node, 'source')
  if (source < 0) return []
  const names: ImportedName[] = []
  const clause =
    tree.first(node) < 0 ? -1 : tree.namedChildren(node).find(child => tree.type(child) === 'import_clause')
  if (clause !== undefined && clause >= 0)
    for (let at = clause + 1; at < tree.afters[clause]!; at++) {
      const type = tree.type(at)
      if (type === 'import_specifier') {
        const name = tree.textOf(tree.field(at, 'name'), 200)
        const alias = tree.field(at, 'alias')
        names.push({ name: alias >= 0 ? tree.textOf(alias, 200) : name, original: name, node: at })
        at = tree.afters[at]! - 1
      } else if (type === 'namespace_import') {
        const own = tree.namedChildren(at)[0]
        if (own !== undefined) names.push({ name: tree.textOf(own, 200), original: '*', node: at })
        at = tree.afters[at]! - 1
      } else if (tree.parents[at] === clause && type === 'identifier')
        names.push({ name: tree.textOf(at, 200), original: 'default', node: at })
    }
  return [{ specifier: unquoted(tree.textOf(source, 300)), names, node }]
}
