import { socratesRow } from '@apsis/ccsds/message/socrates.ts'
import type { Encounter } from '@apsis/contract/ca/screening/screening.ts'
import { expect, test } from 'vitest'
import { toCsv } from '../ui/file/csv.ts'
import { toSocrates } from './socrates.ts'

const ONE: Encounter = {
  primary: { objectId: '25544', name: 'ISS (ZARYA)', epoch: '2026-11-20T00:00:00.000Z', daysSinceEpoch: 1.25 },
  secondary: { objectId: '900123456', name: 'SIM, DEB', epoch: null, daysSinceEpoch: null },
  tca: '2026-11-21T06:00:00.125Z',
  missM: 1_234.5,
  missRtn: { r: 1, t: 2, n: 3 },
  velocityRtn: { r: 1, t: 2, n: 3 },
  relativeSpeedMps: 14_567.8,
  probability: null,
  probabilityReason: 'no-covariance',
  maximumProbability: 1.2345e-5,
  riskLevel: 'UNKNOWN',
  kind: 'minimum',
  episode: null,
}

test('toSocrates() has the columns of SOCRATES Plus in its order and units, and leaves unknown values empty', () => {
  // The head of celestrak.org/SOCRATES/sort-minRange.csv, as its format page lists it.
  expect(toCsv(toSocrates([ONE]), { isSimulated: false })).toBe(
    'NORAD_CAT_ID_1,OBJECT_NAME_1,DSE_1,NORAD_CAT_ID_2,OBJECT_NAME_2,DSE_2,TCA,TCA_RANGE,TCA_RELATIVE_SPEED,MAX_PROB,DILUTION\r\n' +
      '25544,ISS (ZARYA),1.250,900123456,"SIM, DEB",,2026-11-21 06:00:00.125,1.234,14.568,1.234E-05,\r\n',
  )
})

test('a distance at which the probability is diluted is in km, like the other distances', () => {
  const object = { id: '1', name: 'A', daysSinceEpoch: undefined }
  const row = socratesRow({
    objects: [object, object],
    tca: '2026-11-21T06:00:00Z',
    missM: 1,
    relativeSpeedMps: 1,
    maximumProbability: 1,
    dilutionM: 250,
  })
  expect(row.at(-1)).toBe('0.250')
})
