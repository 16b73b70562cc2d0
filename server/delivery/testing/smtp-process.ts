import { startTestSmtp, type TakenMail } from './smtp-server.ts'

/** The messages of the process: its port, once, and then each mail. */
export type SmtpOutput = { readonly port: number; readonly cert: string } | { readonly mail: TakenMail }

const LOOK_EVERY_MS = 100

// Runs a mail server as a separate process, for journeys, which use the product only from outside. Its arguments are a user and a password; it ends
// when the process that started it ends.
const [, , user = '', password = ''] = process.argv
const smtp = await startTestSmtp({ user, password })
const tell = (told: SmtpOutput) => process.send?.(told)
let told = 0
tell({ port: smtp.port, cert: smtp.cert })
setInterval(() => {
  for (const mail of smtp.mails.slice(told)) tell({ mail })
  told = smtp.mails.length
}, LOOK_EVERY_MS)
process.on('disconnect', () => process.exit())
