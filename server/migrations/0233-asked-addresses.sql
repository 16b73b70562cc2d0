-- Who is asked to confirm an address is a stranger: how often an address is asked counts without what stands behind a + in it.
-- Addresses that were asked before have no mark, and do not count.
alter table delivery.receiver add column base_key text;
create index receiver_base on delivery.receiver (tenant_id, base_key) where base_key is not null;
