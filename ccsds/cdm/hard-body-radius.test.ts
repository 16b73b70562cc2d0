import { expect, test } from 'vitest'
import reference from './cdm.reference.json' with { type: 'json' }
import { parseCdm } from './cdm.ts'
import { findHardBodyRadius } from './hard-body-radius.ts'

const text = reference.messages.find(({ path }) => path.endsWith('ION_SCV8_vs_STARLINK_1233.txt'))!.text
const cdm = parseCdm(text)

function radiusOf(comment: string) {
  return findHardBodyRadius({ ...cdm, header: { ...cdm.header, comments: [comment] } })
}

test('findHardBodyRadius() prefers the combined radius of both objects, with or without a unit', () => {
  expect(radiusOf('HBR = 15.5 [m]')).toEqual({ radiusM: 15.5, from: 'HBR' })
  expect(radiusOf('  HBR=2e1 ')).toEqual({ radiusM: 20, from: 'HBR' })
  expect(radiusOf('about HBR = 15')).toEqual({ radiusM: 10, from: 'Exclusion Volume Radius' })
})

test('findHardBodyRadius() does not search a comment that is longer than a line', () => {
  expect(radiusOf(`HBR = 15${' '.repeat(240)}m`)).toMatchObject({ from: 'HBR' })
  expect(radiusOf(`HBR = 15${' '.repeat(1_000_000)}m`)).toMatchObject({ from: 'Exclusion Volume Radius' })
})
