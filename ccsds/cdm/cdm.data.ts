// This file contains the tables of the Conjunction Data Message: CCSDS 508.0-B-1, tables 3-1 (header), 3-2 (relative), 3-3 (metadata) and 3-4 (data),
// checked against the schema ndmxml-1.0-cdm-1.0.xsd of the SANA registry.
import type { BlockTable, Layout } from '../block/block.ts'
import { lowerTriangle, matrixRows } from '../block/covariance.ts'
import type { Unit } from '../block/unit.ts'

const YES_NO = ['YES', 'NO'] as const

export const HEADER = {
  name: 'header',
  need: 'must',
  element: 'header',
  rows: [
    { keyword: 'CCSDS_CDM_VERS', field: 'version', kind: 'text', need: 'must', only: ['1.0'] },
    { keyword: 'CREATION_DATE', field: 'creationDate', kind: 'utc', need: 'must' },
    { keyword: 'ORIGINATOR', field: 'originator', kind: 'text', need: 'must' },
    { keyword: 'MESSAGE_FOR', field: 'messageFor', kind: 'text', need: 'may' },
    { keyword: 'MESSAGE_ID', field: 'messageId', kind: 'text', need: 'must' },
  ],
} as const satisfies BlockTable

/** CARA's sample messages write [m] for the relative velocity, but RELATIVE_SPEED shows the unit that is meant. */
export const RELATIVE = {
  name: 'relative metadata and data',
  need: 'must',
  element: 'relativeMetadataData',
  rows: [
    { keyword: 'TCA', field: 'tca', kind: 'utc', need: 'must' },
    { keyword: 'MISS_DISTANCE', field: 'missDistanceM', kind: 'number', unit: 'm', need: 'must', range: [0, Infinity] },
    {
      keyword: 'RELATIVE_SPEED',
      field: 'relativeSpeedMps',
      kind: 'number',
      unit: 'm/s',
      need: 'may',
      range: [0, Infinity],
    },
    {
      keyword: 'RELATIVE_POSITION_R',
      field: 'relativePositionRM',
      kind: 'number',
      unit: 'm',
      need: 'may',
      element: 'relativeStateVector',
    },
    {
      keyword: 'RELATIVE_POSITION_T',
      field: 'relativePositionTM',
      kind: 'number',
      unit: 'm',
      need: 'may',
      element: 'relativeStateVector',
    },
    {
      keyword: 'RELATIVE_POSITION_N',
      field: 'relativePositionNM',
      kind: 'number',
      unit: 'm',
      need: 'may',
      element: 'relativeStateVector',
    },
    {
      keyword: 'RELATIVE_VELOCITY_R',
      field: 'relativeVelocityRMps',
      kind: 'number',
      unit: 'm/s',
      need: 'may',
      slips: ['m'],
      element: 'relativeStateVector',
    },
    {
      keyword: 'RELATIVE_VELOCITY_T',
      field: 'relativeVelocityTMps',
      kind: 'number',
      unit: 'm/s',
      need: 'may',
      slips: ['m'],
      element: 'relativeStateVector',
    },
    {
      keyword: 'RELATIVE_VELOCITY_N',
      field: 'relativeVelocityNMps',
      kind: 'number',
      unit: 'm/s',
      need: 'may',
      slips: ['m'],
      element: 'relativeStateVector',
    },
    { keyword: 'START_SCREEN_PERIOD', field: 'startScreenPeriod', kind: 'utc', need: 'may' },
    { keyword: 'STOP_SCREEN_PERIOD', field: 'stopScreenPeriod', kind: 'utc', need: 'may' },
    { keyword: 'SCREEN_VOLUME_FRAME', field: 'screenVolumeFrame', kind: 'text', need: 'may', choices: ['RTN', 'TVN'] },
    {
      keyword: 'SCREEN_VOLUME_SHAPE',
      field: 'screenVolumeShape',
      kind: 'text',
      need: 'may',
      choices: ['ELLIPSOID', 'BOX'],
    },
    {
      keyword: 'SCREEN_VOLUME_X',
      field: 'screenVolumeXM',
      kind: 'number',
      unit: 'm',
      need: 'may',
      range: [0, Infinity],
    },
    {
      keyword: 'SCREEN_VOLUME_Y',
      field: 'screenVolumeYM',
      kind: 'number',
      unit: 'm',
      need: 'may',
      range: [0, Infinity],
    },
    {
      keyword: 'SCREEN_VOLUME_Z',
      field: 'screenVolumeZM',
      kind: 'number',
      unit: 'm',
      need: 'may',
      range: [0, Infinity],
    },
    { keyword: 'SCREEN_ENTRY_TIME', field: 'screenEntryTime', kind: 'utc', need: 'may' },
    { keyword: 'SCREEN_EXIT_TIME', field: 'screenExitTime', kind: 'utc', need: 'may' },
    { keyword: 'COLLISION_PROBABILITY', field: 'collisionProbability', kind: 'number', need: 'may', range: [0, 1] },
    { keyword: 'COLLISION_PROBABILITY_METHOD', field: 'collisionProbabilityMethod', kind: 'text', need: 'may' },
  ],
} as const satisfies BlockTable

