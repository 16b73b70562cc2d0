-- To whom a secret of a service account was shown: these persons can do what the account does. Of earlier secrets it is whoever made
-- the account. Empty for persons.
alter table platform.member add column held_by text[] not null default '{}';
-- The owner of the tables writes for all organisations.
alter table platform.member no force row level security;
alter table service_accounts.service_account no force row level security;
update platform.member m set held_by = array[a.created_by]
from service_accounts.service_account a where a.tenant_id = m.tenant_id and a.id::text = m.subject;
alter table platform.member force row level security;
alter table service_accounts.service_account force row level security;
