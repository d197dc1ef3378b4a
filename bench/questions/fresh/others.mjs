// An access log, a service log, JSON events, settings of three environments, a code tree, documents.
import { at, draws, isoDay, isoSecond, pad } from '../data/random.mjs'
import { asking, counts, groups, mean, most, quantile, share, sum } from './asking.mjs'

export function website() {
  const d = draws('website-fresh')
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May']
  let time = at(2024, 5, 6)
  const rows = Array.from({ length: 1500 }, () => {
    time += d.int(10, 170) * 1000
    const path = d.weighted({
      '/': 6,
      '/recipes': 5,
      '/search': 4,
      '/login': 2,
      '/api/save': 2,
      '/img/logo.png': 3,
      '/old-page': 1,
    })
    const status =
      path === '/old-page'
        ? 404
        : path === '/api/save' && d.chance(0.15)
          ? 503
          : path === '/login' && d.chance(0.3)
            ? 401
            : d.chance(0.03)
              ? 304
              : 200
    return {
      time,
      ip: d.weighted({ '192.0.2.10': 3, '192.0.2.44': 1, '198.51.100.7': 6, '198.51.100.9': 2, '203.0.113.5': 4 }),
      method: path === '/api/save' || path === '/login' ? 'POST' : 'GET',
      path,
      status,
      bytes: status === 304 ? 0 : d.int(200, 40000),
      agent: d.pick([
        'Mozilla/5.0 (X11; Linux x86_64) Firefox/125.0',
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Safari/604.1',
        'curl/8.5.0',
      ]),
    }
  })
  const line = r => {
    const t = new Date(r.time)
    return `${r.ip} - - [${pad(t.getUTCDate(), 2)}/${months[t.getUTCMonth()]}/${t.getUTCFullYear()}:${isoSecond(r.time).slice(11)} +0000] "${r.method} ${r.path} HTTP/1.1" ${r.status} ${r.bytes} "-" "${r.agent}"`
  }
  const files = { 'website/access.log': `${rows.map(line).join('\n')}\n` }
  const q = asking('website', 'log')
  q.value('log-field', 'How many requests failed?', 0)
  q.questions.at(-1).expect = {
    any: [{ value: rows.filter(r => r.status >= 400).length }, { value: rows.filter(r => r.status >= 500).length }],
  }
  q.value(
    'log-field',
    'which visitor sent the most requests',
    most(rows, r => r.ip),
  )
  q.rows(
    'log-field',
    'hits per page',
    counts(rows, r => r.path),
  )
  q.value(
    'filter',
    'how many logins were rejected with 401?',
    rows.filter(r => r.path === '/login' && r.status === 401).length,
  )
  q.value(
    'share',
    'error rate of /api/save',
    share(
      rows.filter(r => r.path === '/api/save' && r.status >= 400),
      rows.filter(r => r.path === '/api/save'),
    ),
    { percent: true },
  )
  q.value('superlative', 'what page gives the most 404s', '/old-page')
  q.value(
    'sum',
    'how much data was sent for the logo',
    sum(rows.filter(r => r.path === '/img/logo.png').map(r => r.bytes)),
  )
  q.rows(
    'log-field',
    'requests by method',
    counts(rows, r => r.method),
  )
  q.rows(
    'dates',
    'requests per day',
    groups(rows, r => isoDay(r.time)).map(([k, l]) => [k, l.length]),
  )
  q.value(
    'distinct',
    'how many unique visitors used curl',
    new Set(rows.filter(r => r.agent.startsWith('curl')).map(r => r.ip)).size,
  )
  q.value(
    'filter',
    'how many GET requests came from 203.0.113.5?',
    rows.filter(r => r.method === 'GET' && r.ip === '203.0.113.5').length,
  )
  q.refuse('how long did the requests take on average?', 'no durations')
  q.value(
    'first-last',
    'when was the last 503?',
    isoSecond(Math.max(...rows.filter(r => r.status === 503).map(r => r.time))),
  )
  q.refuse('which country do the visitors come from', 'no country')
  return { files, questions: q.questions }
}

