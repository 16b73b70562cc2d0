type PageQuery = { readonly page: number; readonly limit: number } & Readonly<
  Record<string, string | number | boolean | undefined>
>

export type PageHeader = 'x-total-count' | 'link'

type Page = { readonly page: number; readonly limit: number }

/** Returns one page of a list that was read completely. */
export function cutPage<T>(items: readonly T[], { page, limit }: Page): T[] {
  return items.slice((page - 1) * limit, page * limit)
}

/** Sets the headers of a page: the total number of matches, and the addresses of the other pages. */
export function tellPages(
  header: (name: PageHeader, value: string) => void,
  { path, query, total }: { readonly path: string; readonly query: PageQuery; readonly total: number },
): void {
  header('x-total-count', String(total))
  const links = pageLinks(path, query, total)
  if (links !== '') header('link', links)
}

/** Returns the Link header of a page of a list (RFC 8288): first, previous, next and last, if they exist. */
export function pageLinks(path: string, query: PageQuery, total: number): string {
  const last = Math.max(1, Math.ceil(total / query.limit))
  const link = (page: number, rel: string) => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...query, page }))
      if (value !== undefined) search.set(name, String(value))
    return `<${path}?${search}>; rel="${rel}"`
  }
  const links = []
  if (query.page > 1) links.push(link(1, 'first'), link(Math.min(query.page - 1, last), 'prev'))
  if (query.page < last) links.push(link(query.page + 1, 'next'), link(last, 'last'))
  return links.join(', ')
}
