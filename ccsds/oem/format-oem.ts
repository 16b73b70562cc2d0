import { fromMatrix, STATE_COVARIANCE, STATE_ENTRIES, stateEntryUnit } from '../block/covariance.ts'
import { blockLines, commentLines, formatInstant, headerLines } from '../block/format-block.ts'
import { formatQuantity } from '../block/unit.ts'
import { type OutLine, printMessage, type WriteOptions } from '../notation/print.ts'
import { HEADER, METADATA, STATE_KEYWORDS, STATE_UNITS } from './oem.data.ts'
import type { Oem, OemCovariance, OemSegment, OemState } from './oem.ts'

/**
 * Returns the text of the message in KVN or XML, according to the tables of CCSDS 502.0-B-3; reading it gives the same data. Throws a RangeError that
 * names what the notation cannot express.
 */
export function formatOem(oem: Oem, options: WriteOptions = {}): string {
  return printMessage(oemLines(oem, options.notation), options)
}

/** Yields the lines of the message: states and covariances are rows in KVN and elements in XML. */
export function* oemLines({ header, segments }: Oem, notation: 'KVN' | 'XML' = 'KVN'): Generator<OutLine> {
  yield* headerLines(HEADER, header)
  yield { kind: 'open', element: 'body' }
  for (const segment of segments) yield* segmentLines(segment, notation)
  yield { kind: 'close', element: 'body' }
}

function* segmentLines(
  { metadata, comments, states, covariances }: OemSegment,
  notation: 'KVN' | 'XML',
): Generator<OutLine> {
  const timeSystem = metadata.timeSystem.toUpperCase()
  yield { kind: 'open', element: 'segment' }
  yield* blockLines(METADATA, metadata, { timeSystem, section: 'META' })
  yield { kind: 'open', element: 'data' }
  yield { kind: 'blank' }
  yield* commentLines(comments)
  for (const state of states)
    yield* notation === 'KVN' ? [stateRow(state, timeSystem)] : stateElement(state, timeSystem)
  if (covariances.length > 0) yield* covarianceLines(covariances, timeSystem, notation)
  yield { kind: 'close', element: 'data' }
  yield { kind: 'close', element: 'segment' }
}

function valuesOf({ r, v, a }: OemState): number[] {
  return [...r, ...v, ...(a ?? [])]
}

function stateRow(state: OemState, timeSystem: string): OutLine {
  const time = formatInstant(state.epoch, timeSystem, 'a state')
  const numbers = valuesOf(state).map((value) => formatQuantity(value, 'km'))
  return { kind: 'text', text: [time, ...numbers].join(' '), element: 'stateVector' }
}

function* stateElement(state: OemState, timeSystem: string): Generator<OutLine> {
  yield { kind: 'open', element: 'stateVector' }
  yield { kind: 'assignment', keyword: 'EPOCH', value: formatInstant(state.epoch, timeSystem, 'EPOCH'), unit: null }
  for (const [index, value] of valuesOf(state).entries()) {
    const unit = STATE_UNITS[Math.floor(index / 3)] ?? 'km'
    yield { kind: 'assignment', keyword: STATE_KEYWORDS[index] ?? '', value: formatQuantity(value, unit), unit }
  }
  yield { kind: 'close', element: 'stateVector' }
}

function* covarianceLines(
  covariances: readonly OemCovariance[],
  timeSystem: string,
  notation: 'KVN' | 'XML',
): Generator<OutLine> {
  if (notation === 'XML') {
    for (const { epoch, matrix, ...rest } of covariances) {
      const [, open, ...inner] = blockLines(
        STATE_COVARIANCE,
        { ...rest, ...fromMatrix(matrix, STATE_ENTRIES) },
        { timeSystem },
      )
      const comments = inner.filter((line) => line.kind === 'comment')
      if (open !== undefined) yield open
      yield* comments
      yield epochLine(epoch, timeSystem)
      yield* inner.filter((line) => line.kind !== 'comment')
    }
    return
  }
  yield { kind: 'blank' }
  yield { kind: 'open', element: 'covariance', section: 'COVARIANCE' }
  for (const { comments, epoch, refFrame, matrix } of covariances) {
    yield* commentLines(comments)
    yield epochLine(epoch, timeSystem)
    if (refFrame !== undefined) yield { kind: 'assignment', keyword: 'COV_REF_FRAME', value: refFrame, unit: null }
    for (const [row, values] of matrix.entries())
      yield { kind: 'text', text: matrixRow(values, row), element: 'covariance' }
  }
  yield { kind: 'close', element: 'covariance', section: 'COVARIANCE' }
}

function epochLine(epoch: OemState['epoch'], timeSystem: string): OutLine {
  return { kind: 'assignment', keyword: 'EPOCH', value: formatInstant(epoch, timeSystem, 'EPOCH'), unit: null }
}

function matrixRow(values: readonly number[], row: number): string {
  const lower = values.slice(0, row + 1)
  return lower.map((value, column) => formatQuantity(value, stateEntryUnit({ row, column }))).join(' ')
}
