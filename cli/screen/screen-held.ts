import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { compareEpochs } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { countKinds, kindOfObject, lacksOf, objectsIn } from '@apsis/contract/tle/object-kind.ts'
import {
  asSentence,
  CATALOGUE_IN_ENGLISH,
  type Held,
  sayAmong,
  sayMissing,
} from '@apsis/contract/told/catalogue-in-words.ts'
import type { NamedFlight } from './screen-elements.ts'

/** What the objects are that primaries are compared with; where all are primaries, all. */
export function heldAmong(flights: readonly NamedFlight[], primaries: ReadonlySet<number>): Held {
  const others = primaries.size === flights.length ? flights : flights.filter((_, place) => !primaries.has(place))
  const epochs = others.flatMap(({ flight }) => (flight.kind === 'elements' ? [flight.model.epoch] : []))
  const newest = epochs.reduce<Epoch | undefined>(
    (best, one) => (best === undefined || compareEpochs(one, best) > 0 ? one : best),
    undefined,
  )
  return {
    ...countKinds(others.map(kindOfObject)),
    isWhole: true,
    isSimulated: others.length > 0 && others.every(({ name }) => name.startsWith('SIMULATED ')),
    newestEpoch: newest === undefined ? null : formatTime(newest, { digits: 3, zulu: true }),
  }
}

/** Among what was searched, by kind. How old it is depends on what the screening is for: its newest epoch is named instead. */
export function saidAmong({ newestEpoch, ...held }: Held): string {
  const among = asSentence(sayAmong(CATALOGUE_IN_ENGLISH, { ...held, newestEpoch: null }, 0))
  return newestEpoch === null ? among : `${among} The newest element set is of ${newestEpoch}.`
}

/** A file of fewer objects was put together for a purpose, and is no catalogue that could lack anything. */
const FEWEST = 100

/** What a catalogue lacks, for the forms that have no place for it. */
export const warningOf = (held: Held): string | undefined =>
  objectsIn(held) < FEWEST ? undefined : sayMissing(CATALOGUE_IN_ENGLISH, held)

/** The same for programs. */
export function heldForPrograms(held: Held) {
  const { payloads, rocketBodies, debris, unknown, newestEpoch } = held
  return { payloads, rocketBodies, debris, unknown, lacks: lacksOf(held), newestEpoch }
}
