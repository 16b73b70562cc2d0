import { missing } from '@apsis/astro/missing.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { ReadOptions } from '../block/read-message.ts'
import type { FaultCode, FaultLog } from '../fault.ts'
import { parseDecimal } from '../notation/decimal.ts'
import { splitLines } from '../notation/kvn.ts'
import { LIMITS, refuseExcess } from '../notation/limits.ts'
import type { Scanner } from '../notation/line.ts'
import { type StkHeader, type StkLine, stkHeaderReader } from './stk-header.ts'

/** A state as in the text, m, m/s and m/s²; without a velocity if the text has only positions. */
export interface StkState {
  readonly epoch: Epoch
  readonly r: Vec3
  readonly v: Vec3 | null
  readonly a?: Vec3
}

/** The parts of an STK ephemeris, each with its line. The line of the head is the one at which the states begin. */
export type StkRecord =
  | { readonly kind: 'header'; readonly line: number; readonly header: StkHeader }
  | { readonly kind: 'state'; readonly line: number; readonly segment: number; readonly state: StkState }

/** A row that was read, and whose segment is not known yet. */
interface Row {
  readonly line: number
  readonly t: number
  readonly r: Vec3
  readonly v: Vec3 | null
  readonly a?: Vec3
}

type Part = 'version' | 'outside' | 'header' | 'boundaries' | 'states' | 'covariances' | 'done'

const VERSION = /^stk\.v\.(\d+(?:\.\d+)*)$/i
const COVARIANCE = /^(?:numberof)?covariance/
/** The quantities that the rows contain after their time. */
const FORMS: ReadonlyMap<string, Pick<StkHeader, 'hasVelocities' | 'hasAccelerations'>> = new Map([
  ['ephemeristimepos', { hasVelocities: false, hasAccelerations: false }],
  ['ephemeristimeposvel', { hasVelocities: true, hasAccelerations: false }],
  ['ephemeristimeposvelacc', { hasVelocities: true, hasAccelerations: true }],
])

/** The largest number of seconds before or after the epoch: three centuries. */
const LONGEST_S = 1e10

