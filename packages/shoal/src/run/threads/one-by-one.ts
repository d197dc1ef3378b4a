// Values that go to a thread or come from it one by one: as each is asked for, so that neither side holds them all.

type Items<T> = Iterable<T> | AsyncIterable<T>

/** Answers each question with the next of them. */
export function answersFrom<T>(items: Items<T>): () => Promise<IteratorResult<T>> {
  const all = each(items)
  return () => all.next()
}

/** On the other side: what is asked for, up to the last. */
export async function* asked<T>(ask: (question: null) => Promise<unknown>): AsyncGenerator<T> {
  for (;;) {
    const next = (await ask(null)) as IteratorResult<T>
    if (next.done) return
    yield next.value
  }
}

/** What `work` tells, as it is taken. It goes on only when what it told was taken. */
export async function* told<T>(work: (tell: (item: T) => Promise<void>) => Promise<unknown>): AsyncGenerator<T> {
  const { readable, writable } = new TransformStream<T, T>()
  const writer = writable.getWriter()
  work(item => writer.write(item)).then(
    () => writer.close(),
    error => writer.abort(error),
  )
  yield* readable
}

async function* each<T>(items: Items<T>): AsyncGenerator<T> {
  yield* items
}
