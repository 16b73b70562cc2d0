// The tables of the Orbit Parameter Message: CCSDS 502.0-B-3, tables 3-1 (header), 3-2 (metadata) and 3-3 (data).
import type { BlockTable, Row } from './block.ts'

export const HEADER = {
  name: 'header',
  need: 'must',
  rows: [
    { keyword: 'CCSDS_OPM_VERS', field: 'version', kind: 'text', need: 'must' },
    { keyword: 'CLASSIFICATION', field: 'classification', kind: 'text', need: 'may' },
    { keyword: 'CREATION_DATE', field: 'creationDate', kind: 'utc', need: 'must' },
    { keyword: 'ORIGINATOR', field: 'originator', kind: 'text', need: 'must' },
    { keyword: 'MESSAGE_ID', field: 'messageId', kind: 'text', need: 'may' },
  ],
} as const satisfies BlockTable

export const METADATA = {
  name: 'metadata',
  need: 'must',
  rows: [
    { keyword: 'OBJECT_NAME', field: 'objectName', kind: 'text', need: 'must' },
    { keyword: 'OBJECT_ID', field: 'objectId', kind: 'text', need: 'must' },
    { keyword: 'CENTER_NAME', field: 'centreName', kind: 'text', need: 'must' },
    { keyword: 'REF_FRAME', field: 'refFrame', kind: 'text', need: 'must' },
    { keyword: 'REF_FRAME_EPOCH', field: 'refFrameEpoch', kind: 'time', need: 'may' },
    { keyword: 'TIME_SYSTEM', field: 'timeSystem', kind: 'text', need: 'must' },
  ],
} as const satisfies BlockTable

export const STATE = {
  name: 'state vector',
  need: 'must',
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

const AXES = ['X', 'Y', 'Z', 'X_DOT', 'Y_DOT', 'Z_DOT'] as const

/** The keyword of an entry of the covariance, by its two indices 0 to 5: the message holds the lower triangle. */
export function covarianceKeyword(i: number, j: number): string {
  return `C${AXES[Math.max(i, j)]}_${AXES[Math.min(i, j)]}`
}

/** The lower triangle in the order of the message: CX_X, CY_X, CY_Y, … */
export const COVARIANCE_ENTRIES = AXES.flatMap((_, row) =>
  AXES.slice(0, row + 1).map((_, column) => ({ row, column, keyword: covarianceKeyword(row, column) })),
)

export const COVARIANCE: BlockTable = {
  name: 'position/velocity covariance matrix',
  need: 'may',
  rows: [
    { keyword: 'COV_REF_FRAME', field: 'refFrame', kind: 'text', need: 'may' },
    ...COVARIANCE_ENTRIES.map(({ row, column, keyword }): Row => {
      const rates = (row > 2 ? 1 : 0) + (column > 2 ? 1 : 0)
      const unit = rates === 0 ? 'km**2' : rates === 1 ? 'km**2/s' : 'km**2/s**2'
      return { keyword, field: keyword, kind: 'number', unit, need: 'must' }
    }),
  ],
}

export const MANOEUVRE = {
  name: 'manoeuvre',
  need: 'may',
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
  prefix: 'USER_DEFINED_',
  rows: [],
} as const satisfies BlockTable

/** The blocks in the order of the standard. */
export const OPM_TABLES: readonly BlockTable[] = [
  HEADER,
  METADATA,
  STATE,
  KEPLERIAN,
  SPACECRAFT,
  COVARIANCE,
  MANOEUVRE,
  USER_DEFINED,
]

/** Versions of CCSDS_OPM_VERS: 502.0-B-1, B-2, B-3. */
export const OPM_VERSIONS: readonly string[] = ['1.0', '2.0', '3.0']
