/** Chooses the published objects that come near a fleet, as neighbour-work.ts does, and sends them to the parent process. */

import { GM_EARTH, HOUR_MS, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import { seededRandom } from '@apsis/astro/random.ts'
import { type ElementSet, fromPublished } from '@apsis/astro/sgp4/element-set.ts'
import { openSearchQueue } from '@apsis/server/ca/find/search-queue.ts'
import { elementsAt, type SimulatedObject, simulatedConstellation } from '@apsis/tools/services/simulated-objects.ts'
import { NEAR_HOURS, NEAR_KM, type Near, type NearObjects, NOW_MS, OBJECTS } from './near.ts'

/** Returns the objects that come near one of the satellites, in a random order, each with its first TCA. */
async function chooseNear(satellites: number): Promise<Near[]> {
  const objects = simulatedConstellation(OBJECTS)
  const catalogue = { version: 'bench', objects: objects.map((object) => ({ elements: elementsNow(object) })) }
  const queue = openSearchQueue(() => NOW_MS, { threads: 1, mostMs: HOUR_MS })
  const found = new Map<number, Date>()
  for (const elements of simulatedFleet(satellites, elementsNow(objects[0] ?? missing()))) {
    const question = {
      primaries: [{ elements }],
      wanted: 'encounters',
      absent: [],
      listed: objects.map((_, place) => place),
      thresholdM: 1_000 * NEAR_KM,
      from: new Date(NOW_MS),
      to: new Date(NOW_MS + NEAR_HOURS * HOUR_MS),
    } as const
    const asking = { tenantId: 'bench', signal: new AbortController().signal }
    for (const { secondary, seconds } of (await queue.search(catalogue, question, asking)).found)
      if (!found.has(secondary.place)) found.set(secondary.place, new Date(NOW_MS + 1_000 * seconds))
  }
  await queue.close()
  const random = seededRandom(48)
  return [...found]
    .map(([place, tca]) => ({ noradId: objects[place]?.noradId ?? missing(), tca, order: random() }))
    .sort((a, b) => a.order - b.order)
}

/** Returns the element set that the catalogue has at NOW_MS. */
const elementsNow = (object: SimulatedObject) => fromPublished(elementsAt(object, NOW_MS))

/**
 * SIMULATED: circular orbits at heights from 550 km upwards in steps of 2 km, in many planes with an inclination of 97.6°; the
 * constellation is between 540 and 556 km.
 */
function simulatedFleet(satellites: number, like: ElementSet): ElementSet[] {
  const golden = (Math.sqrt(5) - 1) / 2
  return Array.from({ length: satellites }, (_, i) => {
    const semiMajorAxisM = WGS84_RADIUS_M + 550_000 + 2_000 * i
    return {
      ...like,
      noradId: 200_000 + i,
      incRad: (97.6 / 180) * Math.PI,
      raanRad: 2 * Math.PI * ((i * golden) % 1),
      meanAnomalyRad: 2 * Math.PI * ((7 * i * golden * golden) % 1),
      meanMotionRadPerS: Math.sqrt(GM_EARTH / semiMajorAxisM ** 3),
    }
  })
}

const began = performance.now()
const near = await chooseNear(Number(process.argv[2]))
const seconds = (performance.now() - began) / 1_000
const chosen: NearObjects = { near, seconds, mib: process.resourceUsage().maxRSS / 1_024 }
// Thousands of objects are not sent at once: if the channel is closed too early, they are lost.
process.send?.(chosen, () => process.disconnect())
