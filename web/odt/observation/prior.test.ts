import { afterEach, expect, test } from 'vitest'
import { openBrowser } from '../../ui/testing/browser.ts'

openBrowser()
const { choose } = await import('../../ui/preference/preference.ts')
const { priorText } = await import('./prior.ts')

afterEach(() => choose('language', 'en'))

const UPDATE = { epoch: '2026-11-22T18:15:03.000Z' }
const known = (orbitDataAge: number | null) => ({
  associationResults: {
    orbitDataType: 'OMM' as const,
    associationMetric: 'ANGULAR_DISTANCE' as const,
    associationCriterion: 'MEDIAN' as const,
    isAmbiguous: false,
    orbitDataAge,
  },
})

test('the earlier orbit is named in the language of the reader, with its time, which follows from its age', () => {
  expect(priorText(known(3_603), UPDATE)).toMatch(/^OMM of 2026-11-22 17:15:00 Z, usual /)
  expect(priorText(known(null), UPDATE)).toMatch(/^OMM of unknown age, /)
  choose('language', 'de')
  expect(priorText(known(3_603), UPDATE)).toMatch(/^OMM vom 2026-11-22 17:15:00 Z, übliche /)
})
