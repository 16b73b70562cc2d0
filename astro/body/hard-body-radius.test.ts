import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import type { Box, WingedBox } from './body-shape.ts'
import { combinedRadius, hardBodyRadius } from './hard-body-radius.ts'

const box: Box = { kind: 'BOX', widthM: 2, heightM: 3, lengthM: 6 }

const oneWing: WingedBox = { ...box, kind: 'BOX_WING', wingLengthM: 4, wingWidthM: 2 }

const twoWings: WingedBox = { ...oneWing, kind: 'WING_BOX_WING' }

test('hardBodyRadius() is half the diagonal of the box around the body', () => {
  expect(hardBodyRadius(box)).toBe(3.5)
  expect(hardBodyRadius(oneWing)).toBe(Math.hypot(6, 3, 6) / 2)
  expect(hardBodyRadius(twoWings)).toBe(Math.hypot(10, 3, 6) / 2)
  expect(hardBodyRadius({ ...twoWings, wingWidthM: 5 })).toBe(Math.hypot(10, 5, 6) / 2)
  expect(hardBodyRadius({ kind: 'CANNONBALL', radiusM: 1.5 })).toBe(1.5)
  expect(hardBodyRadius({ kind: 'OTHER', hardBodyRadiusM: 7 })).toBe(7)
})

test('combinedRadius() adds radii, and adds the squares of their uncertainties', () => {
  expect(combinedRadius({ radiusM: 2, sigmaM: 0 }, { radiusM: 1, sigmaM: 0 })).toBe(3)
  expect(combinedRadius({ radiusM: 2, sigmaM: 2 }, { radiusM: 1, sigmaM: 6 })).toBe(7)
})

const TABLE = 'hbr/HBR_Mass_Estimates_20260601.csv'

test.skipIf(!hasCollection(TABLE))("combinedRadius() accepts every radius of CARA's table", () => {
  const lines = readFileSync(collectionPath(TABLE), 'utf8').trim().split('\n').slice(1)
  const radii = lines.map((line) => line.split(',')).filter(([, radius]) => radius !== '')
  for (const [, radius, sigma] of radii) {
    const [radiusM, sigmaM] = [Number(radius), Number(sigma)]
    const combined = combinedRadius({ radiusM: 2, sigmaM: 0 }, { radiusM, sigmaM })
    expect(combined).toBeGreaterThanOrEqual(2 + radiusM)
    expect(combined).toBeLessThanOrEqual(2 + radiusM + sigmaM)
  }
})
