// This file contains the tables of the Orbit Parameter Message: CCSDS 502.0-B-3, tables 3-1 (header), 3-2 (metadata) and 3-3 (data), checked against
// the schema ndmxml-1.0-opm-2.0.xsd of the SANA registry and, for version 3.0, the reader of JochimMaene/ccsds-ndm. The schema allows angles from
// −180 to 360; real messages contain angles up to a full turn in either direction.
import type { BlockTable, Layout } from '../block/block.ts'
import { STATE_COVARIANCE } from '../block/covariance.ts'
import { TIME_SYSTEMS } from '../block/names.data.ts'

/** The versions of 502.0-B-1, B-2 and B-3. */
const OPM_VERSIONS = ['1.0', '2.0', '3.0'] as const

export const HEADER = {
  name: 'header',
  need: 'must',
  element: 'header',
  rows: [
    { keyword: 'CCSDS_OPM_VERS', field: 'version', kind: 'text', need: 'must', only: OPM_VERSIONS },
    { keyword: 'CLASSIFICATION', field: 'classification', kind: 'text', need: 'may', since: '3.0' },
    { keyword: 'CREATION_DATE', field: 'creationDate', kind: 'utc', need: 'must' },
    { keyword: 'ORIGINATOR', field: 'originator', kind: 'text', need: 'must' },
    { keyword: 'MESSAGE_ID', field: 'messageId', kind: 'text', need: 'may', since: '3.0' },
  ],
} as const satisfies BlockTable

export const METADATA = {
  name: 'metadata',
  need: 'must',
  element: 'metadata',
  rows: [
    { keyword: 'OBJECT_NAME', field: 'objectName', kind: 'text', need: 'must' },
    { keyword: 'OBJECT_ID', field: 'objectId', kind: 'text', need: 'must' },
    { keyword: 'CENTER_NAME', field: 'centreName', kind: 'text', need: 'must' },
    { keyword: 'REF_FRAME', field: 'refFrame', kind: 'text', need: 'must' },
    { keyword: 'REF_FRAME_EPOCH', field: 'refFrameEpoch', kind: 'time', need: 'may', since: '2.0' },
    { keyword: 'TIME_SYSTEM', field: 'timeSystem', kind: 'text', need: 'must', only: TIME_SYSTEMS },
  ],
} as const satisfies BlockTable

export const STATE = {
  name: 'state vector',
  need: 'must',
  element: 'stateVector',
  rows: [
    { keyword: 'EPOCH', field: 'epoch', kind: 'time', need: 'must' },
    { keyword: 'X', field: 'x', kind: 'number', unit: 'km', need: 'must' },
    { keyword: 'Y', field: 'y', kind: 'number', unit: 'km', need: 'must' },
    { keyword: 'Z', field: 'z', kind: 'number', unit: 'km', need: 'must' },
    { keyword: 'X_DOT', field: 'xDot', kind: 'number', unit: 'km/s', need: 'must' },
    { keyword: 'Y_DOT', field: 'yDot', kind: 'number', unit: 'km/s', need: 'must' },
    { keyword: 'Z_DOT', field: 'zDot', kind: 'number', unit: 'km/s', need: 'must' },
  ],
} as const satisfies BlockTable

export const KEPLERIAN = {
  name: 'osculating Keplerian elements',
  need: 'may',
  element: 'keplerianElements',
  rows: [
    { keyword: 'SEMI_MAJOR_AXIS', field: 'semiMajorAxisM', kind: 'number', unit: 'km', need: 'must' },
    { keyword: 'ECCENTRICITY', field: 'eccentricity', kind: 'number', need: 'must', range: [0, Infinity] },
    { keyword: 'INCLINATION', field: 'incRad', kind: 'number', unit: 'deg', need: 'must', range: [0, 180] },
    { keyword: 'RA_OF_ASC_NODE', field: 'raanRad', kind: 'number', unit: 'deg', need: 'must', range: [-360, 360] },
    {
      keyword: 'ARG_OF_PERICENTER',
      field: 'argPeriapsisRad',
      kind: 'number',
      unit: 'deg',
      need: 'must',
      range: [-360, 360],
    },
    { keyword: 'TRUE_ANOMALY', field: 'trueAnomalyRad', kind: 'number', unit: 'deg', need: 'may', range: [-360, 360] },
    { keyword: 'MEAN_ANOMALY', field: 'meanAnomalyRad', kind: 'number', unit: 'deg', need: 'may' },
    { keyword: 'GM', field: 'gmM3PerS2', kind: 'number', unit: 'km**3/s**2', need: 'must', range: [0, Infinity] },
  ],
} as const satisfies BlockTable

export const SPACECRAFT = {
  name: 'spacecraft parameters',
  need: 'may',
  element: 'spacecraftParameters',
  rows: [
    { keyword: 'MASS', field: 'massKg', kind: 'number', unit: 'kg', need: 'may', range: [0, Infinity] },
    {
      keyword: 'SOLAR_RAD_AREA',
      field: 'solarRadAreaM2',
      kind: 'number',
      unit: 'm**2',
      need: 'may',
      range: [0, Infinity],
    },
    { keyword: 'SOLAR_RAD_COEFF', field: 'solarRadCoeff', kind: 'number', need: 'may', range: [0, Infinity] },
    { keyword: 'DRAG_AREA', field: 'dragAreaM2', kind: 'number', unit: 'm**2', need: 'may', range: [0, Infinity] },
    { keyword: 'DRAG_COEFF', field: 'dragCoeff', kind: 'number', need: 'may', range: [0, Infinity] },
  ],
} as const satisfies BlockTable

export const MANOEUVRE = {
  name: 'manoeuvre',
  need: 'may',
  element: 'maneuverParameters',
  repeats: true,
  rows: [
    { keyword: 'MAN_EPOCH_IGNITION', field: 'ignition', kind: 'time', need: 'must' },
    { keyword: 'MAN_DURATION', field: 'durationS', kind: 'number', unit: 's', need: 'should', range: [0, Infinity] },
    {
      keyword: 'MAN_DELTA_MASS',
      field: 'deltaMassKg',
      kind: 'number',
      unit: 'kg',
      need: 'should',
      range: [-Infinity, 0],
    },
    { keyword: 'MAN_REF_FRAME', field: 'refFrame', kind: 'text', need: 'must' },
    { keyword: 'MAN_DV_1', field: 'dv1', kind: 'number', unit: 'km/s', need: 'must' },
    { keyword: 'MAN_DV_2', field: 'dv2', kind: 'number', unit: 'km/s', need: 'must' },
    { keyword: 'MAN_DV_3', field: 'dv3', kind: 'number', unit: 'km/s', need: 'must' },
  ],
} as const satisfies BlockTable

export const USER_DEFINED = {
  name: 'user-defined parameters',
  need: 'may',
  element: 'userDefinedParameters',
  prefix: 'USER_DEFINED_',
  rows: [],
} as const satisfies BlockTable

/** The tables in the order of the standard, and the versions of 502.0-B-1, B-2 and B-3. */
export const OPM_LAYOUT: Layout = {
  kind: 'OPM',
  tables: [HEADER, METADATA, STATE, KEPLERIAN, SPACECRAFT, STATE_COVARIANCE, MANOEUVRE, USER_DEFINED],
  versions: OPM_VERSIONS,
}
