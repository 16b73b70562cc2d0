import * as contract from '@apsis/contract/ca/space-weather.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import type { Platform } from '../../platform/operation/platform.ts'
import { getSpaceWeather } from './weather.service.ts'

export function spaceWeatherRoutes(door: Door, { db, now, config }: Platform): void {
  const platform = { db, now, sources: config.spaceWeather, names: config.spaceWeatherNames }
  bind(door, contract.getSpaceWeather, ({ caller, query }) => getSpaceWeather(platform, caller, query))
}
