import type { IncomingMessage, ServerResponse } from 'node:http'
import type pg from 'pg'
import { type Account, readAccounts } from './accounts/accounts.ts'
import { createCredentials } from './accounts/credentials.ts'
import type { PasswordCost } from './accounts/password.ts'
import type { Context, Log, Realm } from './context/context.ts'
import { createRecordRepository, openPool, type RecordRepository } from './context/record.repository.ts'
import { crossOriginRules, formDeadline, outerRules, rateRules, requestRules } from './guard/guard.ts'
import type { DemoUser } from './pages/login.ts'
import { type Keys, loadKeys } from './provider/keys.ts'
import { createProvider } from './provider/provider.ts'
import { exactOrigin } from './provider/redirect.ts'
import { accountRoutes } from './routes/account.routes.ts'
import { assetRoutes } from './routes/assets.routes.ts'
import { createBearerCheck } from './routes/bearer.ts'
import { frameRoutes } from './routes/frames.routes.ts'
import { loginRoutes } from './routes/login.routes.ts'
import { createPages } from './routes/outcome.ts'
import { sessionRoutes } from './routes/session.routes.ts'
import { userinfoRoutes } from './routes/userinfo.routes.ts'

export type IdentityOptions = {
  /** The address of the provider: an origin and the fixed path, for example http://localhost:8080/auth/realms/platform. */
  readonly issuer: string
  /** The role of this connection owns schema `identity` or may create it. */
  readonly databaseUrl: string | pg.PoolConfig
  /** The file with users and organisations; see demo-accounts.json. */
  readonly accountsFile: string
  /** The file with the private keys, which is created on first start with mode 0600. */
  readonly keysFile: string
  /** The origins of the application; redirects may lead only to their pages. */
  readonly allowedOrigins: readonly string[]
  readonly clientId: string
  readonly audience: string
  /** The API's address that receives ended sessions. */
  readonly backchannelLogoutUri: string
  /** True if the server can be reached only from this machine; demo users are refused otherwise (decisions.md 21). */
  readonly loopbackOnly: boolean
  readonly log: Log
  /** Returns the client's address for the limits, if there is a trusted proxy; otherwise the other end of the connection is used. */
  readonly clientAddress?: (req: IncomingMessage) => string | undefined
  /** Returns milliseconds since 1970; only tests set it. */
  readonly now?: () => number
  /** Most tests set this to a lower cost; by default it is the product's own. */
  readonly passwordCost?: PasswordCost
}
export type Identity = {
  readonly basePath: typeof BASE_PATH
  /** Answers a request below `basePath`; its body must not have been read. */
  handle(req: IncomingMessage, res: ServerResponse): void
  readonly demoUsers: readonly DemoUser[]
  close(): Promise<void>
}

const BASE_PATH = '/auth/realms/platform'
const PRUNE_EVERY_MS = 5 * 60_000

function checkOptions(options: IdentityOptions): URL {
  const issuer = URL.parse(options.issuer)
  if (!issuer || issuer.href !== options.issuer || issuer.pathname !== BASE_PATH || issuer.search || issuer.hash)
    throw new Error(`issuer: "${options.issuer}" must be an origin followed by ${BASE_PATH}`)
  exactOrigin(issuer.origin, 'issuer')
  if (options.allowedOrigins.length === 0) throw new Error('allowedOrigins: needs at least one origin')
  for (const [i, origin] of options.allowedOrigins.entries()) exactOrigin(origin, `allowedOrigins[${i}]`)
  if (!URL.canParse(options.backchannelLogoutUri))
    throw new Error(`backchannelLogoutUri: "${options.backchannelLogoutUri}" is not a URL`)
  return issuer
}

function demoUsersOf(accounts: readonly Account[], options: IdentityOptions): readonly DemoUser[] {
  const demo = accounts.flatMap(({ username, demoPassword: password, description }) =>
    password === undefined ? [] : [{ username, password, description }],
  )
  if (demo.length > 0 && !options.loopbackOnly)
    throw new Error(
      `${options.accountsFile} has demo users (${demo.map((user) => user.username).join(', ')}), whose passwords are ` +
        'public: they are refused on a server that other machines can reach. Bind to loopback or give every user a passwordHash.',
    )
  return demo
}

/** Makes every request look as if it came to the issuer's own address, so that no client header affects our redirects. */
function pinAddress(req: IncomingMessage, issuer: URL, clientAddress: IdentityOptions['clientAddress']): void {
  const address = clientAddress?.(req)
  for (const name of Object.keys(req.headers))
    if (name.startsWith('x-forwarded-') || name === 'forwarded') delete req.headers[name]
  req.headers.host = issuer.host
  req.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1)
  if (address !== undefined) req.headers['x-forwarded-for'] = address
}

