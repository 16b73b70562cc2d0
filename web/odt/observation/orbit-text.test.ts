import type { ObservationReport } from '@apsis/contract/odt/observation/observation.ts'
import { afterEach, expect, test } from 'vitest'
import { openBrowser } from '../../ui/testing/browser.ts'

openBrowser()
const { choose } = await import('../../ui/preference/preference.ts')
const { orbitText } = await import('./orbit-text.ts')
const { observationWords } = await import('./words.data.ts')

afterEach(() => choose('language', 'en'))

const said = (given: Partial<ObservationReport['associationResults']>) =>
  orbitText(
    {
      associationResults: {
        orbitDataType: 'OMM',
        associationMetric: 'ANGULAR_DISTANCE',
        associationCriterion: 'MEDIAN',
        isAmbiguous: false,
        orbitDataAge: null,
        ...given,
      },
    },
    observationWords,
  )

test('orbitText() states how old an orbit was, or how long after the track it was determined, or that there is none', () => {
  expect(said({ orbitDataAge: 254_692 })).toBe('OMM, 2.9 d old')
  expect(said({ orbitDataAge: -254_692 })).toBe('OMM, 2.9 d after the track')
  expect(said({})).toBe('OMM, age not known')
  expect(said({ orbitDataReason: 'NO_ORBIT_OF_THAT_TIME' })).toBe('No orbit of that time')
  choose('language', 'de')
  expect(said({ orbitDataAge: -254_692 })).toBe('OMM, 2,9 d nach der Messreihe')
})
