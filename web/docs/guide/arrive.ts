import { placeOfHash } from '../../site/place-of-hash.ts'

/** Shows the new content of the page: the place that the address names, else its beginning. */
export function arrive(content: HTMLElement | null): void {
  if (!content) return
  const named = placeOfHash(content.ownerDocument)
  if (named) named.scrollIntoView()
  // On a phone the complete page scrolls, and would otherwise stay at the place of the earlier content.
  else content.closest('main')?.scrollTo(0, 0)
}
