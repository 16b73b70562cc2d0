import { expect, test } from 'vitest'
import { hall2021 } from '../conjunction/probability/hall-2021.ts'
import { alfanoCase } from '../conjunction/testing/published-case.ts'
import { TWO_BODY } from './dynamics.ts'
import { makeEncounterModel } from './encounter-model.ts'
import { keptHall, MOST_KEPT_VALUES } from './kept-hall.ts'

const { primary, secondary, radiusM } = alfanoCase(3)
const modelOf = () => makeEncounterModel(alfanoCase(3), TWO_BODY)

test('keptHall() returns the result of the method, which it computes once for each encounter of a model', () => {
  const model = modelOf()
  const first = keptHall(model, primary, secondary)
  expect(first).toEqual(hall2021(primary, secondary, { radiusM }))
  expect(keptHall(model, { ...primary }, { ...secondary })).toBe(first)
  const [x, y, z] = secondary.r
  const elsewhere = { ...secondary, r: [x + 10, y, z] as const }
  expect(keptHall(model, primary, elsewhere)).toEqual(hall2021(primary, elsewhere, { radiusM }))
  expect(keptHall(modelOf(), primary, secondary)).not.toBe(first)
})

test('keptHall() deletes its values when there are very many: a page may use one model for hours', () => {
  const model = modelOf()
  const first = keptHall(model, primary, secondary)
  // An unbound orbit has no value, which is found at once.
  const leaving = (place: number) => ({ ...primary, v: [20_000 + place, 0, 0] as const })
  for (let place = 1; place < MOST_KEPT_VALUES; place += 1) keptHall(model, leaving(place), secondary)
  expect(keptHall(model, primary, secondary)).toBe(first)
  keptHall(model, leaving(0), secondary)
  expect(keptHall(model, primary, secondary)).not.toBe(first)
})
