import { createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { selfSigned } from '@apsis/tools/services/certificates.ts'

/**
 * Returns the server's reply to a command; undefined: the usual reply. `DROP` drops the connection, `TAKE AND DROP` drops it after a mail was
 * accepted and before the reply, and `TAKE AND HOLD` delays that reply until somebody calls a function in `held`.
 */
export type Reply = (
  command: string,
  state: { readonly isSecure: boolean; readonly isSignedIn: boolean; readonly to: string; readonly data?: string },
) => string | undefined

export type TakenMail = {
  readonly from: string
  readonly to: string
  readonly data: string
  readonly isSecure: boolean
}

export type TestSmtp = {
  readonly port: number
  /** The certificate that clients must trust. */
  readonly cert: string
  readonly mails: TakenMail[]
  /** Every command that was received, without secrets. */
  readonly commands: string[]
  /** Additional extensions that the server announces. */
  extensions: string[]
  /** Each function sends a delayed reply for an accepted mail. */
  readonly held: (() => void)[]
  reply: Reply
  close(): Promise<void>
}

const USUAL: Reply = () => undefined

/** A mail server for one user that supports SMTP (RFC 5321) with STARTTLS (RFC 3207) and AUTH PLAIN (RFC 4954). */
export async function startTestSmtp({ user, password }: { user: string; password: string }): Promise<TestSmtp> {
  const { key, cert } = selfSigned()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    talk(socket, false)
  })
  const smtp: TestSmtp = {
    port: 0,
    cert,
    mails: [],
    commands: [],
    extensions: [],
    held: [],
    reply: USUAL,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }

  function talk(socket: Socket, isSecure: boolean): void {
    const say = (line: string) => socket.write(`${line}\r\n`)
    let [from, to, buffer] = ['', '', '']
    let isSignedIn = false
    let isData = false
    const run = (line: string) => {
      const command = line.split(' ')[0]?.toUpperCase() ?? ''
      smtp.commands.push(command === 'AUTH' ? 'AUTH' : line)
      const other = smtp.reply(line, { isSecure, isSignedIn, to })
      if (other === 'DROP') return socket.destroy()
      if (other !== undefined) return say(other)
      if (command === 'EHLO')
        return say(
          [
            '250-test',
            isSecure ? '250-AUTH PLAIN' : '250-STARTTLS',
            ...smtp.extensions.map((one) => `250-${one}`),
            '250 8BITMIME',
          ].join('\r\n'),
        )
      if (command === 'STARTTLS') {
        say('220 go on')
        socket.removeAllListeners('data')
        const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ key, cert }) })
        secure.on('error', () => undefined)
        return talk(secure, true)
      }
      if (command === 'AUTH') {
        const [, name, secret] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
          .toString('utf8')
          .split('\0')
        isSignedIn = name === user && secret === password
        return say(isSignedIn ? '235 2.7.0 accepted' : '535 5.7.8 credentials invalid')
      }
      if (command === 'QUIT') return void socket.end('221 bye\r\n')
      if (!isSignedIn) return say('530 5.7.0 sign in first')
      if (command === 'MAIL') from = line
      if (command === 'RCPT') to = line
      if (command === 'DATA') isData = true
      return say(command === 'DATA' ? '354 go on' : '250 2.1.0 ok')
    }
    const read = (piece: Buffer) => {
      buffer += piece.toString('latin1')
      for (;;) {
        const end = isData ? '\r\n.\r\n' : '\r\n'
        const at = buffer.indexOf(end)
        if (at < 0) return
        const text = buffer.slice(0, at)
        buffer = buffer.slice(at + end.length)
        if (!isData) {
          run(text)
          continue
        }
        isData = false
        const data = Buffer.from(text, 'latin1').toString('utf8')
        const other = smtp.reply('.', { isSecure, isSignedIn, to, data })
        if (other === 'DROP') return socket.destroy()
        // A mail counts as accepted if its end was answered with 250, or would have been.
        if (other === undefined || other.startsWith('TAKE')) smtp.mails.push({ from, to, data, isSecure })
        if (other === 'TAKE AND DROP') return socket.destroy()
        const taken = '250 2.0.0 queued as 4711'
        if (other === 'TAKE AND HOLD') smtp.held.push(() => say(taken))
        else say(other ?? taken)
      }
    }
    socket.on('data', read)
    if (!isSecure) say('220 test ESMTP')
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return Object.assign(smtp, { port: typeof address === 'object' && address !== null ? address.port : 0 })
}
