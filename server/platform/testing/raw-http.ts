import { connect, type Socket } from 'node:net'
import { isBusy, untilServed } from './served.ts'

export type RawAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** This is long enough for a busy machine. It is a time limit for tests that hang, and measures nothing. */
const LONG_MS = 150_000

/** Sends raw bytes, which no HTTP client would send, and reads the first answer of a server that is not overloaded. */
export function sendRaw(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  return untilServed(
    async () => parseAnswer(await exchange(port, (socket) => socket.write(bytes))),
    ({ status, body }) => isBusy(status, body),
  )
}

/** Sends bytes like sendRaw(), and then closes the sender's side. */
export async function sendCut(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  return parseAnswer(await exchange(port, (socket) => socket.end(bytes)))
}

/** Returns a request as text. The connection is closed after it, so that the answer ends. */
export function rawRequest(line: string, headers: Readonly<Record<string, string>> = {}, body = ''): string {
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(([n, v]) => `${n}: ${v}\r\n`)
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** Returns everything that the server sends as text; a server that cuts off a sender has already sent the reason. */
function exchange(port: number, speak: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect(port, 'localhost', () => speak(socket))
    socket.setTimeout(LONG_MS, () => socket.destroy(new Error('the connection was left open')))
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      heard += text
    })
    socket.on('error', (error) => (heard.includes('\r\n\r\n') ? undefined : reject(error)))
    socket.on('close', () => resolve(heard))
  })
}

function parseAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const raw = rest.join('\r\n\r\n')
  const body = headers['transfer-encoding'] === 'chunked' ? joinChunks(raw) : raw
  return { status: Number(first.split(' ')[1]), headers, body: Buffer.from(body, 'latin1').toString('utf8') }
}

function joinChunks(text: string): string {
  let out = ''
  let at = 0
  for (;;) {
    const end = text.indexOf('\r\n', at)
    const size = Number.parseInt(text.slice(at, end), 16)
    if (!(size > 0)) return out
    out += text.slice(end + 2, end + 2 + size)
    at = end + 2 + size + 2
  }
}