type Callback = (req: IncomingMessage, res: ServerResponse) => unknown

function createHandle(callback: Callback, issuer: URL, options: IdentityOptions): Identity['handle'] {
  return (req, res) => {
    const url = req.url ?? ''
    const rest = url.slice(BASE_PATH.length)
    if (!url.startsWith(BASE_PATH) || (rest !== '' && !/^[/?]/.test(rest))) {
      res.writeHead(404).end()
      return
    }
    pinAddress(req, issuer, options.clientAddress)
    // The provider computes the path of its own addresses from the difference between these two addresses.
    Object.assign(req, { originalUrl: url, url: rest.startsWith('/') ? rest : `/${rest}` })
    callback(req, res)
  }
}

async function keepPruned(repository: RecordRepository, log: Log): Promise<NodeJS.Timeout> {
  const prune = async () => {
    try {
      const rows = await repository.prune()
      if (rows > 0) log.info({ rows }, 'identity: ended sessions removed')
    } catch (error) {
      log.warn({ err: error }, 'identity: ended sessions could not be removed')
    }
  }
  await prune()
  return setInterval(() => void prune(), PRUNE_EVERY_MS).unref()
}

type Start = {
  readonly options: IdentityOptions
  readonly issuer: URL
  readonly accounts: readonly Account[]
  readonly demoUsers: readonly DemoUser[]
  readonly keys: Keys
  readonly repository: RecordRepository
}

function createRealm(start: Start, pages: ReturnType<typeof createPages>): Realm {
  const { options, issuer, keys, repository } = start
  const accounts = new Map(start.accounts.map((account) => [account.id, account]))
  const { clientId, audience, backchannelLogoutUri, allowedOrigins, log } = options
  const common = { issuer: options.issuer, basePath: BASE_PATH, clientId, allowedOrigins, accounts, repository }
  const provider = createProvider({ ...common, audience, backchannelLogoutUri, keys, pages })
  return { ...common, provider, origin: issuer.origin, log, now: options.now ?? Date.now }
}

async function createApplication(start: Start): Promise<Realm> {
  const { options, keys, demoUsers } = start
  const isDemo = demoUsers.length > 0
  const pages = createPages({ basePath: BASE_PATH, isDemo, origins: options.allowedOrigins })
  const realm = createRealm(start, pages)
  const { provider, log } = realm
  const accountOf = createBearerCheck(realm, keys, options.audience)
  provider.use(outerRules(realm, pages.showProblem, log))
  provider.use(await assetRoutes())
  provider.use(frameRoutes(realm))
  provider.use(crossOriginRules(options.allowedOrigins))
  provider.use(requestRules(pages.showProblem))
  provider.use(formDeadline(pages.showProblem, log))
  provider.use(rateRules(pages.showProblem, realm.now))
  provider.use(
    loginRoutes({ realm, credentials: createCredentials(start.accounts, start.options.passwordCost), demoUsers }),
  )
  provider.use(accountRoutes({ realm, isDemo, accountOf, formKey: keys.cookieKeys[0] ?? '' }))
  provider.use(userinfoRoutes(realm, accountOf))
  provider.use(sessionRoutes(realm, isDemo))
  // Koa reports its own errors here; most are from clients that close the page while it is being sent.
  provider.onerror = (error: Error) => log.warn({ err: error }, 'identity: the answer could not be sent')
  provider.on('server_error', (ctx: Context, error: Error) =>
    log.error({ err: error, path: ctx.path }, 'identity request failed'),
  )
  provider.on('backchannel.error', (_ctx: Context, error: Error) =>
    log.warn({ err: error }, 'the API could not be told that a session ended'),
  )
  return realm
}

/** Starts the embedded OpenID provider; it does not listen itself, and `handle` answers the requests that it is given. */
export async function startIdentity(options: IdentityOptions): Promise<Identity> {
  const issuer = checkOptions(options)
  const accounts = await readAccounts(options.accountsFile)
  const demoUsers = demoUsersOf(accounts, options)
  const keys = await loadKeys(options.keysFile)
  const pool = openPool(options.databaseUrl, (error) => options.log.warn({ err: error }, 'identity: connection lost'))
  const repository = createRecordRepository(pool, (error) =>
    options.log.error({ err: error }, 'identity: the database does not answer'),
  )
  try {
    await repository.createTables()
    const { provider } = await createApplication({ options, issuer, accounts, demoUsers, keys, repository })
    const pruning = await keepPruned(repository, options.log)
    const callback = provider.callback()
    return {
      basePath: BASE_PATH,
      handle: createHandle(callback, issuer, options),
      demoUsers,
      async close() {
        clearInterval(pruning)
        await pool.end()
      },
    }
  } catch (error) {
    await pool.end()
    throw error
  }
}
