// This file contains the tables of the Orbit Mean-Elements Message: CCSDS 502.0-B-3, tables 4-1 (header), 4-2 (metadata) and 4-3 (data). Those of
// version 2.0 were checked against the schema ndmxml-1.0-omm-2.0.xsd of the SANA registry.
import type { BlockTable, Layout } from '../block/block.ts'
import { STATE_COVARIANCE } from '../block/covariance.ts'
import { TIME_SYSTEMS } from '../block/names.data.ts'
import { SPACECRAFT, USER_DEFINED } from '../opm/opm.data.ts'

const OMM_VERSIONS = ['1.0', '2.0', '3.0'] as const

/** CelesTrak's messages have empty CREATION_DATE and ORIGINATOR. */
export const HEADER = {
  name: 'header',
  need: 'must',
  element: 'header',
  rows: [
    { keyword: 'CCSDS_OMM_VERS', field: 'version', kind: 'text', need: 'must', only: OMM_VERSIONS },
    { keyword: 'CLASSIFICATION', field: 'classification', kind: 'text', need: 'may', since: '3.0' },
    { keyword: 'CREATION_DATE', field: 'creationDate', kind: 'utc', need: 'should' },
    { keyword: 'ORIGINATOR', field: 'originator', kind: 'text', need: 'should' },
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
    { keyword: 'REF_FRAME_EPOCH', field: 'refFrameEpoch', kind: 'time', need: 'may' },
    { keyword: 'TIME_SYSTEM', field: 'timeSystem', kind: 'text', need: 'must', only: TIME_SYSTEMS },
    { keyword: 'MEAN_ELEMENT_THEORY', field: 'meanElementTheory', kind: 'text', need: 'must' },
  ],
} as const satisfies BlockTable

/** SEMI_MAJOR_AXIS or MEAN_MOTION must be given; the mean motion stays in the unit of the theories that use it. */
export const MEAN_ELEMENTS = {
  name: 'mean Keplerian elements',
  need: 'must',
  element: 'meanElements',
  rows: [
    { keyword: 'EPOCH', field: 'epoch', kind: 'time', need: 'must' },
    { keyword: 'SEMI_MAJOR_AXIS', field: 'semiMajorAxisM', kind: 'number', unit: 'km', need: 'may' },
    {
      keyword: 'MEAN_MOTION',
      field: 'meanMotionRevPerDay',
      kind: 'number',
      unit: 'rev/day',
      need: 'may',
      range: [0, Infinity],
    },
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
    { keyword: 'MEAN_ANOMALY', field: 'meanAnomalyRad', kind: 'number', unit: 'deg', need: 'must', range: [-360, 360] },
    { keyword: 'GM', field: 'gmM3PerS2', kind: 'number', unit: 'km**3/s**2', need: 'may', range: [0, Infinity] },
  ],
} as const satisfies BlockTable

/** The parameters that SGP, SGP4 and SGP4-XP need in addition to the elements, in the units of these theories. */
export const TLE_PARAMETERS = {
  name: 'TLE related parameters',
  need: 'may',
  element: 'tleParameters',
  rows: [
    { keyword: 'EPHEMERIS_TYPE', field: 'ephemerisType', kind: 'number', need: 'may' },
    { keyword: 'CLASSIFICATION_TYPE', field: 'classificationType', kind: 'text', need: 'may' },
    { keyword: 'NORAD_CAT_ID', field: 'noradId', kind: 'number', need: 'may', range: [0, 999_999_999] },
    { keyword: 'ELEMENT_SET_NO', field: 'elementSetNumber', kind: 'number', need: 'may' },
    { keyword: 'REV_AT_EPOCH', field: 'revolutionAtEpoch', kind: 'number', need: 'may' },
    { keyword: 'BSTAR', field: 'bstarPerEarthRadius', kind: 'number', unit: '1/ER', need: 'may' },
    { keyword: 'BTERM', field: 'btermM2PerKg', kind: 'number', unit: 'm**2/kg', need: 'may', since: '3.0' },
    { keyword: 'MEAN_MOTION_DOT', field: 'meanMotionDotRevPerDay2', kind: 'number', unit: 'rev/day**2', need: 'may' },
    { keyword: 'MEAN_MOTION_DDOT', field: 'meanMotionDdotRevPerDay3', kind: 'number', unit: 'rev/day**3', need: 'may' },
    { keyword: 'AGOM', field: 'agomM2PerKg', kind: 'number', unit: 'm**2/kg', need: 'may', since: '3.0' },
  ],
} as const satisfies BlockTable

/** The tables in the order of the standard, and the versions of 502.0-B-1, B-2 and B-3. */
export const OMM_LAYOUT: Layout = {
  kind: 'OMM',
  tables: [HEADER, METADATA, MEAN_ELEMENTS, SPACECRAFT, TLE_PARAMETERS, STATE_COVARIANCE, USER_DEFINED],
  versions: OMM_VERSIONS,
}
