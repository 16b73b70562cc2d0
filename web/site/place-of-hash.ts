/** A part of an address as somebody would write it; what no browser has written stands as it is. */
export function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The place on a page that the `#…` of its address names; null where it names none. */
export function placeOfHash(page: Pick<Document, 'location' | 'getElementById'>): HTMLElement | null {
  const name = readable(page.location.hash.slice(1))
  return name === '' ? null : page.getElementById(name)
}
