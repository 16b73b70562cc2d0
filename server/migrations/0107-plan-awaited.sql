-- From ignition on: which new data of the satellite a plan waits for, and whether it has come (flight rule F15).
alter table ca.manoeuvre add column awaited jsonb;
create index manoeuvre_flown on ca.manoeuvre (tenant_id, ignition_at) where state in ('EXPORTED', 'EXECUTED');
