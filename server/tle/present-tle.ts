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

/** An element set as the API answers it; with the epoch that was asked for, how far the set is from it. */
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

/** The set as a file in one of the media types of the call. */
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

/** Two lines, a title above them where they are simulated; refused with 406 where they have no room for the number. */
function twoLines(known: KnownSet): string {
  const lines = linesOf(known)
  if (lines === undefined)
    throw new ApiError('not-acceptable', 'Two lines have no room for this element set: ask for application/xml (OMM).')
  return [...(known.isSimulated ? [titleOf(known)] : []), ...lines, ''].join('\n')
}

/** The title line of three-line sets, which says what is simulated (decisions.md 4). */
function titleOf({ set: { objectName } }: KnownSet): string {
  return `0 ${objectName.startsWith('SIMULATED') ? objectName : `SIMULATED ${objectName}`.trimEnd()}`
}

/**
 * The lines as they came, else printed from the elements. Undefined where two lines cannot say it: numbers above 339 999,
 * epochs that their two digits of a year do not reach.
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
