export type ObservationAddress = {
  readonly location: { readonly pathname: string; readonly searchStr: string }
  readonly params: { readonly observation_request_id: string; readonly observation_file_id?: string | undefined }
}

/** Where an address without a file leads: to one that ends with an empty id, which opens the newest (spec §2). */
export function withEmptyFile({ location: { pathname, searchStr }, params }: ObservationAddress): string | undefined {
  return params.observation_file_id || pathname.endsWith('/') ? undefined : `${pathname}/${searchStr}`
}
