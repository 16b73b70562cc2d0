import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { formatCdm } from '@apsis/ccsds/cdm/format-cdm.ts'

/** The behaviour of the server: normal, or one of its faults. */
export type Mood =
  | 'good'
  | 'throttled'
  | 'throttled-as-data'
  | 'too-many'
  | 'down'
  | 'page'
  | 'cut-off'
  | 'half-json'
  | 'endless'
  | 'elsewhere'
  | 'logged-out'
  | 'forbidden'
  | 'suspended'

export type SpaceTrackServer = {
  readonly url: string
  mood: Mood
  password: string
  /** The messages of the server, as KVN. */
  readonly messages: string[]
  /** Every request so far: method and decoded path. */
  readonly requests: string[]
  logins: number
  close(): Promise<void>
}

const THROTTLED = "You've violated your query rate limit. Please refer to our Acceptable Use guidelines"

/** Starts a server with those calls of Space-Track that the connector uses, as its documentation describes them. */
export async function startSpaceTrackServer(user: string): Promise<SpaceTrackServer> {
  const sessions = new Set<string>()
  const server = createServer((request, response) => void answer(request, response))
  const state: SpaceTrackServer = {
    url: '',
    mood: 'good',
    password: 'right',
    messages: [],
    requests: [],
    logins: 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(request.url ?? '')
    state.requests.push(`${request.method} ${path}`)
    const reply = (status: number, body: string, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    if (path === '/ajaxauth/login') {
      const form = new URLSearchParams(await bodyOf(request))
      state.logins += 1
      if (state.mood === 'suspended') return void reply(200, '{"Login":"Failed","Reason":"account suspended"}')
      if (form.get('identity') !== user || form.get('password') !== state.password)
        return void reply(200, '{"Login":"Failed"}')
      const session = `chocolatechip=${state.logins}`
      sessions.add(session)
      return void reply(200, '""', { 'set-cookie': `${session}; path=/; HttpOnly` })
    }
    if (state.mood === 'logged-out') sessions.clear()
    if (!sessions.has(request.headers.cookie ?? '')) {
      if (state.mood === 'logged-out') state.mood = 'good'
      return void reply(401, 'Unauthorized')
    }
    query(path, { response, reply })
  }
  type Replying = {
    response: ServerResponse
    reply: (status: number, body: string, headers?: Record<string, string>) => unknown
  }
  function query(path: string, { response, reply }: Replying): void {
    const data = () => `[${found(path, state.messages).join(',')}]`
    const moods: Record<Mood, () => unknown> = {
      good: () => reply(200, data()),
      'logged-out': () => reply(401, ''),
      suspended: () => reply(401, ''),
      throttled: () => reply(500, THROTTLED, { 'content-type': 'text/html' }),
      'throttled-as-data': () => reply(200, JSON.stringify([{ error: THROTTLED }])),
      'too-many': () => reply(429, '', { 'retry-after': '7200' }),
      down: () => reply(503, 'maintenance', { 'content-type': 'text/plain' }),
      page: () => reply(200, '<!doctype html><title>Scheduled maintenance</title>', { 'content-type': 'text/html' }),
      'cut-off': () => {
        const body = data()
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(body.length) })
        response.write(body.slice(0, body.length / 2), () => response.destroy())
      },
      'half-json': () => reply(200, data().slice(0, -40)),
      endless: () => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const more = () => {
          while (!response.destroyed && response.write(' '.repeat(65_536)));
          response.once('drain', more)
        }
        more()
      },
      elsewhere: () => reply(302, '', { location: 'http://localhost:1/ajaxauth/login' }),
      forbidden: () => reply(403, ''),
    }
    moods[state.mood]()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return Object.assign(state, { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` })
}

/** Returns the messages that match a query of class cdm, in Space-Track's JSON. */
function found(path: string, messages: readonly string[]): string[] {
  const since = /CREATION_DATE\/>([^/]+)/.exec(path)?.[1] ?? ''
  const only = /SAT1_OBJECT_DESIGNATOR\/([^/]+)/.exec(path)?.[1]?.split(',')
  const [, most = 1e9, skipped = 0] = /limit\/(\d+)(?:,(\d+))?/.exec(path) ?? []
  return messages
    .map((text) => {
      const reading = readCdm(text)
      if (!reading.ok) throw new Error(JSON.stringify(reading.errors))
      return { cdm: reading.message, created: /CREATION_DATE\s*=\s*(\S+)/.exec(text)?.[1] ?? '' }
    })
    .filter(({ created }) => created > since)
    .filter(({ cdm }) => only === undefined || only.includes(cdm.objects[0].metadata.objectDesignator))
    .sort((a, b) => a.created.localeCompare(b.created))
    .slice(Number(skipped), Number(skipped) + Number(most))
    .map(({ cdm }) => formatCdm(cdm, { notation: 'JSON' }))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}
