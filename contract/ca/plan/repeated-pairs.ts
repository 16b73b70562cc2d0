import { z } from 'zod'

const least = (what: string) =>
  z
    .number()
    .nullable()
    .meta({
      description: `${what}, with the largest of the encounters of each object in place of their sum, 0 to 1; null: none`,
    })

/** Objects that the satellite meets more than once (flight rule F10): the encounters with such an object are not independent. */
export const RepeatedPairs = z
  .strictObject({
    objects: z.array(z.string()).meta({ description: 'Names of the objects that are met more than once' }),
    leastBefore: least('Least total without the burn'),
    leastAfter: least('Least total with the burn'),
  })
  .meta({
    id: 'ManoeuvreRepeatedPairs',
    description:
      'Encounters with one object rest on the same orbits: that any is a collision is at least their largest probability and at most their sum. The totals take the sums, these the largest ones',
  })
export type RepeatedPairs = z.output<typeof RepeatedPairs>

/** The designators of an unknown object: two messages with one of them may be about different objects. */
const NO_DESIGNATORS: readonly string[] = ['', 'UNKNOWN']

/** Returns the identity of the other object of an event, for a total over several events: with an unknown object, each event counts separately. */
export const pairOf = (conjunctionId: string, otherDesignator: string): string =>
  NO_DESIGNATORS.includes(otherDesignator) ? conjunctionId : otherDesignator

/** The field that is added to totals of several events. */
export const repeatedPairs = RepeatedPairs.nullable().meta({ description: 'Null: no object is met more than once' })
