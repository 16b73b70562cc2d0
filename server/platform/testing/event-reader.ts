import type { TestApi } from './test-api.ts'
import type { TestPerson } from './test-issuer.ts'

export type ReadEvent = { readonly id: string; readonly type: string; readonly data: Record<string, unknown> }

export type EventReader = {
  readonly response: Response
  /** Returns the next event; rejects if the stream ends before one arrives. */
  next(): Promise<ReadEvent>
  /** Resolves with the unread events when the server ends the stream. */
  ended(): Promise<ReadEvent[]>
  close(): void
}

/** Opens the event stream as a browser would, and waits until the server has sent the start position. */
export async function followEvents(api: TestApi, who: TestPerson, lastEventId?: string): Promise<EventReader> {
  const stop = new AbortController()
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const response = await api.call(who, 'GET /api/v1/events', { headers, signal: stop.signal })
  const blocks = readBlocks(response)
  const events: ReadEvent[] = []
  const advance = async (): Promise<boolean> => {
    const { value, done } = await blocks.next()
    if (done) return false
    const event = parse(value)
    if (event.type !== '') events.push(event)
    return true
  }
  // The first blocks are the retry interval and the position or a reset.
  await advance()
  await advance()
  return {
    response,
    async next() {
      while (events.length === 0) if (!(await advance())) throw new Error('the stream ended')
      return events.shift() as ReadEvent
    },
    async ended() {
      while (await advance());
      return events
    },
    close: () => stop.abort(),
  }
}

async function* readBlocks(response: Response): AsyncGenerator<string> {
  let rest = ''
  if (response.body === null) return
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split('\n\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
}

function parse(block: string): ReadEvent {
  const field = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? ''
  return { id: field('id'), type: field('event'), data: field('data') === '' ? {} : JSON.parse(field('data')) }
}
