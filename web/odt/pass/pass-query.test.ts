import { expect, test } from 'vitest'
import { lightCall, type PassOf, trackQuery } from './pass-query.ts'

const SPAN = { fromMs: Date.UTC(2026, 10, 21), toMs: Date.UTC(2026, 10, 22) }

test('the light of a query is copied as the call that answers it: for one sensor, at any elevation', () => {
  const orbit = { kind: 'catalogue', catalogueId: 90_001 } as const
  const { method, path, query } = lightCall({ orbit, codes: ['A', 'B'], elevation: 20, ...SPAN }, 'A')
  expect([method, path]).toEqual(['GET', '/api/v1/odt/passprediction'])
  expect(query).toEqual({
    'catalogue-id': 90_001,
    'sensor-code': 'A',
    light: 'true',
    from: '2026-11-21T00:00:00.000Z',
    to: '2026-11-22T00:00:00.000Z',
  })
  expect(lightCall({ orbit: { kind: 'TLE', text: '…' }, codes: [], elevation: undefined, ...SPAN }, 'A').method).toBe(
    'POST',
  )
})

test('a pass is drawn from the requested lowest elevation, and a pass that stays below it is drawn from the horizon', () => {
  const orbit = { kind: 'catalogue', catalogueId: 90_001 } as const
  const drawnFrom = (...reasons: PassOf['pass']['reasons']) => {
    const pass = { start: '2026-11-21T01:00:00.000Z', end: '2026-11-21T01:10:00.000Z', reasons }
    const one = { name: 'A 01:00', code: 'A', startMs: Date.parse(pass.start), endMs: Date.parse(pass.end), pass }
    const [, , , elevation] = trackQuery({ orbit, codes: ['A'], elevation: 20, ...SPAN }, one as PassOf).queryKey
    return elevation
  }
  expect([drawnFrom(), drawnFrom('object-in-shadow'), drawnFrom('object-in-shadow', 'too-low')]).toEqual([
    20,
    20,
    undefined,
  ])
})
