/** Room for the names of what is under way; more of them are left out. */
const BYTES = 1_000
const encoder = new TextEncoder()
const underWay = new Map<symbol, string>()

/** What this process is at, as names: the thread of its watchdog reads them while the event loop stands still. */
export const AT_WORK = new SharedArrayBuffer(BYTES)

/** Says that work of this name begins; what is returned says that it has ended. */
export function beginWork(name: string): () => void {
  const key = Symbol(name)
  underWay.set(key, name)
  write()
  return () => {
    underWay.delete(key)
    write()
  }
}

/** The names, separated by commas; a zero ends the last one. */
function write(): void {
  const bytes = new Uint8Array(AT_WORK)
  const text = encoder.encode([...new Set(underWay.values())].join(',')).subarray(0, BYTES - 1)
  bytes.set(text)
  bytes.fill(0, text.length)
}

/** The names that were written, also in another thread. */
export function readAtWork(shared: SharedArrayBuffer): string[] {
  const bytes = new Uint8Array(shared).slice()
  const text = new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)))
  return text === '' ? [] : text.split(',')
}
