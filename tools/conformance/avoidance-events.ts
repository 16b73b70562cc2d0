import { covarianceFromRtn } from '@apsis/astro/conjunction/rtn.ts'
import type { PlannedEncounter } from '@apsis/astro/manoeuvre/encounter-model.ts'
import { numberCell, onlyFile, readTable, vectorAt } from './collection.ts'

/** The columns of an object, and those of its covariance in its own RTN axes. */
const STATE = ['x', 'y', 'z', 'vx', 'vy', 'vz'].map((axis) => `j2k_${axis}`)
const COVARIANCE = ['rr', 'rt', 'rn', 'rt', 'tt', 'tn', 'rn', 'tn', 'nn'].map((part) => `c_${part}`)

/** The events that avoidance is planned for, by their ids: km and km/s in the file. */
export function readEvents(): ReadonlyMap<string, PlannedEncounter> {
  // Heads have units and stray blanks: the name is what stands before them.
  const rows = readTable(onlyFile('pc/armellin_*.csv')).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name.split(' ')[0] ?? name, value])),
  )
  return new Map(
    rows.map((row) => {
      const objectOf = (who: string) => {
        const values = STATE.map((name) => numberCell(row, `${who}_${name}`))
        const state = { r: vectorAt(values, 0, 1000), v: vectorAt(values, 3, 1000) }
        const six = COVARIANCE.map((name) => numberCell(row, `${who}_${name}`) * 1e6)
        const rtn = [0, 3, 6].map((from) => six.slice(from, from + 3))
        return { ...state, covariance: covarianceFromRtn(state, rtn) }
      }
      return [row.ID ?? '', { primary: objectOf('p'), secondary: objectOf('s'), radiusM: numberCell(row, 'R') * 1000 }]
    }),
  )
}
