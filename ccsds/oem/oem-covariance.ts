import { missing } from '@apsis/astro/missing.ts'
import type { MessageTime } from '../block/block.ts'
import { checkFrame } from '../block/check-frames.ts'
import { checkCovariance, STATE_ENTRIES, stateEntryUnit, toMatrix } from '../block/covariance.ts'
import { readValue } from '../block/read-block.ts'
import { parseQuantity } from '../block/unit.ts'
import type { Assignment, MessageLine, TextLine } from '../notation/line.ts'
import type { OemCovariance } from './oem.ts'
import { type DataContext, readEpoch } from './oem-state.ts'

const COVARIANCE_ROWS = 6

export interface CovarianceReader {
  take(line: MessageLine): void
  comment(text: string): void
  /** Returns true if the line belongs to a matrix: the brackets of a matrix in XML, and everything between them. */
  wants(line: MessageLine): boolean
  /** Returns true while a matrix is being read. */
  isOpen(): boolean
  /** Ends the last matrix; returns the comments that no matrix followed. */
  finish(line: number): readonly string[]
}

/** A matrix that is still being read. */
interface Growing {
  readonly line: number
  readonly isElement: boolean
  readonly comments: string[]
  epoch: MessageTime | null
  refFrame: string | null
  row: number
  isGood: boolean
  readonly values: Map<string, number>
  readonly places: Map<string, { line: number; column: number }>
}

/**
 * Reads covariances: in KVN an EPOCH, perhaps a COV_REF_FRAME, and six rows of one to six numbers between COVARIANCE_START and _STOP; in XML
 * `covarianceMatrix` elements with a keyword for each entry. A matrix with any fault is omitted, and the fault is in the log.
 */
export function covarianceReader(
  context: DataContext,
  emit: (covariance: OemCovariance, line: number) => void,
): CovarianceReader {
  const { log, version, frames } = context
  let pending: string[] = []
  let matrix: Growing | null = null
  let isFirst = true
  const valueContext = { log, timeSystem: 'UTC', version }

  function begin(line: number, isElement: boolean): Growing {
    if (isFirst && version === '1.0') {
      const message = 'covariances came with version 2.0, and the message is of version 1.0'
      log.deviation({ line, column: 1, keyword: null, code: 'wrong-version', message })
    }
    isFirst = false
    matrix = {
      line,
      isElement,
      comments: pending,
      epoch: null,
      refFrame: null,
      row: 0,
      isGood: true,
      values: new Map(),
      places: new Map(),
    }
    pending = []
    return matrix
  }

  function takeKeyword(line: Assignment): void {
    const { keyword, line: at, column, text } = line
    if (keyword === 'EPOCH' && matrix?.isElement !== true) {
      end(at)
      begin(at, false)
    }
    const target = matrix
    if (target === null) {
      const message = 'this stands before the EPOCH of a matrix'
      log.error({ line: at, column, keyword, code: 'wrong-place', message, expected: 'EPOCH' })
    } else if (keyword === 'EPOCH') {
      target.epoch = readEpoch(text, line, context)
      if (target.epoch === null) target.isGood = false
    } else if (keyword === 'COV_REF_FRAME') {
      checkFrame(line, frames, log)
      target.refFrame = text
    } else takeEntry(line, target)
  }

  function takeEntry(line: Assignment, target: Growing): void {
    const entry = STATE_ENTRIES.find((candidate) => candidate.keyword === line.keyword)
    const { line: at, column, keyword, text } = line
    if (entry === undefined || !target.isElement) {
      log.error({
        line: at,
        column,
        keyword,
        code: 'unknown-keyword',
        message: 'no such keyword here',
        found: text,
      })
      return
    }
    const value = readValue(
      { keyword, field: keyword, kind: 'number', need: 'must', unit: stateEntryUnit(entry) },
      line,
      valueContext,
    )
    if (target.values.has(keyword)) {
      log.error({
        line: at,
        column,
        keyword,
        code: 'duplicate-keyword',
        message: 'the keyword stands already in this matrix',
      })
    }
    if (typeof value === 'number') target.values.set(keyword, value)
    else target.isGood = false
    target.places.set(keyword, { line: at, column })
  }

  function takeRow({ line, column, text }: TextLine): void {
    const target = matrix
    if (target === null || target.row === COVARIANCE_ROWS) {
      const message =
        target === null ? 'this row stands before the EPOCH of a matrix' : 'the matrix has more than 6 rows'
      log.error({ line, column, keyword: null, code: 'bad-row', message, found: text })
      if (target !== null) target.isGood = false
      return
    }
    const entries = STATE_ENTRIES.filter(({ row }) => row === target.row)
    target.row += 1
    const tokens = [...text.matchAll(/\S+/g)]
    if (tokens.length !== entries.length) {
      const message = `row ${target.row} of the matrix has ${tokens.length} numbers`
      log.error({ line, column, keyword: null, code: 'bad-row', message, found: text, expected: `${entries.length}` })
      target.isGood = false
      return
    }
    for (const [index, entry] of entries.entries()) {
      const [found = ''] = tokens[index] ?? []
      const place = { line, column: column + (tokens[index] ?? missing()).index }
      const value = parseQuantity(found, stateEntryUnit(entry))
      target.places.set(entry.keyword, place)
      if (value !== null) target.values.set(entry.keyword, value)
      else {
        const message = `${JSON.stringify(found.slice(0, 40))} is not a number`
        log.error({
          ...place,
          keyword: entry.keyword,
          code: 'bad-number',
          message,
          found,
          expected: 'a decimal number',
        })
        target.isGood = false
      }
    }
  }

  /** Assigns a comment to the matrix that contains it, otherwise to the next one. */
  function takeComment(text: string): void {
    const isInside = matrix !== null && (matrix.isElement || matrix.row < COVARIANCE_ROWS)
    if (matrix !== null && isInside) matrix.comments.push(text)
    else pending.push(text)
  }

  function end(line: number): void {
    const done = matrix
    matrix = null
    if (done === null) return
    const missing =
      done.epoch === null ? 'EPOCH' : STATE_ENTRIES.find(({ keyword }) => !done.values.has(keyword))?.keyword
    if (missing !== undefined) {
      const message = `${missing} is missing in the matrix that begins in line ${done.line}`
      if (done.isGood) log.error({ line, column: 1, keyword: missing, code: 'missing-keyword', message })
      return
    }
    if (!done.isGood || done.epoch === null) return
    const values = toMatrix(COVARIANCE_ROWS, STATE_ENTRIES, done.values)
    const placeOf = ({ keyword }: { keyword: string }) => ({
      ...(done.places.get(keyword) ?? { line, column: 1 }),
      keyword,
    })
    checkCovariance(values, { entries: STATE_ENTRIES, placeOf }, log)
    const { comments, epoch, refFrame } = done
    const covariance = { comments, epoch, ...(refFrame === null ? {} : { refFrame }), matrix: values }
    emit(covariance, done.line)
  }

  return {
    take(line) {
      if (line.kind === 'text') takeRow(line)
      else if (line.kind === 'assignment') takeKeyword(line)
      else if (line.kind === 'comment') takeComment(line.text)
      else if (line.kind === 'open' && line.name === 'covarianceMatrix') begin(line.line, true)
      else if (line.kind === 'close' && line.name === 'covarianceMatrix') end(line.line)
    },
    comment: takeComment,
    wants: (line) => matrix?.isElement === true || (line.kind === 'open' && line.name === 'covarianceMatrix'),
    isOpen: () => matrix?.isElement === true,
    finish(line) {
      end(line)
      const left = pending
      pending = []
      return left
    },
  }
}
