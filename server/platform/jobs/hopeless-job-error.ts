/** A job throws this if it would fail at every try: it is given up at once. */
export class HopelessJobError extends Error {
  override readonly name = 'HopelessJobError'
}
