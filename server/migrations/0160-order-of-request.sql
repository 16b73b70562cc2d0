-- An order that was placed with an observation request pays for its passes: nobody changes it beside the request.
alter table payments."order" add column is_of_request boolean not null default false;
-- The owner of the tables writes for all organisations.
alter table payments."order" no force row level security;
alter table odt.request no force row level security;
update payments."order" o set is_of_request = true
from odt.request r where r.tenant_id = o.tenant_id and r.order_id = o.id;
alter table payments."order" force row level security;
alter table odt.request force row level security;
