-- To whom a secret of a service account was shown: these persons can do what the account does. Of earlier secrets it is whoever made
-- the account. Empty for persons.
alter table platform.member add column held_by text[] not null default '{}';
update platform.member m set held_by = array[a.created_by]
from service_accounts.service_account a where a.tenant_id = m.tenant_id and a.id::text = m.subject;
