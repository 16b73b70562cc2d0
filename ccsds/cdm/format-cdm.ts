import type { Block } from '../block/block.ts'
import { fromMatrix } from '../block/covariance.ts'
import { blockLines, extraLines, headerLines, inElement } from '../block/format-block.ts'
import { type OutLine, printMessage, type WriteOptions } from '../notation/print.ts'
import { printRecord } from '../notation/print-record.ts'
import {
  ADDITIONAL,
  COVARIANCE,
  COVARIANCE_ENTRIES,
  HEADER,
  METADATA,
  OD_PARAMETERS,
  RELATIVE,
  STATE,
} from './cdm.data.ts'
import type { Cdm, CdmObject, CdmRelative } from './cdm.ts'

const UTC = { timeSystem: 'UTC' }

export interface CdmWriteOptions extends Omit<WriteOptions, 'notation'> {
  readonly notation?: 'KVN' | 'XML' | 'JSON'
}

/**
 * Returns the text of the message in KVN, XML, or JSON in Space-Track's form, every value with its unit, according to the tables of CCSDS 508.0-B-1;
 * reading it gives the same data. JSON cannot express to which block a comment belongs: when it is read, a comment is assigned to the block of its
 * neighbours. Throws a RangeError that names the keyword of a value that the notation cannot express.
 */
export function formatCdm(cdm: Cdm, { notation = 'KVN', ...options }: CdmWriteOptions = {}): string {
  if (notation === 'JSON') return printRecord(cdmLines(cdm), (segment) => (segment === 0 ? '' : `SAT${segment}_`))
  return printMessage(cdmLines(cdm), { ...options, notation })
}

/** Returns the lines of the message, for any notation. */
export function cdmLines({ header, relative, objects, unknown }: Cdm): OutLine[] {
  const extras = extraLines(unknown)
  const [first, second] = objects
  const body = [
    ...blockLines(RELATIVE, flattenRelative(relative), UTC),
    ...objectLines(first, []),
    ...objectLines(second, extras),
  ]
  return [...headerLines(HEADER, header), ...inElement('body', body)]
}

function objectLines(
  { metadata, odParameters, additional, state, covariance }: CdmObject,
  extras: OutLine[],
): OutLine[] {
  const { r, v } = state
  const [x, y, z] = r
  const [xDot, yDot, zDot] = v
  const data = [
    ...blockLines(OD_PARAMETERS, odParameters, UTC),
    ...blockLines(ADDITIONAL, additional, UTC),
    ...blockLines(STATE, { comments: state.comments, x, y, z, xDot, yDot, zDot }, UTC),
    ...blockLines(
      COVARIANCE,
      { comments: covariance.comments, ...fromMatrix(covariance.matrix, COVARIANCE_ENTRIES) },
      UTC,
    ),
    ...extras,
  ]
  return inElement('segment', [...blockLines(METADATA, metadata, UTC), ...inElement('data', data)])
}

function flattenRelative({
  relativePositionRtnM,
  relativeVelocityRtnMps,
  ...rest
}: CdmRelative): Block<typeof RELATIVE> {
  const [relativePositionRM, relativePositionTM, relativePositionNM] = relativePositionRtnM ?? []
  const [relativeVelocityRMps, relativeVelocityTMps, relativeVelocityNMps] = relativeVelocityRtnMps ?? []
  const parts = {
    relativePositionRM,
    relativePositionTM,
    relativePositionNM,
    relativeVelocityRMps,
    relativeVelocityTMps,
    relativeVelocityNMps,
  }
  const given = Object.entries(parts).filter(([, value]) => value !== undefined)
  return { ...rest, ...Object.fromEntries(given) }
}
