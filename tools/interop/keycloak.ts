// npm run tool -- interop keycloak: runs the sign-in journeys against a real Keycloak with the realm of deploy/keycloak.
import { freePort } from './free-port.ts'
import { CLIENT_ID, runJourneys } from './journey-run.ts'
import { startKeycloak } from './keycloak-server.ts'
import { startPageServer } from './page-server.ts'

const [appPort, keycloakPort] = [await freePort(), await freePort()]
const keycloak = await startKeycloak(keycloakPort, `http://localhost:${appPort}`)
try {
  const config = { url: keycloak.url, realm: 'platform', clientId: CLIENT_ID }
  const app = await startPageServer({ port: appPort, config })
  const failed = await runJourneys(app, {
    issuer: keycloak.issuer,
    wrongPasswordText: /Invalid username or password/,
  })
  await app.close()
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  await keycloak.stop()
}
