// What an import leads to: a file that is there, the standard library, a package, or nothing.
import { builtinModules } from 'node:module'
import { lookup } from '@shoal/base/model/lookup'
import { baseName } from '@shoal/base/text/paths'
import { folderOf, joined } from '../../text/code/graph/manifests.ts'
import { ModulePaths } from '../../text/code/graph/module-paths.ts'
import type { Located } from './check.ts'

export type Target =
  | { readonly to: 'file'; readonly path: string }
  | { readonly to: 'package'; readonly name: string }
  | { readonly to: 'standard' }
  /** A file of the project that is not there. */
  | { readonly to: 'nothing' }
  | { readonly to: 'unknown' }

const SCRIPT = new Set(['javascript', 'typescript', 'tsx', 'jsx'])
const NODE_MODULES: ReadonlySet<string> = new Set(builtinModules)

/** The standard library of Python 3, without what begins with an underscore. */
const PYTHON_MODULES: ReadonlySet<string> = new Set(
  `__future__ abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2
   calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent configparser contextlib
   contextvars copy copyreg cProfile crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest
   email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc getopt
   getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib imghdr imp importlib inspect io ipaddress
   itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder
   msilib msvcrt multiprocessing netrc nis nntplib numbers operator optparse os ossaudiodev pathlib pdb pickle pickletools
   pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc queue quopri
   random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd
   smtplib sndhdr socket socketserver spwd sqlite3 ssl stat statistics string stringprep struct subprocess sunau symtable sys
   sysconfig syslog tabnanny tarfile telnetlib tempfile termios test textwrap threading time timeit tkinter token tokenize
   tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib uu uuid venv warnings wave weakref
   webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo`.split(/\s+/),
)
/** What Python 2 had under other names, and what installs packages: nobody declares them. */
const PYTHON_ASIDE: ReadonlySet<string> = new Set(
  `__builtin__ anydbm BaseHTTPServer Bastion CGIHTTPServer commands ConfigParser Cookie cookielib copy_reg cPickle cStringIO
   dircache DocXMLRPCServer dumbdbm dummy_thread dummy_threading exceptions fpformat gdbm hotshot htmlentitydefs HTMLParser
   httplib ihooks md5 mhlib mimetools MimeWriter mimify multifile mutex new popen2 posixfile Queue rexec rfc822
   robotparser sets sgmllib sha SimpleHTTPServer SimpleXMLRPCServer SocketServer statvfs StringIO thread Tkinter tkFileDialog
   tkMessageBox ttk urllib2 urlparse user UserDict UserList UserString whichdb xmlrpclib pip pkg_resources setuptools
   wheel`.split(/\s+/),
)

/** Where imports of Python and of JavaScript lead, among known files. */
export class Modules {
  private readonly modules: ModulePaths
  private readonly folders: ReadonlySet<string>
  /** First steps of module names that are files or folders here, for Python. */
  private readonly local: ReadonlySet<string>

  constructor(
    paths: readonly string[],
    private readonly unread: readonly string[],
  ) {
    this.modules = new ModulePaths(paths, undefined, unread)
    this.folders = new Set(paths.map(folderOf))
    this.local = new Set(
      paths.filter(path => path.endsWith('.py')).flatMap(path => path.replace(/\.py$/, '').split('/')),
    )
  }

  resolve({ name, file, language }: Located): Target {
    const isPython = language === 'python'
    if (language === null || !(isPython || isScript(language))) return { to: 'unknown' }
    const isBare = !name.startsWith('.')
    if (isBare && (isPython ? isPythonStandard(name) : isNodeStandard(name))) return { to: 'standard' }
    const path = this.modules.resolve(name, file, language)
    if (path !== null) return this.modules.isFolder(path) ? { to: 'unknown' } : { to: 'file', path }
    if (isBare) return isPython ? this.pythonPackage(name) : scriptPackage(name)
    const [, dots = '', rest = ''] = /^(\.{1,20})(.*)$/s.exec(name)!
    const place = isPython ? `${'../'.repeat(dots.length - 1)}${rest.replaceAll('.', '/')}` : name
    return this.isLost(joined(folderOf(file), place)) ? { to: 'nothing' } : { to: 'unknown' }
  }

