import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { ConfigError, describeConfig, readConfig } from './config.ts'
import { outboundRefusals } from './outbound-settings.ts'
import { SETTINGS } from './settings.data.ts'

const PROJECT = '/project'
const GOOD_PRODUCTION = {
  APSIS_PRODUCTION: 'true',
  APSIS_PUBLIC_URL: 'https://apsis.operator.example',
  APSIS_OIDC_ISSUER: 'https://sso.operator.example/auth/realms/platform',
  APSIS_DATABASE_URL: 'postgresql://apsis_app:long-and-random@db.operator.example:5432/apsis',
  APSIS_SMTP_URL: 'smtps://mail.operator.example',
}

function problemsOf(
  env: Record<string, string>,
): readonly { name: string; wrong: string; accepted: string; example: string }[] {
  try {
    readConfig(env, PROJECT)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('readConfig() needs no setting: the default is an embedded demo on this machine only', () => {
  const config = readConfig({}, PROJECT)
  expect(config).toMatchObject({
    production: false,
    devMode: true,
    host: 'localhost',
    port: 8080,
    publicUrl: 'http://localhost:8080',
    dataDir: '/project/.apsis',
    databaseUrl: undefined,
    embeddedIdentity: true,
    issuer: 'http://localhost:8080/auth/realms/platform',
    clients: ['apsis-web'],
  })
})

test('readConfig() accepts a production configuration, with dev mode off', () => {
  expect(readConfig(GOOD_PRODUCTION, PROJECT)).toMatchObject({
    production: true,
    devMode: false,
    embeddedIdentity: false,
  })
})

test('an empty value counts as unset, and unknown variables are ignored', () => {
  expect(readConfig({ APSIS_PORT: '', PATH: '/bin', PORT: 'x' }, PROJECT).port).toBe(8080)
})

test('the bounce address leaves room for a token, and must not contain one', () => {
  const taken = (address: string) => readConfig({ APSIS_BOUNCE_ADDRESS: address }, PROJECT).delivery.bounceAddress
  expect(taken('fifteen-letters@ops.example')).toBe('fifteen-letters@ops.example')
  for (const address of ['sixteen--letters@ops.example', 'a+b@ops.example', 'bounces'])
    expect(problemsOf({ APSIS_BOUNCE_ADDRESS: address })).toMatchObject([{ name: 'APSIS_BOUNCE_ADDRESS' }])
  expect(readConfig({}, PROJECT).delivery.bounceAddress).toBeUndefined()
})

test.each([
  ['APSIS_PRODUCTION', 'yes'],
  ['APSIS_DEV_MODE', '1'],
  ['APSIS_PORT', '0'],
  ['APSIS_PORT', '65536'],
  ['APSIS_PORT', '80.5'],
  ['APSIS_PORT', 'http'],
  ['APSIS_OPS_PORT', '-1'],
  ['APSIS_PUBLIC_URL', 'apsis.example'],
  ['APSIS_PUBLIC_URL', 'ftp://apsis.example'],
  ['APSIS_DATABASE_URL', 'mysql://a@b/c'],
  ['APSIS_DATABASE_URL', 'postgresql://a b/c'],
  ['APSIS_DATABASE_OS_USER', 'Nobody!'],
  ['APSIS_DATABASE_POOL', '1'],
  ['APSIS_DATABASE_POOL', '201'],
  ['APSIS_OIDC_ISSUER', 'sso.example'],
  ['APSIS_OIDC_CLIENTS', ' , '],
  ['APSIS_TRUST_PROXY', 'proxy.example'],
  ['APSIS_TRUST_PROXY', '10.0.0.0/8,any'],
  ['APSIS_RATE_READ', '0'],
  ['APSIS_RATE_WRITE', 'many'],
  ['APSIS_RATE_UPLOAD', '0'],
  ['APSIS_RATE_ANONYMOUS', '-5'],
  ['APSIS_WORKERS', '65'],
  ['APSIS_DRAIN_SECONDS', '61'],
  ['APSIS_LOG_LEVEL', 'loud'],
  ['APSIS_ALLOW_EMBEDDED_IDENTITY', 'maybe'],
  ['APSIS_CLOCK_START', '2026-11-20'],
  ['APSIS_CLOCK_START', '2026-11-20T10:00:00+02:00'],
  ['APSIS_CLOCK_START', '2027-02-29T10:00:00Z'],
])('readConfig() refuses %s=%s, and names the setting, the accepted values and an example', (name, value) => {
  const problems = problemsOf({ [name]: value })
  expect(problems.map((problem) => problem.name)).toContain(name)
  const problem = problems.find((one) => one.name === name)!
  expect(problem.accepted).toBe(SETTINGS[name as keyof typeof SETTINGS].accepted)
  expect(problem.example).toMatch(new RegExp(`^${name}=.`))
})

test.each([
  [
    'no https in the issuer',
    { APSIS_OIDC_ISSUER: 'http://sso.operator.example/auth/realms/platform' },
    'APSIS_OIDC_ISSUER',
  ],
  ['no https in the public address', { APSIS_PUBLIC_URL: 'http://apsis.operator.example' }, 'APSIS_PUBLIC_URL'],
  ['no public address', { APSIS_PUBLIC_URL: '' }, 'APSIS_PUBLIC_URL'],
  ['no mail server', { APSIS_SMTP_URL: '' }, 'APSIS_SMTP_URL'],
  ['dev mode', { APSIS_DEV_MODE: 'true' }, 'APSIS_DEV_MODE'],
  ['the embedded identity provider', { APSIS_OIDC_ISSUER: '' }, 'APSIS_OIDC_ISSUER'],
  ['demo accounts', { APSIS_OIDC_ISSUER: '', APSIS_ALLOW_EMBEDDED_IDENTITY: 'true' }, 'APSIS_ACCOUNTS_FILE'],
  ['a well-known password', { APSIS_DATABASE_URL: 'postgresql://apsis:postgres@db:5432/apsis' }, 'APSIS_DATABASE_URL'],
  ['the owner as runtime role', { APSIS_DATABASE_OWNER_URL: GOOD_PRODUCTION.APSIS_DATABASE_URL }, 'APSIS_DATABASE_URL'],
  ['the same port twice', { APSIS_PORT: '9000', APSIS_OPS_PORT: '9000' }, 'APSIS_OPS_PORT'],
])('readConfig() refuses in production: %s', (_, change, name) => {
  expect(problemsOf({ ...GOOD_PRODUCTION, ...change }).map((problem) => problem.name)).toContain(name)
})

test('readConfig() refuses the demo accounts where other machines can reach them, as the start does, but migrations allow them', () => {
  const [host, ...others] = problemsOf({ APSIS_HOST: '0.0.0.0' })
  expect(host?.name).toBe('APSIS_HOST')
  expect(others).toEqual([])
  expect(host?.example, 'what is refused is no example').toMatch(/^APSIS_OIDC_ISSUER=https:/)
  expect(problemsOf({ APSIS_PORT: '8081' })).toMatchObject([{ name: 'APSIS_OPS_PORT', example: 'APSIS_OPS_PORT=8080' }])
  expect(problemsOf({ APSIS_HOST: '0.0.0.0', APSIS_ACCOUNTS_FILE: '/etc/apsis/accounts.json' })).toEqual([])
  expect(readConfig({ APSIS_HOST: '0.0.0.0' }, PROJECT, 'database').host).toBe('0.0.0.0')
})

test('readConfig() refuses plain-text tokens where database and identity provider are not embedded', () => {
  const { APSIS_PRODUCTION: _, ...own } = GOOD_PRODUCTION
  const open = { ...own, APSIS_HOST: '0.0.0.0', APSIS_PUBLIC_URL: 'http://apsis.operator.example' }
  expect(problemsOf(open).map(({ name }) => name)).toEqual(['APSIS_PUBLIC_URL'])
  // This is the address in deploy/compose.yaml: browsers look for it on their own machine alone.
  expect(problemsOf({ ...open, APSIS_PUBLIC_URL: 'http://apsis.localhost:8080' })).toEqual([])
  expect(problemsOf({ ...open, APSIS_PUBLIC_URL: 'http://localhost.operator.example' })).toHaveLength(1)
  // A proxy on the same machine may make the address reachable for others.
  expect(problemsOf({ ...open, APSIS_HOST: 'localhost' })).toEqual([])
  expect(problemsOf({ ...open, APSIS_PUBLIC_URL: 'https://apsis.operator.example' })).toEqual([])
})

test('the product needs a mail server in production; its migrations do not, and its example has one', () => {
  const { APSIS_SMTP_URL: _, ...without } = GOOD_PRODUCTION
  expect(problemsOf(without).map(({ name }) => name)).toEqual(['APSIS_SMTP_URL'])
  expect(readConfig(without, PROJECT, 'database').delivery.smtp).toBeUndefined()
  const file = new URL('../../deploy/systemd/apsis.env', import.meta.url)
  expect(problemsOf(parseEnv(readFileSync(file, 'utf8')) as Record<string, string>)).toEqual([])
})

test('migrations need only the address of the owner; the product also needs the address of the program', () => {
  const owner = { APSIS_DATABASE_OWNER_URL: 'postgresql://apsis_owner:long-and-random@db.operator.example/apsis' }
  expect(problemsOf(owner).map(({ name }) => name)).toEqual(['APSIS_DATABASE_URL'])
  expect(readConfig(owner, PROJECT, 'database').databaseOwnerUrl).toBe(owner.APSIS_DATABASE_OWNER_URL)
})

test('the clock can start at another instant only with the demo accounts', () => {
  const moved = { APSIS_CLOCK_START: '2026-11-20T10:00:00Z' }
  expect(readConfig(moved, PROJECT).clockStart).toBe('2026-11-20T10:00:00.000Z')
  for (const of of [
    { APSIS_ACCOUNTS_FILE: '/etc/apsis/accounts.json' },
    { APSIS_OIDC_ISSUER: 'https://sso.operator.example/auth/realms/platform' },
  ])
    expect(problemsOf({ ...moved, ...of })).toMatchObject([
      { name: 'APSIS_CLOCK_START', wrong: expect.stringMatching(/^is for the demo accounts alone/) },
    ])
})

test('readConfig() reports every problem at once', () => {
  const problems = problemsOf({ APSIS_PORT: 'x', APSIS_LOG_LEVEL: 'x', APSIS_DATABASE_POOL: 'x', APSIS_SURPRISE: '1' })
  expect(problems.map((problem) => problem.name).sort()).toEqual([
    'APSIS_DATABASE_POOL',
    'APSIS_LOG_LEVEL',
    'APSIS_PORT',
    'APSIS_SURPRISE',
  ])
})

test('readConfig() refuses a misspelt setting and names the intended one', () => {
  expect(problemsOf({ APSIS_DATABASEURL: 'x' })).toMatchObject([
    { name: 'APSIS_DATABASEURL', accepted: 'perhaps APSIS_DATABASE_URL is meant' },
  ])
})

test('no message repeats a value, which may be a secret', () => {
  const secret = 'sup3r-s3cret'
  const env = { APSIS_DATABASE_URL: `mysql://user:${secret}@host/db`, APSIS_OIDC_ISSUER: secret, APSIS_PORT: secret }
  const message = (() => {
    try {
      return JSON.stringify(readConfig(env, PROJECT))
    } catch (error) {
      return String(error)
    }
  })()
  // All three must be refused: otherwise no message could have repeated a value.
  for (const name of Object.keys(env)) expect(message).toContain(name)
  expect(message).toContain('Error')
  expect(message).not.toContain(secret)
  expect(JSON.stringify(describeConfig(readConfig(GOOD_PRODUCTION, PROJECT)))).not.toContain('long-and-random')
})

test('the address of the database may come from a file, which the error names; a file and an address together are refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-config-'))
  const file = join(folder, 'database-url')
  const { APSIS_DATABASE_URL: url, ...rest } = GOOD_PRODUCTION
  try {
    writeFileSync(file, `${url}\n`)
    expect(readConfig({ ...rest, APSIS_DATABASE_URL_FILE: file }, PROJECT)).toMatchObject({
      databaseUrl: url,
      devMode: false,
      demoFleet: false,
    })
    expect(
      JSON.stringify(describeConfig(readConfig({ ...rest, APSIS_DATABASE_URL_FILE: file }, PROJECT))),
    ).not.toContain('long-and-random')
    expect(problemsOf({ ...GOOD_PRODUCTION, APSIS_DATABASE_URL_FILE: file })).toMatchObject([
      { name: 'APSIS_DATABASE_URL_FILE', wrong: 'is set, and APSIS_DATABASE_URL as well: give one of them' },
    ])
    expect(problemsOf({ ...rest, APSIS_DATABASE_URL_FILE: join(folder, 'gone') })).toMatchObject([
      { name: 'APSIS_DATABASE_URL_FILE', wrong: 'names a file that cannot be read (ENOENT)' },
    ])
    writeFileSync(file, 'no address')
    expect(problemsOf({ ...rest, APSIS_DATABASE_URL_FILE: file })).toMatchObject([{ name: 'APSIS_DATABASE_URL' }])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the description of the proxy has no password, and none appears if none is set', () => {
  const proxy = 'http://us%40er:pa%3Ass@proxy.operator.example:3128'
  const config = readConfig({ APSIS_OUTBOUND_PROXY: proxy, APSIS_OUTBOUND_DIRECT: 'sso.example, 10.0.0.0/8' }, PROJECT)
  const shown = {
    address: 'http://proxy.operator.example:3128',
    direct: ['sso.example', '10.0.0.0/8'],
    isByName: false,
  }
  expect(config.outboundProxy).toEqual({ ...shown, url: `${proxy}/` })
  expect(describeConfig(config)).toMatchObject({ outboundProxy: shown })
  expect(JSON.stringify(describeConfig(config))).not.toContain('ass@')
  expect(readConfig({}, PROJECT).outboundProxy).toBeUndefined()
})

