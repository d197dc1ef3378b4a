import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTrace } from '../../../src/text/stack-trace/read-trace.ts'

const TRACES: Record<
  string,
  { text: string; class: string; message: string; root: [string, string | null, number | null]; outer?: string[] }
> = {
  'Java, caused by': {
    text: `Request failed
java.lang.RuntimeException: outer
\tat com.acme.web.Handler.handle(Handler.java:31)
\tat java.base/java.lang.Thread.run(Thread.java:840)
Caused by: java.net.SocketTimeoutException: Read timed out
\tat java.base/java.net.SocketInputStream.socketRead0(Native Method)
\tat com.acme.net.Client.read(Client.java:77)
\t... 12 more`,
    class: 'java.net.SocketTimeoutException',
    message: 'Read timed out',
    root: ['com.acme.net.Client.read', 'Client.java', 77],
    outer: ['java.lang.RuntimeException'],
  },
  'Java, thread death': {
    text: `Exception in thread "main" java.lang.NullPointerException
\tat Main.main(Main.java:5)`,
    class: 'java.lang.NullPointerException',
    message: '',
    root: ['Main.main', 'Main.java', 5],
  },
  Python: {
    text: `charge failed
Traceback (most recent call last):
  File "service.py", line 88, in charge
    response = self.gateway.post("/charge")
  File "/usr/lib/python3.11/http/client.py", line 41, in post
    raise GatewayTimeout(path)
gateway.GatewayTimeout: /charge`,
    class: 'gateway.GatewayTimeout',
    message: '/charge',
    root: ['charge', 'service.py', 88],
  },
  'Python, during handling': {
    text: `x
Traceback (most recent call last):
  File "a.py", line 1, in f
    d["x"]
KeyError: 'x'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "b.py", line 9, in g
    raise ValueError("bad")
ValueError: bad`,
    class: 'KeyError',
    message: "'x'",
    root: ['f', 'a.py', 1],
    outer: ['ValueError'],
  },
  Node: {
    text: `TypeError: Cannot read properties of undefined (reading 'id')
    at JSON.parse (<anonymous>)
    at getUser (/srv/app/src/users.js:14:22)
    at async handler (file:///srv/app/src/server.js:40:5)
    at Layer.handle [as handle_request] (/srv/node_modules/express/lib/router/layer.js:95:5)
    at node:internal/process/task_queues:95:5`,
    class: 'TypeError',
    message: "Cannot read properties of undefined (reading 'id')",
    root: ['getUser', '/srv/app/src/users.js', 14],
  },
  'Go panic': {
    text: `panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.pick(...)
\t/home/u/app/main.go:12
main.(*Server).serve(0xc000012345, 0x1)
\t/home/u/app/server.go:40 +0x1d
created by main.main
\t/home/u/app/main.go:30 +0x55`,
    class: 'panic',
    message: 'runtime error: index out of range [5] with length 3',
    root: ['main.pick', '/home/u/app/main.go', 12],
  },
  Ruby: {
    text: `app/models/user.rb:12:in \`find': undefined method \`name' for nil:NilClass (NoMethodError)
\tfrom app/controllers/users.rb:8:in \`show'
\tfrom /usr/lib/ruby/gems/3.0/gems/rack/x.rb:1:in \`call'`,
    class: 'NoMethodError',
    message: "undefined method `name' for nil:NilClass",
    root: ['find', 'app/models/user.rb', 12],
  },
  'C#, inner exception': {
    text: `Unhandled exception. System.InvalidOperationException: outer ---> System.ArgumentNullException: Value cannot be null.
   at System.String.Concat(String a)
   at Acme.Store.Load(String id) in C:\\src\\Store.cs:line 42
   --- End of inner exception stack trace ---
   at Acme.Program.Main(String[] args) in C:\\src\\Program.cs:line 9`,
    class: 'System.ArgumentNullException',
    message: 'Value cannot be null.',
    root: ['Acme.Store.Load(String id)', 'C:\\src\\Store.cs', 42],
    outer: ['System.InvalidOperationException'],
  },
  Rust: {
    text: `thread 'main' panicked at src/main.rs:4:5:
index out of bounds: the len is 3 but the index is 99
stack backtrace:
   0: rust_begin_unwind
             at /rustc/abc/library/std/src/panicking.rs:645:5
   1: app::pick
             at ./src/main.rs:4:5`,
    class: 'panic',
    message: 'index out of bounds: the len is 3 but the index is 99',
    root: ['panic', 'src/main.rs', 4],
  },
  'Rust before 1.73': {
    text: `thread 'worker' panicked at 'boom', src/lib.rs:7:9
note: run with \`RUST_BACKTRACE=1\``,
    class: 'panic',
    message: 'boom',
    root: ['panic', 'src/lib.rs', 7],
  },
  PHP: {
    text: `PHP Fatal error:  Uncaught RuntimeException: no such order in /var/www/app/src/Orders.php:55
Stack trace:
#0 /var/www/app/index.php(12): Orders->find('17')
#1 {main}
  thrown in /var/www/app/src/Orders.php on line 55`,
    class: 'RuntimeException',
    message: 'no such order',
    root: ['{raised}', '/var/www/app/src/Orders.php', 55],
  },
}

describe('readTrace', () => {
  it.each(Object.entries(TRACES))('reads %s', (_, { text, class: errorClass, message, root, outer = [] }) => {
    const trace = readTrace(text.split('\n'))!
    expect(trace.errorClass).toBe(errorClass)
    expect(trace.message).toBe(message)
    expect([trace.root.function, trace.root.file, trace.root.line]).toEqual(root)
    expect(trace.outer).toEqual(outer)
  })

  it('finds none where there are no frames', () => {
    for (const text of ['', 'hello\n  world: 12\n  at the end of the day', 'ValueError: bad', '#1 priority\n- a (b)'])
      expect(readTrace(text.split('\n')), text).toBeNull()
  })

  it('says on which line a frame stands', () => {
    const trace = readTrace(TRACES.Python!.text.split('\n'))!
    expect(trace.frames.map(({ at }) => at)).toEqual([4, 2])
  })

  it('never throws, and is fast on hostile lines', () => {
    const piece = fc.constantFrom(
      ...Object.values(TRACES).flatMap(({ text }) => text.split('\n')),
      'at (((((((',
      'at a.b(',
      'Caused by: ',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), lines => {
        const trace = readTrace(lines)
        if (trace) expect(trace.frames).toContainEqual(trace.root)
      }),
    )
  })
})
