import { z } from 'zod'
import type { SettingName } from './settings.data.ts'

/** The proxy for outgoing requests. */
export type OutboundProxy = Readonly<{
  /** The address without user and password, for display and the log. */
  address: string
  /** The address with user and password. */
  url: string
  /** Hosts that are reached without the proxy, in the form of NO_PROXY. */
  direct: readonly string[]
  /** True if the proxy gets the names of notice receivers, and resolves them itself. */
  isByName: boolean
}>

/** This value means no proxy, whatever HTTPS_PROXY is. */
const NONE = 'none'

/** The setting of a proxy contains only its address: a path would have no effect. */
const proxyAddress = z.string().transform((text, context): URL | typeof NONE => {
  if (text === NONE) return NONE
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isProxy =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    isDecodable(url)
  if (isProxy) return url
  context.addIssue({ code: 'custom', message: 'is no address of a proxy' })
  return z.NEVER
})

function isDecodable({ username, password }: URL): boolean {
  try {
    return [username, password].map(decodeURIComponent).length > 0
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}

export const outboundShape = {
  APSIS_OUTBOUND_PROXY: proxyAddress.optional(),
  APSIS_OUTBOUND_PROXY_FILE: z.string().min(1).optional(),
  APSIS_OUTBOUND_DIRECT: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ''))
    .optional(),
  APSIS_OUTBOUND_PROXY_BY_NAME: z.enum(['true', 'false']).transform((text) => text === 'true'),
}

export type OutboundValues = { [K in keyof typeof outboundShape]: z.output<(typeof outboundShape)[K]> }

/** The variables that most programs read; they are used if our setting is missing. */
export const STANDARD_VARIABLES = [
  ['APSIS_OUTBOUND_PROXY', ['HTTPS_PROXY', 'https_proxy']],
  ['APSIS_OUTBOUND_DIRECT', ['NO_PROXY', 'no_proxy']],
] as const satisfies readonly (readonly [SettingName, readonly string[]])[]

/** Returns the first standard variable of a setting that is not empty. A proxy may be written there without `http://`. */
export function standardValue(
  env: Readonly<Record<string, string | undefined>>,
  setting: SettingName,
): { readonly variable: string; readonly text: string } | undefined {
  const variables: readonly string[] = STANDARD_VARIABLES.find(([name]) => name === setting)?.[1] ?? []
  const variable = variables.find((name) => (env[name] ?? '') !== '')
  if (variable === undefined) return undefined
  const text = env[variable] ?? ''
  const isBare = setting === 'APSIS_OUTBOUND_PROXY' && !text.includes('://')
  return { variable, text: isBare ? `http://${text}` : text }
}

/** Node supports proxies since this version; an older one would connect directly without a warning. */
const LEAST_NODE = [24, 5] as const

export function* outboundRefusals(
  proxy: OutboundProxy | undefined,
  node: string = process.versions.node,
): Generator<[SettingName, string]> {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const isOld = major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1])
  if (proxy !== undefined && isOld)
    yield ['APSIS_OUTBOUND_PROXY', `needs Node ${LEAST_NODE.join('.')} or later, and this is ${node}`]
}

export function decideOutbound(v: OutboundValues): OutboundProxy | undefined {
  const url = v.APSIS_OUTBOUND_PROXY
  if (url === undefined || url === NONE) return undefined
  return {
    address: `${url.protocol}//${url.host}`,
    url: url.href,
    direct: v.APSIS_OUTBOUND_DIRECT ?? [],
    isByName: v.APSIS_OUTBOUND_PROXY_BY_NAME,
  }
}
