import { createHash } from 'node:crypto'
import { formatTle } from '@apsis/astro/sgp4/format-tle.ts'
import type { TleLines } from '@apsis/astro/sgp4/tle-text.ts'
import { type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { formatOmm } from '@apsis/ccsds/omm/omm.ts'
import { fromElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import { Tle } from '@apsis/contract/tle/tle.ts'
import { ApiError } from '../platform/api-error.ts'
import type { FileAnswer } from '../platform/http/answer-file.ts'
import type { KnownSet } from './element-set.service.ts'

/** Returns an element set as the API answers it; with a requested epoch, also the time between the requested and the set's epoch. */
export function presentTle(known: KnownSet, asked?: Epoch): Tle {
  const { set, source, receivedAt, isSimulated } = known
  return {
    noradId: set.noradId,
    name: set.objectName === '' ? null : set.objectName,
    epoch: formatTime(set.epoch, { digits: 3, zulu: true }),
    tle: linesOf(known)?.join('\n') ?? null,
    source,
    receivedAt: receivedAt.toISOString(),
    secondsFromEpoch: asked === undefined ? null : secondsBetween(asked, set.epoch),
    isSimulated,
  }
}

/** Writes the set as a file in one of the call's media types. */
export function presentFile(known: KnownSet, mediaType: string, asked?: Epoch): FileAnswer {
  const [text, ending] = textOf(known, mediaType, asked)
  const bytes = Buffer.from(text)
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return { mediaType, name: `${known.set.noradId}.${ending}`, bytes, etag, isInline: true }
}

function textOf(known: KnownSet, mediaType: string, asked?: Epoch): readonly [text: string, ending: string] {
  if (mediaType === 'text/plain') return [twoLines(known), 'tle']
  if (mediaType === 'application/xml') return [ommOf(known), 'xml']
  return [JSON.stringify(Tle.parse(presentTle(known, asked))), 'json']
}

/** Returns two lines, with a title above them if they are simulated; throws 406 if the number does not fit. */
function twoLines(known: KnownSet): string {
  const lines = linesOf(known)
  if (lines === undefined)
    throw new ApiError('not-acceptable', 'Two lines have no room for this element set: ask for application/xml (OMM).')
  return [...(known.isSimulated ? [titleOf(known)] : []), ...lines, ''].join('\n')
}

/** Returns the title line of a three-line set, which says if it is simulated (decisions.md 4). */
function titleOf({ set: { objectName } }: KnownSet): string {
  return `0 ${objectName.startsWith('SIMULATED') ? objectName : `SIMULATED ${objectName}`.trimEnd()}`
}

/**
 * Returns the original lines, otherwise lines printed from the elements. Undefined if two lines cannot represent the set: a number above 339 999, or
 * an epoch outside the years of their two digits.
 */
function linesOf({ set, lines }: KnownSet): TleLines | undefined {
  if (lines !== undefined) return lines
  try {
    return formatTle(set)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function ommOf({ set, source, receivedAt, isSimulated }: KnownSet): string {
  const header = {
    version: '2.0',
    creationDate: parseTime(receivedAt.toISOString()),
    originator: isSimulated ? 'APSIS-SIM' : 'APSIS',
    comments: [isSimulated ? `SIMULATED. Source: ${source}` : `Source: ${source}`],
  }
  return formatOmm(fromElementSet(set, header), { notation: 'XML' })
}
