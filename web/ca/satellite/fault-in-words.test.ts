import { SatelliteInput } from '@apsis/contract/ca/satellite/satellite.ts'
import { expect, test } from 'vitest'
import { faultInWords } from './fault-in-words.ts'

const satellite = { name: 'SAT', noradId: 7 }

test.each([
  ['a text', { ...satellite, configuration: { wetMass: Number.NaN } }, 'A number.'],
  ['too little', { ...satellite, configuration: { hardBodyRadius: 0.001 } }, 'At least 0.05.'],
  ['too much', { ...satellite, configuration: { hardBodyRadius: 1_000 } }, 'At most 250.'],
  ['no name', { ...satellite, name: '' }, 'Is needed.'],
])('the error of a field with %s states what the field accepts, in a sentence for people', (_, input, said) => {
  const parsed = SatelliteInput.safeParse(input)
  expect(parsed.error?.issues.map(faultInWords)).toContain(said)
})
