-- Which burn left nothing of an event, and above which probability that would not hold.

alter table ca.conjunction add column mitigated_by text;
alter table ca.conjunction add column mitigated_above double precision;

alter table ca.conjunction no force row level security;
alter table ca.manoeuvre no force row level security;
update ca.conjunction c set mitigated_by = m.name, mitigated_above = m.accepted
from (
  select distinct on (tenant_id, conjunction_id) tenant_id, conjunction_id, name, accepted from ca.manoeuvre
  where state = 'VERIFIED' order by tenant_id, conjunction_id, ignition_at desc
) m
where c.mitigated_until is not null and m.tenant_id = c.tenant_id and m.conjunction_id = c.id;
alter table ca.manoeuvre force row level security;
alter table ca.conjunction force row level security;
