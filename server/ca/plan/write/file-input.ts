import { areasOf } from '../../satellite/record/derive-satellite.ts'
import type { SatelliteRow } from '../../satellite/record/satellite.repository.ts'
import type { ListedRow } from '../record/plan.repository.ts'
import type { FileTask } from './file-task.ts'

/** What of a plan its files are made of. */
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

/** What of a plan its path is flown by. */
export function flightOf({ row, message, satellite }: FlightSources): Flight {
  return { message, ...burnOf(row), ...ofSatellite(row, satellite) }
}

/** What of a plan its burn is. */
export function burnOf({ burn }: FiledPlan): Pick<FileTask, 'burn' | 'deltaMassKg'> {
  const { ignitionEpoch, deltaVRtn, manoeuvreDuration, dynamics, drag, deltaMass } = burn
  return { burn: { ignitionEpoch, deltaVRtn, manoeuvreDuration, dynamics, drag }, deltaMassKg: deltaMass }
}

/** What of a plan its satellite is. */
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

/** Areas that were entered, or those of the shape; the sphere that is screened with is no area of the satellite. */
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

/** A text as files may hold it. */
export const ascii = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').trim() || '?'