export function service() {
  const d = draws('service-fresh-2')
  const lines = []
  let time = at(2024, 9, 3, 6)
  const put = (level, who, text, wait = d.int(5, 40)) => {
    lines.push({ time, level, who, text })
    time += wait * 1000
  }
  const hosts = ['print-01', 'print-02', 'print-03']
  put('INFO', 'print-01', 'spooler started version=4.2.0 workers=8')
  const jobs = (n, broken) => {
    for (let i = 0; i < n; i++) {
      const host = d.pick(hosts)
      const id = d.int(10000, 99999)
      if (broken && d.chance(0.35))
        put('ERROR', host, `job ${id} timed out after 30 s printer=${d.pick(['lp3', 'lp7'])}`)
      else if (d.chance(0.05))
        put('WARN', host, `toner low printer=${d.pick(['lp1', 'lp3', 'lp7'])} level=${d.int(3, 15)}`)
      else
        put(
          'INFO',
          host,
          `job ${id} done pages=${d.int(1, 60)} ms=${d.int(200, 5200)} user=${d.pick(['kim', 'ola', 'raj', 'zoe'])}`,
        )
    }
  }
  jobs(150)
  put('INFO', 'print-02', 'config reloaded queue_timeout=30')
  const _from = lines.length
  jobs(80, true)
  const to = lines.length
  put('INFO', 'print-02', 'spooler stopped')
  const down = time - 0
  time = down + 240_000
  put('INFO', 'print-02', 'spooler started version=4.2.1 workers=8')
  jobs(140)
  const files = {
    'service/spooler.log': `${lines.map(l => `${isoSecond(l.time)}Z ${l.level} [${l.who}] ${l.text}`).join('\n')}\n`,
  }
  const q = asking('service', 'log')
  const errors = lines.filter(l => l.level === 'ERROR')
  const done = lines.filter(l => l.text.includes(' done '))
  const field = (l, name) => new RegExp(`${name}=(\\S+)`).exec(l.text)?.[1]
  q.value('log-field', 'how many jobs timed out?', errors.length)
  q.value(
    'log-field',
    'which host has the most errors',
    most(errors, l => l.who),
  )
  q.value('first-last', 'When did the first timeout happen?', isoSecond(errors[0].time))
  q.value('first-last', 'when was the last error', isoSecond(errors.at(-1).time))
  q.rows(
    'log-field',
    'timeouts per printer',
    counts(errors, l => field(l, 'printer')),
  )
  q.value(
    'sum',
    'how many pages did kim print',
    sum(done.filter(l => field(l, 'user') === 'kim').map(l => Number(field(l, 'pages')))),
  )
  q.value(
    'quantile',
    'p95 of ms',
    quantile(
      done.map(l => Number(field(l, 'ms'))),
      0.95,
    ),
  )
  q.value(
    'superlative',
    'which user printed the most pages?',
    most(
      done,
      l => field(l, 'user'),
      l => sum(l.map(x => Number(field(x, 'pages')))),
    ),
  )
  q.rows(
    'log-field',
    'entries per level',
    counts(lines, l => l.level),
  )
  q.value('duration', 'how long was the spooler down', (lines[to + 1].time - lines[to].time) / 1000, {
    unit: 'seconds',
  })
  q.value(
    'count',
    'how many toner warnings are there for lp3?',
    lines.filter(l => l.level === 'WARN' && field(l, 'printer') === 'lp3').length,
  )
  q.refuse('how many jobs were printed in colour', 'no colour')
  q.value(
    'before-after',
    'were there any errors after version 4.2.1 was started? how many',
    errors.filter(l => l.time > lines[to + 1].time).length,
  )
  q.contains('before-after', 'what happened just before the timeouts began?', 'config reloaded')
  return { files, questions: q.questions }
}

