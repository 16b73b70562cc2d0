const MINUS = '\u2212'
const two = (n: number) => String(n).padStart(2, '0')

/** Returns the time to an event as `T−1 d 07 h 10 m`; below one hour as `T−43:12`; after the event with a plus. */
export function formatUntil(msLeft: number, { seconds = false }: { readonly seconds?: boolean } = {}): string {
  const sign = msLeft >= 0 ? MINUS : '+'
  const total = Math.floor(Math.abs(msLeft) / 1_000)
  const s = total % 60
  const m = Math.floor(total / 60) % 60
  const h = Math.floor(total / 3_600) % 24
  const d = Math.floor(total / 86_400)
  if (total < 3_600) return `T${sign}${two(m)}:${two(s)}`
  const hours = d > 0 ? `${d} d ${two(h)} h` : `${h} h`
  return `T${sign}${hours} ${two(m)} m${seconds ? ` ${two(s)} s` : ''}`
}

/** Returns a span between two times as `4 d 14 h`; below a day `14 h 24 m`, below an hour `43 m`. */
export function formatSpan(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  const [d, h, m] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (d > 0) return `${d} d ${h} h`
  return h > 0 ? `${h} h ${m} m` : `${m} m`
}

/** Returns an elapsed time: `02:14`, from one hour `1:02:14`. */
export function formatElapsed(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1_000))
  const hours = Math.floor(total / 3_600)
  const rest = `${two(Math.floor(total / 60) % 60)}:${two(total % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
