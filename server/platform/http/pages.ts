import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERRORS, type ErrorCode } from '@apsis/contract/errors.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import type { Config } from '../config.ts'

/** The folder of the build for web/dev (web/vite.config.ts). */
const DEVELOPER_FILES = '/assets/dev/'

/** The build writes this file: the addresses of the application's pages (web/site/paths.ts), and the sample files. */
const PAGE_LIST = 'pages.json'
const SAMPLES = 'samples'

type Pages = {
  readonly dir: string
  readonly config: Config
  readonly version: string
  /** Returns the time by which the clock was moved on purpose, ms. */
  readonly movedMs: () => number
}

/** Serves the built web application, its settings, and the explanation of each kind of problem. */
export async function servePages(
  app: FastifyInstance,
  { dir, config, version, movedMs }: Pages,
): Promise<(request: FastifyRequest, reply: FastifyReply) => unknown> {
  const settings = JSON.stringify({
    issuer: config.issuer,
    clientId: config.clients[0],
    version,
    devMode: config.devMode,
    demo: config.embeddedIdentity && config.accountsFile === undefined,
  })
  app.get('/config.json', async (_, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(settings),
  )
  app.get<{ Params: { code: string } }>('/problems/:code', async ({ params }, reply) => {
    const kind = Object.hasOwn(ERRORS, params.code) ? ERRORS[params.code as ErrorCode] : undefined
    const text = kind ? `${kind.status} ${kind.title}\n\n${kind.meaning}\n` : 'There is no such kind of problem.\n'
    return reply
      .code(kind ? 200 : 404)
      .type('text/plain; charset=utf-8')
      .send(text)
  })
  const page = join(dir, 'index.html')
  if (!existsSync(page))
    throw new Error(`The web application is not built: ${dir} is missing. Run npm start, or vite build web`)
  await app.register(fastifyStatic, {
    root: dir,
    index: false,
    wildcard: false,
    // The build writes a compressed file next to each text (web/vite.config.ts). The compressed files have no
    // addresses of their own.
    preCompressed: true,
    globIgnore: ['**/*.br'],
    // decisions.md 13: outside dev mode the code of the developer area is not served either.
    allowedPath: (path) => config.devMode || !path.startsWith(DEVELOPER_FILES),
    setHeaders: (reply, path) => {
      // Built files have their hash in the name; everything else must be requested again.
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const samples = readdirSync(join(dir, SAMPLES)).sort()
  for (const address of ['/samples', '/samples/'])
    app.get(address, async (_, reply) => reply.type('application/json; charset=utf-8').send(JSON.stringify(samples)))
  const isPage = pageTester(JSON.parse(readFileSync(join(dir, PAGE_LIST), 'utf8')) as string[])
  return (request, reply) => {
    const { pathname } = new URL(request.url, config.publicUrl)
    // An address with a file extension is not a page: if the application were sent for a missing file, it would be run or cached as a script.
    if (/\.[a-z0-9]+$/i.test(pathname)) throw new ApiError('not-found', 'There is no such file.')
    const isKnown = isPage(pathname)
    // To a person the application shows that the page does not exist. A downloading program gets an error, because it
    // would keep the application as the requested file.
    if (!isKnown && !asksForPage(request)) throw new ApiError('not-found', 'There is no such page or file.')
    reply.code(isKnown ? 200 : 404).header('cache-control', 'no-cache')
    if (movedMs() === 0) return reply.sendFile('index.html')
    return reply.type('text/html; charset=utf-8').send(withMovedClock(readFileSync(page, 'utf8'), movedMs()))
  }
}

/** Adds the time by which the clock is ahead of the browser's to the page (web/clock/moved-clock.ts). */
const withMovedClock = (html: string, aheadMs: number) =>
  html.replace('<title>', `<meta name="apsis-clock-ahead" content="${aheadMs}"><title>`)

/** Returns true for a browser that opens a page: it lists HTML in its Accept header; a downloading program accepts anything. */
const asksForPage = ({ headers }: FastifyRequest) => /\btext\/html\b/.test(headers.accept ?? '')

/** Returns a function that is true for the addresses of these pages: `$name` is any one segment, and `{-$name}` an optional one. */
export function pageTester(pages: readonly string[]): (pathname: string) => boolean {
  const segments = (path: string) => path.split('/').filter((part) => part !== '')
  const known = pages.map(segments)
  const fits = (wanted: string | undefined, part: string | undefined) => {
    if (wanted?.startsWith('{-$')) return true
    return wanted?.startsWith('$') ? part !== undefined : wanted === part
  }
  return (pathname) => {
    const asked = segments(pathname)
    return known.some((one) =>
      Array.from({ length: Math.max(one.length, asked.length) }, (_, i) => i).every((i) => fits(one[i], asked[i])),
    )
  }
}
