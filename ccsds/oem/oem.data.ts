// This file contains the tables of the Orbit Ephemeris Message: CCSDS 502.0-B-3, tables 5-2 (header) and 5-3 (metadata).
import type { BlockTable, Layout } from '../block/block.ts'
import { TIME_SYSTEMS } from '../block/names.data.ts'

const OEM_VERSIONS = ['1.0', '2.0', '3.0'] as const

export const HEADER = {
  name: 'header',
  need: 'must',
  element: 'header',
  rows: [
    { keyword: 'CCSDS_OEM_VERS', field: 'version', kind: 'text', need: 'must', only: OEM_VERSIONS },
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
    { keyword: 'START_TIME', field: 'startTime', kind: 'time', need: 'must' },
    { keyword: 'USEABLE_START_TIME', field: 'useableStartTime', kind: 'time', need: 'may' },
    { keyword: 'USEABLE_STOP_TIME', field: 'useableStopTime', kind: 'time', need: 'may' },
    { keyword: 'STOP_TIME', field: 'stopTime', kind: 'time', need: 'must' },
    { keyword: 'INTERPOLATION', field: 'interpolation', kind: 'text', need: 'may' },
    {
      keyword: 'INTERPOLATION_DEGREE',
      field: 'interpolationDegree',
      kind: 'number',
      need: 'may',
      range: [0, 100],
      isInteger: true,
    },
  ],
} as const satisfies BlockTable

/** The keywords of a state in XML, in the order of a row in KVN: six numbers, or nine with the acceleration. */
export const STATE_KEYWORDS = ['X', 'Y', 'Z', 'X_DOT', 'Y_DOT', 'Z_DOT', 'X_DDOT', 'Y_DDOT', 'Z_DDOT'] as const
export const STATE_UNITS = ['km', 'km/s', 'km/s**2'] as const

/** The tables in the order of the standard, and the versions of 502.0-B-1, B-2 and B-3. */
export const OEM_LAYOUT: Layout = { kind: 'OEM', tables: [HEADER, METADATA], versions: OEM_VERSIONS }
