import { screenExhaustively } from '@apsis/astro/screening/exhaustive.ts'
import { screenedElements } from '@apsis/astro/screening/screened-object.ts'
import { expect, test } from 'vitest'
import { makeSyntheticCatalogue, START, THRESHOLD_M } from './catalogue.ts'
import { compareEvents } from './compare.ts'
import { findTruthOnThreads } from './truth.ts'

test('findTruthOnThreads finds the same events as the exhaustive reference of astro, apart from rounding', async () => {
  const { models } = makeSyntheticCatalogue(900)
  const options = { durationS: 2725, thresholdM: 4 * THRESHOLD_M }
  const list = models.map((model, place) => screenedElements(String(place), model, START))
  const { encounters, notScreened } = screenExhaustively(list, options)
  const truth = await findTruthOnThreads({ ...options, models }, 2)
  expect(encounters.length).toBeGreaterThan(20)
  expect(notScreened.length).toBeGreaterThan(0)
  const comparison = compareEvents(truth, { encounters, notScreened }, options.thresholdM)
  expect(comparison).toMatchObject({ missed: [], extra: [], onWall: 0, matched: encounters.length })
  expect(comparison.worst.seconds).toBeLessThan(1e-6)
  expect(comparison.worst.missM).toBeLessThan(1e-6)
  expect(truth.notScreened).toEqual(notScreened)
})
