// One function for each kind of fault: it changes files of a tree and says which words and files a finding must name.
import { dirname, join, relative } from 'node:path'

const ASIDE = /(?:^|\/)(?:tests?|_?vendor|examples?|spec|fixtures?|docs?)\/|[._]test\.|\.min\./
const MOST = 3

export const plantings = [exports, anchors, images, figures, settings, ports, runtimes, versions]

/** A definition gets another name, and who imports it does not know. */
function exports({ files, exists, read, write, shuffled }) {
  const done = []
  const touched = new Set()
  for (const file of shuffled(files.filter(path => /\.(?:py|js|mjs|ts)$/.test(path) && !ASIDE.test(path)))) {
    if (done.length === MOST) break
    const text = read(file)
    const python = file.endsWith('.py')
    const pattern = python ? /^from \.([\w.]+) import (\w+)$/gm : /import \{ ?(\w+)[^}]*\} from ['"](\.[^'"]+)['"]/g
    for (const match of text.matchAll(pattern)) {
      const [module, name] = python ? [match[1].replaceAll('.', '/'), match[2]] : [match[2], match[1]]
      const base = join(dirname(file), module)
      const target = [base, `${base}.py`, `${base}.js`, `${base}.ts`].find(path => /\.\w+$/.test(path) && exists(path))
      if (!target || touched.has(target) || /__init__|index\./.test(target)) continue
      const source = read(target)
      const definition = python
        ? new RegExp(`^(?:def|class) ${name}\\b`, 'm')
        : new RegExp(`^export (?:async )?(?:function|const|class) ${name}\\b`, 'm')
      if (!definition.test(source)) continue
      const renamed = python && /_/.test(name) ? `${name}_now` : `${name}Now`
      write(target, source.replace(new RegExp(`\\b${name}\\b`, 'g'), renamed))
      touched.add(target)
      done.push({ kind: 'export', ends: [file, target, name, renamed] })
      break
    }
  }
  return done
}

/** A heading gets another name, and a link from another document still leads to the old one. */
function anchors({ files, read, write, shuffled }) {
  const documents = shuffled(files.filter(path => /\.md$/i.test(path) && !/change|licen|vendor/i.test(path)))
  const done = []
  for (const target of documents) {
    if (done.length === MOST) break
    const heading = /^##+ ([A-Z][A-Za-z ]{4,40})$/m.exec(read(target))?.[1]
    const from = documents.find(path => path !== target)
    if (!heading || !from) continue
    const id = heading.toLowerCase().replaceAll(' ', '-')
    write(from, `${read(from)}\n\nMore is said [there](${relative(dirname(from), target)}#${id}).\n`)
    write(target, read(target).replace(new RegExp(`^(##+) ${heading}$`, 'm'), `$1 ${heading} in short`))
    done.push({ kind: 'anchor', ends: [from, target, id] })
  }
  return done
}

/** A picture that a document shows is gone. */
function images({ files, read, write, shuffled }) {
  const pictures = shuffled(files.filter(path => /\.(?:png|svg|jpe?g|gif)$/i.test(path)))
  const [document] = shuffled(files.filter(path => /\.md$/i.test(path) && !/change|licen|vendor/i.test(path)))
  if (!document) return []
  return pictures.slice(0, 1).map(picture => {
    const name = `planted-${picture.split('/').at(-1)}`
    const place = join(dirname(picture), name)
    write(document, `${read(document)}\n\n![A picture](${relative(dirname(document), place)})\n`)
    return { kind: 'image', ends: [document, name] }
  })
}

/** Documentation says another figure than the settings. */
function figures({ files, read, write, shuffled }) {
  const readme = files.find(path => /^readme(?:\.md|\.rst|\.txt)?$/i.test(path))
  if (!readme) return []
  const settings = shuffled(
    files.filter(path => /\.(?:ya?ml|toml|ini|conf)$/.test(path) && !ASIDE.test(path) && !/lock|^\./.test(path)),
  )
  for (const file of settings) {
    const found =
      /^[ \t]*([a-z]+(?:_[a-z]+)*_(?:timeout|size|limit|interval|retries|count|workers|connections|length)): ?(\d{1,6})$/m.exec(
        read(file),
      )
    if (!found) continue
    const other = Number(found[2]) * 3 + 1
    write(readme, `${read(readme)}\n\nThe ${found[1].replaceAll('_', ' ')} is ${other}.\n`)
    return [{ kind: 'figure', ends: [readme, file, found[1]] }]
  }
  return planted(readme, { read, write })
}

