/**
 * Writes columns as arrays in the binary form of PostgreSQL (array_recv): the driver sends a Buffer unchanged. If numbers are sent
 * as text, a large part of a screening takes longer to print and to parse than to store.
 */
const FLOAT8 = 701
const TEXT = 25
const HEADER_BYTES = 20
const NULL_LENGTH = -1

/** Returns a column of numbers as float8[], to the last bit; a missing number is null. */
export function floats<T>(rows: readonly T[], of: (row: T) => number | null | undefined): Buffer {
  const buffer = startArray(FLOAT8, rows.length, HEADER_BYTES + 12 * rows.length)
  let at = HEADER_BYTES
  for (const row of rows) {
    const value = of(row) ?? undefined
    at = buffer.writeInt32BE(value === undefined ? NULL_LENGTH : 8, at)
    if (value !== undefined) at = buffer.writeDoubleBE(value, at)
  }
  return buffer.subarray(0, rows.length === 0 ? EMPTY_BYTES : at)
}

/** Returns a column of texts as text[]. */
export function texts<T>(rows: readonly T[], of: (row: T) => string): Buffer {
  // Many rows share a few texts: kinds, reasons, ids.
  const known = new Map<string, Buffer>()
  const encoded = rows.map((row) => {
    const text = of(row)
    const bytes = known.get(text) ?? Buffer.from(text)
    known.set(text, bytes)
    return bytes
  })
  const length = encoded.reduce((sum, bytes) => sum + 4 + bytes.length, HEADER_BYTES)
  const buffer = startArray(TEXT, rows.length, length)
  let at = HEADER_BYTES
  for (const bytes of encoded) {
    at = buffer.writeInt32BE(bytes.length, at)
    at += bytes.copy(buffer, at)
  }
  return buffer.subarray(0, rows.length === 0 ? EMPTY_BYTES : at)
}

/** An empty array has no dimension, and therefore no length and lower bound. */
const EMPTY_BYTES = 12

function startArray(type: number, length: number, bytes: number): Buffer {
  const buffer = Buffer.allocUnsafe(bytes)
  const dimensions = length === 0 ? 0 : 1
  const [mayHaveNulls, lowerBound] = [1, 1]
  for (const [index, value] of [dimensions, mayHaveNulls, type, length, lowerBound].entries())
    buffer.writeInt32BE(value, 4 * index)
  return buffer
}
