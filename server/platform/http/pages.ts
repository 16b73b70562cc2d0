import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERRORS, type ErrorCode } from '@apsis/contract/errors.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import type { Config } from '../config.ts'

/** Where the build puts what it makes of web/dev (web/vite.config.ts). */
const DEVELOPER_FILES = '/assets/dev/'

type Pages = {
  readonly dir: string
  readonly config: Config
  readonly version: string
  /** By how much the clock was moved on purpose, ms. */
  readonly movedMs: () => number
}

/** Serves the built web application, its settings, and the meaning of each kind of problem. */
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
    // The build leaves texts packed beside themselves (web/vite.config.ts). Those are no files of their own.
    preCompressed: true,
    globIgnore: ['**/*.br'],
    // decisions.md 13: outside dev mode the code of the developer area is not served either.
    allowedPath: (path) => config.devMode || !path.startsWith(DEVELOPER_FILES),
    setHeaders: (reply, path) => {
      // Built files carry their hash in the name; everything else must be asked for again.
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  return (request, reply) => {
    // A file that is not there is not a page: answering the application instead would be run as a script, or cached as one.
    if (/\.[a-z0-9]+$/i.test(new URL(request.url, config.publicUrl).pathname)) {
      throw new ApiError('not-found', 'There is no such file.')
    }
    reply.code(200).header('cache-control', 'no-cache')
    if (movedMs() === 0) return reply.sendFile('index.html')
    return reply.type('text/html; charset=utf-8').send(withMovedClock(readFileSync(page, 'utf8'), movedMs()))
  }
}

/** The page with the word of how far its clock is ahead of the browser's (web/clock/moved-clock.ts). */
const withMovedClock = (html: string, aheadMs: number) =>
  html.replace('<title>', `<meta name="apsis-clock-ahead" content="${aheadMs}"><title>`)
