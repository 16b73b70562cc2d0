/** Follows the event stream and reconnects with the last id, as a browser does. */
import { get, type IncomingMessage } from 'node:http'

export type SeenEvent = { readonly id: number; readonly type: string; readonly data: Record<string, unknown> }

export type Follower = {
  /** All received events of all connections, in the order of arrival. */
  readonly seen: readonly SeenEvent[]
  /** Returns the number of connections so far. */
  readonly connections: () => number
  /** Resolves with the first event, already received or not, for which this returns true. */
  first(wanted: (event: SeenEvent) => boolean): Promise<SeenEvent>
  close(): void
}

export type FollowOptions = {
  /** Returns the address for the next connection; `attempt` is the number of earlier ones. */
  readonly origin: (attempt: number) => string
  readonly token: () => Promise<string>
  /** The position after which the stream starts; undefined: it starts now. */
  readonly after?: number
  readonly onEvent?: (event: SeenEvent) => void
}

const PAUSE_MS = 100

/** Follows the stream until it is closed, over as many connections as needed. */
export function followEvents({ origin, token, after, onEvent }: FollowOptions): Follower {
  const seen: SeenEvent[] = []
  const watchers = new Set<(event: SeenEvent) => void>()
  let position = after
  let attempts = 0
  let closed = false
  let response: IncomingMessage | undefined

  const receive = (event: SeenEvent) => {
    seen.push(event)
    onEvent?.(event)
    for (const watch of watchers) watch(event)
  }
  const again = () => {
    if (!closed) setTimeout(() => void connect(), PAUSE_MS)
  }
  const connect = async (): Promise<void> => {
    const headers: Record<string, string> = { authorization: `Bearer ${await token()}` }
    if (position !== undefined) headers['last-event-id'] = String(position)
    const request = get(`${origin(attempts)}/api/v1/events`, { headers, agent: false })
    attempts += 1
    request.on('error', again)
    request.on('response', (answer) => {
      request.off('error', again)
      request.on('error', () => undefined)
      response = answer
      if (closed) answer.destroy()
      const read = blockReader((block) => {
        if (block.id !== undefined) position = block.id
        if (block.data !== undefined)
          receive({ id: position ?? 0, type: block.type, data: JSON.parse(block.data) as SeenEvent['data'] })
      })
      answer.setEncoding('utf8')
      answer.on('data', (text: string) => answer.statusCode === 200 && read(text))
      answer.on('error', () => undefined)
      answer.on('close', again)
    })
  }
  void connect()

  return {
    seen,
    connections: () => attempts,
    async first(wanted) {
      const found = seen.find(wanted)
      if (found) return found
      return new Promise((resolve) => {
        const watch = (event: SeenEvent) => {
          if (!wanted(event)) return
          watchers.delete(watch)
          resolve(event)
        }
        watchers.add(watch)
      })
    },
    close() {
      closed = true
      response?.destroy()
    },
  }
}

type Block = { readonly id: number | undefined; readonly type: string; readonly data: string | undefined }

/** Splits the stream into its blocks. Only complete blocks are used, so that a dropped connection never advances the position. */
function blockReader(onBlock: (block: Block) => void): (text: string) => void {
  let rest = ''
  return (text) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.split(': ')[0] ?? '', line.split(': ').slice(1).join(': ')]),
      )
      const id = fields.get('id')
      onBlock({
        id: id === undefined ? undefined : Number(id),
        type: fields.get('event') ?? '',
        data: fields.get('data'),
      })
    }
  }
}
