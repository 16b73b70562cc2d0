import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Api, startApi } from '../../api.ts'
import { type Config, readConfig } from '../config.ts'
import { createLog, type Log } from '../log.ts'
import { PROJECT_DIR } from '../process/version.ts'
import { served } from './served.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { startTestIssuer, type TestIssuer, type TestPerson } from './test-issuer.ts'

export type TestApi = {
  readonly origin: string
  readonly opsOrigin: string
  readonly config: Config
  readonly api: Api
  readonly database: TestDatabase
  readonly issuer: TestIssuer
  readonly log: Log
  /** All log lines so far. */
  readonly logged: readonly string[]
  /** Calls the API as `who`; if undefined, no token is sent. */
  call(who: TestPerson | undefined, request: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** Another test process may take a port after it was found to be free and before it is used. */
const MOST_PORTS = 3

/**
 * Starts a real API on a free port, with its own database, or the given one, and an issuer whose tokens it accepts. It serves the
 * pages of a folder, or a few generated files instead.
 */
export async function startTestApi(
  settings: Readonly<Record<string, string>> = {},
  openDatabase: (log: Log) => Promise<TestDatabase> = createTestDatabase,
  pagesDir?: string,
): Promise<TestApi> {
  const logged: string[] = []
  const log = createLog({
    level: 'info',
    process: 'test',
    version: 'test',
    destination: { write: (line) => void logged.push(line) },
  })
  const [database, issuer] = await Promise.all([openDatabase(log), startTestIssuer()])
  const webDir = pagesDir ?? makeFewPages()
  const start = async (attempt: number) => {
    const port = await freePort()
    const config = readConfig({ ...testSettings({ database, issuer, port }), ...settings }, PROJECT_DIR)
    try {
      return { port, config, api: await startApi({ config, databaseUrl: database.appUrl, log, webDir }) }
    } catch (error) {
      if (attempt < MOST_PORTS && String(error).includes(`Port ${port} is taken`)) return start(attempt + 1)
      throw error
    }
  }
  const { port, config, api } = await start(1)
  const origin = `http://localhost:${port}`
  await served(() => fetch(`${origin}/config.json`))
  return {
    origin,
    opsOrigin: `http://localhost:${api.opsPort}`,
    config,
    api,
    database,
    issuer,
    log,
    logged,
    async call(who, request, init = {}) {
      const [method = 'GET', path = '/'] = request.split(' ')
      const headers = new Headers(init.headers)
      if (who) headers.set('authorization', `Bearer ${await issuer.token(who)}`)
      if (typeof init.body === 'string' && !headers.has('content-type')) headers.set('content-type', 'application/json')
      return served(() => fetch(`${origin}${path}`, { ...init, method, headers }))
    },
    async close() {
      await api.close()
      await issuer.close()
      await database.drop()
      if (pagesDir === undefined) rmSync(webDir, { recursive: true })
    },
  }
}

/** Creates a few files that replace the built pages, for tests that open no page. */
function makeFewPages(): string {
  const dir = mkdtempSync(join(tmpdir(), 'apsis-web-'))
  writeFileSync(join(dir, 'index.html'), '<!doctype html><title>Apsis</title>')
  writeFileSync(join(dir, 'pages.json'), JSON.stringify(['/', '/ca/conjunctions', '/account/{-$page}']))
  mkdirSync(join(dir, 'samples'))
  writeFileSync(join(dir, 'samples', 'satellite.oem'), 'CCSDS_OEM_VERS = 2.0\n')
  mkdirSync(join(dir, 'assets', 'dev'), { recursive: true })
  for (const name of ['plain', 'dev/3d.page']) writeFileSync(join(dir, 'assets', `${name}-12345678.js`), '')
  // The build writes a compressed file next to each text. Here its content differs from the text, so that a test sees
  // which of the two was sent.
  writeFileSync(join(dir, 'assets', 'plain-12345678.js.br'), brotliCompressSync('// packed'))
  return dir
}

type Parts = { readonly database: TestDatabase; readonly issuer: TestIssuer; readonly port: number }

/** Returns the settings for another process of a test: the test's database and issuer, and very high limits. */
export function testSettings({ database, issuer, port }: Parts): Record<string, string> {
  return {
    APSIS_PORT: String(port),
    APSIS_OPS_PORT: '0',
    APSIS_DATABASE_URL: database.appUrl,
    APSIS_OIDC_ISSUER: issuer.issuer,
    APSIS_RATE_READ: '1000000',
    APSIS_RATE_WRITE: '1000000',
    APSIS_RATE_UPLOAD: '1000000',
    APSIS_RATE_ANONYMOUS: '1000000',
  }
}

/** Returns a free port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, 'localhost', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** Returns the JSON body of an answer with the type that the test expects; the test checks the content. */
export async function bodyOf<T>(response: Response): Promise<T> {
  return (await response.json()) as T
}
