// This file checks what an Orbit Ephemeris Message means beyond its single values; each check reports to the log.
import { compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { isResolved, type MessageTime, type RawBlock } from '../block/block.ts'
import type { FaultCode, FaultLog } from '../fault.ts'
import type { OemMetadata } from './oem.ts'

interface MetadataPlace {
  readonly raw: RawBlock
  /** The metadata of the first segment; null if this is the first one. */
  readonly first: OemMetadata | null
  /** The metadata of the previous segment. */
  readonly last: OemMetadata | null
}

/**
 * Checks that the start of each span precedes its end; that the useable span is inside the total span; that a method of interpolation has its degree;
 * and that all segments are of the same object, in the same time system, and in the order of their times.
 */
export function checkMetadata(metadata: OemMetadata, { raw, first, last }: MetadataPlace, log: FaultLog): void {
  const { startTime, useableStartTime, useableStopTime, stopTime } = metadata
  const report = (keyword: string, code: FaultCode, message: string) => {
    const { line = raw.line, column = 1 } = raw.assignments.get(keyword) ?? {}
    return { line, column, keyword, code, message, found: raw.assignments.get(keyword)?.text }
  }
  // The whole message must have one time system (502.0-B-3 §5.2.4.5): if there are two, one of them is a mistake, and it is unknown which.
  if (first !== null && first.timeSystem.toUpperCase() !== metadata.timeSystem.toUpperCase()) {
    const message = `TIME_SYSTEM is another than that of the first segment, ${first.timeSystem}`
    log.error(report('TIME_SYSTEM', 'not-consistent', message))
  }
  if (isBefore(stopTime, startTime)) log.error(report('STOP_TIME', 'not-increasing', 'STOP_TIME is before START_TIME'))
  if ((useableStartTime === undefined) !== (useableStopTime === undefined)) {
    const [there, missing] = useableStartTime === undefined ? ['STOP', 'START'] : ['START', 'STOP']
    const message = `USEABLE_${there}_TIME stands without USEABLE_${missing}_TIME`
    log.deviation(report(`USEABLE_${there}_TIME`, 'not-consistent', message))
  }
  if (isBefore(useableStopTime, useableStartTime)) {
    log.error(report('USEABLE_STOP_TIME', 'not-increasing', 'USEABLE_STOP_TIME is before USEABLE_START_TIME'))
  }
  if (isBefore(useableStartTime, startTime) || isBefore(stopTime, useableStartTime)) {
    log.deviation(report('USEABLE_START_TIME', 'outside-span', 'the useable span does not lie in the whole span'))
  }
  if (isBefore(stopTime, useableStopTime)) {
    log.deviation(report('USEABLE_STOP_TIME', 'outside-span', 'the useable span does not lie in the whole span'))
  }
  if (metadata.interpolation !== undefined && metadata.interpolationDegree === undefined) {
    const message = 'INTERPOLATION_DEGREE is missing though there is INTERPOLATION'
    log.deviation(report('INTERPOLATION', 'missing-keyword', message))
  }
  if (isBefore(startTime, last?.startTime)) {
    log.deviation(report('START_TIME', 'not-increasing', 'the segment begins before the one before it'))
  }
  if (first !== null && (first.objectId !== metadata.objectId || first.objectName !== metadata.objectName)) {
    const keyword = first.objectId === metadata.objectId ? 'OBJECT_NAME' : 'OBJECT_ID'
    log.deviation(report(keyword, 'not-consistent', 'the segment is of another object than the first'))
  }
}

export interface SegmentChecks {
  state(epoch: MessageTime, line: number): void
  covariance(epoch: MessageTime, line: number): void
  hasStates(): boolean
  /** Called at the line where the segment ends. */
  finish(line: number): void
}

/**
 * Checks that there are states and that their times ascend: an earlier time is an error, an equal time, which real messages contain, a deviation. The
 * times of covariances must also ascend, and all times must be within the span of the segment; otherwise that is a deviation.
 */
export function segmentChecks(metadata: OemMetadata | null, begin: number, log: FaultLog): SegmentChecks {
  const { startTime = null, stopTime = null } = metadata ?? {}
  let lastState: Epoch | null = null
  let lastCovariance: Epoch | null = null
  let states = 0
  let outside = 0

  function checkOrder(epoch: Epoch, last: Epoch | null, line: number): void {
    const order = last === null ? -1 : compareEpochs(last, epoch)
    if (order < 0) return
    const message = `the time is ${order === 0 ? 'that of' : 'before'} the one before it`
    const fault = { line, column: 1, keyword: null, code: 'not-increasing', message, expected: 'rising times' } as const
    if (order === 0 || last !== lastState) log.deviation(fault)
    else log.error(fault)
  }

  function checkSpan(epoch: Epoch, line: number): void {
    const isOutside = isBefore(epoch, startTime ?? undefined) || isBefore(stopTime ?? undefined, epoch)
    if (isOutside) outside += 1
    // One report is enough; more reports would hide other faults.
    if (!isOutside || outside > 1) return
    const message = 'the time is outside of START_TIME to STOP_TIME'
    log.deviation({ line, column: 1, keyword: null, code: 'outside-span', message })
  }

  return {
    state(epoch, line) {
      states += 1
      if (!isResolved(epoch)) return
      checkOrder(epoch, lastState, line)
      lastState = epoch
      checkSpan(epoch, line)
    },
    covariance(epoch, line) {
      if (!isResolved(epoch)) return
      checkOrder(epoch, lastCovariance, line)
      lastCovariance = epoch
      checkSpan(epoch, line)
    },
    hasStates: () => states > 0,
    finish(line) {
      if (states > 0 || log.failed) return
      const message = `the segment that begins in line ${begin} has no states`
      log.error({ line, column: 1, keyword: null, code: 'unfinished', message })
    },
  }
}

function isBefore(time: MessageTime | undefined, other: MessageTime | undefined): boolean {
  if (time === undefined || other === undefined) return false
  return isResolved(time) && isResolved(other) && compareEpochs(time, other) < 0
}
