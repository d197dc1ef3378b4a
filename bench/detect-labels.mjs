// In which language projects write the endings that several languages share: what training and measuring go by.

/** Collections of samples that training never sees. */
export const HELD_BACK = /^(?:rust-bat|cloc|shiki)/

/** Ending, the projects (names of Debian packages), the language. The first row that fits; without one the file is left out. */
const ROWS = [
  ['.m', /octave|freefem|gmsh|getdp|mex/, 'matlab'],
  ['.m', /gnustep|\.app$|sogo|sope|gorm|renaissance|love|nodejs|blender|povray|emacs/, 'objective-c'],
  ['.m', /mercury/, 'mercury'],
  ['.v', /coq|ssreflect|mathcomp|math-comp|why3|elpi/, 'coq'],
  ['.v', /verilog|yosys|ghdl|fpga|myhdl|verilator|gtkwave/, 'verilog'],
  ['.pl', /swi|prolog|yap|logtalk|ciao|xsb|tau/, 'prolog'],
  ['.pl', /./, 'perl'],
  ['.t', /perl$|^lib/, 'perl'],
  ['.pp', /fpc|lazarus|pascal|castle/, 'pascal'],
  ['.pp', /puppet/, 'puppet'],
  ['.d', /^ldc|dlang|-d$|^dub|tilix|diet|mustache|stdx|undead|gtk-d|vibe|onedrive/, 'd'],
  ['.s', /./, 'assembly'],
  ['.f', /./, 'fortran'],
  ['.cl', /pocl|opencl|hashcat|darktable|blender/, 'opencl'],
  ['.cl', /^cl-|acl2|ecl|maxima/, 'lisp'],
  ['.y', /./, 'yacc'],
  ['.l', /./, 'lex'],
  ['.def', /modula|m2/, 'modula-2'],
  ['.mod', /modula|m2/, 'modula-2'],
]

/** Null where it is not known. */
export function sharedEnding(ending, project) {
  return ROWS.find(([own, projects]) => own === ending && projects.test(project))?.[2] ?? null
}
