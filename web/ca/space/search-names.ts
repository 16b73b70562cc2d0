/** The search parameters of the page of space, which contain all its state (ux.md R8). The table of routes reads only their names. */
export const SEARCH_NAMES = ['view', 't', 'live', 'range', 'pick', 'kind', 'shell', 'owner', 'sort', 'columns'] as const