/** Reads the lines of an STK ephemeris; each record is passed to `emit` when it is complete. */
export function scanStk(log: FaultLog, options: ReadOptions, emit: (record: StkRecord) => void): Scanner {
  const limits = options.limits ?? LIMITS
  const head = stkHeaderReader(log)
  const comments: string[] = []
  const boundaries: number[] = []
  let part: Part = 'version'
  let version = ''
  let header: StkHeader | null = null
  let segments: ReturnType<typeof divide> | null = null
  let points = 0
  let lastLine = 1
  let hasCovariances = false

  const splitter = splitLines((raw, line) => {
    lastLine = line
    if (line > limits.lines) refuseExcess(log, { line, code: 'too-many-lines', limit: `${limits.lines} lines` })
    if (raw.length > limits.lineLength) {
      refuseExcess(log, { line, code: 'line-too-long', limit: `${limits.lineLength} characters in a line` })
    }
    const text = raw.trim()
    if (text.startsWith('#')) takeComment(raw, line)
    else if (text !== '') take(splitLine(raw, line), raw)
  }, limits.lineLength)

  function takeComment(raw: string, line: number): void {
    const text = raw.trim().slice(1).trim()
    if (text === '' || header !== null) return
    if (comments.length >= limits.comments) {
      refuseExcess(log, { line, code: 'too-many-comments', limit: `${limits.comments} comments` })
    }
    comments.push(text)
  }

  function report(at: StkLine, code: FaultCode, { message, expected }: { message: string; expected?: string }): void {
    const { line, column, keyword, value } = at
    log.error({ line, column, keyword, code, message, found: value === '' ? keyword : value, expected })
  }

  function take(at: StkLine, raw: string): void {
    if (part === 'version') takeVersion(at)
    else if (part === 'done') report(at, 'wrong-place', { message: 'this stands after END Ephemeris' })
    else if (/^(?:begin|end)$/i.test(at.keyword)) takeBracket(at)
    else if (part === 'outside')
      report(at, 'wrong-place', { message: 'this is too early', expected: 'BEGIN Ephemeris' })
    else if (part === 'boundaries') takeBoundary(at)
    else if (/^[-+.\d]/.test(at.keyword)) takeRow(at, raw)
    else takeKeyword(at)
  }

  function takeVersion(at: StkLine): void {
    const [, found] = VERSION.exec(at.keyword) ?? []
    if (found === undefined)
      report(at, 'bad-line', { message: 'the text does not begin as one of STK', expected: 'stk.v.12.0' })
    version = found ?? ''
    part = 'outside'
  }

  function takeBracket(at: StkLine): void {
    const what = `${at.keyword} ${at.value}`.toLowerCase()
    if (what === 'begin ephemeris' && part === 'outside') part = 'header'
    else if (what === 'begin segmentboundarytimes' && part === 'header') part = 'boundaries'
    else if (what === 'end segmentboundarytimes' && part === 'boundaries') part = 'header'
    else if (what === 'end ephemeris' && part !== 'outside' && part !== 'boundaries') part = 'done'
    else report(at, 'wrong-place', { message: 'this part is not read, or not here' })
  }

  function takeBoundary(at: StkLine): void {
    for (const [index, text] of [at.keyword, ...at.value.split(/\s+/)].filter((word) => word !== '').entries()) {
      const t = parseDecimal(text)
      const place = index === 0 && at.value !== '' ? { ...at, column: 1, value: text } : { ...at, value: text }
      const named = { ...place, keyword: 'SegmentBoundaryTimes' }
      if (Number.isNaN(t)) report(named, 'bad-number', { message: 'the time is no number', expected: 'seconds' })
      else if (t <= (boundaries.at(-1) ?? Number.NEGATIVE_INFINITY)) {
        report(named, 'not-increasing', {
          message: 'the time is not later than the one before it',
          expected: 'rising times',
        })
      } else boundaries.push(t)
      if (boundaries.length > limits.segments) {
        refuseExcess(log, { line: at.line, code: 'too-many-segments', limit: `${limits.segments} segments` })
      }
    }
  }

  function takeKeyword(at: StkLine): void {
    const keyword = at.keyword.toLowerCase()
    const form = FORMS.get(keyword)
    if (COVARIANCE.test(keyword)) takeCovariance(at)
    else if (part !== 'header') report(at, 'wrong-order', { message: 'keywords stand before the states' })
    else if (form !== undefined) {
      part = 'states'
      header = head.finish(at.line, { version, boundaries, ...form, comments })
      // Without a head nothing is known about the states, and the same faults would be reported for each of them.
      if (header === null)
        log.fatal({
          line: at.line,
          column: at.column,
          keyword: at.keyword,
          code: 'unfinished',
          message: 'the states cannot be read without their head',
        })
      segments = divide(header, { log, emit })
      emit({ kind: 'header', line: at.line, header })
    } else if (keyword.startsWith('ephemeris')) {
      report(at, 'unknown-keyword', {
        message: 'states of this form are not read',
        expected: 'EphemerisTimePosVel, EphemerisTimePos, EphemerisTimePosVelAcc',
      })
    } else head.take(at)
  }

  function takeCovariance({ line, column, keyword }: StkLine): void {
    if (part === 'states') part = 'covariances'
    if (!hasCovariances)
      log.warning({ line, column, keyword, code: 'unknown-keyword', message: 'covariances are not read' })
    hasCovariances = true
  }

  function takeRow(at: StkLine, raw: string): void {
    if (part === 'covariances') return
    if (header === null) {
      report(at, 'wrong-place', { message: 'this stands before the states begin', expected: 'EphemerisTimePosVel' })
      return
    }
    points += 1
    if (points > limits.points)
      refuseExcess(log, { line: at.line, code: 'too-many-points', limit: `${limits.points} points` })
    const row = readRow(raw, at.line, { header, log })
    if (row !== null) segments?.take(row)
  }

  return {
    write: splitter.write,
    end() {
      splitter.end()
      segments?.finish()
      const at = { line: lastLine, column: 1 }
      if (part !== 'done') {
        const message = 'the text ends before END Ephemeris'
        log.error({ ...at, keyword: null, code: 'unfinished', message, expected: 'END Ephemeris' })
      }
      if (header === null || points === 0) {
        if (!log.failed) log.error({ ...at, keyword: null, code: 'unfinished', message: 'the text has no states' })
      } else if (header.points !== null && header.points !== points) {
        const message = `there are ${points} states, not ${header.points}`
        const expected = `${header.points}`
        log.error({
          ...at,
          keyword: 'NumberOfEphemerisPoints',
          code: 'not-consistent',
          message,
          found: `${points}`,
          expected,
        })
      }
    },
  }
}

