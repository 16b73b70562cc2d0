/** True if code may be prefetched: not over a line that is slow or metered. */
export function mayFetchAhead(): boolean {
  const line: unknown = Reflect.get(navigator, 'connection')
  if (typeof line !== 'object' || line === null) return true
  const speed: unknown = Reflect.get(line, 'effectiveType')
  return Reflect.get(line, 'saveData') !== true && (speed === undefined || speed === '4g')
}
