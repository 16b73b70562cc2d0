import { GM_EARTH, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { compareEpochs, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { isResolved } from '../block/block.ts'
import type { FaultCode, FaultLog } from '../fault.ts'
import type { OemMetadata, OemState } from '../oem/oem.ts'
import type { OemRecord } from '../oem/oem-records.ts'
import { checkEnvelope } from './check-envelope.ts'
import { checkPhysics, type PhysicsCheck } from './check-physics.ts'

/** The object that an uploaded ephemeris must describe, if it is known: its numbers as messages write them. */
export interface UploadExpectation {
  readonly objectIds?: readonly string[]
  readonly objectNames?: readonly string[]
}

export interface UploadCheck {
  /** Receives each record of the ephemeris, in its order. */
  take(record: OemRecord): void
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
 * speeds must be below 70 km/s; and the states must move as gravity requires. A flat covariance is a warning. Faults name line and keyword. Records are checked as they arrive, and
 * only five states are stored.
 */
export function checkUpload(log: FaultLog, expectation: UploadExpectation = {}): UploadCheck {
  const envelope = checkEnvelope(log)
  let segment: SegmentCheck | null = null
  let first: Epoch | null = null
  let last: Epoch | null = null
  let radius = 0
  let segments = 0

  function fault(line: number, keyword: string | null, code: FaultCode, message: string) {
    return { line, column: 1, keyword, code, message }
  }

  return {
    take(record) {
      envelope.take(record)
      if (record.kind === 'segment') {
        segment?.finish(record.line)
        segments += 1
        checkMetadata(record.metadata, { line: record.line, expectation }, log)
        segment = startSegment(record.metadata, record.line, log)
      } else if (record.kind === 'state') {
        segment?.take(record.state, record.line)
        radius = Math.hypot(...record.state.r)
        const { epoch } = record.state
        if (!isResolved(epoch)) return
        first ??= epoch
        last = epoch
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
  }
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
  take(state: OemState, line: number): void
  finish(line: number): void
}

function startSegment({ refFrame, centreName }: OemMetadata, begin: number, log: FaultLog): SegmentCheck {
  const physics: PhysicsCheck | null = centreName.toUpperCase() === 'EARTH' ? checkPhysics(refFrame, log) : null
  let count = 0
  let last: Epoch | null = null
  let sparsest = { perRevolution: Infinity, line: begin }

  function checkStep(state: OemState, epoch: Epoch, line: number): void {
    if (last === null) return
    if (compareEpochs(last, epoch) >= 0) {
      const message = 'the time is not later than the one before it'
      log.error({ line, column: 1, keyword: null, code: 'not-increasing', message, expected: 'rising times' })
      return
    }
    // The period is that of a circular orbit with the present radius. Near the perigee of an eccentric orbit, where steps matter, this is the right
    // scale.
    const periodS = 2 * Math.PI * Math.sqrt(Math.hypot(...state.r) ** 3 / GM_EARTH)
    const perRevolution = periodS / secondsBetween(last, epoch)
    if (perRevolution < sparsest.perRevolution) sparsest = { perRevolution, line }
  }

  return {
    take(state, line) {
      count += 1
      const speed = Math.hypot(...state.v)
      if (speed >= MOST_SPEED_MPS) {
        const message = `the speed is ${(speed / 1000).toPrecision(4)} km/s`
        log.error({ line, column: 1, keyword: null, code: 'bad-physics', message, expected: 'less than 70 km/s' })
      }
      if (isResolved(state.epoch)) {
        checkStep(state, state.epoch, line)
        last = state.epoch
      }
      physics?.take(state, line)
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