export const METADATA = {
  name: 'metadata of the object',
  need: 'must',
  element: 'metadata',
  rows: [
    { keyword: 'OBJECT', field: 'object', kind: 'text', need: 'must', only: ['OBJECT1', 'OBJECT2'] },
    { keyword: 'OBJECT_DESIGNATOR', field: 'objectDesignator', kind: 'text', need: 'must' },
    { keyword: 'CATALOG_NAME', field: 'catalogName', kind: 'text', need: 'must' },
    { keyword: 'OBJECT_NAME', field: 'objectName', kind: 'text', need: 'must' },
    { keyword: 'INTERNATIONAL_DESIGNATOR', field: 'internationalDesignator', kind: 'text', need: 'must' },
    {
      keyword: 'OBJECT_TYPE',
      field: 'objectType',
      kind: 'text',
      need: 'may',
      choices: ['PAYLOAD', 'ROCKET BODY', 'DEBRIS', 'UNKNOWN', 'OTHER'],
    },
    { keyword: 'OPERATOR_CONTACT_POSITION', field: 'operatorContactPosition', kind: 'text', need: 'may' },
    { keyword: 'OPERATOR_ORGANIZATION', field: 'operatorOrganization', kind: 'text', need: 'may' },
    { keyword: 'OPERATOR_PHONE', field: 'operatorPhone', kind: 'text', need: 'may' },
    { keyword: 'OPERATOR_EMAIL', field: 'operatorEmail', kind: 'text', need: 'may' },
    { keyword: 'EPHEMERIS_NAME', field: 'ephemerisName', kind: 'text', need: 'must' },
    {
      keyword: 'COVARIANCE_METHOD',
      field: 'covarianceMethod',
      kind: 'text',
      need: 'must',
      choices: ['CALCULATED', 'DEFAULT'],
    },
    { keyword: 'MANEUVERABLE', field: 'manoeuvrable', kind: 'text', need: 'must', choices: ['YES', 'NO', 'N/A'] },
    { keyword: 'ORBIT_CENTER', field: 'orbitCentre', kind: 'text', need: 'may' },
    { keyword: 'REF_FRAME', field: 'refFrame', kind: 'text', need: 'must' },
    { keyword: 'GRAVITY_MODEL', field: 'gravityModel', kind: 'text', need: 'may' },
    { keyword: 'ATMOSPHERIC_MODEL', field: 'atmosphericModel', kind: 'text', need: 'may' },
    { keyword: 'N_BODY_PERTURBATIONS', field: 'nBodyPerturbations', kind: 'text', need: 'may' },
    { keyword: 'SOLAR_RAD_PRESSURE', field: 'solarRadPressure', kind: 'text', need: 'may', choices: YES_NO },
    { keyword: 'EARTH_TIDES', field: 'earthTides', kind: 'text', need: 'may', choices: YES_NO },
    { keyword: 'INTRACK_THRUST', field: 'intrackThrust', kind: 'text', need: 'may', choices: YES_NO },
  ],
} as const satisfies BlockTable

export const OD_PARAMETERS = {
  name: 'orbit determination parameters',
  need: 'may',
  element: 'odParameters',
  rows: [
    { keyword: 'TIME_LASTOB_START', field: 'timeLastobStart', kind: 'utc', need: 'may' },
    { keyword: 'TIME_LASTOB_END', field: 'timeLastobEnd', kind: 'utc', need: 'may' },
    {
      keyword: 'RECOMMENDED_OD_SPAN',
      field: 'recommendedOdSpanS',
      kind: 'number',
      unit: 'd',
      need: 'may',
      range: [0, Infinity],
    },
    { keyword: 'ACTUAL_OD_SPAN', field: 'actualOdSpanS', kind: 'number', unit: 'd', need: 'may', range: [0, Infinity] },
    { keyword: 'OBS_AVAILABLE', field: 'obsAvailable', kind: 'number', need: 'may', range: [0, Infinity] },
    { keyword: 'OBS_USED', field: 'obsUsed', kind: 'number', need: 'may', range: [0, Infinity] },
    { keyword: 'TRACKS_AVAILABLE', field: 'tracksAvailable', kind: 'number', need: 'may', range: [0, Infinity] },
    { keyword: 'TRACKS_USED', field: 'tracksUsed', kind: 'number', need: 'may', range: [0, Infinity] },
    {
      keyword: 'RESIDUALS_ACCEPTED',
      field: 'residualsAcceptedPercent',
      kind: 'number',
      unit: '%',
      need: 'may',
      range: [0, 100],
    },
    { keyword: 'WEIGHTED_RMS', field: 'weightedRms', kind: 'number', need: 'may', range: [0, Infinity] },
  ],
} as const satisfies BlockTable

