import { fork } from 'node:child_process'
import { join } from 'node:path'
import { PROJECT_DIR } from '../../product.ts'

export type Mail = { readonly to: string; readonly data: string }
type ServerMessage = { readonly port?: number; readonly cert?: string; readonly mail?: Mail }
export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** Starts a real mail server on this machine, with STARTTLS and a password; `mails` are those that it accepted. */
export async function startMailServer({ user, password }: { readonly user: string; readonly password: string }) {
  const file = join(PROJECT_DIR, 'server', 'delivery', 'testing', 'smtp-process.ts')
  const child = fork(file, [user, password])
  const mails: Mail[] = []
  const { port, cert } = await new Promise<{ readonly port: number; readonly cert: string }>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The mail server ended with exit code ${code}.`)))
    child.on('message', ({ port, cert, mail }: ServerMessage) => {
      if (port !== undefined && cert !== undefined) resolve({ port, cert })
      if (mail !== undefined) mails.push(mail)
    })
  })
  return { port, cert, mails, close: () => child.disconnect() }
}
