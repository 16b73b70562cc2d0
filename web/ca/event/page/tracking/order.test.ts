import type { RankedPass } from '@apsis/contract/odt/tracking/conjunction.ts'
import { expect, test } from 'vitest'
import { requestOf } from './order.tsx'

test('passes of an own satellite are requested by its id, those of any other object by its number', () => {
  const chosen = ['RAD01@2026-11-21T01:00:00Z', 'RAD02@2026-11-21T02:00:00Z'].map(
    (name) => ({ name, measurementType: 'RADAR' }) as RankedPass,
  )
  const of = (satelliteId: string | null) =>
    requestOf({ object: { satelliteId, catalogueId: 90_001 }, chosen, conjunctionId: 'e-1' })
  const passes = 'RAD01@2026-11-21T01:00:00Z,RAD02@2026-11-21T02:00:00Z'
  const asked = { dialog: 'new-observation', event: 'e-1', type: 'RADAR', passes }
  expect(of('s-1')).toEqual({ ...asked, satellite: 's-1' })
  expect(of(null)).toEqual({ ...asked, satellite: '90001' })
})