/** Where a tree has no such setting, both ends are planted. */
function planted(readme, { read, write }) {
  write('config/pool.yml', 'pool:\n  max_size: 20\n  idle_timeout_seconds: 30\n')
  write(readme, `${read(readme)}\n\nThe pool holds 50 connections at most.\n`)
  return [{ kind: 'figure', ends: [readme, 'config/pool.yml', 'max_size'] }]
}

/** A setting gets another name in the file, and the code still asks for the old one. */
function settings({ files, write, pick }) {
  const python = files.filter(path => path.endsWith('.py')).length > files.filter(path => /\.[jt]s$/.test(path)).length
  const [old, now] = pick([
    ['retry_limit', 'maximum_retries'],
    ['batch_size', 'batch_length'],
    ['poll_interval', 'poll_period'],
    ['cache_ttl', 'cache_seconds'],
  ])
  write('config/planted.yml', `jobs:\n  ${now}: 5\n  queue_name: main\n  worker_count: 4\n  grace_period: 30\n`)
  const reads = [old, 'queue_name', 'worker_count', 'grace_period']
  const ends = ['config/planted.yml', old, now]
  if (python) {
    write(
      'planted_jobs.py',
      `import yaml\n\nconfig = yaml.safe_load(open("config/planted.yml"))\n\n${reads.map(name => `${name.toUpperCase()} = config["jobs"]["${name}"]`).join('\n')}\n`,
    )
    return [{ kind: 'setting', ends: [...ends, 'planted_jobs.py'] }]
  }
  write(
    'planted-jobs.js',
    `const { readFileSync } = require('node:fs')\nconst config = parse(readFileSync('config/planted.yml', 'utf8'))\n\nfunction start() {\n${reads.map(name => `  use(config.jobs.${name})`).join('\n')}\n}\n`,
  )
  return [{ kind: 'setting', ends: [...ends, 'planted-jobs.js'] }]
}

/** The container opens another port than the program listens on. */
function ports({ files, exists, write }) {
  if (exists('Dockerfile')) return []
  const python = files.some(path => path.endsWith('.py'))
  const file = python ? 'planted_server.py' : 'planted-server.js'
  write('Dockerfile', `FROM ${python ? 'python:3.12' : 'node:22'}\nEXPOSE 41873\n`)
  write(
    file,
    python
      ? 'import os\n\nport = os.environ.get("PORT", "41872")\nserve(port)\n'
      : 'const port = process.env.PORT || 41872\nserve(port)\n',
  )
  return [{ kind: 'port', ends: ['Dockerfile', file, '41873', '41872'] }]
}

/** The container runs on an older version than the manifest asks for. */
function runtimes({ read, write, exists }) {
  if (!exists('package.json') || !exists('Dockerfile')) return []
  const least = /"node": ?"(?:>=|\^) ?(\d+)/.exec(read('package.json'))?.[1]
  if (!least) return []
  write('Dockerfile', read('Dockerfile').replace(/node:\d+/, `node:${Number(least) - 2}`))
  return [{ kind: 'runtime', ends: ['Dockerfile', 'package.json', `node:${Number(least) - 2}`] }]
}

/** The program says another version of itself than its manifest. */
function versions({ files, read, write, exists }) {
  const manifest = ['package.json', 'pyproject.toml'].find(path => exists(path))
  const version = manifest && /^\s*"?version"?\s*[:=]\s*"(\d+\.\d+\.\d+)"/m.exec(read(manifest))?.[1]
  if (!version || files.some(path => /\.(?:py|js|ts)$/.test(path) && /\b(?:__version__|VERSION)\s*=/.test(read(path))))
    return []
  const other = version.replace(/\d+$/, last => String(Number(last) + 1))
  const file = manifest === 'package.json' ? 'planted-about.js' : 'planted_about.py'
  write(
    file,
    manifest === 'package.json'
      ? `const VERSION = '${other}'\nmodule.exports = { VERSION }\n`
      : `__version__ = "${other}"\n`,
  )
  return [{ kind: 'version', ends: [file, manifest, other, version] }]
}
