import { type GivenSegment, toTemeEphemeris } from '@apsis/ccsds/ephemeris/teme-ephemeris.ts'
import type { AnyMessage } from '@apsis/ccsds/message/read-messages.ts'
import { type Ocm, statesOfTrajectory } from '@apsis/ccsds/ocm/ocm.ts'
import type { Oem } from '@apsis/ccsds/oem/oem.ts'
import { numberOf } from '../input/read-objects.ts'
import { byOmm, type NamedFlight } from './screen-elements.ts'

/** Returns the objects of a message with elements or an ephemeris. Throws RangeError for one that has neither. */
export function byMessage(any: AnyMessage): readonly NamedFlight[] {
  if (any.kind === 'OEM') return byEphemeris(any.message)
  return any.kind === 'OCM' ? byTrajectory(any.message) : byOmm(any)
}

/** Returns the object of an ephemeris, which consists of its segments. */
export function byEphemeris({ segments }: Oem): NamedFlight[] {
  const ids = [...new Set(segments.map(({ metadata }) => metadata.objectId))]
  return ids.map((objectId) => {
    const own = segments.filter(({ metadata }) => metadata.objectId === objectId)
    const isNumber = numberOf(objectId) !== null
    return {
      id: isNumber ? String(numberOf(objectId)) : objectId,
      name: own[0]?.metadata.objectName ?? '',
      designator: isNumber ? '' : objectId,
      flight: { kind: 'ephemeris', ephemeris: toTemeEphemeris(own) },
    }
  })
}

function byTrajectory({ metadata, trajectories }: Ocm): NamedFlight[] {
  const { internationalDesignator = '', objectDesignator = '', objectName = '' } = metadata
  const number = numberOf(objectDesignator)
  const segments = trajectories.flatMap((trajectory): GivenSegment[] => {
    const states = statesOfTrajectory(trajectory)
    if (states === null) return []
    const { trajRefFrame: refFrame = 'ICRF3', centreName = 'EARTH', ...rest } = trajectory.metadata
    return [{ metadata: { ...rest, refFrame, centreName }, states, covariances: [] }]
  })
  if (segments.length === 0) throw new RangeError('the OCM has no trajectory of Cartesian states')
  const id = number === null ? internationalDesignator || objectDesignator || objectName : String(number)
  const ephemeris = toTemeEphemeris(segments)
  return [{ id, name: objectName, designator: internationalDesignator, flight: { kind: 'ephemeris', ephemeris } }]
}
