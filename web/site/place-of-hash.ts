/** Returns a part of an address decoded for readers; a text with an invalid encoding is unchanged. */
export function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Returns the place on a page that the `#…` of its address names; null if it names none. */
export function placeOfHash(page: Pick<Document, 'location' | 'getElementById'>): HTMLElement | null {
  const name = readable(page.location.hash.slice(1))
  return name === '' ? null : page.getElementById(name)
}
