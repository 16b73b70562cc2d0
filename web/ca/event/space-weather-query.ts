import { getSpaceWeather } from '@apsis/contract/ca/space-weather.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const EVERY_MS = 600_000

/** The weather in space: its sources change every three hours, and which events it overtakes with each message. */
export const spaceWeatherQuery = () =>
  queryOptions({
    queryKey: ['space-weather'],
    queryFn: ({ signal }) => call(getSpaceWeather, { query: {} }, signal),
    refetchInterval: EVERY_MS,
  })
