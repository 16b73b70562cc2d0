import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSigned } from '../services/certificates.ts'
import { freePort } from './free-port.ts'

/** A real Postfix, separate from the machine's own: its settings, queue, log and port are its own. */
export type PostfixServer = {
  readonly version: string
  readonly folder: string
  readonly port: number
  /** The certificate that it presents. */
  readonly caFile: string
  start(): void
  /** Makes Postfix read the present contents of `main.cf` and of the tables. */
  reload(): void
  stop(): void
  /** Returns the messages that wait to be delivered, as `postqueue -p` lists them. */
  queue(): string
  /** Tries at once to deliver the waiting messages. */
  flush(): void
  log(): string
  remove(): void
}

/** The services run without chroot, so that the queue needs no copies of the machine's files. */
const masterOf = (port: number) => `
127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
local unix - n n - - local
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`

const mainOf = (folder: string, domain: string) => `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file_prefixes = ${folder}
maillog_file = ${folder}/mail.log
myhostname = mail.${domain}
mydomain = ${domain}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtp_host_lookup = native
smtpd_tls_security_level = may
smtpd_tls_cert_file = ${folder}/certificate.pem
smtpd_tls_key_file = ${folder}/key.pem
smtp_tls_security_level = may
`

/** Prepares a Postfix for a domain; `settings` follow the common ones in its `main.cf`. */
export async function preparePostfix(domain: string, settings: (folder: string) => string): Promise<PostfixServer> {
  if (process.getuid?.() !== 0) throw new Error('Postfix changes to the accounts of its services: run this as root.')
  const folder = mkdtempSync(join(tmpdir(), 'apsis-postfix-'))
  // The services run under other accounts, so these need access to the folder.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const { key, cert } = selfSigned()
  writeFileSync(join(folder, 'certificate.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 })
  for (const name of ['queue', 'data']) mkdirSync(join(folder, name))
  chownSync(join(folder, 'data'), idOf('postfix'), 0)
  writeFileSync(join(folder, 'master.cf'), masterOf(port))
  writeFileSync(join(folder, 'main.cf'), `${mainOf(folder, domain)}${settings(folder)}`)
  const postfix = (what: string) => run('postfix', ['-c', folder, what])
  return {
    version: run('postconf', ['-c', folder, '-h', 'mail_version']).trim(),
    folder,
    port,
    caFile: join(folder, 'certificate.pem'),
    start: () => void postfix('start'),
    reload: () => void postfix('reload'),
    stop: () => void postfix('stop'),
    queue: () => run('postqueue', ['-c', folder, '-p']),
    flush: () => void run('postqueue', ['-c', folder, '-f']),
    log: () => readFileSync(join(folder, 'mail.log'), 'utf8'),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Adds lines to `main.cf`; if a setting has two lines, the last one counts. */
export const setMore = ({ folder }: PostfixServer, lines: string) => appendFileSync(join(folder, 'main.cf'), lines)

/** Returns the number of one of the machine's accounts. */
export const idOf = (account: string): number => Number(run('id', ['-u', account]))

export function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (error)
    throw new Error(`${program} could not be run: install Postfix (apt-get install postfix).`, { cause: error })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}
