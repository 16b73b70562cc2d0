import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { EphemerisRow } from './record/ephemeris.repository.ts'

const instant = (date: Date | null) => date?.toISOString() ?? null

/** A file as the API answers it. */
export function presentEphemeris(row: EphemerisRow): EphemerisFile {
  return {
    oemFileId: row.id,
    satelliteId: row.satellite_id,
    name: row.name,
    kind: row.kind,
    case: row.path_case,
    state: row.state,
    active: row.active,
    version: row.version,
    format: row.format,
    bytes: row.bytes,
    sha256: row.sha256,
    originator: row.originator,
    objectId: row.object_id,
    objectName: row.object_name,
    referenceFrame: row.reference_frame,
    startTime: instant(row.start_at),
    stopTime: instant(row.stop_at),
    usableStartTime: instant(row.usable_start_at),
    usableStopTime: instant(row.usable_stop_at),
    points: row.points,
    segments: row.segments,
    statesPerRevolution: row.states_per_revolution,
    gaps: row.gaps,
    covariance: row.covariance,
    covarianceFrame: row.covariance_frame,
    errors: row.errors,
    warnings: row.warnings,
    autoRelinquishPc: row.auto_relinquish_pc,
    screeningIds: row.screening_ids,
    uploadedBy: row.uploaded_by,
    uploadedAt: row.uploaded_at.toISOString(),
    isSimulated: row.is_simulated,
  }
}
