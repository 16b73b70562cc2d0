/** The settings that the server gives the page before a user is signed in. */
export type Config = {
  /** The address of the identity provider's realm, for example `http://localhost:8080/auth/realms/platform`. */
  readonly issuer: string
  readonly clientId: string
  readonly version: string
  readonly devMode: boolean
  readonly demo: boolean
}

const LIMIT_MS = 10_000

/** Reads `/config.json`. */
export async function readConfig(): Promise<Config> {
  const response = await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(LIMIT_MS) })
  if (!response.ok) throw new Error(`The site answered ${response.status} for its configuration.`)
  return parseConfig(await response.json())
}

/** Checks the settings, because an incomplete configuration would fail far from its cause. */
export function parseConfig(value: unknown): Config {
  if (typeof value !== 'object' || value === null) throw new Error('The configuration is not an object.')
  const text = (key: string) => {
    const found: unknown = Reflect.get(value, key)
    if (typeof found !== 'string' || found === '') throw new Error(`The configuration has no ${key}.`)
    return found
  }
  return {
    issuer: text('issuer'),
    clientId: text('clientId'),
    version: text('version'),
    devMode: Reflect.get(value, 'devMode') === true,
    demo: Reflect.get(value, 'demo') === true,
  }
}
