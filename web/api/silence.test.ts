import { SERVICE_ENDPOINTS } from '@apsis/contract/api/services.ts'
import { expect, test } from 'vitest'
import { CAUGHT, isSilentPath, SILENT_PATHS, SILENT_WORK } from './silence.data.ts'

const paths: readonly string[] = Object.values(SERVICE_ENDPOINTS).flatMap((endpoints) =>
  Object.values(endpoints).map((one) => one.path),
)
const unlessOpenapi = (path: string) => !path.endsWith('/openapi/')

test('isSilentPath knows every call of the contract for user configuration, satellite operator and TLE', () => {
  const meant = paths
    .filter(unlessOpenapi)
    .filter((path) => /\/userconfig(\/|$)|\/operator\/|^\/api\/v1\/tle\//.test(path))
  expect(meant).toContain('/api/v1/userconfig/{config-id}')
  expect(meant.filter((path) => !isSilentPath(path))).toEqual([])
})

test('isSilentPath is false for every other call', () => {
  const others = paths.filter((path) => !/userconfig|operator|tle/.test(path))
  expect(others).toContain('/api/v1/status')
  expect(others.filter(isSilentPath)).toEqual([])
  expect(isSilentPath('/api/v1/ca/satellites')).toBe(false)
  expect(isSilentPath(undefined)).toBe(false)
})

test('every silent failure has a reason as a sentence, and every silent path is in the contract', () => {
  const reasons = Object.entries({ ...SILENT_PATHS, ...SILENT_WORK, ...CAUGHT })
  expect(reasons.filter(([, reason]) => !/^[A-Z].{20,}\.$/.test(reason))).toEqual([])
  expect(Object.keys(SILENT_PATHS).filter((path) => !paths.includes(path))).toEqual([])
})
