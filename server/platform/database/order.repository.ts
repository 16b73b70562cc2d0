import type { Sort } from '@apsis/contract/page.ts'
import { type RawBuilder, sql } from 'kysely'

/** The order of a list by one of its fields; what has no value comes last, and the id settles what is equal. */
export function orderBy<F extends string>(
  sort: Sort<F>,
  columns: Readonly<Record<F, RawBuilder<unknown>>>,
  id: RawBuilder<unknown> = sql`id`,
): RawBuilder<unknown> {
  const isFalling = sort.startsWith('-')
  const column = columns[(isFalling ? sort.slice(1) : sort) as F]
  return sql`order by ${column} ${isFalling ? sql`desc` : sql`asc`} nulls last, ${id}`
}
