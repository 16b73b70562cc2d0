import { GM_EARTH, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { epochAt, STATE_NUMBERS, type StateColumns } from '@apsis/astro/ephemeris/columns.ts'
import { missing } from '@apsis/astro/missing.ts'
import { type Epoch, FEMTOS_PER_SECOND, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { isResolved } from '../block/block.ts'
import type { FaultCode, FaultLog } from '../fault.ts'
import { keepFunctions } from '../notation/kept-functions.ts'
import type { OemMetadata, OemState } from '../oem/oem.ts'
import { checkEnvelope } from './check-envelope.ts'
import { checkPhysics, type PhysicsCheck } from './check-physics.ts'
import type { EphemerisRecord } from './ephemeris-file.ts'

/** The object that an uploaded ephemeris must describe, if it is known: its numbers as messages write them. */
export interface UploadExpectation {
  readonly objectIds?: readonly string[]
  readonly objectNames?: readonly string[]
}

export interface UploadCheck {
  /** Receives each record of the ephemeris, in its order. */
  take(record: EphemerisRecord): void
  /** Called at the last line. */
  finish(line: number): void
}

// These limits are from domain.md C10.
const FEWEST_STATES = 6
const FEWEST_PER_REVOLUTION = 36
const IDEAL_PER_REVOLUTION = 100
const MOST_DAYS = 21
const USEFUL_DAYS_LEO = 7
const USEFUL_DAYS_GEO = 14
const MOST_SPEED_MPS = 70_000
/** An orbit below this radius is low: 2000 km of altitude. */
const LOW_ORBIT_M = 8_378_137

/**
 * Checks that an ephemeris can be screened (domain.md C10): it must be relative to the Earth, in UTC, and of the object for which it was uploaded;
 * each segment must have at least 6 states at ascending times, dense enough (36 in a revolution; 100 are better); it must not be longer than 21 days;
 * speeds must be below 70 km/s; and the states must move as gravity requires. A flat covariance is a warning. Faults name line and keyword. Records
 * are checked as they arrive, and only five states are stored.
 */
export function checkUpload(log: FaultLog, expectation: UploadExpectation = {}): UploadCheck {
  const envelope = checkEnvelope(log)
  let segment: SegmentCheck | null = null
  const one = oneRow()
  let first: Epoch | null = null
  let last: Epoch | null = null
  let radius = 0
  let segments = 0

  function takeRow(columns: StateColumns, row: number, line: number): void {
    segment?.takeRow(columns, row, line)
    radius = lengthAt(columns.states, STATE_NUMBERS * row)
    const epoch = epochAt(columns, row)
    if (Number.isNaN(epoch.taiS)) return
    first ??= epoch
    last = epoch
  }

  function fault(line: number, keyword: string | null, code: FaultCode, message: string) {
    return { line, column: 1, keyword, code, message }
  }

  return keepFunctions<UploadCheck>('checkUpload', {
    take(record) {
      if (record.kind === 'table') {
        const { states, lines, covariances } = record
        for (let row = 0; row < states.count; row += 1) takeRow(states, row, lines[row] ?? missing())
        if (covariances !== null) envelope.takeColumns(covariances, lines)
        return
      }
      envelope.take(record)
      if (record.kind === 'segment') {
        segment?.finish(record.line)
        segments += 1
        checkMetadata(record.metadata, { line: record.line, expectation }, log)
        segment = startSegment(record.metadata, record.line, log)
      } else if (record.kind === 'state') {
        takeRow(rowOf(record.state, one), 0, record.line)
      }
    },
    finish(line) {
      segment?.finish(line)
      if (segments === 0) log.error(fault(line, null, 'too-few-points', 'the ephemeris has no states'))
      if (first === null || last === null) return
      const days = secondsBetween(first, last) / SECONDS_PER_DAY
      const useful = radius < LOW_ORBIT_M ? USEFUL_DAYS_LEO : USEFUL_DAYS_GEO
      const shown = days.toFixed(1)
      if (days > MOST_DAYS) {
        const message = `the ephemeris is ${shown} days long`
        log.error({ ...fault(line, 'STOP_TIME', 'too-long-span', message), expected: `at most ${MOST_DAYS} days` })
      } else if (days > useful) {
        log.warning(
          fault(line, 'STOP_TIME', 'too-long-span', `of ${shown} days only about ${useful} are good to screen`),
        )
      }
    },
  })
}

interface MetadataPlace {
  readonly line: number
  readonly expectation: UploadExpectation
}

function checkMetadata(metadata: OemMetadata, { line, expectation }: MetadataPlace, log: FaultLog): void {
  const { timeSystem, centreName, objectId, objectName } = metadata
  const report = (keyword: string, found: string, expected: string, code: FaultCode = 'bad-value') => {
    const message = `${keyword} is ${found}`
    log.error({ line, column: 1, keyword, code, message, found, expected })
  }
  if (timeSystem.toUpperCase() !== 'UTC') report('TIME_SYSTEM', timeSystem, 'UTC')
  if (centreName.toUpperCase() !== 'EARTH') report('CENTER_NAME', centreName, 'EARTH')
  const { objectIds, objectNames } = expectation
  const isOther = objectIds !== undefined && !objectIds.some((id) => sameId(id, objectId))
  const hasName = objectNames?.some((name) => name.toUpperCase() === objectName.toUpperCase()) === true
  if (isOther && !hasName) report('OBJECT_ID', objectId, objectIds.join(' or '), 'wrong-object')
}

/** Returns true if two ids are the same: 1998-067-A and 1998-067A, 25544 and 025544. */
function sameId(a: string, b: string): boolean {
  const plain = (id: string) => id.toUpperCase().replaceAll(/[\s-]/g, '').replace(/^0+/, '')
  return plain(a) === plain(b)
}

interface SegmentCheck {
  takeRow(columns: StateColumns, row: number, line: number): void
  finish(line: number): void
}

/** Returns columns with one row. */
function oneRow(): StateColumns {
  const [taiS, taiFs, states] = [new Float64Array(1), new Float64Array(1), new Float64Array(STATE_NUMBERS)]
  return { count: 1, taiS, taiFs, states }
}

/** Writes a state to the only row of columns, and returns them; a time without a relation to UTC is not a number. */
function rowOf({ epoch, r, v }: OemState, columns: StateColumns): StateColumns {
  columns.taiS[0] = isResolved(epoch) ? epoch.taiS : Number.NaN
  columns.taiFs[0] = isResolved(epoch) ? epoch.taiFs : Number.NaN
  columns.states.set(r)
  columns.states.set(v, 3)
  return columns
}

/** Returns the length of the vector of three numbers from an index on. */
function lengthAt(numbers: Float64Array, at: number): number {
  const x = numbers[at] ?? missing()
  const y = numbers[at + 1] ?? missing()
  const z = numbers[at + 2] ?? missing()
  return Math.sqrt(x * x + y * y + z * z)
}

function startSegment({ refFrame, centreName }: OemMetadata, begin: number, log: FaultLog): SegmentCheck {
  const physics: PhysicsCheck | null = centreName.toUpperCase() === 'EARTH' ? checkPhysics(refFrame, log) : null
  let count = 0
  let [lastS, lastFs] = [Number.NaN, Number.NaN]
  let sparsest = { perRevolution: Infinity, line: begin }

  function checkStep(radiusM: number, stepS: number, line: number): void {
    if (Number.isNaN(stepS)) return
    if (stepS <= 0) {
      const message = 'the time is not later than the one before it'
      log.error({ line, column: 1, keyword: null, code: 'not-increasing', message, expected: 'rising times' })
      return
    }
    // The period is that of a circular orbit with the present radius. Near the perigee of an eccentric orbit, where steps matter, this is the right
    // scale.
    const periodS = 2 * Math.PI * Math.sqrt((radiusM * radiusM * radiusM) / GM_EARTH)
    const perRevolution = periodS / stepS
    if (perRevolution < sparsest.perRevolution) sparsest = { perRevolution, line }
  }

  return {
    takeRow(columns, row, line) {
      count += 1
      const at = STATE_NUMBERS * row
      const speed = lengthAt(columns.states, at + 3)
      if (speed >= MOST_SPEED_MPS) {
        const message = `the speed is ${(speed / 1000).toPrecision(4)} km/s`
        log.error({ line, column: 1, keyword: null, code: 'bad-physics', message, expected: 'less than 70 km/s' })
      }
      const taiS = columns.taiS[row] ?? missing()
      const taiFs = columns.taiFs[row] ?? missing()
      if (Number.isNaN(taiS)) return
      checkStep(lengthAt(columns.states, at), taiS - lastS + (taiFs - lastFs) / FEMTOS_PER_SECOND, line)
      lastS = taiS
      lastFs = taiFs
      physics?.takeRow(columns, row, line)
    },
    finish(line) {
      if (count < FEWEST_STATES) {
        const message = `the segment that begins in line ${begin} has ${count} states`
        log.error({
          line,
          column: 1,
          keyword: null,
          code: 'too-few-points',
          message,
          expected: `at least ${FEWEST_STATES}`,
        })
      }
      const { perRevolution, line: at } = sparsest
      if (perRevolution >= FEWEST_PER_REVOLUTION) return
      const message = `the step before this state is 1/${perRevolution.toFixed(0)} of a revolution`
      const expected = `1/${FEWEST_PER_REVOLUTION} or less, better 1/${IDEAL_PER_REVOLUTION}`
      log.warning({ line: at, column: 1, keyword: null, code: 'too-sparse', message, expected })
    },
  }
}
