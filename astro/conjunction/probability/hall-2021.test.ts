import { expect, test } from 'vitest'
import { pairOfCdm } from '../testing/cdm-object.ts'
import { alfanoCase } from '../testing/published-case.ts'
import cara from './cara.reference.json' with { type: 'json' }
import { hall2021 } from './hall-2021.ts'
import { USAGE_LIMITS } from './usage-checks.ts'

/** Two quadratures of one rate over time, each on its own grid; the error of ours is far below the difference. */
const CARA_RELATIVE = 1e-3
/** CARA's own planar value only uses the rate at its peak, hence this difference where the plane is valid. */
const PLANAR_RELATIVE = 2e-4

const planar = cara.messages.filter(({ ViolationsPc2D }) => ViolationsPc2D === 0).sort((a, b) => a.Pc2D - b.Pc2D)
// Every fifth case from the least to the most likely: each takes half a second, and npm run conformance compares all of them.
const spread = planar.filter((_row, index) => index % 5 === 0 || index === planar.length - 1)

test.each(spread)(
  "hall2021() agrees with the planar value where the plane is valid, and with CARA's value, for $id",
  (row) => {
    const { primary, secondary } = pairOfCdm(row.objects)
    const result = hall2021(primary, secondary, { radiusM: row.HBR_m })
    expect(result.ok && Math.abs(result.probability / row.Nc3D - 1)).toBeLessThan(CARA_RELATIVE)
    expect(result.ok && Math.abs(result.probability / row.Nc2D - 1)).toBeLessThan(PLANAR_RELATIVE)
    expect(result.ok && Math.abs(result.probability / row.Pc2D - 1)).toBeLessThan(USAGE_LIMITS.inaccurate)
  },
)

test.each(cara.alfano.map((row) => row.case))(
  'hall2021() agrees with the curved probability of Alfano 2009, case %i',
  (number) => {
    const { primary, secondary, radiusM, expected } = alfanoCase(number)
    const reach = expected.A09_final_time_s
    const result = hall2021(primary, secondary, { radiusM, limits: { fromS: -reach, toS: reach } })
    expect(result.ok && Math.abs(result.probability / expected.CARA_Pc3D_unit_test - 1)).toBeLessThan(CARA_RELATIVE)
  },
)
