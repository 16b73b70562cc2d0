import { expect, test } from 'vitest'
import type { OtherEvent } from './collected.ts'
import type { BurnSettings, DesignCase } from './design.ts'
import { candidateQuery, eventsAfterQuery, isStuck, keepOfSame, tradeSpaceQuery } from './design-query.ts'

const GIVEN = { text: 'a message', radiusM: 10, method: 'FOSTER-1992', nowMs: 0 } as unknown as DesignCase
const SETTINGS = { dynamics: 'j2', target: { kind: 'miss', missM: 1_000 } } as BurnSettings

test('another length of the arc asks for another map', () => {
  const designCase = {} as DesignCase
  const keyOf = (arcS: number) => tradeSpaceQuery(designCase, { arcS } as BurnSettings, []).queryKey
  expect(keyOf(1_200)).not.toEqual(keyOf(600))
})

test('a burn stays until the next one is computed only for the same message, assessment and settings', () => {
  const keyOf = (designCase: DesignCase, settings: BurnSettings, ms: number) =>
    candidateQuery(designCase, settings, ms).queryKey
  const keep = keepOfSame(keyOf(GIVEN, SETTINGS, 2), 1)
  const after = (designCase: Partial<DesignCase>, settings: Partial<BurnSettings> = {}) =>
    keep('before', { queryKey: keyOf({ ...GIVEN, ...designCase }, { ...SETTINGS, ...settings }, 1) })
  expect(after({})).toBe('before')
  expect(after({ nowMs: 300_000 })).toBe('before')
  expect(after({ text: 'an older message' })).toBeUndefined()
  expect(after({ radiusM: 11 })).toBeUndefined()
  expect(after({ method: 'ALFANO-2005' as DesignCase['method'] })).toBeUndefined()
  expect(after({}, { dynamics: 'two-body' })).toBeUndefined()
  expect(keep('before', undefined)).toBeUndefined()
})

test('the result of a burn stays until the next burn is computed only for the same events', () => {
  const keyOf = (ids: readonly string[], settings: BurnSettings, ignitionMs: number) => {
    const burn = { ignitionMs, deltaVRtn: [0, 0.01, 0] as const }
    const events = ids.map((cdmId) => ({ cdmId }) as OtherEvent)
    return eventsAfterQuery(GIVEN, settings, { events, burn }).queryKey
  }
  const keep = keepOfSame(keyOf(['own', 'other'], SETTINGS, 2), 2)
  expect(keep('before', { queryKey: keyOf(['own', 'other'], SETTINGS, 1) })).toBe('before')
  expect(keep('before', { queryKey: keyOf(['own'], SETTINGS, 1) })).toBeUndefined()
  const target = { kind: 'miss', missM: 2_000 } as const
  expect(keep('before', { queryKey: keyOf(['own', 'other'], { ...SETTINGS, target }, 1) })).toBeUndefined()
})

test('a map stays while that of other settings is computed, but not for another message', () => {
  const keep = keepOfSame(tradeSpaceQuery(GIVEN, SETTINGS, []).queryKey, 0)
  const before = (designCase: DesignCase) => ({
    queryKey: tradeSpaceQuery(designCase, { ...SETTINGS, arcS: 600 }, []).queryKey,
  })
  expect(keep('before', before(GIVEN))).toBe('before')
  expect(keep('before', before({ ...GIVEN, text: 'an older message' }))).toBeUndefined()
})

test('a burn that is being computed is not reported as missing, even if another part failed', () => {
  const failed = new Error('no')
  expect(isStuck({ error: null, fetchStatus: 'fetching' }, true)).toBe(false)
  expect(isStuck({ error: null, fetchStatus: 'idle' }, false)).toBe(false)
  expect(isStuck({ error: null, fetchStatus: 'idle' }, true)).toBe(true)
  expect(isStuck({ error: failed, fetchStatus: 'idle' }, false)).toBe(true)
})
