import { listOperatorPaths } from '@apsis/contract/ca/find/operator-path.ts'
import type { Database } from '../../platform/database/database.ts'
import { bind, type Door } from '../../platform/http/bind.ts'
import { readOperatorPaths } from './operator-path.service.ts'

export function operatorPathRoutes(door: Door, { db }: { readonly db: Database }): void {
  bind(door, listOperatorPaths, ({ caller, query, signal }) => {
    const { 'satellite-id': satelliteId, from, to } = query
    return readOperatorPaths({ db }, caller, { from, to, satelliteId, signal })
  })
}
