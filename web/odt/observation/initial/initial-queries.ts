import { createAnalystObject, removeAnalystObject } from '@apsis/contract/odt/analyst-object.ts'
import { getInitialOrbits } from '@apsis/contract/odt/observation.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

const writes = [['observation', 'analyst-objects']]

/** The orbits of a track do not change: they are computed once for a visit. */
export const initialOrbitsQuery = (fileId: string) =>
  queryOptions({
    queryKey: ['initial-orbits', fileId],
    queryFn: ({ signal }) => call(getInitialOrbits, { params: { 'file-id': fileId } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useKeepOrbit = () =>
  useMutation({
    meta: { silent: 'keep-orbit', writes },
    mutationFn: (body: { readonly fileId: string; readonly rank: number }) => call(createAnalystObject, { body }),
  })

export const useRemoveAnalyst = () =>
  useMutation({
    meta: { silent: 'remove-analyst-object', writes },
    mutationFn: (catalogueId: number) => call(removeAnalystObject, { params: { 'catalogue-id': catalogueId } }),
  })
