import { hasCovariance } from '@apsis/astro/conjunction/definiteness.ts'
import { GM_EARTH } from '@apsis/astro/constants.ts'
import { axesAt, epochAt, matrixAt, statesOf } from '@apsis/astro/ephemeris/columns.ts'
import { missing } from '@apsis/astro/missing.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { isResolved, type MessageTime } from '@apsis/ccsds/block/block.ts'
import { toFrame } from '@apsis/ccsds/block/frame-name.ts'
import { checkUpload, type UploadExpectation } from '@apsis/ccsds/ephemeris/check-upload.ts'
import { type EphemerisRecord, openEphemerisFile, type TableRecord } from '@apsis/ccsds/ephemeris/ephemeris-file.ts'
import { type Fault, FaultLog, MessageSyntaxError } from '@apsis/ccsds/fault.ts'
import { detect, type FileKind } from '@apsis/ccsds/message/detect.ts'
import { openText } from '@apsis/ccsds/message/open-text.ts'
import { decodeText } from '@apsis/ccsds/notation/decode.ts'
import { STREAMING_LIMITS } from '@apsis/ccsds/notation/limits.ts'
import type { OemCovariance, OemMetadata, OemState } from '@apsis/ccsds/oem/oem.ts'

/** The 1σ of a position along the axes of its frame, m. */
export type SigmaPoint = { readonly atMs: number; readonly sigmas: readonly [number, number, number] }
/** A segment: no interpolation crosses its ends. */
export type InspectedSegment = {
  readonly line: number
  readonly frame: string
  readonly timeSystem: string
  readonly centre: string
  readonly objectId: string
  readonly objectName: string
  readonly interpolation: string | undefined
  readonly fromMs: number
  readonly toMs: number
  readonly usableFromMs: number
  readonly usableToMs: number
  readonly states: number
}
/** The content and the errors of a file, found in the browser. */
export type Inspection = {
  readonly kind: FileKind
  readonly notation: string
  readonly version: string | undefined
  readonly originator: string | undefined
  readonly segments: readonly InspectedSegment[]
  readonly points: number
  readonly statesPerRevolution: number | undefined
  /** The period of the orbit at the last state, ms. */
  readonly periodMs: number | undefined
  readonly covariances: number
  readonly covarianceFrame: string | undefined
  readonly sigmas: readonly SigmaPoint[]
  readonly errors: readonly Fault[]
  readonly warnings: readonly Fault[]
  readonly truncated: boolean
}

/** The maximum number of points that a plot shows. */
const MOST_SIGMAS = 1_500
const OPTIONS = { strict: false, limits: STREAMING_LIMITS } as const

/** Reads a file as the server and `apsis inspect --upload` do: with the same reader, checks and words. */
export async function inspect(
  bytes: ReadableStream<Uint8Array>,
  expectation: UploadExpectation = {},
): Promise<Inspection> {
  const log = new FaultLog(false)
  const gathered = gather()
  let detection = detect('')
  try {
    const text = await openText(decoded(bytes, log))
    detection = text.detection
    const { objectIds: ids = [], objectNames: names = [] } = expectation
    const file = openEphemerisFile(text, { name: '', object: { ids, names }, options: OPTIONS })
    const check = checkUpload(log, file.namesObject ? expectation : {})
    let lastLine = 1
    const take = (record: EphemerisRecord) => {
      lastLine = record.line
      check.take(record)
      if (record.kind === 'segment') refuseFrame(record.metadata, record.line, log)
      gathered.take(record)
    }
    // The server reports a file that does not name its object, because it also knows the name of the file.
    await file.read({ log, take, assume: () => undefined })
    check.finish(lastLine)
  } catch (failure) {
    // The error that ends the reading is in the log like every other error.
    if (!(failure instanceof MessageSyntaxError)) throw failure
  }
  const { kind, notation } = detection
  const inOrder = (faults: readonly Fault[]) => faults.toSorted((a, b) => a.line - b.line || a.column - b.column)
  return {
    kind,
    notation,
    ...gathered.result(),
    errors: inOrder(log.errors),
    warnings: inOrder(log.warnings),
    truncated: log.omitted > 0,
  }
}

async function* decoded(bytes: ReadableStream<Uint8Array>, log: FaultLog): AsyncGenerator<string, undefined> {
  const decoding = decodeText(log, (encoding) => new TextDecoder(encoding, { fatal: true, ignoreBOM: true }))
  const reader = bytes.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    yield decoding.write(value)
  }
  yield decoding.end()
  return undefined
}

