import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { type SatRec, sgp4 } from 'satellite.js'
import { recordOf, START } from '../screening/catalogue.ts'

/** Objects as satellite.js propagates them: km, km/s, seconds after the start. */
export interface PeerObjects {
  readonly count: number
  /** Writes x, y, z, vx, vy, vz; NaN if the object has no state. */
  writeState(place: number, seconds: number, out: Float64Array, at: number): void
  /** Records that an object has no state. */
  lose(place: number): void
  /** Returns the places of the objects that once had no state. */
  lost(): number[]
}

export function openPeerObjects(sets: readonly ElementSet[]): PeerObjects {
  const records = sets.map(recordOf)
  const agesMin = Float64Array.from(sets, ({ epoch }) => secondsBetween(epoch, START) / 60)
  const lost = new Set<number>()
  return {
    count: sets.length,
    lose: (place) => void lost.add(place),
    lost: () => [...lost],
    writeState: (place, seconds, out, at) => {
      const state = sgp4(records[place] as SatRec, (agesMin[place] as number) + seconds / 60)
      if (state === null) {
        lost.add(place)
        out.fill(Number.NaN, at, at + 6)
        return
      }
      const { position, velocity } = state
      out[at] = position.x
      out[at + 1] = position.y
      out[at + 2] = position.z
      out[at + 3] = velocity.x
      out[at + 4] = velocity.y
      out[at + 5] = velocity.z
    },
  }
}
