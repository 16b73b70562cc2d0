import { createSecretBox } from '../platform/auth/secret-box.ts'
import type { Config } from '../platform/config.ts'
import type { ConnectionWays } from './reader.service.ts'

/** Returns what reading connections needs, according to the settings. */
export const connectionWays = ({ delivery, outboundProxy, exchangeDir }: Config): ConnectionWays => ({
  box: createSecretBox(delivery.keyFile),
  proxy: outboundProxy,
  rules: { allowLoopback: delivery.allowLoopback },
  random: Math.random,
  exchangeDir,
})
