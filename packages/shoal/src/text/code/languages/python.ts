// What is known of Python.
import { HASHED } from '../lexis.ts'
import { compact, type Import, type ImportedName } from '../symbols/import.ts'
import type { SyntaxTree } from '../symbols/syntax-tree.ts'
import type { Language } from './language.ts'

export const python: Language = {
  name: 'python',
  extensions: '.py .pyw .pyi .pyx',
  sharedExtensions: '.t',
  fileNames: 'SConstruct SConscript wscript',
  interpreters: /^(?:python|pypy)[\d.]*$/,
  aliases: 'py python3',
  decisive: [/^[ \t]*(?:(?:async )?def \w+\([^)\r\n\u2028\u2029]*\).*:|class \w+(?:\(.*\))?:|from [\w.]+ import )/m],
  lexis: {
    ...HASHED,
    long: [
      ['"""', '"""'],
      ["'''", "'''"],
    ],
  },
  endsWithLine: true,
  importLine:
    /^(?:import|from)\s|^try:\s*(?:#[^\n]*\n\s*)?(?=(?:import|from)\s)(?<=\n\s+)|^if\s+(?:typing\.)?TYPE_CHECKING\b|^if\s+sys\.version_info[^\n]*\n\s+(?:import|from)\s/,
  cuts: {
    functions: 'function_definition lambda',
    types: 'class_definition',
    bodies: 'module block',
    data: 'list dictionary set tuple argument_list',
    comments: 'comment',
  },
  syntax: {
    function: 'function_definition',
    lambda: 'lambda',
    type: 'class_definition',
    branch:
      'if_statement elif_clause for_statement while_statement except_clause except_group_clause conditional_expression for_in_clause if_clause',
    case: 'case_clause',
    operator: 'and or',
    nest: 'if_statement for_statement while_statement match_statement try_statement',
    loop: 'for_statement while_statement',
    block: 'block module',
    jump: 'return_statement raise_statement break_statement continue_statement',
    throw: 'raise_statement',
    catch: 'except_clause except_group_clause',
    call: 'call',
    arguments: 'argument_list',
    member: 'attribute',
    subscript: 'subscript',
    string: 'string',
    hole: 'interpolation',
    identifier: 'identifier',
    binding: 'assignment',
    comment: 'comment',
    import: 'import_statement import_from_statement future_import_statement',
    parameters: 'parameters',
    number: 'integer float',
    wrapper: 'expression_statement',
    binary: 'binary_operator boolean_operator',
    pair: 'keyword_argument pair',
  },
  builtIns:
    'abs all any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip append extend insert remove pop clear index count sort reverse copy items keys values get update setdefault join split rsplit strip lstrip rstrip replace startswith endswith lower upper title encode decode find format add discard union read write readline readlines close Exception BaseException ValueError TypeError KeyError IndexError AttributeError RuntimeError OSError IOError ImportError NotImplementedError StopIteration FileNotFoundError PermissionError TimeoutError ConnectionError AssertionError ZeroDivisionError UnicodeDecodeError ArithmeticError LookupError NameError SystemExit KeyboardInterrupt Warning DeprecationWarning True False None self cls',
  importsBy: 'dotted',
  visibility: { hiddenName: /^_/ },
  namesTellVisibility: true,
  mergesNames: 'last',
  checksImports: true,
  declares: /^assignment$/,
  declaresByAssigning: true,
  copiesStrings: true,
  ignoresErrorsByIdiom: true,
  opens: /^(?:open|io\.open|codecs\.open|gzip\.open)$/,
  prints: /^print$/,
  blocks:
    /^(?:time\.sleep|requests\.(?:get|post|put|patch|delete|head|request)|urllib\.request\.urlopen|urlopen|subprocess\.(?:run|call|check_call|check_output)|os\.system)$/,
  readImport,
}

function readImport(tree: SyntaxTree, node: number): Omit<Import, 'line'>[] {
  const children = tree.namedChildren(node)
  const module = tree.field(node, 'module_name')
  const items = children.filter(child => child !== module).map(child => pythonItem(tree, child))
  if (tree.type(node) === 'import_statement')
    return items.map(({ name, original, node: at, renamed }) => ({
      specifier: original,
      names: [{ name: renamed ? name : original.split('.')[0]!, original: '', node: at }],
      node,
    }))
  const specifier = module < 0 ? '__future__' : compact(tree.textOf(module))
  return [{ specifier, names: items.filter(({ name }) => name !== '*'), node }]
}

function pythonItem(tree: SyntaxTree, node: number): ImportedName & { readonly renamed: boolean } {
  const alias = tree.field(node, 'alias')
  const name = tree.field(node, 'name')
  const original = compact(tree.textOf(name >= 0 ? name : node, 200))
  return { name: alias >= 0 ? tree.textOf(alias, 200) : original, original, node, renamed: alias >= 0 }
}
