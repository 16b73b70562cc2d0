-- What a sensor is to do and has just done is asked for by the end of its passes, in each plan and for each time that a provider offers.
create index pass_by_end on odt.pass (tenant_id, ends_at) where status in ('PENDING', 'EXECUTING', 'SUCCESSFUL');
