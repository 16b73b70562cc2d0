// This file contains the tables of the Tracking Data Message: CCSDS 503.0-B-2, tables 3-2 (header), 3-3 (metadata) and 3-5 (data). Those of version
// 1.0 were checked against the schema ndmxml-1.0-tdm-1.0.xsd of the SANA registry.
import type { BlockTable, Layout } from '../block/block.ts'
import { TIME_SYSTEMS } from '../block/names.data.ts'
import type { Unit } from '../block/unit.ts'

const TDM_VERSIONS = ['1.0', '2.0'] as const

export const HEADER = {
  name: 'header',
  need: 'must',
  element: 'header',
  rows: [
    { keyword: 'CCSDS_TDM_VERS', field: 'version', kind: 'text', need: 'must', only: TDM_VERSIONS },
    { keyword: 'CREATION_DATE', field: 'creationDate', kind: 'utc', need: 'must' },
    { keyword: 'ORIGINATOR', field: 'originator', kind: 'text', need: 'must' },
    { keyword: 'MESSAGE_ID', field: 'messageId', kind: 'text', need: 'may', since: '2.0' },
  ],
} as const satisfies BlockTable

/** RANGE_MODULUS and CORRECTION_RANGE stay in RANGE_UNITS: km, s or RU. */
export const METADATA = {
  name: 'metadata',
  need: 'must',
  element: 'metadata',
  rows: [
    { keyword: 'TRACK_ID', field: 'trackId', kind: 'text', need: 'may', since: '2.0' },
    { keyword: 'DATA_TYPES', field: 'dataTypes', kind: 'text', need: 'may', since: '2.0' },
    { keyword: 'TIME_SYSTEM', field: 'timeSystem', kind: 'text', need: 'must', only: TIME_SYSTEMS },
    { keyword: 'START_TIME', field: 'startTime', kind: 'time', need: 'may' },
    { keyword: 'STOP_TIME', field: 'stopTime', kind: 'time', need: 'may' },
    { keyword: 'PARTICIPANT_1', field: 'participant1', kind: 'text', need: 'must' },
    { keyword: 'PARTICIPANT_2', field: 'participant2', kind: 'text', need: 'may' },
    { keyword: 'PARTICIPANT_3', field: 'participant3', kind: 'text', need: 'may' },
    { keyword: 'PARTICIPANT_4', field: 'participant4', kind: 'text', need: 'may' },
    { keyword: 'PARTICIPANT_5', field: 'participant5', kind: 'text', need: 'may' },
    { keyword: 'MODE', field: 'mode', kind: 'text', need: 'may', choices: ['SEQUENTIAL', 'SINGLE_DIFF'] },
    { keyword: 'PATH', field: 'path', kind: 'text', need: 'may' },
    { keyword: 'PATH_1', field: 'path1', kind: 'text', need: 'may' },
    { keyword: 'PATH_2', field: 'path2', kind: 'text', need: 'may' },
    { keyword: 'EPHEMERIS_NAME_1', field: 'ephemerisName1', kind: 'text', need: 'may', since: '2.0' },
    { keyword: 'EPHEMERIS_NAME_2', field: 'ephemerisName2', kind: 'text', need: 'may', since: '2.0' },
    { keyword: 'EPHEMERIS_NAME_3', field: 'ephemerisName3', kind: 'text', need: 'may', since: '2.0' },
    { keyword: 'EPHEMERIS_NAME_4', field: 'ephemerisName4', kind: 'text', need: 'may', since: '2.0' },
    { keyword: 'EPHEMERIS_NAME_5', field: 'ephemerisName5', kind: 'text', need: 'may', since: '2.0' },
    { keyword: 'TRANSMIT_BAND', field: 'transmitBand', kind: 'text', need: 'may' },
    { keyword: 'RECEIVE_BAND', field: 'receiveBand', kind: 'text', need: 'may' },
    { keyword: 'TURNAROUND_NUMERATOR', field: 'turnaroundNumerator', kind: 'number', need: 'may' },
    { keyword: 'TURNAROUND_DENOMINATOR', field: 'turnaroundDenominator', kind: 'number', need: 'may' },
    { keyword: 'TIMETAG_REF', field: 'timetagRef', kind: 'text', need: 'may', choices: ['TRANSMIT', 'RECEIVE'] },
    {
      keyword: 'INTEGRATION_INTERVAL',
      field: 'integrationIntervalS',
      kind: 'number',
      unit: 's',
      need: 'may',
      range: [0, Infinity],
    },
    {
      keyword: 'INTEGRATION_REF',
      field: 'integrationRef',
      kind: 'text',
      need: 'may',
      choices: ['START', 'MIDDLE', 'END'],
    },
    { keyword: 'FREQ_OFFSET', field: 'freqOffsetHz', kind: 'number', unit: 'Hz', need: 'may' },
    {
      keyword: 'RANGE_MODE',
      field: 'rangeMode',
      kind: 'text',
      need: 'may',
      choices: ['COHERENT', 'CONSTANT', 'ONE_WAY'],
    },
    { keyword: 'RANGE_MODULUS', field: 'rangeModulus', kind: 'number', need: 'may', range: [0, Infinity] },
    { keyword: 'RANGE_UNITS', field: 'rangeUnits', kind: 'text', need: 'may', only: ['KM', 'S', 'RU'] },
    {
      keyword: 'ANGLE_TYPE',
      field: 'angleType',
      kind: 'text',
      need: 'may',
      choices: ['AZEL', 'RADEC', 'XEYN', 'XSYE'],
    },
    { keyword: 'REFERENCE_FRAME', field: 'referenceFrame', kind: 'text', need: 'may' },
    { keyword: 'INTERPOLATION', field: 'interpolation', kind: 'text', need: 'may', since: '2.0' },
    { keyword: 'INTERPOLATION_DEGREE', field: 'interpolationDegree', kind: 'number', need: 'may', since: '2.0' },
    {
      keyword: 'DOPPLER_COUNT_BIAS',
      field: 'dopplerCountBiasHz',
      kind: 'number',
      unit: 'Hz',
      need: 'may',
      since: '2.0',
    },
    { keyword: 'DOPPLER_COUNT_SCALE', field: 'dopplerCountScale', kind: 'number', need: 'may', since: '2.0' },
    {
      keyword: 'DOPPLER_COUNT_ROLLOVER',
      field: 'dopplerCountRollover',
      kind: 'text',
      need: 'may',
      choices: ['YES', 'NO'],
      since: '2.0',
    },
    { keyword: 'TRANSMIT_DELAY_1', field: 'transmitDelay1S', kind: 'number', unit: 's', need: 'may' },
    { keyword: 'TRANSMIT_DELAY_2', field: 'transmitDelay2S', kind: 'number', unit: 's', need: 'may' },
    { keyword: 'TRANSMIT_DELAY_3', field: 'transmitDelay3S', kind: 'number', unit: 's', need: 'may' },
    { keyword: 'TRANSMIT_DELAY_4', field: 'transmitDelay4S', kind: 'number', unit: 's', need: 'may' },
    { keyword: 'TRANSMIT_DELAY_5', field: 'transmitDelay5S', kind: 'number', unit: 's', need: 'may' },
    { keyword: 'RECEIVE_DELAY_1', field: 'receiveDelay1S', kind: 'number', unit: 's', need: 'may' },
    { keyword: 'RECEIVE_DELAY_2', field: 'receiveDelay2S', kind: 'number', unit: 's', need: 'may' },
    { keyword: 'RECEIVE_DELAY_3', field: 'receiveDelay3S', kind: 'number', unit: 's', need: 'may' },
    { keyword: 'RECEIVE_DELAY_4', field: 'receiveDelay4S', kind: 'number', unit: 's', need: 'may' },
    { keyword: 'RECEIVE_DELAY_5', field: 'receiveDelay5S', kind: 'number', unit: 's', need: 'may' },
    {
      keyword: 'DATA_QUALITY',
      field: 'dataQuality',
      kind: 'text',
      need: 'may',
      choices: ['RAW', 'VALIDATED', 'DEGRADED'],
    },
    { keyword: 'CORRECTION_ANGLE_1', field: 'correctionAngle1Rad', kind: 'number', unit: 'deg', need: 'may' },
    { keyword: 'CORRECTION_ANGLE_2', field: 'correctionAngle2Rad', kind: 'number', unit: 'deg', need: 'may' },
    { keyword: 'CORRECTION_DOPPLER', field: 'correctionDopplerMps', kind: 'number', unit: 'km/s', need: 'may' },
    { keyword: 'CORRECTION_MAG', field: 'correctionMag', kind: 'number', unit: 'mag', need: 'may', since: '2.0' },
    { keyword: 'CORRECTION_RANGE', field: 'correctionRange', kind: 'number', need: 'may' },
    { keyword: 'CORRECTION_RCS', field: 'correctionRcsM2', kind: 'number', unit: 'm**2', need: 'may', since: '2.0' },
    { keyword: 'CORRECTION_RECEIVE', field: 'correctionReceiveHz', kind: 'number', unit: 'Hz', need: 'may' },
    { keyword: 'CORRECTION_TRANSMIT', field: 'correctionTransmitHz', kind: 'number', unit: 'Hz', need: 'may' },
    {
      keyword: 'CORRECTION_ABERRATION_YEARLY',
      field: 'correctionAberrationYearlyRad',
      kind: 'number',
      unit: 'deg',
      need: 'may',
      since: '2.0',
    },
    {
      keyword: 'CORRECTION_ABERRATION_DIURNAL',
      field: 'correctionAberrationDiurnalRad',
      kind: 'number',
      unit: 'deg',
      need: 'may',
      since: '2.0',
    },
    { keyword: 'CORRECTIONS_APPLIED', field: 'correctionsApplied', kind: 'text', need: 'may', choices: ['YES', 'NO'] },
  ],
} as const satisfies BlockTable

