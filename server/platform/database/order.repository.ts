import type { Sort } from '@apsis/contract/page.ts'
import { type RawBuilder, sql } from 'kysely'

/** Returns the order of a list by one of its fields; rows without a value come last, and the id decides between equal ones. */
export function orderBy<F extends string>(
  sort: Sort<F>,
  columns: Readonly<Record<F, RawBuilder<unknown>>>,
  id: RawBuilder<unknown> = sql`id`,
): RawBuilder<unknown> {
  const isFalling = sort.startsWith('-')
  const column = columns[(isFalling ? sort.slice(1) : sort) as F]
  return sql`order by ${column} ${isFalling ? sql`desc` : sql`asc`} nulls last, ${id}`
}
