import { getSpaceWeather } from '@apsis/contract/ca/space-weather.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const EVERY_MS = 600_000

/**
 * Reads the space weather. It is read again because its sources change every three hours, and each message changes the set of affected
 * events.
 */
export const spaceWeatherQuery = () =>
  queryOptions({
    queryKey: ['space-weather'],
    queryFn: ({ signal }) => call(getSpaceWeather, { query: {} }, signal),
    refetchInterval: EVERY_MS,
  })
