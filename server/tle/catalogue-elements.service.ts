import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import { CatalogueElements } from '@apsis/contract/tle/catalogue-elements.ts'
import { OBJECT_KINDS } from '@apsis/contract/tle/object-kind.ts'
import type { Database } from '../platform/database/database.ts'
import type { KeptAnswer } from '../platform/http/kept.ts'
import { type Catalogue, type CatalogueObject, readCatalogue } from './catalogue.service.ts'

const RAD_PER_REVOLUTION = 2 * Math.PI
/** The origin of the epochs of an empty catalogue; UTC is known from 1972 on. */
const NO_EPOCH = '2000-01-01T00:00:00Z'
/** A double has at least 15 exact digits: with 15, a value that was published in degrees is written as it was published. */
const DIGITS = 15
/** A higher quality takes ten times as long, and makes the answer smaller by only a twentieth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

let kept: { readonly catalogue: Catalogue; readonly answer: Promise<KeptAnswer> } | undefined

/**
 * Returns the element sets of the whole catalogue as an answer that is built once for each version; callers that come while it is being
 * built wait for the same answer. A catalogue that was read again counts as another version.
 */
export async function readCatalogueElements(db: Database): Promise<KeptAnswer> {
  const catalogue = await readCatalogue(db)
  if (kept?.catalogue === catalogue) return kept.answer
  const answer = keepElements(catalogue)
  kept = { catalogue, answer }
  answer.catch(() => {
    if (kept?.answer === answer) kept = undefined
  })
  return answer
}

/** Returns the answer for a catalogue, compressed on other threads. */
export async function keepElements(catalogue: Catalogue): Promise<KeptAnswer> {
  const plain = Buffer.from(JSON.stringify(CatalogueElements.parse(elementsOf(catalogue))))
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const [packed, gzipped] = await Promise.all([promisify(brotliCompress)(plain, BROTLI), promisify(gzip)(plain)])
  return { plain, packed, gzipped, etag }
}

function elementsOf({ objects, isSimulated, newestEpoch }: Catalogue): CatalogueElements {
  // The origin is the midnight before the newest epoch, so that epochs are short numbers.
  const origin = `${(newestEpoch ?? new Date(NO_EPOCH)).toISOString().slice(0, 10)}T00:00:00.000Z`
  const start = parseTime(origin)
  const owners = [...new Set(objects.flatMap(({ country }) => country ?? []))].sort()
  const sources = [...new Set(objects.map(({ source }) => source))].sort()
  const column = (value: (object: CatalogueObject) => number) =>
    objects.map((object) => Number(value(object).toPrecision(DIGITS)))
  return {
    isSimulated,
    origin,
    kinds: [...OBJECT_KINDS],
    owners,
    sources,
    noradId: objects.map(({ noradId }) => noradId),
    name: objects.map(({ name }) => name),
    internationalDesignator: objects.map(({ internationalDesignator }) => internationalDesignator),
    kind: objects.map(({ kind }) => OBJECT_KINDS.indexOf(kind)),
    owner: objects.map(({ country }) => (country === undefined ? -1 : owners.indexOf(country))),
    source: objects.map(({ source }) => sources.indexOf(source)),
    epochS: column(({ epoch }) => secondsBetween(start, epoch)),
    meanMotionRevPerDay: column(({ elements }) => (elements.meanMotionRadPerS * SECONDS_PER_DAY) / RAD_PER_REVOLUTION),
    eccentricity: objects.map(({ elements }) => elements.eccentricity),
    inclinationDeg: column(({ elements }) => radToDeg(elements.incRad)),
    raanDeg: column(({ elements }) => radToDeg(elements.raanRad)),
    argPeriapsisDeg: column(({ elements }) => radToDeg(elements.argPeriapsisRad)),
    meanAnomalyDeg: column(({ elements }) => radToDeg(elements.meanAnomalyRad)),
    bstar: objects.map(({ elements }) => elements.bstar),
  }
}