export function events() {
  const d = draws('events-fresh')
  const rows = Array.from({ length: 400 }, (_, i) => {
    const type = d.weighted({ view: 6, play: 4, purchase: 2, refund: 0.5 })
    return {
      id: `e${i + 1}`,
      type,
      at: `${isoSecond(at(2024, 4, 1) + i * 3_900_000)}Z`,
      user: {
        id: `u${d.int(1, 60)}`,
        country: d.weighted({ DE: 4, FR: 3, PL: 2 }),
        plan: d.weighted({ free: 6, basic: 3, gold: 1 }),
      },
      device: d.pick(['phone', 'tv', 'tablet']),
      ...(type === 'play' ? { minutes: d.int(1, 140) } : {}),
      ...(type === 'purchase' || type === 'refund' ? { amount: d.int(3, 40) + 0.99 } : {}),
      titles:
        type === 'purchase' ? Array.from({ length: d.int(1, 3) }, () => d.pick(['Nightfall', 'Harbour', 'Orbit'])) : [],
    }
  })
  const files = { 'events/events.json': JSON.stringify(rows, null, 1) }
  const q = asking('events', 'json')
  const of = type => rows.filter(r => r.type === type)
  q.rows(
    'group',
    'events by type',
    counts(rows, r => r.type),
  )
  q.value('filter', 'how many purchases were made on a phone?', of('purchase').filter(r => r.device === 'phone').length)
  q.value('sum', 'total amount of purchases from Poland', 0)
  q.questions.at(-1).expect = {
    any: [
      {
        value: sum(
          of('purchase')
            .filter(r => r.user.country === 'PL')
            .map(r => r.amount),
        ),
      },
      { refuse: 'PL need not be known as Poland' },
    ],
  }
  q.value(
    'sum',
    'revenue from purchases in DE',
    sum(
      of('purchase')
        .filter(r => r.user.country === 'DE')
        .map(r => r.amount),
    ),
  )
  q.value(
    'distinct',
    'how many users are on the gold plan',
    new Set(rows.filter(r => r.user.plan === 'gold').map(r => r.user.id)).size,
  )
  q.rows(
    'mean',
    'average minutes played per plan',
    groups(of('play'), r => r.user.plan).map(([k, l]) => [k, mean(l.map(r => r.minutes))]),
  )
  q.value(
    'superlative',
    'Which country watches the most minutes?',
    most(
      of('play'),
      r => r.user.country,
      l => sum(l.map(r => r.minutes)),
    ),
  )
  q.rows('elliptic', 'purchase vs refund', [
    ['purchase', of('purchase').length],
    ['refund', of('refund').length],
  ])
  q.rows(
    'list',
    'how often was each title bought',
    counts(
      rows.flatMap(r => r.titles),
      t => t,
    ),
  )
  q.value('count', 'number of refunds in April', of('refund').filter(r => r.at.startsWith('2024-04')).length)
  q.value('superlative', 'longest play', Math.max(...of('play').map(r => r.minutes)))
  q.refuse('what is the average age of the users?', 'no age')
  q.value('rate', 'refunds as a share of purchases', (100 * of('refund').length) / of('purchase').length, {
    percent: true,
  })
  return { files, questions: q.questions }
}

export function settings() {
  const files = {
    'settings/config/dev.yaml':
      'server:\n  port: 8080\n  workers: 2\ndatabase:\n  host: localhost\n  pool_size: 5\n  timeout_s: 30\ncache:\n  enabled: false\n  ttl_s: 60\nlog_level: debug\nmail:\n  sender: dev@example.org\n',
    'settings/config/staging.yaml':
      'server:\n  port: 8080\n  workers: 4\ndatabase:\n  host: db.staging.example.org\n  pool_size: 10\n  timeout_s: 30\ncache:\n  enabled: true\n  ttl_s: 60\nlog_level: info\nmail:\n  sender: noreply@example.org\n',
    'settings/config/prod.yaml':
      'server:\n  port: 80\n  workers: 16\ndatabase:\n  host: db.example.org\n  pool_size: 40\n  timeout_s: 10\ncache:\n  enabled: true\n  ttl_s: 900\nlog_level: warning\nmail:\n  sender: noreply@example.org\n',
    'settings/worker.ini':
      '[queue]\nname = uploads\nmax_retries = 5\nretry_delay_s = 20\n\n[storage]\nbucket = media-archive\nregion = eu-west-3\n',
    'settings/.env': 'APP_NAME=gallery\nSESSION_TTL=3600\nFEATURE_RESIZE=true\nMAX_UPLOAD_MB=25\n',
    'settings/compose.yaml':
      'services:\n  web:\n    image: gallery:1.8.2\n    ports:\n      - "80:80"\n  redis:\n    image: redis:7.2\n',
  }
  const q = asking('settings', 'settings')
  const c = file => `settings/config/${file}.yaml`
  q.value('settings', 'what port does the server use in production?', '80')
  q.rows('settings', 'which environments have the cache switched on', [
    [['staging.yaml', 'config/staging.yaml', 'settings/config/staging.yaml', 'staging']],
    [['prod.yaml', 'config/prod.yaml', 'settings/config/prod.yaml', 'prod']],
  ])
  q.questions.at(-1).expect = {
    any: [
      q.questions.at(-1).expect,
      {
        places: [
          { path: c('staging'), line: 9 },
          { path: c('prod'), line: 9 },
        ],
      },
    ],
  }
  q.value('settings', 'How often is a failed upload retried?', '5')
  q.places('settings', 'which file sets the bucket?', [{ path: 'settings/worker.ini', line: 7 }])
  q.value('settings', 'what is the database pool size on staging', '10')
  q.contains('settings', 'which settings differ between staging and prod?', 'port', 'workers')
  q.value('settings', 'what version of redis do we run', 'redis:7.2')
  q.value('settings', 'how large may an upload be?', '25')
  q.refuse('what is the smtp password?', 'no password')
  q.rows('settings', 'pool_size in each file', [['5'], ['10'], ['40']])
  q.value('settings', 'Where is the media stored? which region', 'eu-west-3')
  q.contains('settings', 'is the log level the same in dev and prod?', 'debug', 'warning')
  q.refuse('how many replicas of the web service are configured', 'no replicas')
  q.value('settings', 'session lifetime', '3600')
  return { files, questions: q.questions }
}