function refuseFrame({ refFrame: found }: OemMetadata, line: number, log: FaultLog): void {
  if (toFrame(found) !== null) return
  const message = `states in ${found} cannot be brought to another frame`
  const expected = 'GCRF, EME2000, TEME, TOD, MOD, CIRF or an ITRF'
  log.error({ line, column: 1, keyword: 'REF_FRAME', code: 'bad-value', message, found, expected })
}

type Growing = { line: number; metadata: OemMetadata; states: number; firstMs: number; lastMs: number }

/** Collects the findings on a file, and keeps each state only as long as necessary. */
function gather() {
  let version: string | undefined
  let originator: string | undefined
  const growing: Growing[] = []
  const sigmas: SigmaPoint[] = []
  let covariances = 0
  let covarianceFrame: string | undefined
  let periodMs: number | undefined
  const takeState = ({ epoch, r, v }: OemState) => {
    const segment = growing.at(-1)
    const atMs = msOf(epoch)
    if (!segment || atMs === undefined) return
    segment.states += 1
    segment.firstMs = Math.min(segment.firstMs, atMs)
    segment.lastMs = Math.max(segment.lastMs, atMs)
    const axis = 1 / (2 / Math.hypot(...r) - Math.hypot(...v) ** 2 / GM_EARTH)
    if (axis > 0) periodMs = 2_000 * Math.PI * Math.sqrt(axis ** 3 / GM_EARTH)
  }
  const takeCovariance = ({ epoch, matrix, refFrame }: OemCovariance) => {
    // Some files have zeros instead of a missing covariance.
    if (!hasCovariance(matrix)) return
    covariances += 1
    covarianceFrame ??= refFrame ?? growing.at(-1)?.metadata.refFrame
    const atMs = msOf(epoch)
    if (atMs === undefined) return
    const sigma = (i: number) => Math.sqrt(Math.max(0, matrix[i]?.[i] ?? missing()))
    sigmas.push({ atMs, sigmas: [sigma(0), sigma(1), sigma(2)] })
    if (sigmas.length > 2 * MOST_SIGMAS) sigmas.splice(0, sigmas.length, ...sigmas.filter((_, i) => i % 2 === 0))
  }
  const takeTable = ({ states, covariances }: TableRecord) => {
    for (const state of statesOf(states)) takeState(state)
    for (let row = 0; row < (covariances?.count ?? 0) && covariances !== null; row += 1) {
      const [epoch, matrix] = [epochAt(covariances, row), matrixAt(covariances.triangles, row)]
      takeCovariance({ comments: [], epoch, refFrame: axesAt(covariances, row), matrix })
    }
  }
  return {
    take(record: EphemerisRecord): void {
      if (record.kind === 'header') ({ version, originator } = record.header)
      else if (record.kind === 'segment') {
        const { line, metadata } = record
        growing.push({ line, metadata, states: 0, firstMs: Number.POSITIVE_INFINITY, lastMs: Number.NEGATIVE_INFINITY })
      } else if (record.kind === 'state') takeState(record.state)
      else if (record.kind === 'covariance') takeCovariance(record.covariance)
      else if (record.kind === 'table') takeTable(record)
    },
    result() {
      const segments = growing.map(segmentOf)
      const points = segments.reduce((sum, { states }) => sum + states, 0)
      const spanMs = segments.reduce((sum, { fromMs, toMs }) => sum + Math.max(0, toMs - fromMs), 0)
      const steps = segments.reduce((sum, { states }) => sum + Math.max(0, states - 1), 0)
      const statesPerRevolution = periodMs && spanMs > 0 ? (steps * periodMs) / spanMs : undefined
      return {
        version,
        originator,
        segments,
        points,
        statesPerRevolution,
        periodMs,
        covariances,
        covarianceFrame,
        sigmas,
      }
    },
  }
}

function segmentOf({ line, metadata, states, firstMs, lastMs }: Growing): InspectedSegment {
  const { refFrame, timeSystem, centreName, objectId, objectName, interpolation } = metadata
  const usable = [metadata.useableStartTime, metadata.useableStopTime].map((time) => time && msOf(time))
  return {
    line,
    states,
    timeSystem,
    objectId,
    objectName,
    interpolation,
    frame: refFrame,
    centre: centreName,
    fromMs: firstMs,
    toMs: lastMs,
    usableFromMs: usable[0] ?? firstMs,
    usableToMs: usable[1] ?? lastMs,
  }
}

function msOf(time: MessageTime): number | undefined {
  return isResolved(time) ? Date.parse(formatTime(time, { digits: 3, zulu: true })) : undefined
}
