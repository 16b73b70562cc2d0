import { GM_EARTH } from '@apsis/astro/constants.ts'
import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { propagateSgp4Minutes } from '@apsis/astro/sgp4/propagate.ts'
import { readTles } from '@apsis/astro/sgp4/tle-text.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { toElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import { countsIn, readMessage, readText } from './run/collection.ts'
import type { ReferenceSet, Source } from './run/set.ts'
import type { Tally } from './run/tally.ts'

function compareCount(tally: Tally, { description }: Source, found: number): void {
  const [wanted] = countsIn(description)
  if (wanted === undefined) tally.note(`${found} objects; INDEX.md does not say how many there are`)
  else tally.run('all', (check) => check.holds(found === wanted, `${wanted} objects, not ${found}`))
}

// A distance beyond the Moon: an orbit that reaches this far does not depend on the Earth alone, and SGP4 does not describe it.
const BEYOND_THE_MOON_M = 5e8

/** True if an element set describes an object that leaves the Earth, for which SGP4 has no state. */
function leavesTheEarth({ meanMotionRadPerS, eccentricity }: ElementSet): boolean {
  const semiMajorAxisM = Math.cbrt(GM_EARTH / meanMotionRadPerS ** 2)
  return semiMajorAxisM * (1 + eccentricity) > BEYOND_THE_MOON_M
}

function compareCatalogueCsv(tally: Tally, source: Source): void {
  const messages = source.files.flatMap((file) => readMessages(readMessage(file)).messages)
  for (const { reading } of messages) {
    tally.run('an object', (check) => {
      if (!reading.ok || reading.message.kind !== 'OMM') throw new Error('not read')
      const model = initSgp4(toElementSet(reading.message.message))
      check.holds(propagateSgp4Minutes(model, 0).ok, 'it has a state at its epoch')
    })
  }
  compareCount(tally, source, messages.length)
}

function compareCatalogueTles(tally: Tally, source: Source): void {
  const entries = source.files.flatMap((file) => [...readTles(readText(file).split('\n'))])
  const gone: string[] = []
  for (const entry of entries) {
    tally.run(`line ${entry.line}`, (check) => {
      if (!entry.ok) throw new Error(entry.message)
      const { ok } = propagateSgp4Minutes(initSgp4(entry.elements), 0)
      const isGone = leavesTheEarth(entry.elements)
      if (isGone && !ok) gone.push(entry.elements.objectName || String(entry.elements.noradId))
      check.holds(ok || isGone, 'it has a state at its epoch')
    })
  }
  if (gone.length > 0) tally.note(`${gone.join(', ')}: on the way from the Earth, where no SGP4 has a state`)
  compareCount(tally, source, entries.length)
}

export const CATALOGUE_SETS: readonly ReferenceSet[] = [
  { name: 'catalogue/celestrak_gp_*.csv', compare: compareCatalogueCsv },
  { name: 'catalogue/spacetrack_3le_*.txt', compare: compareCatalogueTles },
]
