/** The bytes of all kept files together. */
const MOST_BYTES = 32 * 1024 ** 2

/**
 * Keeps what was written, by its key, and what is being written: asked for by many, it is done once. What was asked for
 * longest ago is forgotten first.
 */
export function openWritten(mostBytes = MOST_BYTES) {
  const kept = new Map<string, Buffer>()
  const underWay = new Map<string, Promise<Buffer>>()
  let bytes = 0
  const keep = (key: string, written: Buffer) => {
    kept.set(key, written)
    bytes += written.length
    for (const [oldest, one] of kept) {
      if (bytes <= mostBytes) return
      kept.delete(oldest)
      bytes -= one.length
    }
  }
  return async (key: string, write: () => Promise<Buffer>): Promise<Buffer> => {
    const known = kept.get(key)
    if (known !== undefined) {
      kept.delete(key)
      kept.set(key, known)
      return known
    }
    const begun = underWay.get(key)
    if (begun !== undefined) return begun
    const writing = write().finally(() => underWay.delete(key))
    underWay.set(key, writing)
    const written = await writing
    keep(key, written)
    return written
  }
}
