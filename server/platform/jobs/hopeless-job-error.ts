/** Thrown by the work of a job that would fail whenever it is tried: it is given up at once. */
export class HopelessJobError extends Error {
  override readonly name = 'HopelessJobError'
}
