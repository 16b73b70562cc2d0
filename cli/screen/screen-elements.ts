import type { Flight } from '@apsis/astro/screening/screening-object.ts'
import { type ElementSet, SUPPLEMENTAL } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import type { AnyMessage } from '@apsis/ccsds/message/read-messages.ts'
import type { Omm } from '@apsis/ccsds/omm/omm.ts'
import { toElementSet } from '@apsis/ccsds/omm/omm-elements.ts'

/** An object in a file that can be screened: its id is the catalogue number, otherwise the name in its file. */
export interface NamedFlight {
  readonly id: string
  readonly name: string
  /** The designator in the form 1998-067A, or empty; it connects an ephemeris with an object in a catalogue. */
  readonly designator: string
  /** The object type in its element set. */
  readonly objectType?: string
  /** True for an element set that is fitted to an operator's ephemeris from its epoch on. */
  readonly isSupplemental?: boolean
  readonly flight: Flight
}

/** Returns the object of an element set. */
export function byElements(set: ElementSet, objectType?: string): NamedFlight {
  const { noradId, objectName, internationalDesignator } = set
  const designator = internationalDesignator === 'UNKNOWN' ? '' : internationalDesignator
  return {
    id: String(noradId),
    name: objectName,
    designator,
    flight: { kind: 'elements', model: initSgp4(set) },
    ...(objectType === undefined ? {} : { objectType }),
    isSupplemental: set.classification === SUPPLEMENTAL,
  }
}

/** Returns the object type that Space-Track adds to an OMM. */
const typeSaidIn = ({ unknown }: Omm) => unknown.find(({ keyword }) => keyword === 'OBJECT_TYPE')?.text

/** Returns the object of an OMM. Throws RangeError for a message of another kind. */
export function byOmm(any: AnyMessage): readonly NamedFlight[] {
  if (any.kind === 'OMM') return [byElements(toElementSet(any.message), typeSaidIn(any.message))]
  throw new RangeError(`a ${any.kind} has no elements and no ephemeris: give a TLE, OMM, OEM or OCM`)
}
