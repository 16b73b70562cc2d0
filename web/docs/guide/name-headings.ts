/** The part of an HTML tree that is read here. */
type Node = { readonly tagName?: string; properties?: Record<string, unknown>; readonly children?: readonly Node[] }

const HEADING = /^h[1-6]$/

/** Gives the headings of a page their ids, in order: the ids of the English guide, so that addresses work in every language. */
export function nameHeadings(ids: readonly string[]) {
  return () => (page: Node) => {
    const headings = (page.children ?? []).filter(({ tagName }) => HEADING.test(tagName ?? ''))
    for (const [at, heading] of headings.entries()) heading.properties = { ...heading.properties, id: ids[at] }
  }
}