export function code() {
  const files = {
    'code/stock/__init__.py': '"""Stock keeping for a small shop."""\n',
    'code/stock/models.py':
      '"""Things that are kept."""\nfrom dataclasses import dataclass\n\n\nclass OutOfStock(Exception):\n    """Raised when there is not enough."""\n\n\n@dataclass\nclass Item:\n    code: str\n    amount: int\n    price: float\n\n    def value(self):\n        return self.amount * self.price\n\n\ndef parse_item(line):\n    code, amount, price = line.split(";")\n    return Item(code, int(amount), float(price))\n',
    'code/stock/shelf.py':
      '"""A shelf of items."""\nfrom stock.models import Item, OutOfStock, parse_item\n\nMAX_ITEMS = 500\n\n\nclass Shelf:\n    def __init__(self):\n        self.items = {}\n\n    def put(self, item):\n        if len(self.items) >= MAX_ITEMS:\n            raise ValueError("shelf is full")\n        self.items[item.code] = item\n\n    def take(self, code, amount):\n        item = self.items[code]\n        if item.amount < amount:\n            raise OutOfStock(code)\n        item.amount -= amount\n        return item\n\n\ndef load_shelf(path):\n    shelf = Shelf()\n    with open(path) as file:\n        for line in file:\n            shelf.put(parse_item(line))\n    return shelf\n',
    'code/stock/report.py':
      '"""Reports."""\nimport json\n\nfrom stock.shelf import load_shelf\n\n\ndef total_value(shelf):\n    return sum(item.value() for item in shelf.items.values())\n\n\ndef write_report(path, out):\n    shelf = load_shelf(path)\n    with open(out, "w") as file:\n        json.dump({"total": total_value(shelf)}, file)\n',
    'code/stock/legacy.py':
      '"""Not used any more."""\nimport json\n\n\ndef old_export(shelf):\n    # TODO remove after the next inventory\n    return json.dumps(list(shelf.items))\n',
    'code/main.py':
      '"""The command line."""\nimport sys\n\nfrom stock.models import OutOfStock\nfrom stock.report import write_report\nfrom stock.shelf import load_shelf\n\n\ndef main():\n    try:\n        write_report(sys.argv[1], sys.argv[2])\n        load_shelf(sys.argv[1]).take(sys.argv[3], 1)\n    except OutOfStock as problem:\n        print("not enough", problem)\n\n\nif __name__ == "__main__":\n    main()\n',
    'code/tests/test_shelf.py':
      'from stock.models import Item\nfrom stock.shelf import Shelf\n\n\ndef test_put_and_take():\n    shelf = Shelf()\n    shelf.put(Item("a", 3, 2.0))\n    assert shelf.take("a", 1).amount == 2\n',
  }
  const q = asking('code', 'code')
  const p = (path, line) => ({ path: `code/${path}`, line })
  q.places('code', 'Where is parse_item defined?', [p('stock/models.py', 19)])
  q.places('code', 'who calls load_shelf', [p('stock/report.py', 12), p('main.py', 12)], {
    also: [p('stock/report.py', 4), p('main.py', 6)],
  })
  q.places('code', 'where is OutOfStock raised?', [p('stock/shelf.py', 19)])
  q.places('code', 'where do we catch OutOfStock', [p('main.py', 13)])
  q.contains('code', 'which modules are never imported?', 'legacy')
  q.rows('code', 'which files import json', [
    [['report.py', 'stock/report.py', 'code/stock/report.py']],
    [['legacy.py', 'stock/legacy.py', 'code/stock/legacy.py']],
  ])
  q.questions.at(-1).expect = {
    any: [q.questions.at(-1).expect, { places: [p('stock/report.py', 2), p('stock/legacy.py', 2)] }],
  }
  q.value('code', 'how many classes are there?', 3)
  q.value('code', 'what is the maximum number of items on a shelf', '500')
  q.places('code', 'show me the TODOs', [p('stock/legacy.py', 6)])
  q.contains('code', 'which functions are never called?', 'old_export')
  q.value('code', 'which file has the most functions', ['stock/shelf.py', 'code/stock/shelf.py', 'stock/models.py'])
  q.questions.at(-1).expect = { value: ['shelf.py', 'stock/shelf.py', 'code/stock/shelf.py'] }
  q.refuse('where is the user password checked?', 'no passwords')
  q.places('code', 'what methods does Shelf have', [
    p('stock/shelf.py', 8),
    p('stock/shelf.py', 11),
    p('stock/shelf.py', 16),
  ])
  q.places('code', 'which tests use Shelf?', [p('tests/test_shelf.py', 6)], {
    also: [p('tests/test_shelf.py', 2), p('tests/test_shelf.py', 5)],
  })
  return { files, questions: q.questions }
}

