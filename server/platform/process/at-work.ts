/** The space, in bytes, for the names of running work; names that do not fit are omitted. */
const BYTES = 1_000
const encoder = new TextEncoder()
const underWay = new Map<symbol, string>()

/** The names of the work that this process is running: the thread of its watchdog reads them while the event loop is frozen. */
export const AT_WORK = new SharedArrayBuffer(BYTES)

/** Marks the beginning of work with this name; the returned function marks its end. */
export function beginWork(name: string): () => void {
  const key = Symbol(name)
  underWay.set(key, name)
  write()
  return () => {
    underWay.delete(key)
    write()
  }
}

/** Writes the names, separated by commas, with a zero byte after the last one. */
function write(): void {
  const bytes = new Uint8Array(AT_WORK)
  const text = encoder.encode([...new Set(underWay.values())].join(',')).subarray(0, BYTES - 1)
  bytes.set(text)
  bytes.fill(0, text.length)
}

/** Reads the written names, also in another thread. */
export function readAtWork(shared: SharedArrayBuffer): string[] {
  const bytes = new Uint8Array(shared).slice()
  const text = new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)))
  return text === '' ? [] : text.split(',')
}
