import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type Identity, startIdentity } from '../identity.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export const CLIENT_ID = 'apsis-web'
export const AUDIENCE = 'platform-api'
export const DEMO = { username: 'demo', password: 'apsis-demo', id: '0d1f7c52-5a0e-4c6b-9d0b-6b1f6a1c0001' }

export type LogLine = { readonly level: string; readonly message: string; readonly about: object }
export type TestIdentity = {
  readonly origin: string
  readonly issuer: string
  readonly database: TestDatabase
  /** The logout tokens that the back channel received. */
  readonly logoutTokens: readonly string[]
  readonly log: readonly LogLine[]
  readonly clock: { now: number }
  readonly keysFile: string
  /** Ends the provider and starts it again on the same database and keys, as after a kill. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** The header that tells the address of a request; without it, the address is this machine. */
export const ADDRESS_HEADER = 'x-test-address'

/** A low cost, because thousands of sign-ins are tried; password.test.ts checks the product's cost. */
const CHEAP = { ln: 10, r: 8, p: 1 }

type Running = { identity: Identity }

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))
}

/** Starts the provider behind a real HTTP server, with a real database and the application's back channel. */
export async function startTestIdentity(): Promise<TestIdentity> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'apsis-identity-'))
  const keysFile = join(folder, 'keys.json')
  const logoutTokens: string[] = []
  const log: LogLine[] = []
  const clock = { now: Date.now() }
  const running: Partial<Running> = {}
  const server = createServer(async (req, res) => {
    if (req.url?.startsWith('/auth/realms/platform')) return running.identity?.handle(req, res)
    if (req.url === '/back-channel') logoutTokens.push(new URLSearchParams(await text(req)).get('logout_token') ?? '')
    res.writeHead(200).end()
  })
  const origin = `http://localhost:${await listen(server)}`
  const issuer = `${origin}/auth/realms/platform`
  const line = (level: string) => (about: object, message: string) => void log.push({ level, message, about })
  const start = async () => {
    running.identity = await startIdentity({
      issuer,
      databaseUrl: database.config,
      accountsFile: fileURLToPath(new URL('../demo-accounts.json', import.meta.url)),
      keysFile,
      allowedOrigins: [origin],
      clientId: CLIENT_ID,
      audience: AUDIENCE,
      backchannelLogoutUri: `${origin}/back-channel`,
      loopbackOnly: true,
      log: { info: line('info'), warn: line('warn'), error: line('error') },
      now: () => clock.now,
      passwordCost: CHEAP,
      clientAddress: (req) => req.headers[ADDRESS_HEADER]?.toString(),
    })
  }
  await start()
  return {
    origin,
    issuer,
    database,
    logoutTokens,
    log,
    clock,
    keysFile,
    async restart() {
      await running.identity?.close()
      await start()
    },
    async close() {
      await running.identity?.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await database.drop()
      await rm(folder, { recursive: true })
    },
  }
}
