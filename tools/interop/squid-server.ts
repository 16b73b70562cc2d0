import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

/** A real Squid, separate from the machine's own: its settings, log, port and names are its own. */
export type SquidServer = {
  readonly version: string
  readonly port: number
  start(): Promise<void>
  stop(): Promise<void>
  /** Returns the requests since the last call: `407 CONNECT gp.example.org:443 -`, with the status and the user. */
  asked(): string[]
  log(): string
  remove(): void
}

type SquidOptions = {
  readonly user: string
  readonly password: string
  /** Host names that it resolves from this table instead of a name service. */
  readonly names: Readonly<Record<string, string>>
  /** Hosts, by name or address, to which it opens no connection. */
  readonly refused: readonly string[]
  /** Ports to which it opens connections. */
  readonly ports: readonly number[]
}

const START_MS = 20_000
const POLL_MS = 100
/** The folders of Debian and Fedora for the helper programs of Squid. */
const HELPERS = ['/usr/lib/squid', '/usr/lib64/squid']
const LOCAL_SBIN = ['/usr/sbin/squid', '/usr/local/sbin/squid', '/usr/local/squid/sbin/squid']

/** Returns the path of Squid, or undefined if it is not installed. */
export const squidProgram = (): string | undefined => LOCAL_SBIN.find((one) => existsSync(one))

export async function prepareSquid(program: string, wanted: SquidOptions): Promise<SquidServer> {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-squid-'))
  // If root starts Squid, it changes to its own account, which writes the log.
  chmodSync(folder, 0o777)
  const port = await freePort()
  const helper = HELPERS.map((one) => join(one, 'basic_ncsa_auth')).find((one) => existsSync(one))
  if (helper === undefined)
    throw new Error('Squid is installed without basic_ncsa_auth, by which it asks for passwords.')
  const inFolder = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const hosts = Object.entries(wanted.names).map(([name, address]) => `${address} ${name}\n`)
  const [names, addresses] = [
    wanted.refused.filter((one) => /[a-z]/.test(one)),
    wanted.refused.filter((one) => !/[a-z]/.test(one)),
  ]
  const settings = inFolder(
    'squid.conf',
    `
http_port 127.0.0.1:${port}
pid_filename ${folder}/squid.pid
logformat apsis %>Hs %rm %ru %un
access_log stdio:${folder}/access.log apsis
cache_log ${folder}/cache.log
logfile_rotate 0
coredump_dir ${folder}
cache deny all
shutdown_lifetime 1 seconds
buffered_logs off
visible_hostname squid.example
hosts_file ${inFolder('hosts', hosts.join(''))}
dns_nameservers 127.0.0.1
dns_timeout 2 seconds
auth_param basic program ${helper} ${inFolder('passwords', `${wanted.user}:${hashOf(wanted.password)}\n`)}
auth_param basic realm a company
auth_param basic utf8 on
acl known proxy_auth REQUIRED
acl open port ${wanted.ports.join(' ')}
acl refused_names dstdomain -n ${names.join(' ')}
acl refused_addresses dst ${addresses.join(' ')}
http_access deny !known
http_access deny refused_names
http_access deny refused_addresses
http_access deny !open
http_access allow CONNECT
http_access deny all
`,
  )
  let child: ChildProcess | undefined
  let [read, said] = [0, '']
  const accessLog = join(folder, 'access.log')
  const text = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  return {
    version: /Version (\S+)/.exec(spawnSync(program, ['-v'], { encoding: 'utf8' }).stdout)?.[1] ?? 'unknown',
    port,
    async start() {
      child = spawn(program, ['-N', '-d', '1', '-f', settings], { stdio: ['ignore', 'ignore', 'pipe'] })
      child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
        said += piece
      })
      for (const end = Date.now() + START_MS; !(await answers(port)); await pause(POLL_MS))
        if (Date.now() > end || child.exitCode !== null) throw new Error(`Squid did not start:\n${said}`)
    },
    async stop() {
      if (child === undefined || child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
    asked() {
      // The request that checks if Squid has started does not count.
      const lines = text(accessLog)
        .split('\n')
        .filter((line) => line.includes(' CONNECT '))
      const news = lines.slice(read)
      read = lines.length
      return news
    },
    log: () => said,
    remove: () => rmSync(folder, { recursive: true }),
  }
}

function hashOf(password: string): string {
  const { status, stdout, stderr } = spawnSync('openssl', ['passwd', '-apr1', '-stdin'], {
    input: `${password}\n`,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`openssl passwd ended with ${status}: ${stderr}`)
  return stdout.trim()
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (is: boolean) => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}
