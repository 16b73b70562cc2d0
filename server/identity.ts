import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { startIdentity } from '@apsis/identity/identity.ts'
import { isDatabaseAway } from './platform/database/database.ts'
import { closeServer } from './platform/process/close-server.ts'
import { type PartOptions, type Running, runPart } from './platform/process/part.ts'
import { PROJECT_DIR } from './platform/process/version.ts'
import { isLoopback } from './platform/setting-forms.ts'

/** The longest time for sending a form. */
const REQUEST_MS = 20_000
const CHECK_MS = 5_000

/** Runs the embedded identity provider as a separate process behind the API, which forwards requests below /auth. */
async function start({ config, databaseUrl, listenFd, log }: PartOptions): Promise<Running> {
  if (listenFd === undefined) throw new Error('The embedded identity provider runs below npm start only')
  const identity = await startIdentity({
    issuer: config.issuer,
    databaseUrl,
    accountsFile: config.accountsFile ?? join(PROJECT_DIR, 'identity', 'demo-accounts.json'),
    keysFile: join(config.dataDir, 'secrets', 'identity-keys.json'),
    allowedOrigins: [new URL(config.publicUrl).origin],
    clientId: config.clients[0] ?? 'apsis-web',
    audience: config.audience,
    backchannelLogoutUri: `${config.publicUrl}/api/v1/session/backchannel-logout`,
    loopbackOnly: isLoopback(config.host),
    // Only the API can reach this process, and the API has already determined the client's address.
    clientAddress: (request) => [request.headers['x-forwarded-for']].flat()[0],
    log,
  })
  const server = createServer({ requestTimeout: REQUEST_MS, connectionsCheckingInterval: CHECK_MS }, identity.handle)
  await listen(server, listenFd)
  return {
    about: {},
    ready: identity.demoUsers,
    async close() {
      await closeServer(server)
      await identity.close()
    },
  }
}

function listen(server: Server, fd: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ fd }, () => resolve())
  })
}

if (import.meta.main) await runPart('identity', process.env, start, isDatabaseAway)
