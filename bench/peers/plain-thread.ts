import { serveTasks } from '../stage/threads.ts'
import { openPeerObjects } from './peer-objects.ts'
import { makeRefiner } from './peer-refine.ts'
import type { PeerEvents, PeerWork } from './peer-run.ts'
import { fillBins, makeBins } from './plain-bins.ts'
import { makePairFinder } from './plain-pairs.ts'
import { HALF_S, makeStateWalk, WINDOWS_PER_BLOCK } from './plain-states.ts'

/** The largest errors, km, of the straight line, of the interpolation and of the interval of radius. */
const MARGIN_KM = 0.5
const SLACK_KM = 0.25
const BLOCK_S = 2 * HALF_S * WINDOWS_PER_BLOCK

serveTasks<PeerWork, { fromS: number; toS: number }, PeerEvents>(({ sets, durationS, thresholdKm }) => {
  const objects = openPeerObjects(sets)
  const walk = makeStateWalk(objects)
  const bins = makeBins(objects.count)
  const finder = makePairFinder(objects.count, thresholdKm + MARGIN_KM)
  return ({ fromS, toS }) => {
    const refiner = makeRefiner(objects, { thresholdKm, durationS })
    for (let block = fromS; block < toS; block += BLOCK_S) {
      walk.moveTo(block)
      for (let index = 0; index < WINDOWS_PER_BLOCK; index += 1) {
        const begin = block + 2 * index * HALF_S
        if (begin >= durationS) break
        const end = Math.min(durationS, begin + 2 * HALF_S)
        const states = walk.fillWindow(index)
        fillBins(bins, states, thresholdKm / 2 + SLACK_KM)
        finder.find(states, bins, (one, other, seconds, speedKmps) => {
          const guessS = begin + HALF_S + seconds
          refiner.addMinima(one, other, { fromS: begin, toS: end, guessS, speedKmps })
          if (begin === 0) refiner.addEnd(one, other, 'start')
          if (end === durationS) refiner.addEnd(one, other, 'end')
        })
      }
    }
    return { events: Float64Array.from(refiner.events), lost: objects.lost() }
  }
})
