import { getTle } from '@apsis/contract/tle/tle.ts'
import { bindFile, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'
import { publicLookup } from './public-lookup.ts'
import { readTle } from './tle.service.ts'

export function tleRoutes(door: Door, platform: Platform): void {
  const { config, db, version, log, now } = platform
  const lookup = publicLookup(config.gpLookup, { db, version, proxy: config.outboundProxy, log, now })
  bindFile(door, getTle, ({ caller, query, accept }) => readTle({ db, lookup }, caller, { ...query, accept }))
}
