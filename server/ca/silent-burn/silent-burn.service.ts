import type { TenantDb } from '../../platform/database/database.ts'
import * as repository from './silent-burn.repository.ts'

/** A span in which an object may have burnt. */
export type BurnSpan = { readonly noradId: number; readonly since: Date; readonly to: Date }

/** Whether a burn of an object in a span was announced, or is a plan of the organisation that left it. */
export const isBurnTold = (tx: TenantDb, span: BurnSpan): Promise<boolean> => repository.isBurnTold(tx, span)
