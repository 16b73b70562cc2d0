-- What was done to one object, newest first, is asked by its page.
create index audit_object on platform.audit (tenant_id, object, seq desc);
