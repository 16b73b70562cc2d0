import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export type PageServer = {
  readonly origin: string
  /** Logout tokens the provider has sent to us. */
  readonly logoutTokens: readonly string[]
  readonly close: () => Promise<void>
}
export type PageServerOptions = {
  readonly port: number
  /** What keycloak-js is told about the provider. */
  readonly config: { readonly url: string; readonly realm: string; readonly clientId: string }
  /** Answers requests below its path; undefined where the provider is elsewhere. */
  readonly provider?: { readonly basePath: string; handle(req: IncomingMessage, res: ServerResponse): void } | undefined
}

export const LOGOUT_PATH = '/api/v1/session/backchannel-logout'

const FILES: Readonly<Record<string, readonly [string, string]>> = {
  '/': ['page/index.html', 'text/html'],
  '/deep/page': ['page/index.html', 'text/html'],
  '/app.js': ['page/app.js', 'text/javascript'],
  '/silent-check-sso.html': ['page/silent-check-sso.html', 'text/html'],
  '/silent-check-sso.js': ['page/silent-check-sso.js', 'text/javascript'],
}

async function readPage(path: string): Promise<readonly [Buffer, string] | undefined> {
  const keycloak = createRequire(new URL('../../web/package.json', import.meta.url)).resolve('keycloak-js')
  if (path === '/keycloak.js') return [await readFile(keycloak), 'text/javascript']
  const file = FILES[path]
  return file && [await readFile(fileURLToPath(new URL(file[0], import.meta.url))), file[1]]
}

/** Serves a page that does nothing but sign in with the unmodified keycloak-js, and takes the provider's logout calls. */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const logoutTokens: string[] = []
  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = (req.url ?? '/').split('?')[0] ?? '/'
    if (path === LOGOUT_PATH && req.method === 'POST') {
      logoutTokens.push(new URLSearchParams(await text(req)).get('logout_token') ?? '')
      res.writeHead(200).end()
      return
    }
    if (path === '/config.json') {
      res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(options.config))
      return
    }
    const page = await readPage(path)
    if (page) res.writeHead(200, { 'Content-Type': `${page[1]}; charset=utf-8` }).end(page[0])
    else res.writeHead(404).end()
  }
  const { provider } = options
  const server = createServer((req, res) => {
    if (provider && req.url?.startsWith(provider.basePath)) provider.handle(req, res)
    else answer(req, res).catch((error: unknown) => res.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(options.port, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${options.port}`,
    logoutTokens,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
