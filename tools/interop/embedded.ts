// Runs the sign-in journeys against the identity provider of Apsis, with its own PostgreSQL: the same journeys as keycloak.ts runs.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startIdentity } from '@apsis/identity/identity.ts'
import { openTemporaryPlace, superuserConfig } from '@apsis/server/platform/postgres/testing/temporary-place.ts'
import { freePort } from './free-port.ts'
import { ACCOUNTS_FILE, AUDIENCE, CLIENT_ID, runJourneys } from './journey-run.ts'
import { LOGOUT_PATH, startPageServer } from './page-server.ts'

const port = await freePort()
const origin = `http://localhost:${port}`
const place = openTemporaryPlace()
const keys = await mkdtemp(join(tmpdir(), 'apsis-keys-'))
try {
  const postgres = await place.start('interop')
  const identity = await startIdentity({
    issuer: `${origin}/auth/realms/platform`,
    databaseUrl: superuserConfig(postgres),
    accountsFile: ACCOUNTS_FILE,
    keysFile: join(keys, 'identity-keys.json'),
    allowedOrigins: [origin],
    clientId: CLIENT_ID,
    audience: AUDIENCE,
    backchannelLogoutUri: `${origin}${LOGOUT_PATH}`,
    loopbackOnly: true,
    log: place.log,
  })
  const config = { url: `${origin}/auth`, realm: 'platform', clientId: CLIENT_ID }
  const app = await startPageServer({ port, config, provider: identity })
  const wrongPasswordText = /The user name or the password is not right/
  const failed = await runJourneys(app, { issuer: `${origin}/auth/realms/platform`, wrongPasswordText })
  await app.close()
  await identity.close()
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  await place.remove()
  await rm(keys, { recursive: true })
}