export const ADDITIONAL = {
  name: 'additional parameters',
  need: 'may',
  element: 'additionalParameters',
  rows: [
    { keyword: 'AREA_PC', field: 'areaPcM2', kind: 'number', unit: 'm**2', need: 'may', range: [0, Infinity] },
    { keyword: 'AREA_DRG', field: 'areaDrgM2', kind: 'number', unit: 'm**2', need: 'may', range: [0, Infinity] },
    { keyword: 'AREA_SRP', field: 'areaSrpM2', kind: 'number', unit: 'm**2', need: 'may', range: [0, Infinity] },
    { keyword: 'MASS', field: 'massKg', kind: 'number', unit: 'kg', need: 'may', range: [0, Infinity] },
    { keyword: 'CD_AREA_OVER_MASS', field: 'cdAreaOverMassM2PerKg', kind: 'number', unit: 'm**2/kg', need: 'may' },
    { keyword: 'CR_AREA_OVER_MASS', field: 'crAreaOverMassM2PerKg', kind: 'number', unit: 'm**2/kg', need: 'may' },
    { keyword: 'THRUST_ACCELERATION', field: 'thrustAccelerationMps2', kind: 'number', unit: 'm/s**2', need: 'may' },
    { keyword: 'SEDR', field: 'sedrWPerKg', kind: 'number', unit: 'W/kg', need: 'may' },
  ],
} as const satisfies BlockTable

export const STATE = {
  name: 'state vector',
  need: 'must',
  element: 'stateVector',
  rows: [
    { keyword: 'X', field: 'x', kind: 'number', unit: 'km', need: 'must' },
    { keyword: 'Y', field: 'y', kind: 'number', unit: 'km', need: 'must' },
    { keyword: 'Z', field: 'z', kind: 'number', unit: 'km', need: 'must' },
    { keyword: 'X_DOT', field: 'xDot', kind: 'number', unit: 'km/s', need: 'must' },
    { keyword: 'Y_DOT', field: 'yDot', kind: 'number', unit: 'km/s', need: 'must' },
    { keyword: 'Z_DOT', field: 'zDot', kind: 'number', unit: 'km/s', need: 'must' },
  ],
} as const satisfies BlockTable

const AXES = ['R', 'T', 'N', 'RDOT', 'TDOT', 'NDOT', 'DRG', 'SRP', 'THR'] as const

/** CR_R, CT_R, CT_T, … CTHR_THR: the covariance in the object's own RTN frame, which may also contain solved-for parameters. */
export const COVARIANCE_ENTRIES = lowerTriangle(AXES, (row, column) => `C${row}_${column}`)

/** The units by kind of row and column; the kinds are position, velocity, drag, solar radiation pressure, thrust. */
const UNITS: Readonly<Record<string, Unit>> = {
  'position position': 'm**2',
  'velocity position': 'm**2/s',
  'velocity velocity': 'm**2/s**2',
  'force position': 'm**3/kg',
  'force velocity': 'm**3/(kg*s)',
  'force force': 'm**4/kg**2',
  'thrust position': 'm**2/s**2',
  'thrust velocity': 'm**2/s**3',
  'thrust force': 'm**3/(kg*s**2)',
  'thrust thrust': 'm**2/s**4',
}

function kindOfAxis(index: number): string {
  if (index < 3) return 'position'
  if (index < 6) return 'velocity'
  return index < 8 ? 'force' : 'thrust'
}

/**
 * Rows 1 to 6 of the covariance are obligatory, but a lenient reading accepts a covariance of position only: rows 1 to 3. Each further row must be
 * complete or absent.
 */
export const COVARIANCE: BlockTable = {
  name: 'covariance matrix',
  need: 'must',
  element: 'covarianceMatrix',
  rows: matrixRows(COVARIANCE_ENTRIES, ({ row, column }) => UNITS[`${kindOfAxis(row)} ${kindOfAxis(column)}`]).map(
    (row, index) => (index < 6 ? row : { ...row, need: index < 21 ? 'should' : 'may' }),
  ),
}

/** The tables in the order of the standard. */
export const CDM_LAYOUT: Layout = {
  kind: 'CDM',
  tables: [HEADER, RELATIVE, METADATA, OD_PARAMETERS, ADDITIONAL, STATE, COVARIANCE],
  versions: ['1.0'],
  segmentKeyword: 'OBJECT',
}
