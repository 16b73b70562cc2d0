import { areasOf } from '../../satellite/record/derive-satellite.ts'
import type { SatelliteRow } from '../../satellite/record/satellite.repository.ts'
import type { ListedRow } from '../record/plan.repository.ts'
import type { FileTask } from './file-task.ts'

/** The fields of a plan from which its files are made. */
export type FiledPlan = Pick<
  ListedRow,
  | 'name'
  | 'approved_at'
  | 'approved_by'
  | 'is_simulated'
  | 'cdm_id'
  | 'newest_cdm_id'
  | 'burn'
  | 'state'
  | 'screening'
  | 'propulsion'
  | 'request'
>

type OfSatellite = Pick<FileTask, 'massKg' | 'surface' | 'propulsion' | 'errors' | 'objectName' | 'objectId'>

type Flight = Pick<FileTask, 'message' | 'burn' | 'deltaMassKg'> & OfSatellite

type FlightSources = {
  readonly row: FiledPlan
  readonly message: FileTask['message']
  readonly satellite: SatelliteRow
}

/** Returns the input to propagate a plan's path. */
export function flightOf({ row, message, satellite }: FlightSources): Flight {
  return { message, ...burnOf(row), ...ofSatellite(row, satellite) }
}

/** Returns the burn of a plan as input of its files. */
export function burnOf({ burn }: FiledPlan): Pick<FileTask, 'burn' | 'deltaMassKg'> {
  const { ignitionEpoch, deltaVRtn, manoeuvreDuration, dynamics, drag, deltaMass } = burn
  return { burn: { ignitionEpoch, deltaVRtn, manoeuvreDuration, dynamics, drag }, deltaMassKg: deltaMass }
}

/** Returns the satellite of a plan as input of its files. */
export function ofSatellite({ burn, propulsion, request }: FiledPlan, satellite: SatelliteRow): OfSatellite {
  return {
    massKg: burn.spacecraftInitialMass,
    surface: surfaceOf(satellite),
    propulsion,
    errors: request,
    objectName: ascii(satellite.name),
    objectId: satellite.cospar_id ?? String(satellite.norad_id),
  }
}

/** Returns the entered areas, or the areas of the shape; the sphere that the screening uses does not give an area. */
function surfaceOf({ configuration: { hardBodyRadius: _, ...configuration } }: SatelliteRow): FileTask['surface'] {
  const { dragArea, solarRadiationPressureArea } = areasOf(configuration)
  const { dragCoefficient, reflectivityCoefficient } = configuration
  if (dragArea === null || solarRadiationPressureArea === null) return null
  return {
    solarRadAreaM2: solarRadiationPressureArea,
    solarRadCoeff: reflectivityCoefficient,
    dragAreaM2: dragArea,
    dragCoeff: dragCoefficient,
  }
}

/** Returns a text with the characters that files may contain. */
export const ascii = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').trim() || '?'
