/** Variants of English with abbreviations of time zones; the first variant that has an abbreviation for the zone is used. */
const PLACES = ['en-GB', 'en-US', 'en-AU', 'en-IN', 'en-NZ', 'en-ZA']

/** Returns `2026-11-21 15:13:07 CET`: the time at the reader's place, with its abbreviation; only for hover, never for files (ux.md R4). */
export function formatLocal(ms: number, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone }
  const parts = new Map(
    new Intl.DateTimeFormat('en-GB', {
      ...zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  const at = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  const day = `${at('year').padStart(4, '0')}-${at('month')}-${at('day')}`
  return `${day} ${at('hour')}:${at('minute')}:${at('second')} ${abbreviation(ms, zone)}`
}

/** Returns an abbreviation such as `CET` or `EST`; the offset from UTC if there is none. */
function abbreviation(ms: number, zone: { readonly timeZone?: string }): string {
  const names = PLACES.map(
    (place) =>
      new Intl.DateTimeFormat(place, { ...zone, timeZoneName: 'short' })
        .formatToParts(ms)
        .find(({ type }) => type === 'timeZoneName')?.value ?? '',
  )
  return names.find((name) => !/^(GMT|UTC)[+−-]/.test(name)) ?? names[0] ?? ''
}