  private pythonPackage(module: string): Target {
    const name = module.split('.')[0]!
    return this.local.has(name) ? { to: 'unknown' } : { to: 'package', name }
  }

  /** It would lie beside files that were read, and was not left out. A folder of which nothing was read may hold it. */
  private isLost(base: string): boolean {
    if (!this.folders.has(folderOf(base))) return false
    return !this.unread.some(path => path.startsWith(base) || (path.endsWith('/') && base.startsWith(path)))
  }
}

function isPythonStandard(module: string): boolean {
  const name = module.split('.')[0]!
  return PYTHON_MODULES.has(name) || PYTHON_ASIDE.has(name)
}

function isNodeStandard(module: string): boolean {
  return module.startsWith('node:') || NODE_MODULES.has(module)
}

function scriptPackage(module: string): Target {
  // Aliases such as `@/x` and `~/x`, and addresses.
  if (/^[@~#]?\/|^#|:/.test(module)) return { to: 'unknown' }
  const steps = module.split('/').slice(0, module.startsWith('@') ? 2 : 1)
  return { to: 'package', name: steps.join('/') }
}

/** Names that a package is imported by, where they differ from its own. */
const IMPORT_NAMES: Readonly<Record<string, string>> = {
  pyyaml: 'yaml',
  beautifulsoup4: 'bs4',
  'scikit-learn': 'sklearn',
  'scikit-image': 'skimage',
  pillow: 'pil',
  'python-dateutil': 'dateutil',
  'opencv-python': 'cv2',
  'opencv-python-headless': 'cv2',
  'psycopg2-binary': 'psycopg2',
  'psycopg-binary': 'psycopg',
  'python-dotenv': 'dotenv',
  'python-jose': 'jose',
  'python-multipart': 'multipart',
  attrs: 'attr',
  protobuf: 'google',
  'google-cloud-storage': 'google',
  pyjwt: 'jwt',
  mysqlclient: 'mysqldb',
  pymysql: 'pymysql',
  pyserial: 'serial',
  gitpython: 'git',
  'msgpack-python': 'msgpack',
  pycryptodome: 'crypto',
  'websocket-client': 'websocket',
  'flask-cors': 'flask_cors',
}

/** The name by which a package is imported, as far as both can be compared: lower case, dashes as underscores. */
export function importName(packageName: string): string {
  const name = packageName.toLowerCase().replace(/\[.*$/s, '')
  return (lookup(IMPORT_NAMES, name) ?? name).replaceAll('-', '_').replaceAll('.', '_')
}

/** Packages that are run, or found by others, without an import. */
export function isNeverImported(packageName: string): boolean {
  return /^(@types\/|types-|pytest|gunicorn|uvicorn|uwsgi|supervisor|pip|setuptools|wheel|tox|black|ruff|flake8|pylint|mypy|isort|coverage|twine|build|pre-commit|sphinx|mkdocs|ipython|jupyter|notebook|poetry|eslint|prettier|typescript|vite|vitest|jest|mocha|webpack|rollup|nodemon|ts-node|tsx|husky|lint-staged|@biomejs\/|babel|@babel\/|knip|psycopg|mysqlclient|mysql2?$|pg$|sqlite3$|tedious$|oracledb$|mariadb$|bufferutil$|utf-8-validate$|core-js|tslib$|regenerator-runtime$|.*-plugin|.*-loader|.*-cli$)/i.test(
    packageName,
  )
}

export function isPythonManifest(path: string): boolean {
  return /requirements.{0,100}\.(txt|in)$|pyproject\.toml$|setup\.(py|cfg)$|Pipfile$|environment\.ya?ml$/i.test(
    baseName(path),
  )
}

export function isScriptManifest(path: string): boolean {
  return baseName(path) === 'package.json'
}

export function isScript(language: string | null): boolean {
  return language !== null && SCRIPT.has(language)
}