test('the proxy variables of other programs are used unless another proxy or no proxy is set', () => {
  const env = { HTTPS_PROXY: 'proxy.operator.example:3128', no_proxy: '.example, 10.0.0.0/8  *.local' }
  expect(readConfig(env, PROJECT).outboundProxy).toEqual({
    address: 'http://proxy.operator.example:3128',
    url: 'http://proxy.operator.example:3128/',
    direct: ['.example', '10.0.0.0/8', '*.local'],
    isByName: false,
  })
  const other = { ...env, APSIS_OUTBOUND_PROXY: 'https://other.example', APSIS_OUTBOUND_DIRECT: 'a.example' }
  expect(readConfig(other, PROJECT).outboundProxy).toMatchObject({
    address: 'https://other.example',
    direct: ['a.example'],
  })
  expect(readConfig({ ...env, APSIS_OUTBOUND_PROXY: 'none' }, PROJECT).outboundProxy).toBeUndefined()
  expect(readConfig({ HTTP_PROXY: 'http://proxy.example:3128' }, PROJECT).outboundProxy).toBeUndefined()
})

test.each(['socks5://proxy.example:1080', 'proxy', 'http://proxy.example/path', 'http://%ff@proxy.example'])(
  'a proxy that cannot be used is refused, with the variable that names it: %s',
  (proxy) => {
    const refused = [{ name: 'APSIS_OUTBOUND_PROXY', wrong: 'has a form that is not accepted' }]
    expect(problemsOf({ APSIS_OUTBOUND_PROXY: proxy })).toMatchObject(refused)
  },
)

