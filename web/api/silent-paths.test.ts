import { SERVICE_ENDPOINTS } from '@apsis/contract/services.ts'
import { expect, test } from 'vitest'
import { isSilentPath } from './silent-paths.data.ts'

const paths = Object.values(SERVICE_ENDPOINTS).flatMap((endpoints) => Object.values(endpoints).map((one) => one.path))
const unlessOpenapi = (path: string) => !path.endsWith('/openapi/')

test('isSilentPath knows every call of the contract for user configuration, satellite operator and TLE', () => {
  const meant = paths
    .filter(unlessOpenapi)
    .filter((path) => /\/userconfig(\/|$)|\/operator\/|^\/api\/v1\/tle\//.test(path))
  expect(meant).toContain('/api/v1/userconfig/{config-id}')
  expect(meant.filter((path) => !isSilentPath(path))).toEqual([])
})

test('isSilentPath keeps silent about nothing else', () => {
  const others = paths.filter((path) => !/userconfig|operator|tle/.test(path))
  expect(others).toContain('/api/v1/status')
  expect(others.filter(isSilentPath)).toEqual([])
  expect(isSilentPath('/api/v1/ca/satellites')).toBe(false)
  expect(isSilentPath(undefined)).toBe(false)
})