export function centre() {
  const files = {
    'centre/rooms.md':
      '# Rooms\n\n## Great hall\n\nThe great hall holds 180 people. It is rented for 45 euros an hour, weekends 60 euros an hour.\n\n## Studio\n\nThe studio has a sprung floor and mirrors. At most 25 dancers may use it at a time.\n\n## Kitchen\n\nThe kitchen may be used until 22:00. Whoever uses it cleans it the same day.\n',
    'centre/membership.md':
      '# Membership\n\nMembers pay 36 euros a year; students and pensioners pay half.\n\nA membership ends when notice is given by the end of November.\n\n## Board\n\n| office | name |\n|---|---|\n| chair | Rosa Quinn |\n| treasurer | Nils Olsen |\n| secretary | Tina Costa |\n',
    'centre/house-rules.md':
      '# House rules\n\nDogs are not allowed, except guide dogs.\n\nSmoking is forbidden in all rooms and on the balcony.\n\n## Keys\n\nKeys are handed out by the caretaker, Viktor Dahl, on weekdays between 8 and 10. A lost key costs 80 euros.\n\n## Heating\n\nThe heating is lowered to 17 degrees at night.\n',
    'centre/minutes-2024-03.md':
      '# Minutes of March 2024\n\nPresent: Rosa Quinn, Nils Olsen, Tina Costa, Viktor Dahl.\n\n- It was decided to replace the piano. Nils Olsen asks for three offers by 15 May.\n- The summer festival takes place on 22 June.\n- The roof repair cost 12,400 euros, 1,900 more than planned.\n',
  }
  const q = asking('centre', 'text')
  q.contains('passages', 'How many people fit into the great hall?', '180')
  q.contains('passages', 'what does it cost to rent the hall at the weekend', '60 euros')
  q.contains('passages', 'Who is the treasurer?', 'Nils Olsen')
  q.contains('passages', 'am I allowed to bring my dog', 'guide dogs')
  q.contains('passages', 'how much is the membership fee for students?', 'half')
  q.contains('passages', 'when is the summer festival', '22 June')
  q.contains('passages', 'what happens if I lose a key', '80 euros')
  q.contains('passages', 'how much did the roof repair cost', '12,400')
  q.contains('passages', 'until when can we use the kitchen', '22:00')
  q.contains('passages', 'who hands out the keys?', 'Viktor Dahl')
  q.refuse('what is the wifi password', 'nothing about wifi')
  q.refuse('Is there parking for bicycles?', 'nothing about bicycles')
  q.contains('passages', 'by when do I have to give notice', 'November')
  q.contains('passages', 'what was decided about the piano?', 'replace the piano')
  return { files, questions: q.questions }
}