test('an unusable proxy variable of other programs is refused by its own name', () => {
  expect(problemsOf({ https_proxy: 'socks5://secret@proxy.example:1080' })).toEqual([
    {
      name: 'https_proxy',
      wrong: 'is read because APSIS_OUTBOUND_PROXY is not set, and has a form that is not accepted',
      accepted: SETTINGS.APSIS_OUTBOUND_PROXY.accepted,
      example: `APSIS_OUTBOUND_PROXY=${SETTINGS.APSIS_OUTBOUND_PROXY.example}`,
    },
  ])
})

test('a Node without support for proxies is refused if a proxy is set, because it would connect directly', () => {
  const { outboundProxy } = readConfig({ APSIS_OUTBOUND_PROXY: 'http://proxy.example:3128' }, PROJECT)
  expect([...outboundRefusals(outboundProxy, '24.4.1')]).toEqual([
    ['APSIS_OUTBOUND_PROXY', 'needs Node 24.5 or later, and this is 24.4.1'],
  ])
  expect([...outboundRefusals(outboundProxy, '24.5.0'), ...outboundRefusals(outboundProxy, '26.0.0')]).toEqual([])
  expect([...outboundRefusals(undefined, '20.19.0')]).toEqual([])
})

test('the address of the proxy may come from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'apsis-config-'))
  const file = join(folder, 'proxy')
  try {
    writeFileSync(file, 'http://user:secret@proxy.example:3128\n')
    const { outboundProxy } = readConfig({ APSIS_OUTBOUND_PROXY_FILE: file, HTTPS_PROXY: 'http://b.example' }, PROJECT)
    expect(outboundProxy).toMatchObject({ url: 'http://user:secret@proxy.example:3128/' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('readConfig() reads the sources of the catalogue, each with the format that its address asks for', () => {
  const more = ['GROUP=active&FORMAT=JSON', 'GROUP=fengyun-1c-debris&format=csv', 'GROUP=stations&FORMAT=3le']
  const config = readConfig(
    {
      APSIS_GP_URL: 'https://gp.example.org/whole',
      APSIS_GP_MORE_URLS: more.map((query) => `https://celestrak.org/NORAD/elements/gp.php?${query}`).join(', '),
      APSIS_CATALOGUE_ORGANISATION: 'example-orbital',
    },
    PROJECT,
  )
  expect(config.gpSources.map(({ format }) => format)).toEqual(['omm-json', 'omm-json', 'omm-csv', 'tle'])
  expect(config.catalogueOrganisation).toBe('organisation:example-orbital')
})

test.each([
  ['https://celestrak.org/NORAD/elements/gp.php?GROUP=active', /without FORMAT/],
  ['https://celestrak.org/NORAD/elements/gp.php?GROUP=active&FORMAT=XML', /without FORMAT/],
  ['http://celestrak.org/NORAD/elements/gp.php?GROUP=active&FORMAT=JSON', /not https/],
  ['https://a.example/?FORMAT=JSON,https://a.example/?FORMAT=JSON', /twice/],
])('readConfig() refuses the addresses %s', (urls, wrong) => {
  expect(problemsOf({ APSIS_GP_MORE_URLS: urls })).toEqual([
    expect.objectContaining({ name: 'APSIS_GP_MORE_URLS', wrong: expect.stringMatching(wrong) }),
  ])
})