/** Returns the first word of a line, and the text after it. */
function splitLine(raw: string, line: number): StkLine {
  const text = raw.trim()
  const indent = raw.length - raw.trimStart().length
  const end = text.search(/\s/)
  if (end === -1) return { line, column: indent + 1, keyword: text, value: '' }
  const value = text.slice(end).trimStart()
  return { line, column: indent + 1 + text.length - value.length, keyword: text.slice(0, end), value }
}

function readRow(raw: string, line: number, { header, log }: { header: StkHeader; log: FaultLog }): Row | null {
  const words = [...raw.matchAll(/\S+/g)]
  const { hasVelocities, hasAccelerations } = header
  const count = hasAccelerations ? 10 : hasVelocities ? 7 : 4
  if (words.length !== count) {
    const message = `the row has ${words.length} numbers`
    const derivatives = `${hasVelocities ? ' and a velocity' : ''}${hasAccelerations ? ' and an acceleration' : ''}`
    const expected = `${count}: a time, a position${derivatives}`
    log.error({ line, column: 1, keyword: null, code: 'bad-row', message, found: raw.trim(), expected })
    return null
  }
  const values = words.map(([text], index) => parseDecimal(text, index === 0 ? 0 : header.exponent))
  const wrong = words[values.findIndex(Number.isNaN)]
  if (wrong !== undefined) {
    const { 0: found, index } = wrong
    const message = `${JSON.stringify(found.slice(0, 40))} is not a number`
    log.error({
      line,
      column: index + 1,
      keyword: null,
      code: 'bad-number',
      message,
      found,
      expected: 'a decimal number',
    })
    return null
  }
  if (Math.abs(values[0] ?? missing()) > LONGEST_S) {
    const [{ 0: found, index } = { 0: '', index: 0 }] = words
    const message = 'the time is more than three centuries from the epoch'
    log.error({ line, column: index + 1, keyword: null, code: 'bad-value', message, found, expected: 'seconds' })
    return null
  }
  const [t = 0, x = 0, y = 0, z = 0, xDot = 0, yDot = 0, zDot = 0, xDdot = 0, yDdot = 0, zDdot = 0] = values
  const row: Row = { line, t, r: [x, y, z], v: hasVelocities ? [xDot, yDot, zDot] : null }
  return hasAccelerations ? { ...row, a: [xDdot, yDdot, zDdot] } : row
}

interface Division {
  readonly log: FaultLog
  readonly emit: (record: StkRecord) => void
}

/**
 * Assigns each state to its segment. At a boundary there are two states with the same time, one for each side. If there is only one, it begins the
 * next segment, and the motion between the previous state and the boundary is unknown.
 */
function divide(header: StkHeader, { log, emit }: Division) {
  let segment = 0
  let passed = 0 // the number of boundaries at or before the last state
  let last: Row | null = null
  let held: Row | null = null

  function give({ line, t, ...motion }: Row): void {
    emit({ kind: 'state', line, segment, state: { epoch: addSeconds(header.epoch, t), ...motion } })
  }

  /** Passes on the state at a boundary, when the next state is known. */
  function release(next: Row | null): void {
    if (held === null) return
    const [boundary, isPair] = [held, next?.t === held.t]
    held = null
    if (next !== null && !isPair) {
      const message = 'there is one state at the boundary, not one of either side: it begins the next segment'
      log.warning({ line: boundary.line, column: 1, keyword: 'SegmentBoundaryTimes', code: 'not-consistent', message })
      segment += 1
    }
    give(boundary)
    if (isPair) segment += 1
  }

  return {
    take(row: Row): void {
      const isSecond = held !== null && held.t === row.t
      release(row)
      if (last !== null && row.t <= last.t && !isSecond) {
        const message = 'the time is not later than the one before it'
        const found = `${row.t}`
        log.error({
          line: row.line,
          column: 1,
          keyword: null,
          code: 'not-increasing',
          message,
          found,
          expected: 'rising times',
        })
        return
      }
      const before = passed
      while ((header.boundaries[passed] ?? Number.POSITIVE_INFINITY) <= row.t) passed += 1
      const isAt = passed > before && header.boundaries[passed - 1] === row.t
      const isFirst = last === null
      // There is a boundary without a state between the last state and this one.
      if (!isFirst && passed - before > (isAt ? 1 : 0)) segment += 1
      last = row
      if (isAt && !isFirst) held = row
      else give(row)
    },
    finish(): void {
      release(null)
    },
  }
}
