import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import { PAGES } from './page.data.ts'

export type PageServer = {
  readonly origin: string
  /** The logout tokens that the provider has sent to this server. */
  readonly logoutTokens: readonly string[]
  readonly close: () => Promise<void>
}
export type PageServerOptions = {
  readonly port: number
  /** The settings of the provider for keycloak-js. */
  readonly config: { readonly url: string; readonly realm: string; readonly clientId: string }
  /** Answers requests below its path; undefined if the provider is another server. */
  readonly provider?: { readonly basePath: string; handle(req: IncomingMessage, res: ServerResponse): void } | undefined
}

export const LOGOUT_PATH = '/api/v1/session/backchannel-logout'

async function readPage(path: string): Promise<{ type: string; text: string } | undefined> {
  if (path !== '/keycloak.js') return PAGES[path]
  const script = createRequire(new URL('../../web/package.json', import.meta.url)).resolve('keycloak-js')
  return { type: 'text/javascript', text: await readFile(script, 'utf8') }
}

/** Serves a page that only signs in with the unmodified keycloak-js, and receives the provider's logout calls. */
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
    if (page) res.writeHead(200, { 'Content-Type': `${page.type}; charset=utf-8` }).end(page.text)
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
