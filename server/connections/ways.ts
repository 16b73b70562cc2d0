import { createSecretBox } from '../platform/auth/secret-box.ts'
import type { Config } from '../platform/config.ts'
import { isLoopback } from '../platform/setting-forms.ts'
import type { ConnectionWays } from './reader.service.ts'

/** Returns the dependencies for reading connections, according to the settings. */
export const connectionWays = (config: Config): ConnectionWays => ({
  box: createSecretBox(config.delivery.keyFile),
  proxy: config.outboundProxy,
  rules: { allowLoopback: config.delivery.allowLoopback || isForOnePerson(config) },
  random: Math.random,
  exchangeDir: config.exchangeDir,
})

/**
 * True for `npm start` without settings, which only this machine can reach: a person who tries the product may connect local services
 * (record 219).
 */
const isForOnePerson = ({ databaseUrl, production, host }: Config): boolean =>
  databaseUrl === undefined && !production && isLoopback(host)
