import { meanFromTrue } from '@apsis/astro/orbit/anomaly.ts'
import { toKeplerian } from '@apsis/astro/orbit/elements.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import { cross, norm } from '@apsis/astro/vec3.ts'
import { readJson, stateAt } from './run/collection.ts'
import type { ReferenceSet, Source } from './run/set.ts'
import { type Check, relative, type Tally } from './run/tally.ts'

function elementsOf(state: number[], gm: number): number[] {
  const found = toKeplerian(stateAt(state, 1000), gm)
  const angles = [found.incRad, found.raanRad, found.argPeriapsisRad, found.trueAnomalyRad]
  return [found.semiMajorAxisM / 1000, found.eccentricity, ...angles.map(radToDeg)]
}

/** Compares relatively, or absolutely where that difference is smaller; angles are compared across the full turn. */
function compareElement(check: Check, quantity: string, found: number, wanted: number, limit: number): void {
  const apart = Math.abs(found - wanted)
  const error = Math.min(apart, relative(found, wanted), Math.abs(apart - 360))
  check.within(quantity, { error, limit, unit: '' })
}

function compareKeplerian(tally: Tally, { files: [file = ''] }: Source): void {
  const set = readJson(file)
  const gm = set.number('mu_km3_s2') * 1e9
  tally.run("Vallado's example", (check) => {
    const example = set.at('vallado_example')
    const found = elementsOf(example.numbers('state_km_km_s'), gm)
    const { trueAnomalyRad, eccentricity } = toKeplerian(stateAt(example.numbers('state_km_km_s'), 1000), gm)
    const names = ['a_km', 'e', 'i_deg', 'raan_deg', 'argp_deg', 'true_anomaly_deg', 'mean_anomaly_deg']
    const all = [...found, radToDeg(meanFromTrue(trueAnomalyRad, eccentricity))]
    for (const [index, name] of names.entries())
      compareElement(check, "Vallado's example, relative", all[index] ?? Number.NaN, example.number(name), 1e-4)
  })
  for (const row of [...set.rows('one_component_zero'), ...set.rows('special_orbits')]) {
    const state = row.numbers('state_km_km_s')
    tally.run(`${row.has('kind') ? row.text('kind') : 'a component 0'}: ${state}`, (check) => {
      for (const [index, value] of elementsOf(state, gm).entries())
        compareElement(check, 'elements, relative or absolute', value, row.number('expected', index), 1e-5)
    })
  }
  for (const row of set.rows('must_fail')) {
    const state = row.numbers('state_km_km_s')
    tally.run(row.text('why'), (check) => {
      if (isHyperbola(state, gm)) check.holds((elementsOf(state, gm)[0] ?? 0) < 0, 'a hyperbola')
      else check.refused(() => toKeplerian(stateAt(state, 1000), gm))
    })
  }
  tally.note('the hyperbola that the elliptic-only source refuses has its elements in Apsis')
}

/** True if a valid state has enough energy to leave the Earth; a state that describes no orbit does not count. */
function isHyperbola(state: number[], gm: number): boolean {
  if (state.length !== 6 || !state.every(Number.isFinite)) return false
  const { r, v } = stateAt(state, 1000)
  const isStraight = norm(cross(r, v)) <= 1e-9 * norm(r) * norm(v)
  return !isStraight && norm(v) ** 2 / 2 > gm / norm(r)
}

export const ORBIT_ELEMENT_SETS: readonly ReferenceSet[] = [
  { name: 'orbit_elements/keplerian_*.json', compare: compareKeplerian },
]
