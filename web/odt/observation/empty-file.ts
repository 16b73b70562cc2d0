type Address = { readonly pathname: string; readonly search: string }

/** Where the address of a request without a file leads: to one that ends with an empty id, which opens the newest (spec §2). */
export function withEmptyFile({ pathname, search }: Address, fileId: string | undefined): string | undefined {
  return fileId || pathname.endsWith('/') ? undefined : `${pathname}/${search}`
}