function numbered(name: string, unit: Unit | null): (readonly [string, Unit | null])[] {
  return [1, 2, 3, 4, 5].map((index) => [`${name}_${index}`, unit] as const)
}

/** The keywords of the data, each with its unit; the unit of RANGE is in the metadata. */
export const OBSERVATIONS: ReadonlyMap<string, Unit | null> = new Map<string, Unit | null>([
  ['CARRIER_POWER', 'dBW'],
  ['DOPPLER_COUNT', null],
  ['DOPPLER_INSTANTANEOUS', 'km/s'],
  ['DOPPLER_INTEGRATED', 'km/s'],
  ['PC_N0', 'dBHz'],
  ...numbered('RECEIVE_PHASE_CT', null),
  ...numbered('TRANSMIT_PHASE_CT', null),
  ['PR_N0', 'dBHz'],
  ['RANGE', null],
  ['RECEIVE_FREQ', 'Hz'],
  ...numbered('RECEIVE_FREQ', 'Hz'),
  ...numbered('TRANSMIT_FREQ', 'Hz'),
  ...numbered('TRANSMIT_FREQ_RATE', 'Hz/s'),
  ['DOR', 's'],
  ['VLBI_DELAY', 's'],
  ['ANGLE_1', 'deg'],
  ['ANGLE_2', 'deg'],
  ['MAG', 'mag'],
  ['RCS', 'm**2'],
  ['CLOCK_BIAS', 's'],
  ['CLOCK_DRIFT', 's/s'],
  ['STEC', 'TECU'],
  ['TROPO_DRY', 'm'],
  ['TROPO_WET', 'm'],
  ['PRESSURE', 'hPa'],
  ['RHUMIDITY', '%'],
  ['TEMPERATURE', 'K'],
])

/** The tables in the order of the standard, and the versions of 503.0-B-1 and B-2. */
export const TDM_LAYOUT: Layout = { kind: 'TDM', tables: [HEADER, METADATA], versions: TDM_VERSIONS }
