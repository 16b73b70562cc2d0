import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { seededRandom, standardNormal } from '../random.ts'
import { readTles } from '../sgp4/tle-text.ts'
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import type { Epoch } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { associate, type Candidate } from './associate.ts'
import { candidatesOf, trackFrom } from './testing/sky-tracks.ts'

/** flight-dynamics.md F23: if the true object is missing in the catalogue, at most one track in a thousand is associated. */
const MOST_FALSE = 0.001
/** A track of the simulated network has an exposure every 5 s, over one minute up to a pass of three minutes. */
const [SHORT, LONG, STEP_S] = [12, 36, 5]
/** Objects are early or late by up to this, s: an object later than the largest offset is uncorrelated by intention. */
const LATEST_S = 0.9

const seed = Number(process.env.APSIS_PROPERTY_SEED ?? 1)
const tracks = Number(process.env.APSIS_ASSOCIATION_TRACKS ?? 60)

const CATALOGUE = 'association/tle_20220524.txt'

interface Sky {
  readonly origin: Epoch
  readonly objects: readonly Candidate[]
}

/** Reads a real catalogue: false associations come from its crowded orbit planes. */
function readSky(): Sky {
  const origin = parseTime('2022-05-24T12:00:00')
  const sets = [...readTles(readFileSync(collectionPath(CATALOGUE), 'utf8').split('\n'))].flatMap((one) =>
    one.ok ? [one.elements] : [],
  )
  return { origin, objects: candidatesOf(sets, origin) }
}

test.skipIf(!hasCollection(CATALOGUE))(
  `at most ${MOST_FALSE} of ${tracks} tracks are associated if their object is not in the catalogue, and all if it is`,
  () => {
    const { objects } = readSky()
    const random = seededRandom(seed)
    const normal = standardNormal(random)
    let [made, wrong, missed] = [0, 0, 0]
    while (made < tracks) {
      const object = objects[Math.floor(random() * objects.length)] as Candidate
      const aside = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1] as const
      const count = made % 2 === 0 ? SHORT : LONG
      const plan = {
        startS: 43_200 * random(),
        count,
        stepS: STEP_S,
        lateS: LATEST_S * (2 * random() - 1),
        normal,
        aside,
      }
      const track = trackFrom(object.at, plan)
      if (track.length < count) continue
      made += 1
      const { fits } = associate(track, objects, { metric: 'ANGULAR_DISTANCE' })
      const [best] = fits
      if (best?.id !== object.id || best.medianAfterBias > best.threshold) missed += 1
      const [other] = fits.filter(({ id }) => id !== object.id)
      if (other !== undefined && other.medianAfterBias <= other.threshold) wrong += 1
    }
    expect({ missed, isWithin: wrong <= MOST_FALSE * made }, `${wrong} of ${made}`).toEqual({
      missed: 0,
      isWithin: true,
    })
  },
  // The campaign associates 3,000 tracks.
  600_000,
)
