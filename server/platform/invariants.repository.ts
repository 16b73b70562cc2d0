import { sql } from 'kysely'
import { listBrokenAudit } from './audit.repository.ts'
import type { SharedDb } from './database.ts'

/** What contradicts itself in the data of all organisations, in words; read with rights beyond every wall. */
export async function listBrokenInvariants(tx: SharedDb): Promise<string[]> {
  const audit = (await listBrokenAudit(tx)).map(
    ({ tenant_id, seq, fault }) => `audit of ${tenant_id}, entry ${seq}: ${fault}`,
  )
  const { rows } = await sql<{ fault: string }>`
    select 'events of ' || e.tenant_id || ': one lies ahead of the cursor' as fault
    from events.event e left join events.cursor c using (tenant_id)
    group by e.tenant_id, c.last having max(e.id) > coalesce(c.last, 0)
    union all
    select 'events of ' || tenant_id || ': ' || (max(id) - min(id) + 1 - count(*)) || ' are missing in between'
    from events.event group by tenant_id having max(id) - min(id) + 1 <> count(*)
    union all
    select 'user configuration of ' || tenant_id || ': a channel is enabled without a target'
    from userconfig.userconfig
    where (settings #>> '{email,enabled}')::boolean <> (jsonb_array_length(settings #> '{email,addresses}') > 0)
    union all
    select 'job effects: ' || count(*) || ' welcomes without their notification'
    from platform.job_effect e where effect_key like 'notifications.welcome:%' and not exists (
      select 1 from notifications.notification n
      where e.effect_key = 'notifications.welcome:' || n.tenant_id || ':' || n.subject)
    having count(*) > 0`.execute(tx)
  return [...audit, ...rows.map((row) => row.fault)]
}
