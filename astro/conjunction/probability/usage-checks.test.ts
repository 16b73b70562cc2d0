import { expect, test } from 'vitest'
import { pairOfCdm } from '../testing/cdm-object.ts'
import cara from './cara.reference.json' with { type: 'json' }
import { checkUsage } from './usage-checks.ts'

test('checkUsage() predicts the curved value where it is small against the plane', () => {
  const row = cara.messages.find(({ id }) => id.startsWith('000028654'))!
  const { primary, secondary } = pairOfCdm(row.objects)
  const { logCorrection } = checkUsage(primary, secondary, row.HBR_m)
  expect(Math.abs(Math.exp(logCorrection!) * row.Pc2D - row.Nc2D) / row.Nc2D).toBeLessThan(1e-3)
})
