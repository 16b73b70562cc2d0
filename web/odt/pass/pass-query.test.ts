import { expect, test } from 'vitest'
import { lightCall } from './pass-query.ts'

const SPAN = { fromMs: Date.UTC(2026, 10, 21), toMs: Date.UTC(2026, 10, 22) }

test('the light of a question is copied as the call that answers it: of one sensor, at any elevation', () => {
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
