import { type Cdm, listCdms } from '@apsis/contract/ca/message/cdm.ts'
import { expect, test } from 'vitest'
import { partsOfVerdict } from './verdict.tsx'

const [EXAMPLES] = (listCdms.response.meta()?.examples ?? []) as readonly (readonly Cdm[])[]
const MESSAGE = EXAMPLES?.[0] as Cdm
const DATA = MESSAGE.conjunctionData

test('partsOf returns the miss along the axes of the chosen kind, each with its own sigma', () => {
  expect(partsOfVerdict('RTN', DATA).map(([name]) => name)).toEqual(['radial', 'along', 'cross'])
  const told = {
    ...DATA,
    relativePositionVnb: { v: 1, n: 2, b: 3 },
    sigmaVnb: { v: 4, n: 5, b: 6 },
    relativePositionTnw: { t: 1, n: -3, w: 2 },
    sigmaTnw: null,
  }
  expect(partsOfVerdict('VNB', told)).toEqual([
    ['velocityV', 1, 4],
    ['normalN', 2, 5],
    ['outwardB', 3, 6],
  ])
  expect(partsOfVerdict('TNW', told)).toEqual([
    ['velocityT', 1, undefined],
    ['inwardN', -3, undefined],
    ['normalW', 2, undefined],
  ])
})
