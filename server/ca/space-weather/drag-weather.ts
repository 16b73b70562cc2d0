import { DAY_MS } from '@apsis/astro/constants.ts'
import type { DragWeather } from '@apsis/contract/ca/plan/drag-change.ts'
import type { Database } from '../../platform/database/database.ts'
import { listSources, listValues } from './weather.repository.ts'

/**
 * Returns the stored activity from a day before one time to a day after another one, for the drag on a satellite. The flux of each day is the flux
 * of the previous day, as atmosphere models need it. Null if no source has sent data: the sample is never used.
 */
export async function readDragWeather(
  db: Pick<Database, 'shared'>,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<DragWeather | null> {
  const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const { values, source } = await db.shared(async (tx) => ({
    values: await listValues(tx, dayAt(fromMs - 2 * DAY_MS)),
    source: (await listSources(tx)).find(({ name }) => name === 'indices'),
  }))
  const of = (index: 'f107' | 'f107Average' | 'ap', day: string) =>
    values.find((one) => one.index === index && one.day === day)?.value
  const days: DragWeather['days'] = []
  for (let ms = fromMs - DAY_MS; ms <= toMs + DAY_MS; ms += DAY_MS) {
    const date = dayAt(ms)
    const [f107, ap] = [of('f107', dayAt(ms - DAY_MS)), of('ap', date)]
    if (f107 === undefined || ap === undefined) continue
    days.push({ date, f107, f107Average: of('f107Average', date) ?? f107, ap })
  }
  if (days.length === 0) return null
  return { version: source?.version ?? 0, receivedAt: source?.receivedAt?.toISOString() ?? null, days }
}
