type Address = { readonly pathname: string; readonly search: string }

/** Returns the address for a request without a file: it ends with an empty id, which opens the newest file (spec §2). */
export function withEmptyFile({ pathname, search }: Address, fileId: string | undefined): string | undefined {
  return fileId || pathname.endsWith('/') ? undefined : `${pathname}/${search}`
}
