/** Returns the international designator from the first line of an element set, in the format of messages: `1998-067A`. */
export function cosparOfTle(tle: string): string | undefined {
  const [, year = '', launch = '', piece = ''] = /^1 .{6} (\d{2})(\d{3})([A-Z]{1,3}) *\s/.exec(tle) ?? []
  if (piece === '') return undefined
  // The year has two digits; up to 56 it is in this century (catalogues begin in 1957).
  return `${Number(year) < 57 ? '20' : '19'}${year}-${launch}${piece}`
}
