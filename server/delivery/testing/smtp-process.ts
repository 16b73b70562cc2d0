import { startTestSmtp, type TakenMail } from './smtp-server.ts'

/** What the process tells: where it listens, once, and then each mail. */
export type SmtpTold = { readonly port: number; readonly cert: string } | { readonly mail: TakenMail }

const LOOK_EVERY_MS = 100

// A mail server that is a process of its own, for journeys, which know the product from outside alone. Its user and password are
// its arguments; it ends with who started it.
const [, , user = '', password = ''] = process.argv
const smtp = await startTestSmtp({ user, password })
const tell = (told: SmtpTold) => process.send?.(told)
let told = 0
tell({ port: smtp.port, cert: smtp.cert })
setInterval(() => {
  for (const mail of smtp.mails.slice(told)) tell({ mail })
  told = smtp.mails.length
}, LOOK_EVERY_MS)
process.on('disconnect', () => process.exit())
